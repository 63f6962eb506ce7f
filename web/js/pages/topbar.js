// The bar on top of every page.
import { redraw, state } from '../state.js';
import { t } from '../words/text.js';
import { nextGame } from '../play/turn.js';
import { h } from '../draw/vdom.js';
import { home } from '../net/addresses.js';

/** @typedef {import('../draw/vdom.js').Kid} Kid */

/** The link that skips the bar. */
export const skipLink = () => h('a', { class: 'skip', href: '#main', key: 'skip' }, t('web.skip_link'));

/**
 * Its title is the page's, unless the page says one of its own.
 * @param {string} title @param {Kid} [more] @param {boolean} [heading]
 */
export function topbar(title, more = null, heading = true) {
  const open = (/** @type {'help' | 'settings'} */ type) => () => {
    state.dialog = { type };
    redraw();
  };
  const next = nextGame();
  return h(
    'header',
    { class: 'topbar', key: 'topbar' },
    h('a', { class: 'name', href: home, title: t('web.home') }, t('app.name')),
    h(heading ? 'h1' : 'p', { class: 'title' }, title, more),
    next
      ? h(
          'a',
          { class: 'next', href: next.href, title: t('web.next_game', { n: next.n }) },
          h('span', { class: 'dot', 'aria-hidden': 'true' }),
          h('span', { class: 'words' }, t('web.next_game', { n: next.n })),
        )
      : null,
    state.outdated
      ? h(
          'button',
          { type: 'button', class: 'next', title: t('web.new_version'), onclick: () => location.reload() },
          h('span', { class: 'dot', 'aria-hidden': 'true' }),
          h('span', { class: 'words' }, t('web.new_version'), ' ', t('web.reload')),
        )
      : null,
    h(
      'nav',
      null,
      state.game.table?.stage === 'playing' && state.game.you?.seats.length && !state.lesson
        ? h(
            'button',
            {
              type: 'button',
              class: 'tool',
              'aria-label': t('web.say_something'),
              title: t('web.say_something'),
              onclick: () => {
                state.game.dialog = { type: 'phrases' };
                redraw();
              },
            },
            h('span', { class: 'glyph say', 'aria-hidden': 'true' }),
          )
        : null,
      state.game.table?.state && !state.replay && !state.lesson
        ? h(
            'button',
            {
              type: 'button',
              class: 'tool',
              'aria-label': t('web.menu'),
              title: t('web.menu'),
              onclick: () => {
                state.game.dialog = { type: 'menu' };
                redraw();
              },
            },
            h('span', { class: 'glyph menu', 'aria-hidden': 'true' }),
          )
        : null,
      h(
        'button',
        {
          type: 'button',
          class: 'tool help',
          'aria-label': t('web.help'),
          title: t('web.help'),
          onclick: open('help'),
        },
        '?',
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          'aria-label': t('web.settings'),
          title: t('web.settings'),
          onclick: open('settings'),
        },
        h('span', { class: 'glyph gear', 'aria-hidden': 'true' }),
      ),
    ),
  );
}
