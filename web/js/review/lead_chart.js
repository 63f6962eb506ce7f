// The expected lead in a game, move by move.
import { seatName } from '../words/names.js';
import { chart, line, lineKey, roundNumbers, upright } from '../draw/chart.js';
import { goToMoment } from './replay_state.js';
import { players, state } from '../state.js';
import { decimal, t } from '../words/text.js';
import { h } from '../draw/vdom.js';

/** @typedef {import('../../../crates/wire/wire.js').Review} Review */

/** A lead, with its sign. @param {number} points */
export const signed = (points) => decimal(points, 'exceptZero');

/** The axis reaches at least this far to either side. */
const LEAST = 10;

/**
 * The lines: for two players only the first one's lead, for the other's is its negative; for more, a line each through
 * their own moves. A finished game's lines end at the actual result.
 * @param {Review} review @returns {{seat: number, points: {at: number, lead: number}[]}[]}
 */
export function lines(review) {
  const last = state.replay?.shown?.steps.at(-1)?.state;
  const players = last?.players ?? [];
  const over = last?.phase === 'over';
  const real = (/** @type {number} */ seat) =>
    players[seat].score - Math.max(...players.filter((p) => p.seat !== seat).map((p) => p.score));
  const two = players.length === 2;
  const seats = two ? [0] : players.map((p) => p.seat);
  return seats.map((seat) => ({
    seat,
    points: [
      ...review.moves.flatMap((move, i) =>
        two || move.seat === seat ? [{ at: i + 1, lead: move.seat === seat ? move.lead : -move.lead }] : [],
      ),
      ...(over ? [{ at: review.moves.length, lead: real(seat) }] : []),
    ],
  }));
}

/**
 * @param {Review} review
 * @param {(seat: number) => string} summary what there is to say about a player's moves
 */
export function leadChart(review, summary) {
  const all = lines(review);
  const most = Math.max(LEAST, ...all.flatMap((of) => of.points.map((p) => Math.abs(p.lead))));
  const moves = Math.max(1, review.moves.length);
  const top = roundNumbers(0, most, 2).at(-1) ?? LEAST;
  return chart(
    {
      cls: 'curve',
      label: inWords(all),
      size: [640, 96],
      x: [0, moves],
      y: [-most, most],
      margin: [4, 4],
      xTicks: roundNumbers(0, moves, 8).map((at) => ({ at, label: at })),
      yTicks: [top, 0, -top].map((at) => ({ at, label: signed(at) })),
      stretch: true,
      legend: players().map((p) =>
        all.some((of) => of.seat === p.seat)
          ? lineKey(`seat-${p.seat}`, summary(p.seat))
          : h('span', { class: 'key', key: `seat-${p.seat}` }, summary(p.seat)),
      ),
      onPick: (at) => goToMoment(Math.round(at)),
    },
    (scale) => [
      all.map((of) =>
        line(
          scale,
          `lead seat-${of.seat}`,
          of.points.map((p) => [p.at, p.lead]),
        ),
      ),
      review.moments.map((n) => upright(scale, 'moment', n + 1)),
      upright(scale, 'now', state.replay?.at ?? 0),
    ],
  );
}

/** The chart in words: how far each line goes, and where it ends. @param {ReturnType<typeof lines>} all */
function inWords(all) {
  const each = all.map((line) => {
    const leads = line.points.map((p) => p.lead);
    return t('web.review.lead_of', {
      name: seatName(line.seat),
      most: signed(Math.max(...leads)),
      least: signed(Math.min(...leads)),
      last: signed(leads[leads.length - 1]),
    });
  });
  return [t('web.review.curve'), ...each].join(' ');
}
