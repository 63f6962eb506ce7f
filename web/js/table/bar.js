// The action bar: one sentence that says what can be done, one main button, and what belongs to it.
import { expansionIcon, icon, tileIcon } from '../draw/art.js';
import { phone } from '../draw/screen.js';
import { slots } from './slots.js';
import { canAct, mySeats, state } from '../state.js';
import { sentence } from '../words/sentence.js';
import { ruleLink } from '../learn/rule.js';
import * as text from '../words/text.js';
import { classes, h } from '../draw/vdom.js';

/**
 * @typedef {import('../draw/vdom.js').Kid} Kid
 * @typedef {import('../../types.js').Payment} Payment
 * @typedef {{
 *   confirm: () => void, cancel: () => void, pass: () => void, buy: () => void, undo: () => void,
 *   pay: (n: number) => void, turn: (n: number) => void, skip: () => void, hint: () => void,
 *   closeRefusal: () => void, take: () => void, morePay: () => void, since: () => void,
 * }} Acts
 */

const { t } = text;

/** What a payment is made of, as pictures. @param {Payment} pay @returns {Kid[]} */
export function payIcons(pay) {
  return [
    ...pay.tiles.map((k) => tileIcon(k)),
    ...pay.expansions.map((k) => expansionIcon(k)),
    ...Array.from({ length: pay.jokers }, () => icon('joker')),
  ];
}

/**
 * How many payments one row holds: three at the most, and as many as their pictures leave room for.
 * @param {Payment[]} payments @param {number} room in pictures
 */
function fitting(payments, room) {
  const sizes = payments.slice(0, 3).map((pay) => payIcons(pay).length);
  return Math.max(1, sizes.filter((_, i) => sizes.slice(0, i + 1).reduce((a, b) => a + b, 0) <= room).length);
}

/**
 * @param {Payment[]} payments @param {number} chosen @param {Acts} acts
 * @param {boolean} [turns] whether an expansion is turned beside them
 */
function payments(payments, chosen, acts, turns = false) {
  if (payments.length === 0) return null;
  if (payments.length === 1 && payIcons(payments[0]).length === 0)
    return h('p', { class: 'note' }, t('web.pay.nothing'));
  const fit = fitting(payments, (phone.matches ? 7 : 9) - (turns ? 3 : 0));
  const shown = payments.slice(0, fit);
  if (chosen >= fit) shown[fit - 1] = payments[chosen];
  return h(
    'div',
    { class: 'payments', role: 'radiogroup', 'aria-label': t('web.pay.title'), 'data-zone': 'pay' },
    shown.map((pay, i) => {
      const n = payments.indexOf(pay);
      return h(
        'button',
        {
          type: 'button',
          class: `payment${n === chosen ? ' on' : ''}`,
          key: `pay-${i}`,
          role: 'radio',
          tabindex: '-1',
          'data-stop': `pay-${i}`,
          'aria-checked': n === chosen ? 'true' : 'false',
          'aria-label': text.payment(pay),
          title: text.capital(text.payment(pay)),
          onclick: () => acts.pay(n),
        },
        payIcons(pay),
      );
    }),
    payments.length > fit
      ? h(
          'button',
          { type: 'button', class: 'more', onclick: acts.morePay },
          t('web.pay.more', { n: payments.length - fit }),
        )
      : null,
  );
}

/** @param {Acts} acts @returns {Kid} */
function details(acts) {
  const { pick, choices } = state.game;
  if (!choices) return null;
  if (pick.type === 'place') {
    const choice = choices.place.find((p) => p.kind === pick.kind);
    return choice && !choice.reason ? payments(choice.payments, pick.pay, acts) : null;
  }
  if (pick.type === 'expand') {
    const choice = choices.expand.find((p) => p.kind === pick.kind);
    if (!choice || choice.reason) return null;
    return h(
      'div',
      { class: 'details' },
      payments(choice.payments, pick.pay, acts, pick.area !== null),
      pick.area === null
        ? null
        : h(
            'div',
            { class: 'turns' },
            h(
              'button',
              {
                type: 'button',
                class: 'plain',
                onclick: () => acts.turn(1),
                'aria-label': t('web.turn_left'),
                title: t('web.turn_left'),
              },
              '↺',
            ),
            h(
              'button',
              {
                type: 'button',
                class: 'plain',
                onclick: () => acts.turn(-1),
                'aria-label': t('web.turn_right'),
                title: t('web.turn_right'),
              },
              '↻',
            ),
          ),
    );
  }
  return null;
}

/** The main button's words, or nothing where nothing is complete. @returns {string | null} */
export function mainLabel() {
  const { pick, choices } = state.game;
  if (!choices) return null;
  switch (pick.type) {
    case 'acquire':
      return t('web.do.take', { n: pick.take.length });
    case 'place':
      return pick.cell && !choices.place.find((p) => p.kind === pick.kind)?.reason ? t('web.do.place') : null;
    case 'expand':
      return pick.area !== null && !choices.expand.find((p) => p.kind === pick.kind)?.reason
        ? t('web.do.expand')
        : null;
    case 'buy':
      return pick.area !== null ? t('web.do.buy', { n: choices.buy.cost }) : null;
    case 'pass':
      return t('web.do.pass');
    default:
      return null;
  }
}

/** @param {Acts} acts */
export function bar(acts) {
  const g = state.game;
  const { table, pick, choices, following, refusal } = g;
  const able = canAct();
  const main = able ? mainLabel() : null;
  const undo = table?.undo && mySeats().includes(table.undo.seat) && g.waiting === 0 && !g.sending;
  const says = sentence();
  const follows = following !== null && g.waiting > 0;
  // On a phone the display is elsewhere: the main button leads there while something lies there.
  const idle = phone.matches && able && pick.type === 'none' && g.tab !== 'display' && Boolean(choices?.acquire.length);
  return h(
    'section',
    {
      class: classes('bar', able && 'mine', able && pick.type !== 'none' && 'picking', follows && 'follows'),
      key: 'bar',
      'aria-label': t('web.bar'),
    },
    h(
      'div',
      { class: 'says' },
      h(
        'div',
        { class: 'headline' },
        h('h2', { class: 'sentence' }, says.main),
        // On a small screen the log is elsewhere.
        able && pick.type === 'none' && sinceNumber() > 0
          ? h('button', { type: 'button', class: 'since-last', onclick: acts.since }, t('web.since'))
          : null,
      ),
      refusal
        ? h(
            'p',
            { class: 'refusal' },
            refusal.text,
            refusal.topic ? [' ', ruleLink(refusal.topic)] : null,
            h(
              'button',
              { type: 'button', class: 'close', 'aria-label': t('web.close'), onclick: acts.closeRefusal },
              '×',
            ),
          )
        : (g.notice ?? says.more)
          ? h('p', { class: 'note' }, g.notice ?? says.more)
          : null,
      able ? [details(acts), slots.advice?.()] : null,
    ),
    h(
      'div',
      { class: 'buttons' },
      h(
        'div',
        { class: 'first' },
        follows
          ? h('button', { type: 'button', class: 'main', key: 'main', onclick: acts.skip }, t('web.skip'))
          : [
              h(
                'button',
                {
                  type: 'button',
                  class: `main${idle ? ' idle' : ''}`,
                  key: 'main',
                  disabled: mySeats().length === 0,
                  'aria-disabled': main === null ? 'true' : null,
                  onclick: acts.confirm,
                },
                main ?? mainIdle(),
              ),
              idle
                ? h(
                    'button',
                    { type: 'button', class: 'main take', key: 'take', onclick: acts.take },
                    t('web.do.open_display'),
                  )
                : null,
            ],
        able && pick.type !== 'none'
          ? h('button', { type: 'button', class: 'second', key: 'cancel', onclick: acts.cancel }, t('action.cancel'))
          : null,
      ),
      h(
        'div',
        { class: 'rest-buttons' },
        h(
          'button',
          {
            type: 'button',
            class: 'second',
            key: 'undo',
            'data-act': 'undo',
            disabled: !undo,
            title: text.capital(
              t(
                table?.options.undo === 'free'
                  ? 'web.o.undo_free'
                  : table?.options.undo === 'never'
                    ? 'web.o.undo_never'
                    : 'web.o.undo_last',
              ),
            ),
            onclick: acts.undo,
          },
          t('action.undo'),
        ),
        table?.options.hints
          ? h(
              'button',
              {
                type: 'button',
                class: 'second',
                key: 'hint',
                disabled: !able,
                'data-act': 'hint',
                title: t('web.o.hints'),
                onclick: acts.hint,
              },
              t('web.hint') + hintsLeft(),
            )
          : null,
        h(
          'button',
          {
            type: 'button',
            class: 'second',
            key: 'buy',
            disabled: !able,
            'data-act': 'buy',
            'aria-disabled': choices?.buy.reason ? 'true' : null,
            title: choices ? t('action.buy.hint', { n: choices.buy.cost }) : null,
            onclick: acts.buy,
          },
          t('web.buy'),
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'second',
            key: 'pass',
            disabled: !able || pick.type === 'pass',
            'data-act': 'pass',
            title: t('action.pass.hint'),
            onclick: acts.pass,
          },
          t('web.pass'),
        ),
      ),
    ),
  );
}

/** How many hints are left, where the table has a limit. */
function hintsLeft() {
  const { table } = state.game;
  const mine = table?.seats[table.state?.turn ?? -1];
  const limit = table?.options.hint_limit;
  return typeof limit === 'number' && mine?.who === 'person' ? ` (${Math.max(0, limit - mine.hints)})` : '';
}

/** What the main button says while it waits. */
function mainIdle() {
  const g = state.game;
  if (g.table?.stage === 'over') return t('web.over');
  if (g.sending) return t('web.sending');
  if (g.choices) return t('web.do.choose');
  return t('web.do.wait');
}

/** What happened since we last moved, newest last. @returns {number} */
export const sinceNumber = () => {
  const mine = mySeats();
  const last = [...state.game.events]
    .reverse()
    .find(
      ({ event }) =>
        'seat' in event &&
        mine.includes(event.seat) &&
        ['acquired', 'placed', 'expanded', 'bought', 'passed'].includes(event.type),
    );
  return last?.number ?? 0;
};
