// The scoring wheel: four rounds, this one marked.
import { attributePiece, put } from '../draw/art.js';
import { shownRound, state } from '../state.js';
import * as text from '../words/text.js';
import { h, keep, s } from '../draw/vdom.js';

/** @param {number} r @param {number} degrees @returns {[number, number]} */
const polar = (r, degrees) => [r * Math.sin((degrees * Math.PI) / 180), -r * Math.cos((degrees * Math.PI) / 180)];

/** A round's scores in words. @param {number} round */
export function roundWords(round) {
  const scored = state.game.table?.rules.rounds[round] ?? [];
  const parts = scored.map((x) => `${text.attribute(x.attribute)} +${x.points}`);
  return `${text.t('score.round', { round: round + 1 })}: ${parts.join(', ')}`;
}

export function wheel() {
  const { table } = state.game;
  if (!table?.state) return null;
  const now = shownRound() - 1;
  return keep('wheel', [now, JSON.stringify(table.rules)], () => drawing(table.rules, now));
}

/** The wheel where there is little room for it: it grows under the pointer, and opens. @param {() => void} open */
export function wheelButton(open) {
  return h('button', { type: 'button', class: 'wheel-button', title: text.t('web.wheel'), onclick: open }, wheel());
}

/** The wheel at full size, and each round in words. */
export function wheelSheet() {
  const rounds = state.game.table?.rules.rounds ?? [];
  return h(
    'div',
    { class: 'wheel-sheet' },
    wheel(),
    h(
      'ol',
      null,
      rounds.map((_, i) => h('li', { class: i === shownRound() - 1 ? 'on' : '' }, roundWords(i))),
    ),
  );
}

/** @param {import('../../types.js').TableView['rules']} rules @param {number} now */
function drawing(rules, now) {
  return s(
    'svg',
    {
      class: 'wheel',
      viewBox: '-205 -205 410 410',
      role: 'img',
      'aria-label': rules.rounds.map((_, i) => roundWords(i)).join('. '),
    },
    put('wheel'),
    s('g', { transform: `rotate(${now * 90})` }, put('wheel-mark')),
    rules.rounds.map((round, i) =>
      s(
        'g',
        { class: i < now ? 'gone' : '' },
        s('title', null, roundWords(i)),
        s('text', { class: 'round', x: polar(60, 45 + 90 * i)[0], y: polar(60, 45 + 90 * i)[1] + 8 }, i + 1),
        round.map((one, n) => {
          const [x, y] = polar(154, 15 + 90 * i + 30 * n);
          const [px, py] = polar(100, 15 + 90 * i + 30 * n);
          return [
            put(attributePiece(one.attribute), x, y, 0.6),
            s('text', { class: 'points', x: px, y: py + 11 }, `+${one.points}`),
          ];
        }),
      ),
    ),
    s('text', { class: 'points', x: 0, y: 38 }, `+${rules.pavilion_points}`),
  );
}

/** This round's scores as a row: small enough for a phone. */
export function thisRound() {
  const { table } = state.game;
  if (!table?.state) return null;
  const round = table.rules.rounds[shownRound() - 1] ?? [];
  return h(
    'span',
    {
      class: 'this-round',
      role: 'img',
      'aria-label': roundWords(shownRound() - 1),
      title: roundWords(shownRound() - 1),
    },
    round.map((one) =>
      h(
        'span',
        { class: 'one' },
        s(
          'svg',
          { class: 'icon', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
          put(attributePiece(one.attribute)),
        ),
        `+${one.points}`,
      ),
    ),
  );
}
