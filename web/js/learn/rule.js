// Links from the table to the paragraph of the rule book that applies, and the sheet in which it opens.
import { anchorFor, book, passage } from './book.js';
import { element } from './blocks.js';
import { dialog } from '../draw/dialog.js';
import { DIRECTIONS, inArea, same } from '../draw/hex.js';
import { players, redraw, state } from '../state.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';
import { rulesAt } from '../net/addresses.js';

/** Opens the paragraph that answers a question, over whatever is on the page. @param {string} topic */
export function openRule(topic) {
  state.dialog = { type: 'rule', topic };
  redraw();
}

/**
 * A link to that paragraph: a click opens it here, any other way of following a link the book itself.
 * @param {string} topic @param {import('../draw/vdom.js').Kid} [words]
 */
export const ruleLink = (topic, words) =>
  h(
    'a',
    {
      class: words === undefined ? 'rule' : 'rule quiet',
      href: rulesAt(topic),
      onclick: (/** @type {MouseEvent} */ e) => {
        if (e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
        e.preventDefault();
        openRule(topic);
      },
    },
    words ?? t('book.rule'),
  );

/** @param {string} topic @param {() => void} onClose */
export function ruleDialog(topic, onClose) {
  const of = book();
  const found = of && passage(of, anchorFor(topic));
  return dialog(
    { key: 'rule', title: found?.section.title ?? t('book.rule'), onClose },
    h(
      'div',
      { class: 'rule-sheet' },
      found ? found.blocks.map((b) => element(b)) : h('p', { class: 'note' }, t('web.loading')),
      h('p', null, h('a', { href: rulesAt(topic), target: '_blank' }, t('book.open'))),
    ),
  );
}

/** What a cell of a garden is, for the book. @param {HTMLElement} thing @param {string} at */
function cellTopic(thing, at) {
  const cell = at.split(',').map(Number);
  const where = inArea(cell);
  if (where?.petal === 6) {
    const seat = Number(/** @type {HTMLElement | null} */ (thing.closest('[data-garden]'))?.dataset.garden);
    const ground = players()[seat]?.areas[where.area]?.ground;
    if (ground === 'free') return 'thing.area';
    if (ground === 'up') return 'thing.feature';
  } else if (!where && !DIRECTIONS.some((d) => same(d, cell))) return 'thing.feature';
  return thing.dataset.spot ? 'thing.space' : 'thing.hexagon';
}

/** The question that a thing on the table raises. @param {Element} thing @returns {string} */
export function topicOf(thing) {
  const of = /** @type {HTMLElement} */ (thing);
  const within = (/** @type {string} */ part) => thing.closest(part) !== null;
  if (of.dataset.cell !== undefined) return cellTopic(of, of.dataset.cell);
  if (within('.garden')) return 'thing.garden';
  if (within('.wheel') || within('.this-round')) return 'thing.wheel';
  if (within('.rests')) return of.dataset.spot === 'space' ? 'thing.supply' : 'thing.bag';
  if (within('.marker')) return 'thing.marker';
  if (within('.score')) return 'thing.score';
  if (within('.joker')) return 'thing.joker';
  if (of.dataset.tile !== undefined) return 'thing.hexagon';
  if (of.dataset.expansion !== undefined) return 'thing.expansion';
  if (within('.store')) return 'thing.storage';
  if (of.dataset.offer !== undefined) return 'thing.offer';
  if (within('.slot.top')) return 'thing.stack';
  return within('.slots') ? 'thing.display' : 'thing.player';
}
