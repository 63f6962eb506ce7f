// A table with all options, and the other sheets of the first page.
import { ask } from '../net/api.js';
import { Refusal } from '../net/refusal.js';
import { dialog } from '../draw/dialog.js';
import { create } from './home.js';
import { keyList, keysDialog } from '../keys/key_help.js';
import { notationDialog } from '../play/notation.js';
import { errorText } from '../words/refusal.js';
import { printed, rulesForm } from './rules.js';
import { settingsDialog } from '../settings/settings_dialog.js';
import { redraw, state } from '../state.js';
import { ruleDialog } from '../learn/rule.js';
import * as text from '../words/text.js';
import { h } from '../draw/vdom.js';
import { alone, rulesAt } from '../net/addresses.js';

const { t } = text;

/**
 * @typedef {import('../../../crates/wire/wire.js').Options} Options
 * @typedef {import('../../../crates/wire/wire.js').BotLevel} BotLevel
 * @typedef {{who: 'me' | 'open' | 'bot', level: BotLevel, name: string}} Seat
 */

const plan = {
  name: '',
  /** @type {Seat[]} */
  seats: [
    { who: 'me', level: 'gardener', name: '' },
    { who: 'bot', level: 'gardener', name: '' },
  ],
  board: /** @type {'front' | 'back'} */ ('front'),
  first: 'lot',
  access: /** @type {Options['access']} */ ('invitation'),
  clock: 'none',
  /** Nothing until it was chosen. @type {Options['undo'] | null} */
  undo: null,
  hints: true,
  /** How many hints each person may have; nothing: any number. */
  hintLimit: '',
  /** House rules, if any. @type {import('./rules.js').Rules | null} */
  rules: null,
};

/** @type {Record<string, Options['clock']>} */
const CLOCKS = {
  none: { type: 'none' },
  quick: { type: 'per_move', seconds: 60 },
  calm: { type: 'per_move', seconds: 180 },
  game: { type: 'per_game', seconds: 900, increment: 10 },
  days: { type: 'days', days: 3 },
};

function close() {
  state.dialog = null;
  state.problem = null;
  redraw();
}

/**
 * @template {string} V
 * @param {string} id @param {string} label @param {V} value @param {[V, string][]} options @param {(v: V) => void} set
 */
const choice = (id, label, value, options, set) =>
  h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h(
      'select',
      {
        id,
        value,
        onchange: (/** @type {any} */ e) => {
          set(e.target.value);
          redraw();
        },
      },
      options.map(([v, name]) => h('option', { value: v, selected: v === value }, name)),
    ),
  );

/** @param {string} id @param {string} label @param {boolean} on @param {(v: boolean) => void} set */
const check = (id, label, on, set) =>
  h(
    'div',
    { class: 'field check' },
    h('input', {
      id,
      type: 'checkbox',
      checked: on,
      onchange: (/** @type {any} */ e) => {
        set(e.target.checked);
        redraw();
      },
    }),
    h('label', { for: id }, label),
  );

/**
 * The name of someone at this screen, where it is not our own: the first one is us, the others are told apart.
 * @param {Seat} seat @param {number} i @returns {{name?: string}}
 */
function named(seat, i) {
  if (seat.name.trim()) return { name: seat.name };
  return plan.seats.findIndex((x) => x.who === 'me') === i ? {} : { name: t('player.seat', { number: i + 1 }) };
}

function seats() {
  const levels = state.about?.levels ?? ['gardener'];
  const kinds = [
    ['me', t('web.seat.me')],
    ...(alone ? [] : [['open', t('web.seat.open')]]),
    ...levels.map((l) => [`bot:${l}`, t('web.seat.bot', { level: t(`web.level.${l}`) })]),
  ];
  const mine = plan.seats.filter((x) => x.who === 'me').length;
  return [
    plan.seats.map((seat, i) =>
      h(
        'div',
        { class: 'field seat-row', key: `seat-${i}` },
        h('label', { for: `seat-${i}` }, t('player.seat', { number: i + 1 })),
        h(
          'select',
          {
            id: `seat-${i}`,
            value: seat.who === 'bot' ? `bot:${seat.level}` : seat.who,
            onchange: (/** @type {any} */ e) => {
              const [who, level] = e.target.value.split(':');
              plan.seats[i] = { ...seat, who, level: level ?? seat.level };
              redraw();
            },
          },
          kinds.map(([v, name]) =>
            h('option', { value: v, selected: v === (seat.who === 'bot' ? `bot:${seat.level}` : seat.who) }, name),
          ),
        ),
        seat.who === 'me' && mine > 1
          ? h('input', {
              value: seat.name,
              maxlength: 40,
              placeholder: named(seat, i).name ?? state.me?.name,
              'aria-label': t('web.name'),
              oninput: (/** @type {any} */ e) => {
                seat.name = e.target.value;
              },
            })
          : null,
        plan.seats.length > 2
          ? h(
              'button',
              {
                type: 'button',
                class: 'plain',
                'aria-label': t('web.remove'),
                onclick: () => {
                  plan.seats.splice(i, 1);
                  // Who was to begin may be gone.
                  if (Number(plan.first) >= plan.seats.length) plan.first = 'lot';
                  redraw();
                },
              },
              '×',
            )
          : null,
      ),
    ),
    plan.seats.length < 4
      ? h(
          'button',
          {
            type: 'button',
            class: 'second',
            id: 'add-seat',
            onclick: () => {
              plan.seats.push({ who: 'bot', level: 'gardener', name: '' });
              redraw();
            },
          },
          t('web.add_seat'),
        )
      : null,
  ];
}

/** What may be taken back: against bots everything, unless something else was chosen. */
const undo = () =>
  plan.undo ?? (plan.seats.flatMap((x) => (x.who === 'bot' ? [] : x.who)).join() === 'me' ? 'free' : 'last');

function createDialog() {
  const submit = (/** @type {Event} */ e) => {
    e.preventDefault();
    const { name, first, access, hints, rules } = plan;
    void create({
      name,
      seats: plan.seats.map((x, i) =>
        x.who === 'bot'
          ? { who: 'bot', level: x.level }
          : x.who === 'me'
            ? { who: 'me', ...named(x, i) }
            : { who: 'open' },
      ),
      options: {
        ...(rules ? { board: 'custom', rules } : { board: plan.board }),
        first: first === 'lot' ? 'lot' : { seat: Number(first) },
        access,
        clock: CLOCKS[plan.clock],
        undo: undo(),
        hints,
        ...(hints && plan.hintLimit ? { hint_limit: Number(plan.hintLimit) } : {}),
      },
    });
  };
  return dialog(
    { key: 'create', title: t('web.create'), wide: true, onClose: close },
    h(
      'form',
      { class: 'form', onsubmit: submit },
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'table-name' }, t('web.table_name')),
        h('input', {
          id: 'table-name',
          maxlength: 60,
          value: plan.name,
          oninput: (/** @type {any} */ e) => {
            plan.name = e.target.value;
          },
        }),
      ),
      h('fieldset', null, h('legend', null, t('web.seats')), seats()),
      h(
        'fieldset',
        { class: 'grid' },
        h('legend', null, t('web.options')),
        choice(
          'o-board',
          t('web.o.board'),
          plan.board,
          [
            ['front', t('web.o.front')],
            ['back', t('web.o.back')],
          ],
          (v) => {
            plan.board = v;
            if (plan.rules) plan.rules = printed(v);
          },
        ),
        choice(
          'o-first',
          t('web.o.first'),
          plan.first,
          [
            ['lot', t('web.o.lot')],
            ...plan.seats.map(
              (_, i) => /** @type {[string, string]} */ ([String(i), t('player.seat', { number: i + 1 })]),
            ),
          ],
          (v) => {
            plan.first = v;
          },
        ),
        alone
          ? null
          : choice(
              'o-access',
              t('web.o.access'),
              plan.access,
              [
                ['invitation', t('web.o.invitation')],
                ['open', t('web.o.open')],
              ],
              (v) => {
                plan.access = v;
              },
            ),
        choice(
          'o-clock',
          t('web.o.clock'),
          plan.clock,
          [
            ['none', t('web.o.none')],
            ['quick', t('web.o.per_move', { n: 1 })],
            ['calm', t('web.o.per_move', { n: 3 })],
            ['game', t('web.o.per_game', { n: 15 })],
            ['days', t('web.o.days', { n: 3 })],
          ],
          (v) => {
            plan.clock = v;
          },
        ),
        choice(
          'o-undo',
          t('web.o.undo'),
          undo(),
          [
            ['last', t('web.o.undo_last')],
            ['free', t('web.o.undo_free')],
            ['never', t('web.o.undo_never')],
          ],
          (v) => {
            plan.undo = v;
          },
        ),
        check('o-hints', t('web.o.hints'), plan.hints, (v) => {
          plan.hints = v;
        }),
        plan.hints
          ? choice(
              'o-hint-limit',
              t('web.o.hint_limit'),
              plan.hintLimit,
              [
                ['', t('web.o.hint_any')],
                ...['1', '3', '5', '10'].map((n) => /** @type {[string, string]} */ ([n, n])),
              ],
              (v) => {
                plan.hintLimit = v;
              },
            )
          : null,
        check('o-house', t('web.o.house'), plan.rules !== null, (v) => {
          plan.rules = v ? printed(plan.board) : null;
        }),
      ),
      plan.rules ? rulesForm(plan.rules, plan.seats.length) : null,
      state.problem ? h('p', { class: 'refusal', role: 'alert' }, state.problem) : null,
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'submit', class: 'main', id: 'make-table', disabled: state.busy }, t('web.make_table')),
      ),
    ),
  );
}

function nameDialog() {
  const submit = async (/** @type {any} */ e) => {
    e.preventDefault();
    try {
      state.me = await ask('PATCH /api/me', { name: e.target.elements.who.value });
      close();
    } catch (error) {
      state.problem = error instanceof Refusal ? errorText(error.error) : t('web.error.offline');
      redraw();
    }
  };
  return dialog(
    { key: 'name', title: t('web.name'), onClose: close },
    h(
      'form',
      { class: 'form', onsubmit: submit },
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'who' }, t('web.name')),
        h('input', { id: 'who', name: 'who', maxlength: 40, required: true, initial: state.me?.name }),
      ),
      state.problem ? h('p', { class: 'refusal', role: 'alert' }, state.problem) : null,
      h('div', { class: 'buttons' }, h('button', { type: 'submit', class: 'main' }, t('action.confirm'))),
    ),
  );
}

function helpDialog() {
  return dialog(
    { key: 'help', title: t('web.help'), onClose: close },
    h('p', null, h('a', { class: 'all-rules', href: rulesAt(), target: '_blank' }, t('book.all'))),
    ['acquire', 'place', 'score'].map((k) => [h('h3', null, t(`web.how.${k}`)), h('p', null, t(`web.how.${k}_more`))]),
    h('h3', null, t('web.keys')),
    keyList(),
  );
}

export function pageDialog() {
  switch (state.dialog?.type) {
    case 'create':
      return createDialog();
    case 'settings':
      return settingsDialog();
    case 'name':
      return nameDialog();
    case 'help':
      return helpDialog();
    case 'keys':
      return keysDialog(close);
    case 'rule':
      return ruleDialog(state.dialog.topic, close);
    case 'notation':
      return notationDialog(close);
    default:
      return null;
  }
}
