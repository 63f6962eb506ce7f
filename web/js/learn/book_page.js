// The page of the rules: contents, search, the book itself.
import { anchorFor, book, search } from './book.js';
import { element } from './blocks.js';
import { drawNow, redraw } from '../state.js';
import { topbar } from '../pages/topbar.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';

/** The search query. */
let sought = '';
/** The anchor in the address, and whether it still has to be scrolled to. */
let target = '';
let due = false;

/** Scrolls to the anchor in the address. */
function follow() {
  target = decodeURIComponent(location.hash.slice(1));
  due = target !== '';
  redraw();
}

/** Opens the book and follows the address. */
export function openBook() {
  addEventListener('hashchange', follow);
  follow();
}

/** Scrolls to the anchor once it is drawn. */
export function showPlace() {
  if (!due || !book()) return;
  const place = document.getElementById(anchorFor(target));
  due = false;
  if (!place) return;
  place.scrollIntoView({ block: 'start' });
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Goes to a place from within the page. @param {string} anchor */
function goTo(anchor) {
  sought = '';
  if (location.hash === `#${anchor}`) follow();
  else location.hash = anchor;
}

/** @param {import('./book.js').Book} of */
function results(of) {
  const found = search(of, sought);
  const short = (/** @type {string} */ text) => (text.length > 160 ? `${text.slice(0, 157).trimEnd()}…` : text);
  return h(
    'div',
    { class: 'results', key: 'results' },
    h('p', { role: 'status', class: 'note' }, found.length ? t('book.found', { n: found.length }) : t('book.none')),
    h(
      'ol',
      null,
      found.map((x) =>
        h(
          'li',
          { key: x.anchor },
          h(
            'a',
            {
              href: `#${x.anchor}`,
              onclick: (/** @type {MouseEvent} */ e) => {
                e.preventDefault();
                goTo(x.anchor);
              },
            },
            h('b', null, x.section.title),
            h('span', null, short(x.text)),
          ),
        ),
      ),
    ),
  );
}

/** @param {import('./book.js').Book} of */
const seek = (of) =>
  h(
    'form',
    {
      class: 'seek',
      role: 'search',
      key: 'seek',
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        const first = search(of, sought)[0];
        if (first) goTo(first.anchor);
      },
    },
    h('label', { for: 'seek' }, t('book.search')),
    h('input', {
      id: 'seek',
      type: 'search',
      autocomplete: 'off',
      value: sought,
      oninput: (/** @type {any} */ e) => {
        sought = e.target.value;
        drawNow();
      },
    }),
  );

export function bookPage() {
  const of = book();
  const lit = anchorFor(target);
  return [
    topbar(of?.title ?? '', null, true),
    h(
      'main',
      { id: 'main', tabindex: '-1', class: 'book', key: 'book' },
      of
        ? [
            h(
              'aside',
              { class: 'panel', key: 'aside' },
              seek(of),
              sought.trim() ? results(of) : null,
              h(
                'nav',
                { 'aria-label': t('book.contents'), key: 'contents' },
                h('h2', null, t('book.contents')),
                h(
                  'ol',
                  null,
                  of.sections.map((s) => h('li', { key: s.anchor }, h('a', { href: `#${s.anchor}` }, s.title))),
                ),
              ),
              h('button', { type: 'button', class: 'second', onclick: () => print() }, t('book.print')),
            ),
            h(
              'article',
              { class: 'panel', key: 'article' },
              h('p', { class: 'title-on-paper', 'aria-hidden': 'true' }, `${t('app.name')} · ${of.title}`),
              of.sections.map((s) =>
                h(
                  'section',
                  { key: s.anchor, 'aria-labelledby': `title-${s.anchor}` },
                  h('h2', { id: `title-${s.anchor}` }, s.title),
                  h('span', { id: s.blocks.some((b) => b.type === 'text' && b.anchor === s.anchor) ? null : s.anchor }),
                  s.blocks.map((b) => element(b, { linked: true, lit })),
                ),
              ),
              h('p', { class: 'note small' }, t('web.unofficial')),
            ),
          ]
        : h('p', { class: 'note', key: 'waits' }, t('web.loading')),
    ),
  ];
}
