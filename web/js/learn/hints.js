// Hints in words: what a bot of the chosen level would do and why, and what the next best would give away.
import { command } from '../play/act.js';
import { canAct, players, redraw, state } from '../state.js';
import { change, settings } from '../settings/settings.js';
import { slots } from '../table/slots.js';
import { reasons } from '../words/advice.js';
import * as text from '../words/text.js';
import { h } from '../draw/vdom.js';
import { actionLabel, picture, pickOf } from './action_label.js';

/**
 * @typedef {import('../../types.js').Action} Action
 * @typedef {{action: Action, words: string, gives: number}} Proposal
 */

const { t } = text;

/** The position that was asked about, and what could be done there, the best first. */
let known = { at: -1, proposals: /** @type {Proposal[]} */ ([]), shown: 0 };

/** The number of the position: messages that are no moves do not change it. */
const position = () => state.game.choices?.at ?? -1;

/** Shows one of them on the board, as if it had been picked, and says why. @param {number} n */
function show(n) {
  const g = state.game;
  const one = known.proposals[n];
  if (!one || !g.choices) return;
  known.shown = n;
  g.refusal = null;
  g.hint = one.action;
  g.pick = pickOf(one.action, g.choices, players()[g.choices.seat]);
  g.tab = 'acquire' in one.action ? 'display' : 'garden';
  g.advice = { pick: g.pick, words: one.words };
  redraw();
}

/** Asks the bot of the chosen level. */
export async function ask() {
  slots.advice = row;
  const answer = await command({ type: 'hint', level: settings.adviser });
  if (!answer?.hint || !answer.advice || !canAct()) return;
  const { advice } = answer;
  const name = t(`web.level.${settings.adviser}`);
  const gives = (/** @type {number} */ n) => (n ? t('hint.gives_away', { n }) : t('hint.equal'));
  known = {
    at: position(),
    shown: 0,
    proposals: [
      { action: answer.hint, words: `${name}: ${reasons(advice)}`, gives: 0 },
      ...(advice.instead ?? []).map((x) => ({
        action: x.action,
        words: text.capital([gives(x.gives_away), reasons(x)].join(' · ')),
        gives: x.gives_away,
      })),
    ],
  };
  show(0);
}

/** @param {Proposal} one @param {number} n */
function chip(one, n) {
  const on = n === known.shown;
  const rank = t(`hint.rank.${n + 1}`);
  const label = `${rank}: ${actionLabel(one.action)}${one.gives ? `, ${t('hint.gives_away', { n: one.gives })}` : ''}`;
  return h(
    'button',
    {
      type: 'button',
      class: `payment${on ? ' on' : ''}`,
      key: `hint-${n}`,
      role: 'radio',
      tabindex: '-1',
      'data-stop': `hint-${n}`,
      'aria-checked': on ? 'true' : 'false',
      'aria-label': label,
      title: label,
      onclick: () => show(n),
    },
    h('b', null, n + 1),
    picture(one.action),
    one.gives ? h('span', null, text.signed(-one.gives)) : null,
  );
}

/** The proposals to step through, and the level of their bot; null once something else is picked. */
function row() {
  const g = state.game;
  if (g.advice?.pick !== g.pick || known.at !== position()) return null;
  return h(
    'div',
    { class: 'payments hints', key: 'hints' },
    h(
      'div',
      { class: 'payments', role: 'radiogroup', 'aria-label': t('hint.ways'), 'data-zone': 'hint' },
      known.proposals.map(chip),
    ),
    h(
      'select',
      {
        id: 'adviser',
        'aria-label': t('hint.whose'),
        value: settings.adviser,
        onchange: (/** @type {any} */ e) => {
          change({ adviser: e.target.value });
          void ask();
        },
      },
      (state.about?.levels ?? [settings.adviser])
        .filter((level) => level !== 'random')
        .map((level) => h('option', { value: level, selected: level === settings.adviser }, t(`web.level.${level}`))),
    ),
  );
}
