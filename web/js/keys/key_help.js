// The keys and what they do.
import { dialog } from '../draw/dialog.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';

/** Each key and the name of its text. */
const KEYS = [
  ['Tab', 'tab'],
  ['← ↑ → ↓', 'arrows'],
  ['Enter', 'enter'],
  ['Esc', 'escape'],
  ['1–9, 0', 'digits'],
  ['E', 'expansion'],
  ['R', 'turn'],
  ['U', 'undo'],
  ['D', 'display'],
  ['G', 'garden'],
  ['S', 'storage'],
  ['N', 'notation'],
  ['H', 'rule'],
  ['?', 'help'],
];

/** All of them as a list. */
export const keyList = () =>
  h(
    'dl',
    { class: 'keys' },
    KEYS.map(([key, what]) => [h('dt', null, h('kbd', null, key)), h('dd', null, t(`web.key.${what}`))]),
  );

/** @param {() => void} onClose */
export const keysDialog = (onClose) => dialog({ key: 'keys', title: t('web.keys'), onClose }, keyList());
