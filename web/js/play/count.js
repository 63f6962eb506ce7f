// Counting at the end of a round and of the game: each hexagon and group lights up in turn; it can be skipped.
import { pauses } from '../draw/anim.js';
import { settings, stillness } from '../settings/settings.js';
import { drawNow, state } from '../state.js';
import * as text from '../words/text.js';

/**
 * @typedef {import('../../types.js').RoundScored} RoundScored
 * @typedef {import('../../types.js').FinalScored} FinalScored
 * @typedef {{label: string, topic: string, points: number, lit: string[], attribute?: string | number}} Step
 * @typedef {{seat: number, before: number, sum: number, steps: Step[]}} Row
 * @typedef {{title: string, seat: number, lit: Set<string>, rows: Row[], done: boolean, round: number | null}} Count
 */

const { t } = text;

const { rest, wake } = pauses();
let hurry = false;

/** @param {number} ms */
const pause = (ms) => (hurry ? Promise.resolve() : rest(ms));

/** Skips to the sums, or closes them. */
export function hurryUp() {
  hurry = true;
  wake();
}

/** @param {readonly (readonly number[])[]} cells */
const names = (cells) => cells.map((c) => c.join(','));

/** @param {RoundScored['seats'][number]['points']} of @returns {Step[]} */
export function roundSteps(of) {
  const steps = of.attributes.map((a) => ({
    label: text.capital(text.attribute(a.attribute)),
    topic: 'score.round',
    points: a.points,
    lit: names(a.cells),
    attribute: a.attribute,
  }));
  return [
    ...steps,
    {
      label: t('score.pavilions'),
      topic: 'score.pavilions',
      points: of.pavilions.length * of.pavilion_points,
      lit: names(of.pavilions),
    },
  ];
}

/** @param {FinalScored['seats'][number]['points']} of @returns {Step[]} */
export function finalSteps(of) {
  return [
    { label: t('score.jokers'), topic: 'score.jokers', points: of.jokers, lit: [] },
    { label: t('score.leftover'), topic: 'score.leftover', points: -of.leftover, lit: [] },
    ...of.groups.map((g) => ({
      label: t('score.group', { attribute: text.attribute(g.attribute) }),
      topic: 'score.groups',
      points: g.points + g.bonus,
      lit: names(g.cells),
      attribute: g.attribute,
    })),
  ];
}

/**
 * @param {string} title @param {{seat: number, before: number, after: number, steps: Step[]}[]} seats
 * @param {number | null} round @param {boolean} quick
 */
async function run(title, seats, round, quick) {
  const game = state.game;
  hurry = quick || stillness();
  /** @type {Count} */
  const count = {
    title,
    seat: -1,
    lit: new Set(),
    rows: seats.map((x) => ({ seat: x.seat, before: x.before, sum: x.before, steps: [] })),
    done: false,
    round,
  };
  game.scoring = count;
  const view = game.view;
  for (const [i, { seat, steps, after }] of seats.entries()) {
    const row = count.rows[i];
    count.seat = seat;
    game.view = seat;
    for (const step of steps) {
      row.steps = [...row.steps, step];
      row.sum = Math.max(0, row.sum + step.points);
      count.lit = new Set(step.lit);
      if (!hurry) drawNow();
      if (step.points !== 0) await pause([1000, 620, 340, 0][settings.pace] ?? 620);
    }
    row.sum = after;
  }
  count.lit = new Set();
  count.seat = -1;
  count.done = true;
  game.view = view;
  drawNow();
  hurry = false;
  // The sums stay until they are waved away, but nobody is kept waiting for good. Without motion they are all that is
  // shown.
  await pause(6000);
  hurry = false;
}

/**
 * Counts a round and, after the last one, the end. The sums stay in `scoring`: what comes after them is drawn first.
 * @param {RoundScored} round @param {FinalScored | null} end @param {boolean} quick whether to go straight to the sums
 */
export async function countRound(round, end, quick) {
  await run(
    t('score.round', { round: round.round }),
    round.seats.map((x) => ({ seat: x.seat, before: x.before, after: x.after, steps: roundSteps(x.points) })),
    round.round,
    quick,
  );
  if (end)
    await run(
      t('web.final'),
      end.seats.map((x) => ({ seat: x.seat, before: x.before, after: x.after, steps: finalSteps(x.points) })),
      null,
      quick,
    );
}
