// What the coach says about a round, and which lesson fits a lost game.
import { player, sit } from './position.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { roundSummary } = await import('../../js/learn/coach.js');
const { missing } = await import('../../js/learn/chapter.js');
const { state } = await import('../../js/state.js');
const text = await import('../../js/words/text.js');
await text.load('en');

const steps = (/** @type {number[]} */ ...points) =>
  ['Blue', 'Dark green', 'Tree', 'Pavilions'].map((label, i) => ({ label, points: points[i] }));

test('one sentence says what paid and what did not', () => {
  assert.equal(
    roundSummary(steps(2, 0, 5, 1), null),
    'What paid: Tree +5, Blue +2 and Pavilions +1; what did not: Dark green.',
  );
  assert.equal(roundSummary(steps(1, 1, 1, 1), null), 'What paid: Blue +1, Dark green +1, Tree +1 and Pavilions +1.');
  assert.equal(
    roundSummary(steps(3, 1, 1, 1), { words: 'pass', gives: 9 }),
    'What paid: Blue +3, Dark green +1, Tree +1 and Pavilions +1; what did not: “pass” (about 9 points given away).',
  );
  assert.equal(roundSummary(steps(0, 0, 0, 0), null), 'Nothing in your garden scored this round.');
});

/** A finished game: points of the rounds, groups and what was left, for two seats. @param {number[][]} figures */
function over(figures) {
  sit({ players: [player(0), player(1)] });
  const { table } = state.game;
  assert.ok(table);
  const seats = (/** @type {(of: number[], seat: number) => object} */ points) =>
    figures.map((of, seat) => ({ seat, before: 0, after: 0, points: points(of, seat) }));
  Object.assign(table, {
    history: [{ round: 1, seats: seats(([total]) => ({ total })) }],
    result: {
      reason: 'finished',
      winners: [1],
      scoring: { seats: seats(([, groups_total, leftover]) => ({ groups_total, leftover, jokers: 0, groups: [] })) },
    },
  });
}

test('the lesson is about what the winner did better by most', () => {
  over([
    [10, 20, 0],
    [12, 50, 0],
  ]);
  assert.equal(missing(0, 1).lesson, 'four');
  over([
    [10, 40, 0],
    [30, 50, 0],
  ]);
  assert.equal(missing(0, 1).lesson, 'wheel');
  over([
    [30, 50, 14],
    [30, 50, 0],
  ]);
  assert.equal(missing(0, 1).lesson, 'end');
  state.game.events = [
    { number: 1, time: 0, event: { type: 'bought', seat: 0, area: 0, cost: 6 } },
    { number: 2, time: 0, event: { type: 'bought', seat: 0, area: 1, cost: 6 } },
    { number: 3, time: 0, event: { type: 'bought', seat: 0, area: 2, cost: 6 } },
  ];
  assert.equal(missing(0, 1).lesson, 'expand');
});
