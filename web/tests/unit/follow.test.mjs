// The others' moves one after the other, and what waits until they have been shown.
import { choices, sit } from './position.mjs';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const follow = await import('../../js/play/follow.js');
const { settings } = await import('../../js/settings/settings.js');
const { onDraw, state } = await import('../../js/state.js');
const text = await import('../../js/words/text.js');
await text.load('en');
Object.assign(settings, { motion: 'none', pace: 3 });

/** @typedef {import('../../../crates/wire/wire.js').NumberedEvent} NumberedEvent */

/**
 * The table as it is, one event later.
 * @param {number} number @param {NumberedEvent['event']} event @param {number} [round]
 */
function update(number, event, round = 1) {
  const { table } = state.game;
  assert.ok(table?.state);
  return {
    events: [{ number, time: 0, event }],
    table: { ...table, number, state: { ...table.state, turn: 0, round } },
  };
}

/** @type {NumberedEvent['event']} */
const bought = { type: 'bought', seat: 1, area: 0, cost: 6 };

/** Waits until nothing is left to be shown. */
const settled = async () => {
  while (state.game.waiting) await new Promise((done) => setTimeout(done, 1));
};

beforeEach(() => {
  onDraw(() => {});
  follow.reset();
});

test('updates are applied in their order, and choices count only after the last', async () => {
  const game = sit();
  game.choices = null;
  follow.push(update(8, bought));
  follow.push(update(9, { ...bought, area: 1 }));
  follow.offer(choices({ at: 9 }));
  assert.equal(game.choices, null, 'there is still something to be shown');
  await settled();
  assert.deepEqual(
    game.events.map((x) => x.number),
    [8, 9],
  );
  assert.equal(game.table?.number, 9);
  assert.equal(/** @type {any} */ (game).choices?.at, 9);
});

test('an event that is known already is not told twice', async () => {
  const game = sit();
  follow.push(update(8, bought));
  follow.push(update(8, bought));
  await settled();
  assert.equal(game.events.length, 1);
});

test('a phrase leaves alone what we are about to do, a move does not', async () => {
  const game = sit();
  game.pick = { type: 'buy', area: 2 };
  follow.push(update(8, { type: 'said', seat: 1, phrase: 'nice' }));
  await settled();
  assert.equal(game.pick.type, 'buy');
  follow.push(update(9, bought));
  await settled();
  assert.equal(game.pick.type, 'none');
});

test('nothing of the next round shows before this one is counted', async () => {
  const game = sit();
  /** @type {{round: number | undefined, counting: boolean}[]} */
  const drawn = [];
  onDraw(() => drawn.push({ round: state.game.table?.state?.round, counting: state.game.scoring !== null }));
  const points = { attributes: [], pavilions: [], pavilion_points: 1, total: 0 };
  const seats = [0, 1].map((seat) => ({ seat, before: 15, after: 15, points }));
  const passed = { type: 'passed', seat: 1, discard: { tiles: [], expansions: [] }, loss: 0, marker: false };
  follow.push(update(8, /** @type {any} */ ({ ...passed, round: { round: 1, seats } }), 2));
  await settled();
  assert.ok(
    drawn.some((x) => x.counting),
    'the round was counted',
  );
  assert.ok(!drawn.some((x) => x.counting && x.round !== 1), 'and only what was played was to be seen');
  assert.equal(game.table?.state?.round, 2);
  assert.equal(game.scoring, null);
});

test('who resigned is told to everybody', async () => {
  const game = sit({ rival: 'person' });
  follow.push(update(8, { type: 'resigned', seat: 1 }));
  await settled();
  assert.equal(game.notice, 'Bruno resigns.');
  game.notice = null;
});
