// What clicks put together, when it is sent at once, and when it is confirmed first.
import { acquire, choices, line, player, sit } from './position.mjs';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const act = await import('../../js/play/act.js');
const { settings } = await import('../../js/settings/settings.js');
const { state } = await import('../../js/state.js');
const text = await import('../../js/words/text.js');
const sent = await line();
await text.load('en');

/** @typedef {import('../../../crates/wire/wire.js').PlaceChoice} PlaceChoice */

const copy = (/** @type {string} */ kind, /** @type {number} */ from) => ({ kind, from });
const pay = (/** @type {string[]} */ tiles, /** @type {number} */ jokers) => ({ tiles, expansions: [], jokers });
const preview = { rounds: 1, groups: 0, jokers: 0 };

/** @type {PlaceChoice} */
const b3 = {
  kind: 'b3',
  cells: [
    { cell: [1, 0], preview },
    { cell: [0, 1], preview },
  ],
  blocked: [
    {
      cell: [-1, 0],
      reason: { code: 'no_matching_neighbour', data: { cell: [-1, 0], kind: 'b3', neighbours: [[0, -1]] } },
    },
  ],
  payments: [pay(['b1', 'b2'], 0), pay(['b1'], 1), pay(['b2'], 1), pay([], 2)],
};
const storage = () => [player(0, { tiles: ['b3', 'b1', 'b2', 'y6'] }), player(1)];
const takes = choices({
  acquire: [
    acquire('b', [[copy('b1', 0), copy('b2', 0)]]),
    acquire(1, [[copy('b1', 0)]]),
    acquire(2, [[copy('b2', 0), copy('y2', 1)]]),
  ],
  place: [b3],
});
const slots = [
  { slot: 0, face: /** @type {const} */ ('down'), tiles: ['b1', 'b2', 'g5'] },
  { slot: 1, face: /** @type {const} */ ('down'), tiles: ['y2'] },
];

beforeEach(() => {
  sent.length = 0;
  Object.assign(settings, { confirmPeople: 'always', confirmBots: 'final' });
});

test('taking against a bot: the hexagon, then its colour', async () => {
  sit({ choices: takes, slots });
  act.chooseOffer(copy('b1', 0));
  assert.equal(state.game.pick.type, 'offer');
  assert.equal(sent.length, 0);
  act.chooseAttribute('b', copy('b1', 0));
  assert.deepEqual(
    sent.map((x) => x.action),
    [{ acquire: 'b', take: [copy('b1', 0), copy('b2', 0)] }],
  );
  assert.equal(sent[0].at, 7);
});

test('by pointing only, what cannot be taken back is asked for once more, on the same spot', () => {
  sit({ choices: takes, slots });
  act.chooseAttribute(2, copy('b2', 0));
  assert.equal(sent.length, 0, 'an expansion would be turned up');
  act.chooseAttribute(2, copy('b2', 0));
  assert.equal(sent.length, 1);
  sit({ choices: takes, slots });
  act.chooseAttribute(1, copy('b1', 0));
  assert.equal(sent.length, 2, 'nothing new is seen: it is done at once');
});

test('against people everything is confirmed, unless they like it otherwise', () => {
  sit({ choices: takes, slots, rival: 'person' });
  act.chooseOffer(copy('b1', 0));
  act.chooseAttribute('b', copy('b1', 0));
  assert.equal(sent.length, 0);
  act.chooseOffer(copy('b1', 0));
  assert.equal(sent.length, 1, 'a second click on the same hexagon');
  settings.confirmPeople = 'never';
  sit({ choices: takes, slots, rival: 'person' });
  act.chooseOffer(copy('b1', 0));
  act.chooseAttribute('b', copy('b1', 0));
  assert.equal(sent.length, 2);
});

test('where colour and pattern take the same, one click is enough', () => {
  const same = choices({ acquire: [acquire('b', [[copy('b1', 0)]]), acquire(1, [[copy('b1', 0)]])] });
  sit({ choices: same, slots });
  act.chooseOffer(copy('b1', 0));
  assert.equal(sent.length, 1);
});

test('placing: the tile, then the space; the cheapest payment is chosen', () => {
  sit({ choices: takes, players: storage() });
  act.chooseTile('b3', 0);
  act.chooseCell([1, 0]);
  assert.deepEqual(sent[0].action, { place: 'b3', cell: [1, 0], pay: b3.payments[0] });
});

test('nothing can be taken back: the space is confirmed by a second click', () => {
  sit({ choices: takes, players: storage(), undo: 'never' });
  act.chooseTile('b3', 0);
  act.chooseCell([1, 0]);
  assert.equal(sent.length, 0);
  act.chooseCell([0, 1]);
  assert.equal(sent.length, 0, 'another space is another wish');
  act.chooseCell([0, 1]);
  assert.deepEqual(sent[0].action.cell, [0, 1]);
});

test('what lies in storage changes the payment, not what is placed', () => {
  sit({ choices: takes, players: storage() });
  const paid = () => state.game.pick.type === 'place' && b3.payments[state.game.pick.pay];
  const placed = () => 'kind' in state.game.pick && state.game.pick.kind;
  act.chooseTile('b3', 0);
  act.chooseTile('b1', 1, true);
  assert.deepEqual(paid(), pay(['b2'], 1), 'without the one that was clicked');
  act.chooseJoker(false);
  assert.deepEqual(paid(), pay([], 2), 'with one more joker');
  act.chooseTile('b1', 1, false);
  assert.deepEqual(paid(), pay(['b1'], 1));
  assert.equal(placed(), 'b3');
  act.chooseTile('y6', 3, false);
  assert.equal(placed(), 'y6', 'what cannot pay is placed instead');
  act.chooseTile('y6', 3, false);
  assert.equal(state.game.pick.type, 'none', 'a second click gives it up');
});

test('a space that is not possible says why, and what is in the way', () => {
  sit({ choices: takes, players: storage() });
  act.chooseTile('b3', 0);
  act.chooseCell([-1, 0]);
  assert.equal(sent.length, 0);
  assert.deepEqual(state.game.refusal?.cells, [[0, -1]]);
  act.chooseTile('b2', 2, true);
  assert.equal(state.game.refusal, null, 'the next click clears it');
});

test('a stray click on an area buys nothing; after Buy it does', () => {
  const buy = choices({ buy: { areas: [0, 1], cost: 6 } });
  sit({ choices: buy });
  act.chooseArea(1);
  assert.equal(sent.length, 0);
  act.cancel();
  act.startBuy();
  act.chooseArea(1);
  assert.deepEqual(sent[0].action, { buy: 1 });
});

test('a pass is always confirmed, and tells what it discards', async () => {
  settings.confirmBots = 'never';
  sit({ choices: takes, players: storage() });
  act.startPass();
  act.chooseTile('b1', 1);
  act.chooseTile('y6', 3);
  act.chooseTile('b1', 1);
  assert.equal(sent.length, 0);
  await act.confirm();
  assert.deepEqual(sent[0].action, { pass: { tiles: ['y6'], expansions: [] } });
});

test('out of turn nothing is put together', () => {
  const game = sit({ choices: takes });
  game.choices = null;
  if (game.table?.state) game.table.state.turn = 1;
  act.chooseOffer(copy('b1', 0));
  assert.equal(game.pick.type, 'none');
  assert.match(game.refusal?.text ?? '', /Gardener/);
});
