// The review above the table of a replay: the offer, its progress, then the chart, the moments and what was better.
import { reason } from '../words/advice.js';
import { seatName } from '../words/names.js';
import { words } from '../words/log.js';
import { leadChart, signed } from './lead_chart.js';
import { compare, goToMoment, judged, other } from './replay_state.js';
import { requestReview } from './review.js';
import { state } from '../state.js';
import * as text from '../words/text.js';
import { h } from '../draw/vdom.js';

/** @typedef {import('../../../crates/wire/wire.js').Review} Review */
/** @typedef {import('../../../crates/wire/wire.js').ReviewedMove} ReviewedMove */

const { t } = text;

/**
 * A text about points that were given away; their number decides its form as it is shown.
 * @param {string} key @param {number} lost @param {Record<string, string | number>} args
 */
const gave = (key, lost, args) => t(key, { n: Math.round(10 * lost) / 10, points: text.decimal(lost), ...args });

/** What a move gave away, in words. @param {ReviewedMove} move */
const grade = (move) => {
  const name = t(`web.review.grade.${move.grade}`);
  return move.grade === 'best' ? name : gave('web.review.gave', move.given_away, { grade: name });
};

export function reviewCard() {
  const r = state.replay;
  if (!r?.shown || r.stops.length < 2) return null;
  const { review } = r;
  return h(
    'section',
    { class: `review${review?.review ? ' done' : ''}`, key: 'review', 'aria-label': t('web.review.title') },
    review?.review ? result(review.review) : review ? progress(review) : offer(r.problem),
  );
}

/** @param {string | null} problem */
const offer = (problem) => [
  h('p', null, problem ?? t('web.review.offer')),
  h(
    'button',
    { type: 'button', class: 'main', id: 'look-back', onclick: () => void requestReview() },
    t('web.review.begin'),
  ),
];

/** @param {{judged: number, moves: number}} of */
const progress = ({ judged, moves }) => {
  const says = t('web.review.progress', { at: judged, all: moves });
  return [
    h('p', { id: 'review-progress' }, says),
    h('progress', { max: moves, value: String(judged), 'aria-labelledby': 'review-progress' }),
  ];
};

/** @param {Review} review */
const result = (review) => [leadChart(review, (seat) => summary(review, seat)), moments(review), verdict()];

/** @param {Review} review @param {number} seat */
function summary(review, seat) {
  const own = review.moves.filter((move) => move.seat === seat);
  const lost = own.reduce((sum, move) => sum + move.given_away, 0);
  const best = own.filter((move) => move.grade === 'best').length;
  return gave('web.review.sum', lost, { name: seatName(seat), best, all: own.length });
}

/** @param {Review} review */
function moments(review) {
  if (review.moments.length === 0) return h('p', { class: 'note' }, t('web.review.none'));
  return h(
    'div',
    { class: 'moments', role: 'group', 'aria-label': t('web.review.moments') },
    review.moments.map((n) => {
      const move = review.moves[n];
      const name = seatName(move.seat);
      return h(
        'button',
        {
          type: 'button',
          class: 'second',
          key: `moment-${n}`,
          'data-moment': n + 1,
          'aria-pressed': state.replay?.at === n + 1 ? 'true' : 'false',
          title: t('web.review.moment', { move: n + 1, name, grade: grade(move) }),
          onclick: () => goToMoment(n + 1),
        },
        h('b', null, n + 1),
        h('span', null, signed(-move.given_away)),
        h('span', { class: 'unseen' }, `${name}: ${grade(move)}`),
      );
    }),
  );
}

/** What the architect thinks of the move that led here, and what would have been better. */
function verdict() {
  const move = judged();
  if (!move) return h('p', { class: 'verdict note' }, t('web.review.pick'));
  const better = move.better[state.replay?.other ?? 0];
  const shown = other();
  return h(
    'div',
    { class: 'verdict' },
    h(
      'div',
      { class: 'says', role: 'status' },
      h('p', { class: `grade ${move.grade}` }, grade(move)),
      better
        ? h(
            'p',
            { class: 'better' },
            t('web.review.better', {
              what: words(better.event)[0],
              lead: signed(better.lead),
              instead: signed(move.lead),
            }),
            better.why.length ? ` ${text.capital(better.why.map(reason).join(' · '))}.` : null,
          )
        : null,
    ),
    better?.state ? alternatives(move, Boolean(shown)) : null,
  );
}

/** One better move at a time, and the one that was made. @param {ReviewedMove} move @param {boolean} shown */
function alternatives(move, shown) {
  const at = state.replay?.other ?? -1;
  const next = at + 1 < move.better.length ? at + 1 : null;
  const label = !shown
    ? t('web.review.show')
    : next === null
      ? t('web.review.played')
      : t('web.review.another', { at: next + 1, all: move.better.length });
  return h('button', { type: 'button', class: 'main', id: 'compare', onclick: () => compare(next) }, label);
}
