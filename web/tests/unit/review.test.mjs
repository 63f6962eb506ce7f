// The expected lead as lines, and where the rounds of a game begin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

const { state } = await import('../../js/state.js');
const { lines } = await import('../../js/review/lead_chart.js');
const { rounds, stopsOf } = await import('../../js/review/replay_state.js');

/** A reel whose last position has these scores. @param {number[]} scores @param {string} phase */
function shows(scores, phase) {
  const last = { phase, round: 4, players: scores.map((score, seat) => ({ seat, score })) };
  state.replay = /** @type {any} */ ({ shown: { steps: [{ state: last }] } });
}

/** A review of moves of these seats that promised these leads. @param {[number, number][]} moves */
const review = (moves) => /** @type {any} */ ({ moves: moves.map(([seat, lead]) => ({ seat, lead })), moments: [] });

test('of two players there is one line, which ends where the game did', () => {
  shows([30, 20], 'over');
  const moves = review([
    [0, 3],
    [1, 2],
  ]);
  const points = [
    { at: 1, lead: 3 },
    { at: 2, lead: -2 },
    { at: 2, lead: 10 },
  ];
  assert.deepEqual(lines(moves), [{ seat: 0, points }]);
});

test('of three there is a line each, through their own moves; a game that is not over has no end', () => {
  shows([1, 2, 3], 'act');
  const all = lines(
    review([
      [0, 3],
      [1, 2],
      [2, -1],
      [0, 4],
    ]),
  );
  assert.deepEqual(
    all.map((line) => line.points.map((p) => [p.at, p.lead])),
    [
      [
        [1, 3],
        [4, 4],
      ],
      [[2, 2]],
      [[3, -1]],
    ],
  );
});

test('the reel stops after each move with what it caused, and knows where the rounds begin', () => {
  const step = (/** @type {string} */ type, /** @type {number} */ round) => ({
    event: { event: { type } },
    state: { round },
  });
  const steps = [step('drawn', 1), step('acquired', 1), step('drawn', 1), step('passed', 2), step('drawn', 2)];
  const shown = /** @type {any} */ ({ steps, rules: { rounds: [[], [], [], []] } });
  const stops = stopsOf(shown);
  assert.deepEqual(stops, [0, 2, 4]);
  state.replay = /** @type {any} */ ({ shown, stops });
  assert.deepEqual(rounds(), [0, 2]);
});
