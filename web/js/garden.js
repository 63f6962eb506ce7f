// A garden: its ground, what stands in it, and what could.
import { expansion, outline, put, tile } from './art.js';
import * as hex from './hex.js';
import { state } from './state.js';
import * as text from './text.js';
import { keep, s } from './vdom.js';

/**
 * @typedef {import('./state.js').PlayerView} PlayerView
 * @typedef {import('./vdom.js').Kid} Kid
 * @typedef {[number, number]} Cell
 * @typedef {{cell: Cell, rounds: number, groups: number, jokers: number, best: boolean, pale: boolean}} Gold
 */

/**
 * What is laid over a garden.
 * @typedef {{
 *   golds?: Gold[], ghost?: {kind: string, cell: Cell} | null, terrace?: {kind: string | null, area: number, petal: number} | null,
 *   areas?: {area: number, label: string, on: boolean}[], pay?: Kid[] | null, payAt?: Cell | null,
 *   blocked?: Cell[], denied?: Cell | null, fresh?: string[], lit?: Set<string> | null,
 *   onCell?: (cell: Cell) => void, onArea?: (area: number) => void, onWheel?: (up: boolean) => void,
 * }} Over
 */

/** @param {Gold} g */
function goldText(g) {
  const n = g.rounds + g.groups;
  return n > 0 ? `+${n}` : '';
}

/** @param {Gold} g */
function goldLabel(g) {
  const parts = [text.cell(g.cell)];
  if (g.rounds) parts.push(text.t('web.gain.rounds', { n: g.rounds }));
  if (g.groups) parts.push(text.t('web.gain.groups', { n: g.groups }));
  if (g.jokers) parts.push(text.t('web.gain.jokers', { n: g.jokers }));
  return parts.join(', ');
}

/** @param {Gold} g @param {Over} over */
function gold(g, over) {
  const [x, y] = hex.position(g.cell);
  const label = goldText(g);
  return s('g', {
    class: `gold${g.best ? ' best' : ''}${g.pale ? ' pale' : ''}`, key: `gold-${hex.name(g.cell)}`, role: 'button', tabindex: '0',
    'aria-label': goldLabel(g), 'data-cell': hex.name(g.cell),
    onclick: () => over.onCell?.(g.cell),
    onkeydown: (/** @type {KeyboardEvent} */ e) => {
      if (e.key === 'Enter' || e.key === ' ') {
        e.preventDefault();
        over.onCell?.(g.cell);
      }
    },
  },
  s('title', null, goldLabel(g)),
  s('path', { class: 'reach', d: outline(x, y, 50) }),
  put('glow', x, y),
  s('path', { class: 'edge', d: outline(x, y, 46) }),
  label ? s('text', { x, y: g.jokers ? y - 6 : y + 10, class: 'gain' }, label) : g.jokers ? null : s('circle', { cx: x, cy: y, r: 6, class: 'dot' }),
  g.jokers ? [put('joker', x - (g.jokers > 1 ? 11 : 0), y + (label ? 19 : 0), label ? 0.36 : 0.55), g.jokers > 1 ? s('text', { x: x + 14, y: y + (label ? 26 : 8), class: 'times' }, `×${g.jokers}`) : null] : null);
}

/** The garden's name for those who cannot see it. @param {PlayerView} player @param {string} name */
export function describe(player, name) {
  const hexes = player.garden.map((x) => `${text.kind(x.kind)} (${text.cell(x.cell)})`);
  return `${text.t('web.garden_of', { name })}. ${hexes.length ? `${hexes.join(', ')}.` : text.t('web.garden_empty')}`;
}

/** @param {PlayerView} player @param {string} name @param {Over} [over] @param {Record<string, any>} [props] */
export function garden(player, name, over = {}, props = {}) {
  const { onCell, onArea, fresh, lit } = over;
  return s('svg', { class: 'garden', viewBox: '-436 -436 872 872', role: onCell ? 'group' : 'img', 'aria-label': describe(player, name), 'data-garden': player.seat,
    onwheel: over.onWheel ? (/** @type {WheelEvent} */ e) => {
      e.preventDefault();
      over.onWheel?.(e.deltaY > 0);
    } : null, ...props },
  keep(`garden-${player.seat}-${onCell ? 'own' : 'seen'}`, [player, onCell, onArea, lit, fresh?.join(' ')], () => standing(player, over)),
  // A layer of its own: what changes here does not have the garden painted anew.
  s('g', { class: 'over', key: 'over' }, onCell || lit || over.blocked ? above(player, over) : null));
}

/** What can be surrounded, with what that brings. @param {'fountain' | 'statue' | 'bench'} name @param {readonly number[]} at @param {Set<string> | null} lit */
function feature(name, at, lit) {
  const n = state.game.table?.rules.jokers[name];
  const [x, y] = hex.position(/** @type {Cell} */ (at));
  return s('g', { key: `feature-${hex.name(at)}`, class: lit && !lit.has(hex.name(at)) ? 'dim' : null },
    s('title', null, n === undefined ? text.capital(text.t(`feature.${name}`)) : `${text.capital(text.t(`feature.${name}`))}: ${text.t('count.jokers', { n })}`), put(name, x, y));
}

/** Ground and hexagons: what only a move changes. @param {PlayerView} player @param {Over} over */
function standing(player, { onCell, onArea, ...over }) {
  const fresh = new Set(over.fresh ?? []);
  const lit = over.lit ?? null;
  const hexes = [...player.garden].sort((a, b) => a.cell[1] - b.cell[1]);
  return s('g', { key: 'standing' },
    put('ground', 0, 0, 1, { key: 'ground' }),
    player.areas.map((a) => {
      const piece = a.ground === 'free' ? 'parterre' : a.ground === 'down' ? 'expansion-back' : 'expansion-front';
      return s('g', { key: `area-${a.area}`, class: 'area', 'data-spot': `area-${player.seat}-${a.area}`, 'data-area': a.area, onclick: a.ground === 'free' && onArea ? () => onArea(a.area) : null },
        put(piece, ...hex.position(hex.centre(a.area))));
    }),
    hex.FIGURES.map((c, i) => feature(i % 2 ? 'bench' : 'statue', c, lit)),
    feature('fountain', [0, 0], null),
    hexes.map((x) => {
      const at = hex.name(x.cell);
      const [px, py] = hex.position(x.cell);
      return s('g', { key: `hex-${at}`, class: `hex${fresh.has(at) ? ' fresh' : ''}${lit ? (lit.has(at) ? ' lit' : ' dim') : ''}`, 'data-spot': `garden-${player.seat}-${at}`,
        onclick: onCell ? () => onCell(/** @type {Cell} */ (x.cell)) : null },
      s('title', null, `${text.capital(text.kind(x.kind))} (${text.cell(x.cell)})`), tile(x.kind, px, py, x.printed ? 0.95 : 1),
      fresh.has(at) || (lit && lit.has(at)) ? put('chosen', px, py) : null);
    }),
    lit ? player.areas.filter((a) => a.ground === 'up' && lit.has(hex.name(a.centre))).map((a) => put('chosen', ...hex.position(a.centre))) : null);
}

/** What could be done, and what is in the way. @param {PlayerView} player @param {Over} over */
function above(player, over) {
  const { onCell } = over;
  const busy = new Set([...player.garden, ...(over.golds ?? [])].map((x) => hex.name(x.cell)));
  return [
    // What can be pointed at although nothing is to be had there: the reason is told.
    onCell ? hex.spaces(player.areas).filter((c) => !busy.has(hex.name(c))).map((c) => s('path', { key: `space-${hex.name(c)}`, class: 'hit', d: outline(...hex.position(c)), 'data-spot': `garden-${player.seat}-${hex.name(c)}`, 'data-cell': hex.name(c), onclick: () => onCell(c) })) : null,
    (over.areas ?? []).map((mark) => {
      const [x, y] = hex.position(hex.centre(mark.area));
      const laid = over.terrace && over.terrace.area === mark.area ? over.terrace : null;
      return s('g', { key: `mark-${mark.area}`, class: `area open${mark.on ? ' on' : ''}`, role: 'button', tabindex: '0', 'aria-label': `${text.t('term.expansion')}: ${text.area(mark.area)} ${mark.label}`,
        onclick: () => over.onArea?.(mark.area),
        onkeydown: (/** @type {KeyboardEvent} */ e) => {
          if (e.key === 'Enter' || e.key === ' ') {
            e.preventDefault();
            over.onArea?.(mark.area);
          }
        } },
      s('circle', { cx: x, cy: y, r: 121, class: laid ? 'ring laid' : 'ring' }),
      laid ? s('g', { class: 'ghost' }, laid.kind === null ? put('expansion-back', x, y) : expansion(laid.kind, laid.petal, x, y))
        : mark.label ? s('g', { class: 'price' }, s('rect', { x: x - 44, y: y - 24, width: 88, height: 48, rx: 24 }), s('text', { x, y: y + 10 }, mark.label)) : null);
    }),
    (over.golds ?? []).map((g) => gold(g, over)),
    over.ghost ? s('g', { class: 'ghost', key: 'ghost' }, tile(over.ghost.kind, ...hex.position(over.ghost.cell)), put('chosen', ...hex.position(over.ghost.cell))) : null,
    (over.blocked ?? []).map((c) => put('blocked', ...hex.position(c), 1.02, { class: 'in-the-way' })),
    over.denied ? s('path', { class: 'denied', key: 'denied', d: outline(...hex.position(over.denied), 44) }) : null,
    over.pay && over.payAt ? chip(over.pay, over.payAt) : null,
  ];
}

/** What would pay, beside the target. @param {Kid[]} items @param {Cell} at */
function chip(items, at) {
  const [x, y] = hex.position(at);
  const wide = items.length * 42 + 20;
  const left = x > 150 ? x - 52 - wide : x + 52;
  return s('g', { class: 'chip', key: 'chip', transform: `translate(${left} ${y - 27})` },
    s('rect', { width: wide, height: 54, rx: 16 }),
    items.map((item, i) => s('g', { transform: `translate(${31 + i * 42} 27) scale(.42)` }, item)));
}
