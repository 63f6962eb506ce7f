// A move as text, in the notation of records: the input field and its help.
import * as act from './act.js';
import { dialog } from '../draw/dialog.js';
import { drawNow, mySeats, redraw, state } from '../state.js';
import * as text from '../words/text.js';
import { h } from '../draw/vdom.js';

const { t } = text;

/** What every action looks like, by the name of its title. @type {[string, string][]} */
const EXAMPLES = [
  ['acquire', 'acquire blue'],
  ['acquire', 'acquire 3 with b3@0 y3@2!'],
  ['place', 'place b3 at 1,0 paying b1 *'],
  ['expand', 'expand g4 on 2 facing 5 paying y4 b4! *'],
  ['buy', 'buy 3'],
  ['pass', 'pass discarding b1 g4!'],
];

/** Opens the field and focuses it. */
export function openNotation() {
  if (!mySeats().length || state.game.table?.stage !== 'playing') return;
  state.game.typing = true;
  drawNow();
  document.getElementById('notation')?.focus();
}

function close() {
  state.game.typing = false;
  redraw();
}

async function send(/** @type {SubmitEvent} */ e) {
  e.preventDefault();
  const input = /** @type {HTMLInputElement} */ (document.getElementById('notation'));
  if (!input.value.trim()) return;
  const { choices, table } = state.game;
  const written = input.value;
  const done = await act.command({ type: 'act_text', at: choices?.at ?? table?.number ?? 0, text: written });
  // On a slow network the next move may have been begun by now.
  if (done && input.value === written) input.value = '';
}

/** The field, or the button that opens it. */
export function notation() {
  const { typing, table } = state.game;
  if (!mySeats().length || table?.stage !== 'playing') return null;
  if (!typing)
    return h(
      'button',
      { type: 'button', class: 'write', 'aria-keyshortcuts': 'n', onclick: openNotation },
      t('web.notation'),
    );
  return h(
    'form',
    {
      class: 'notation',
      onsubmit: (/** @type {SubmitEvent} */ e) => void send(e),
      onkeydown: (/** @type {KeyboardEvent} */ e) => {
        if (e.key !== 'Escape') return;
        e.stopPropagation();
        close();
      },
    },
    h('label', { for: 'notation' }, t('web.notation')),
    h('input', {
      id: 'notation',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      'aria-describedby': 'notation-example',
    }),
    h('button', { type: 'submit', class: 'second' }, t('action.confirm')),
    h(
      'button',
      {
        type: 'button',
        class: 'plain',
        'aria-label': t('web.notation.help'),
        title: t('web.notation.help'),
        onclick: () => {
          state.dialog = { type: 'notation' };
          redraw();
        },
      },
      '?',
    ),
    h('p', { class: 'note small', id: 'notation-example' }, t('web.notation.example', { text: EXAMPLES[2][1] })),
  );
}

/** How moves are written. @param {() => void} onClose */
export function notationDialog(onClose) {
  const codes = (/** @type {(string | number)[]} */ of, /** @type {(x: any) => string} */ name) =>
    h(
      'dl',
      { class: 'keys' },
      of.map((x) => [h('dt', null, h('kbd', null, x)), h('dd', null, name(x))]),
    );
  return dialog(
    { key: 'notation', title: t('web.notation.help'), onClose },
    h(
      'dl',
      { class: 'keys' },
      EXAMPLES.map(([action, example]) => [
        h('dt', null, t(`action.${action}.title`)),
        h('dd', null, h('kbd', null, example)),
      ]),
    ),
    h('h3', null, t('web.notation.codes')),
    h('div', { class: 'two' }, codes([...'byglpv'], text.attribute), codes([1, 2, 3, 4, 5, 6], text.attribute)),
    h(
      'p',
      null,
      t('web.notation.kind', { code: 'b3', kind: text.kind('b3') }),
      ' ',
      t('web.notation.marks', { star: '*', bang: '!', at: '@' }),
    ),
    h('h3', null, t('web.notation.places')),
    codes([0, 1, 2, 3, 4, 5], text.area),
    h('p', null, t('web.notation.cells'), ' ', t('web.notation.names')),
  );
}
