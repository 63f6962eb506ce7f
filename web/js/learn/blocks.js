// Paragraphs, lists, pictures and tables of the rule book as elements.
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';
import { fileAt, rulesAt } from '../net/addresses.js';

/**
 * @typedef {import('./book.js').Block} Block
 * @typedef {import('./book.js').Run} Run
 */

/**
 * Width and height of the pictures, so that nothing moves when they arrive.
 * @type {Record<string, [number, number]>}
 */
export const SHAPES = {
  kinds: [420, 400],
  expansion: [620, 310],
  garden: [560, 560],
  display: [760, 270],
  acquire: [760, 500],
  pay: [520, 250],
  fit: [760, 150],
  surround: [860, 290],
  wheel: [410, 410],
  groups: [560, 560],
};

/** @param {Run} run */
function words(run) {
  if (run.type === 'strong') return h('strong', null, run.text);
  return run.type === 'link' ? h('a', { href: rulesAt(run.to) }, run.text) : run.text;
}

/**
 * By day and by night. The day's is fetched at night too: paper shows it, and printing waits for no picture.
 * @param {string} name
 * @param {string} how
 */
const drawing = (name, how) =>
  h('img', {
    class: how,
    src: fileAt(`art/book/${name}${how === 'night' ? '-dark' : ''}.svg`),
    alt: '',
    width: SHAPES[name]?.[0],
    height: SHAPES[name]?.[1],
    loading: how === 'night' ? 'lazy' : null,
  });

/**
 * @param {Block} block
 * @param {{linked?: boolean, lit?: string | null}} [how] with links to the paragraphs; the one that was asked for
 */
export function element(block, { linked = false, lit = null } = {}) {
  switch (block.type) {
    case 'text':
      return h(
        'p',
        linked ? { id: block.anchor, class: block.anchor === lit ? 'lit' : '', key: block.anchor } : null,
        block.runs.map(words),
        linked
          ? h(
              'a',
              { class: 'here', href: `#${block.anchor}`, title: t('book.link'), 'aria-hidden': 'true', tabindex: '-1' },
              '#',
            )
          : null,
      );
    case 'list':
      return h(
        'ul',
        null,
        block.items.map((item) => h('li', null, item.map(words))),
      );
    case 'picture':
      return h(
        'figure',
        { class: `plate ${block.name}` },
        drawing(block.name, 'day'),
        drawing(block.name, 'night'),
        h('figcaption', null, block.caption),
      );
    default:
      return h(
        'table',
        { class: 'printed' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            block.head.map((x) => (x ? h('th', { scope: 'col' }, x) : h('td', null))),
          ),
        ),
        h(
          'tbody',
          null,
          block.rows.map(([first, ...rest]) =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, first),
              rest.map((x) => h('td', null, x)),
            ),
          ),
        ),
      );
  }
}
