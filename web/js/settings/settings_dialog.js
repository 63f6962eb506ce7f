// The dialog of the settings.
import { ask } from '../net/api.js';
import { dialog } from '../draw/dialog.js';
import { canInstall, install } from '../net/install.js';
import * as notify from '../net/notify.js';
import { calmSystem, change, reset, settings } from './settings.js';
import { play } from './sounds.js';
import { redraw, state } from '../state.js';
import * as text from '../words/text.js';
import { h } from '../draw/vdom.js';

/** @typedef {import('./settings.js').Settings} Settings */

const { t } = text;

function close() {
  state.dialog = null;
  redraw();
}

/** @param {Partial<Settings>} what */
function set(what) {
  change(what);
  redraw();
}

/**
 * A choice of a few, side by side.
 * @template {string} V
 * @param {string} id @param {string} label @param {V} value @param {[V, string][]} options @param {(v: V) => void} pick
 */
const segments = (id, label, value, options, pick) =>
  h(
    'fieldset',
    { class: 'segments', id },
    h('legend', null, label),
    h(
      'div',
      { class: 'row' },
      options.map(([v, name]) =>
        h(
          'label',
          { class: v === value ? 'on' : '' },
          h('input', { type: 'radio', name: id, value: v, checked: v === value, onchange: () => pick(v) }),
          name,
        ),
      ),
    ),
  );

/** @returns {[import('./settings.js').Confirm, string][]} */
const confirms = () => [
  ['always', t('web.s.confirm_always')],
  ['final', t('web.s.confirm_final')],
  ['never', t('web.s.confirm_never')],
];

/** @param {string} id @param {string} label @param {boolean} on @param {(v: boolean) => void} pick */
const check = (id, label, on, pick) =>
  h(
    'div',
    { class: 'field check' },
    h('input', { id, type: 'checkbox', checked: on, onchange: (/** @type {any} */ e) => pick(e.target.checked) }),
    h('label', { for: id }, label),
  );

/** @param {string} to */
async function changeLanguage(to) {
  change({ language: to });
  await text.load(to);
  redraw();
  await ask('PATCH /api/me', { language: to }).catch(() => null);
}

function news() {
  switch (notify.standing()) {
    case 'none':
      return null;
    case 'blocked':
      return h('p', { class: 'note' }, t('web.s.notify_blocked'));
    case 'off':
      return [
        h(
          'button',
          { type: 'button', class: 'second', id: 's-notify', onclick: () => void notify.allow() },
          t('web.s.notify'),
        ),
        h('p', { class: 'note small' }, t('web.s.notify_more')),
      ];
    default:
      return [
        h('p', { class: 'note' }, t(notify.standing() === 'push' ? 'web.s.notify_push' : 'web.s.notify_on')),
        h(
          'button',
          { type: 'button', class: 'second', id: 's-notify-off', onclick: () => void notify.stop() },
          t('web.s.notify_off'),
        ),
      ];
  }
}

export function settingsDialog() {
  const messages = news();
  return dialog(
    { key: 'settings', title: t('web.settings'), onClose: close },
    h(
      'div',
      { class: 'form settings' },
      h(
        'div',
        { class: 'field' },
        h('label', { for: 's-language' }, t('web.language')),
        h(
          'select',
          {
            id: 's-language',
            value: text.language(),
            onchange: (/** @type {any} */ e) => void changeLanguage(e.target.value),
          },
          text.LANGUAGES.map((code) =>
            h('option', { value: code, selected: code === text.language() }, text.ownName(code)),
          ),
        ),
      ),
      h('h3', null, t('web.s.look')),
      segments(
        's-theme',
        t('web.s.theme'),
        settings.theme,
        [
          ['system', t('web.s.system')],
          ['light', t('web.s.light')],
          ['dark', t('web.s.dark')],
        ],
        (v) => set({ theme: v }),
      ),
      segments(
        's-contrast',
        t('web.s.contrast'),
        settings.contrast,
        [
          ['system', t('web.s.system')],
          ['normal', t('web.s.contrast_normal')],
          ['high', t('web.s.contrast_high')],
        ],
        (v) => set({ contrast: v }),
      ),
      segments(
        's-size',
        t('web.s.size'),
        String(settings.size),
        [
          ['1', t('web.s.size_1')],
          ['2', t('web.s.size_2')],
          ['3', t('web.s.size_3')],
        ],
        (v) => set({ size: /** @type {Settings['size']} */ (Number(v)) }),
      ),
      segments(
        's-numerals',
        t('web.s.numerals'),
        settings.numerals,
        [
          ['first', t('web.s.numerals_first')],
          ['on', t('web.s.numerals_on')],
          ['off', t('web.s.numerals_off')],
        ],
        (v) => set({ numerals: v }),
      ),
      check('s-marks', t('web.s.marks'), settings.marks, (v) => set({ marks: v })),
      h('h3', null, t('web.s.playing')),
      segments(
        's-pace',
        t('web.s.pace'),
        String(settings.pace),
        [
          ['0', t('web.s.slow')],
          ['1', t('web.s.normal')],
          ['2', t('web.s.fast')],
          ['3', t('web.s.off')],
        ],
        (v) => set({ pace: Number(v) }),
      ),
      segments(
        's-motion',
        t('web.s.motion'),
        calmSystem() ? 'none' : settings.motion,
        [
          ['normal', t('web.s.motion_normal')],
          ['quick', t('web.s.motion_quick')],
          ['none', t('web.s.motion_none')],
        ],
        (v) => set({ motion: v }),
      ),
      calmSystem() ? h('p', { class: 'note small' }, t('web.s.motion_system')) : null,
      segments('s-confirm-people', t('web.s.confirm_people'), settings.confirmPeople, confirms(), (v) =>
        set({ confirmPeople: v }),
      ),
      segments('s-confirm-bots', t('web.s.confirm_bots'), settings.confirmBots, confirms(), (v) =>
        set({ confirmBots: v }),
      ),
      segments(
        's-coach',
        t('web.s.coach'),
        settings.coach,
        [
          ['first', t('web.s.numerals_first')],
          ['always', t('web.s.numerals_on')],
          ['never', t('web.s.numerals_off')],
        ],
        (v) => set({ coach: v }),
      ),
      check('s-sounds', t('web.s.sounds'), settings.sounds, (v) => {
        set({ sounds: v });
        play('turn');
      }),
      messages ? [h('h3', null, t('web.s.news')), messages] : null,
      h(
        'div',
        { class: 'buttons ends' },
        canInstall()
          ? h(
              'button',
              { type: 'button', class: 'second', id: 's-install', onclick: () => void install() },
              t('web.s.install'),
            )
          : null,
        h(
          'button',
          {
            type: 'button',
            class: 'second',
            id: 's-reset',
            onclick: () => {
              reset();
              redraw();
            },
          },
          t('web.s.reset'),
        ),
        h('span', { class: 'note small' }, t('web.s.kept')),
      ),
    ),
  );
}
