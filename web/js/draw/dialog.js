// A sheet over the page. The browser keeps the focus inside and closes it with Escape; it goes back to where it came
// from.
import { t } from '../words/text.js';
import { h } from './vdom.js';

/** @typedef {import('./vdom.js').Kid} Kid */

/** @param {{key: string, title: string, wide?: boolean, onClose: () => void}} how @param {...Kid} kids */
export function dialog({ key, title, wide, onClose }, ...kids) {
  return h(
    'dialog',
    {
      key,
      class: `dialog${wide ? ' wide' : ''}`,
      'aria-label': title,
      onclose: onClose,
      oncancel: onClose,
      onclick: (/** @type {MouseEvent} */ e) => {
        if (e.target === e.currentTarget) onClose();
      },
    },
    h(
      'div',
      { class: 'sheet-body' },
      h(
        'header',
        null,
        h('h2', { tabindex: '-1' }, title),
        h('button', { type: 'button', class: 'close', 'aria-label': t('web.close'), onclick: onClose }, '×'),
      ),
      h('div', { class: 'content' }, kids),
    ),
    h('div', { class: 'live unseen', role: 'log', 'aria-live': 'polite' }),
  );
}

/**
 * Opens the dialogs that were just drawn. The focus goes to what asks for it, or else to the title, so that it is read
 * from there.
 */
export function openDialogs() {
  for (const el of document.querySelectorAll('dialog')) {
    if (el.open) continue;
    el.showModal();
    const first = /** @type {HTMLElement | null} */ (el.querySelector('[autofocus]') ?? el.querySelector('h2'));
    first?.focus();
  }
}
