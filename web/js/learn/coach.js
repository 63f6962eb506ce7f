// The coach of first games against bots: asks before a move that gives away much, and says after a round what paid.
import { confirm } from '../play/act.js';
import { dialog } from '../draw/dialog.js';
import { h } from '../draw/vdom.js';
import { announce } from '../a11y/live.js';
import { change, coaches } from '../settings/settings.js';
import { mySeats, players, redraw, state } from '../state.js';
import { slots } from '../table/slots.js';
import { reasons } from '../words/advice.js';
import * as text from '../words/text.js';
import { actionLabel, pickOf } from './action_label.js';

/**
 * @typedef {import('../../types.js').Action} Action
 * @typedef {import('../../types.js').Advice} Advice
 */

const { t } = text;

/** The coach asks before a move that gives away this many points. */
const MUCH = 8;
/** A move that gave away this many is named after the round. */
const NAMED = 4;

/** The move in question. @type {{action: Action, better: Action, advice: Advice, gives: number} | null} */
let question = null;
/** The move that it has asked about already. @type {string | null} */
let asked = null;
/** The move that gave away most in its round. @type {{round: number, words: string, gives: number} | null} */
let worst = null;
/** The sentence that was said last. */
let spoken = '';

/**
 * Whether a move may be played; if not, it is asked about.
 * @type {import('../play/act.js').Coach}
 */
export async function weigh(action, ask) {
  const { choices, table } = state.game;
  if (!choices || !coaches()) return true;
  // Without an answer the move is played.
  const answer = await ask({ type: 'weigh', at: choices.at, action });
  const { hint, advice } = answer?.type === 'reply' ? answer : {};
  const gives = advice?.instead?.[0]?.gives_away ?? 0;
  const key = `${choices.at} ${JSON.stringify(action)}`;
  if (hint && advice && gives >= MUCH && asked !== key) {
    asked = key;
    question = { action, better: hint, advice, gives };
    redraw();
    return false;
  }
  const round = table?.state?.round ?? 0;
  if (gives >= NAMED && (worst?.round !== round || gives > worst.gives))
    worst = { round, words: actionLabel(action), gives };
  return true;
}

function close() {
  question = null;
  redraw();
}

/** The question as a sheet. */
function sheet() {
  if (!question) return null;
  const { action, better, advice, gives } = question;
  const button = (/** @type {string} */ id, /** @type {string} */ cls, /** @type {() => void} */ go) =>
    h(
      'button',
      {
        type: 'button',
        class: cls,
        id: `coach-${id}`,
        onclick: () => {
          close();
          go();
        },
      },
      t(`coach.${id}`),
    );
  return dialog(
    { key: 'd-coach', title: t('web.sure'), onClose: close },
    h('p', null, t('coach.gives_away', { n: gives, action: actionLabel(action) })),
    h(
      'p',
      null,
      t('coach.better', { name: t('web.level.designer'), action: actionLabel(better) }),
      ' ',
      reasons(advice),
      '.',
    ),
    h(
      'div',
      { class: 'buttons' },
      button('show', 'main', () => {
        const g = state.game;
        if (!g.choices) return;
        g.pick = pickOf(better, g.choices, players()[g.choices.seat]);
        g.tab = 'acquire' in better ? 'display' : 'garden';
        g.advice = { pick: g.pick, words: reasons(advice) };
        redraw();
      }),
      button('anyway', 'second', () => void confirm()),
      button('off', 'second', () => change({ coach: 'never' })),
    ),
  );
}

/**
 * What paid in a round and what did not, as one sentence.
 * @param {Pick<import('../play/count.js').Step, 'label' | 'points'>[]} steps
 * @param {{words: string, gives: number} | null} most the move that gave away most
 */
export function roundSummary(steps, most) {
  const good = steps.filter((x) => x.points > 0).sort((a, b) => b.points - a.points);
  const costly = most ? [t('coach.costly', { n: most.gives, action: most.words })] : [];
  if (!good.length) return `${[t('coach.nothing'), ...costly].join('; ')}.`;
  const paid = text.list(good.map((x) => `${x.label} ${text.signed(x.points)}`));
  const bad = [...costly, ...steps.filter((x) => x.points === 0).map((x) => x.label)];
  const rest = bad.length ? `; ${t('coach.unpaid', { things: text.list(bad) })}` : '';
  return `${t('coach.paid', { things: paid })}${rest}.`;
}

/** That sentence below the sums of a round, once they are there; it is said once. */
function round() {
  const { scoring } = state.game;
  if (!scoring?.done || scoring.round === null || !coaches()) return null;
  const steps = scoring.rows.find((row) => mySeats().includes(row.seat))?.steps ?? [];
  const words = roundSummary(steps, worst?.round === scoring.round ? worst : null);
  if (spoken !== words) announce(words);
  spoken = words;
  return h('p', { class: 'note coach', key: 'coach' }, words);
}

/** Begins to coach at this table. */
export function begin() {
  slots.question = sheet;
  slots.round = round;
}
