// The sheets of a small screen: display, others and scores slide over the garden, and are pulled down or closed.
import { redraw, state } from '../state.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';

/** @typedef {'garden' | 'display' | 'others' | 'scores'} Tab */

/** @param {Tab} tab */
export function openTab(tab) {
  state.game.tab = tab;
  redraw();
}

let from = 0;

/** The upper edge of a sheet. @param {string} title */
export const grip = (title) =>
  h(
    'div',
    {
      class: 'grip',
      onpointerdown: (/** @type {PointerEvent} */ e) => {
        from = e.clientY;
      },
      onpointermove: (/** @type {PointerEvent} */ e) => {
        if (from && e.pointerType !== 'mouse' && e.clientY - from > 40) {
          from = 0;
          openTab('garden');
        }
      },
      onpointerup: () => {
        from = 0;
      },
    },
    h('h2', null, title),
    h(
      'button',
      { type: 'button', class: 'close', 'aria-label': t('web.close'), onclick: () => openTab('garden') },
      '×',
    ),
  );

/** The bar at the bottom that opens them. @param {boolean} look whether the display is where to go now */
export function tabs(look) {
  const { tab } = state.game;
  const one = (/** @type {Tab} */ name) =>
    h(
      'button',
      {
        type: 'button',
        class: `tab${tab === name ? ' on' : ''}${look && name === 'display' ? ' look' : ''}`,
        'aria-pressed': tab === name ? 'true' : 'false',
        'data-spot': `tab-${name}`,
        onclick: () => openTab(tab === name ? 'garden' : name),
      },
      h('span', { class: `glyph tab-${name}`, 'aria-hidden': 'true' }),
      t(`web.tab.${name}`),
    );
  return h(
    'nav',
    { class: 'tabs', key: 'tabs', 'aria-label': t('web.tabs') },
    one('garden'),
    one('display'),
    one('others'),
    one('scores'),
  );
}
