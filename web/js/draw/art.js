// Pieces of the sprite, put where they belong.
import { DIRECTIONS, position } from './hex.js';
import { s } from './vdom.js';

/** @typedef {import('./vdom.js').Kid} Kid */

/** Brings the sprite into the page, so that every piece is there at once. */
export async function loadSprite() {
  const answer = await fetch(new URL('../../art/sprite.svg', import.meta.url));
  if (!answer.ok) throw new Error('no sprite');
  const svg = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
  svg.setAttribute('class', 'sprite');
  svg.setAttribute('aria-hidden', 'true');
  document.body.prepend(document.importNode(svg, true));
}

/** How wide and high a piece's own drawing is. @type {Record<string, [number, number]>} */
const SIZES = {
  'expansion-front': [280, 270],
  'expansion-back': [280, 270],
  'expansion-slot': [280, 270],
  parterre: [280, 270],
  ground: [872, 872],
  wheel: [410, 410],
  'wheel-mark': [410, 410],
};

/**
 * A piece with its middle at a point.
 * @param {string} piece @param {number} [x] @param {number} [y] @param {number} [scale]
 * @param {Record<string, any>} [props]
 */
export function put(piece, x = 0, y = 0, scale = 1, props = {}) {
  const [w, ht] = SIZES[piece] ?? [100, 100];
  return s('use', {
    href: `#${piece}`,
    x: x - (w * scale) / 2,
    y: y - (ht * scale) / 2,
    width: w * scale,
    height: ht * scale,
    ...props,
  });
}

/**
 * A tile with its numeral, which lies over the frame of a chosen one.
 * @param {string} kind @param {number} [x] @param {number} [y] @param {number} [scale] @param {boolean} [chosen]
 * @returns {Kid[]}
 */
export const tile = (kind, x = 0, y = 0, scale = 1, chosen = false) => [
  put(`tile-${kind}`, x, y, scale),
  chosen ? put('chosen', x, y) : null,
  numeral(kind, x, y, scale),
];

/** A tile's numeral alone. @param {string} kind @param {number} [x] @param {number} [y] @param {number} [scale] */
export const numeral = (kind, x = 0, y = 0, scale = 1) => put(`numeral-${kind[1]}`, x, y, scale, { class: 'numeral' });

/** The piece that stands for a colour or a pattern. @param {string | number} attribute */
export const attributePiece = (attribute) =>
  typeof attribute === 'number' ? `pattern-${attribute}` : `colour-${attribute}`;

/**
 * A drawing of one cell, as an image in a text or a button.
 * @param {string} piece @param {string} [cls] @param {Kid} [more]
 */
export const icon = (piece, cls = 'icon', more = null) =>
  s('svg', { class: cls, viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, put(piece), more);

/** A tile as an image. @param {string} kind @param {string} [cls] */
export const tileIcon = (kind, cls = 'icon') =>
  s('svg', { class: cls, viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, tile(kind));

/**
 * An expansion face up; its printed hexagon lies in this direction.
 * @param {string} kind @param {number} [petal] @param {number} [x] @param {number} [y] @returns {Kid[]}
 */
export function expansion(kind, petal = 1, x = 0, y = 0) {
  const [dx, dy] = position(DIRECTIONS[petal]);
  return [put('expansion-front', x, y), tile(kind, x + dx, y + dy, 0.95)];
}

/** An expansion as an image. @param {string} kind @param {string} [cls] */
export const expansionIcon = (kind, cls = 'icon') =>
  s('svg', { class: cls, viewBox: '-140 -135 280 270', 'aria-hidden': 'true' }, expansion(kind));

/** The outline of a cell, to be pointed at. @param {number} x @param {number} y @param {number} [r] */
export function outline(x, y, r = 49) {
  const w = r * 0.866;
  return `M${x} ${y - r}L${x + w} ${y - r / 2}V${y + r / 2}L${x} ${y + r}L${x - w} ${y + r / 2}V${y - r / 2}Z`;
}

/** A piece of an expansion's size as an image. @param {string} piece @param {string} [cls] */
export const wholeIcon = (piece, cls = 'icon') =>
  s('svg', { class: cls, viewBox: '-140 -135 280 270', 'aria-hidden': 'true' }, put(piece));
