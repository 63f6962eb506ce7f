// The expected lead, move by move, as a curve.
import { seatName } from '../words/names.js';
import { goToMoment } from './reel.js';
import { state } from '../state.js';
import * as text from '../words/text.js';
import { s } from '../draw/vdom.js';

/** @typedef {import('../../../crates/wire/wire.js').Review} Review */

const { t } = text;

const WIDE = 640;
const HIGH = 96;
const MIDDLE = HIGH / 2;
/** At the least so many points are drawn to either side. */
const LEAST = 10;

/** @param {number} points @param {'negative' | 'exceptZero'} sign */
const written = (points, sign) =>
  new Intl.NumberFormat(text.language(), { maximumFractionDigits: 1, signDisplay: sign })
    .format(points)
    .replace('-', '−');

/** Points as the language writes them, with one decimal at the most. @param {number} of */
export const points = (of) => written(of, 'negative');

/** The same with its sign. @param {number} of */
export const signed = (of) => written(of, 'exceptZero');

/**
 * The lines: of two players one, the first one's lead, for the other's is the same turned over; of more a line each,
 * through their own moves. The end is what was really reached.
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

/** @param {Review} review */
export function curve(review) {
  const all = lines(review);
  const most = Math.max(LEAST, ...all.flatMap((line) => line.points.map((p) => Math.abs(p.lead))));
  const x = (/** @type {number} */ at) => (at / Math.max(1, review.moves.length)) * WIDE;
  const y = (/** @type {number} */ lead) => MIDDLE - (lead / most) * (MIDDLE - 4);
  const path = (/** @type {{at: number, lead: number}[]} */ of) =>
    of.map((p, i) => `${i ? 'L' : 'M'}${x(p.at).toFixed(1)} ${y(p.lead).toFixed(1)}`).join('');
  const at = state.replay?.at ?? 0;
  return s(
    'svg',
    {
      class: 'curve',
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': told(all),
      onclick: (/** @type {MouseEvent} */ e) => {
        const box = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
        goToMoment(Math.round(((e.clientX - box.left) / box.width) * review.moves.length));
      },
    },
    s('path', { class: 'zero', d: `M0 ${MIDDLE}H${WIDE}` }),
    all.map((line) => s('path', { class: `lead seat-${line.seat}`, d: path(line.points) })),
    review.moments.map((n) => s('path', { class: 'moment', d: `M${x(n + 1).toFixed(1)} 0V${HIGH}` })),
    s('path', { class: 'now', d: `M${x(at).toFixed(1)} 0V${HIGH}` }),
  );
}

/** The curve in words: how far each line goes, and where it ends. @param {ReturnType<typeof lines>} all */
function told(all) {
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
