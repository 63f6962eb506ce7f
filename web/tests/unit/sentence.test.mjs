// The one sentence of the action bar knows the position.
import { acquire, choices, player, sit } from './position.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { sentence } = await import('../../js/words/sentence.js');
const text = await import('../../js/words/text.js');
await text.load('en');

const preview = { rounds: 2, groups: 3, jokers: 1 };
const take = acquire('b', [[{ kind: 'b1', from: 0 }]]);
const place = {
  kind: 'b1',
  cells: [{ cell: /** @type {[number, number]} */ ([1, 0]), preview }],
  blocked: [],
  payments: [{ tiles: [], expansions: [], jokers: 0 }],
};
const full = acquire('b', [], { reason: { code: 'no_room', data: { tiles: 1, expansions: 0 } } });

test('what there is to do', () => {
  sit({ choices: choices({ acquire: [take], place: [place] }) });
  assert.equal(sentence().main, 'Your turn');
  assert.match(sentence().more ?? '', /^Point at a hexagon/);
  sit({ choices: choices({ acquire: [take] }) });
  assert.match(sentence().more ?? '', /^Nothing in your storage can be placed yet/);
  sit({ choices: choices({ acquire: [full], place: [place] }) });
  assert.match(sentence().more ?? '', /^You cannot take anything now/);
  sit({ choices: choices({ acquire: [full], buy: { areas: [1], cost: 6 } }) });
  assert.equal(sentence().more, 'Nothing to take or pay for: buy or pass.');
  sit({ choices: choices({ pass: { ends_round: false, marker_cost: 0, only: true, takes_marker: false } }) });
  assert.equal(sentence().main, 'You can only pass.');
});

test('what will be seen is said before it is done', () => {
  const game = sit({
    choices: choices({ acquire: [take] }),
    slots: [
      { slot: 0, face: 'stack', tiles: ['b1'] },
      { slot: 1, face: 'stack', tiles: [] },
    ],
    top: 0,
  });
  game.pick = { type: 'acquire', attribute: 'b', take: take.takes[0], at: { kind: 'b1', from: 0, whole: false } };
  assert.match(sentence().more ?? '', /Then new tiles are drawn\. Then 1 garden expansion is turned up\.$/);
});

test('what a space brings', () => {
  const game = sit({ choices: choices({ place: [place] }) });
  game.pick = { type: 'place', kind: 'b1', cell: [1, 0], pay: 0 };
  assert.match(sentence().more ?? '', /2 points.*3 points.*1 joker/);
});

test('what a pass costs', () => {
  const pass = { ends_round: false, marker_cost: 1, only: false, takes_marker: true };
  const game = sit({ choices: choices({ pass }), players: [player(0, { tiles: ['y6', 'b2'] }), player(1)] });
  game.pick = { type: 'pass', tiles: [0, 1], expansions: [] };
  assert.equal(sentence().main, 'Pass and lose 9 points?');
  assert.match(sentence().more ?? '', /You begin the next round/);
  // No round follows the fourth.
  if (game.table?.state) game.table.state.round = 4;
  assert.match(sentence().more ?? '', /^You pass first; that costs 1 point\./);
});

test('the end tells who resigned', () => {
  const game = sit({ rival: 'person' });
  if (!game.table) return;
  game.table.stage = 'over';
  game.table.result = { reason: 'resigned', winners: [0] };
  const other = game.table.seats[1];
  if (other.who === 'person') other.resigned = true;
  assert.equal(sentence().main, 'Bruno resigned: Anna wins.');
});

test('while others move, it says whose turn it is', () => {
  const game = sit();
  game.choices = null;
  if (game.table?.state) game.table.state.turn = 1;
  assert.equal(sentence().main, 'Gardener to play');
  game.presence = { connected: [0], gone: [], left: [], thinking: [1], watchers: 0 };
  assert.equal(sentence().main, 'Gardener is thinking…');
});
