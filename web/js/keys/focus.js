// Keyboard focus: arrows move it within a zone, it follows the steps of a move, and a redraw does not lose it.
import * as hex from '../draw/hex.js';
import { canAct, state } from '../state.js';

/**
 * A zone is what Tab enters once: an element with `data-zone`; its stops have `data-stop`, a name that outlasts a
 * redraw.
 * @typedef {{el: HTMLElement, zone: string | null, stop: string | null}} Place
 * @typedef {'none' | 'offer' | 'where' | 'discard' | 'ready'} Stage
 */

/** The stop of each zone that Tab comes to. @type {Map<string, string>} */
const current = new Map();
/** The column in which up and down go through a garden, and the cell they have come to. */
let column = { x: 0, at: '' };
/** Whether the last thing done was done without a pointer: only then does the focus go on by itself. */
let byKey = false;
/** @type {Stage} */
let before = 'none';
/**
 * Where the move under way was begun, and where the sheet that is open was opened.
 * @type {{move: Place | null, sheet: Place | null}}
 */
const origin = { move: null, sheet: null };

/** @param {Element} zone @returns {HTMLElement[]} */
const stopsOf = (zone) =>
  /** @type {HTMLElement[]} */ (
    [...zone.querySelectorAll('[data-stop]')].filter((x) => x.closest('[data-zone]') === zone)
  );

/** @param {Element} el */
const shown = (el) => el.getBoundingClientRect().width > 0;

/** @param {Element} el @param {string} name */
const data = (el, name) => el.getAttribute(`data-${name}`) ?? '';

/** The stop at which a zone is entered. @param {Element} zone @param {HTMLElement[]} stops */
const entry = (zone, stops) =>
  stops.find((x) => x === document.activeElement) ??
  stops.find((x) => x.getAttribute('aria-checked') === 'true') ??
  stops.find((x) => data(x, 'stop') === current.get(data(zone, 'zone'))) ??
  stops.find((x) => x.matches('.gold.best')) ??
  stops.find((x) => x.matches('.gold')) ??
  stops.find((x) => data(x, 'stop') === '0,0') ??
  stops[0];

/**
 * Makes this one of a zone's stops the one that Tab comes to; what is so already is left alone, for every change costs
 * the browser a look at its styles.
 * @param {HTMLElement[]} stops @param {Element | undefined} one
 */
function only(stops, one) {
  for (const stop of stops) {
    const index = stop === one ? '0' : '-1';
    if (stop.getAttribute('tabindex') !== index) stop.setAttribute('tabindex', index);
  }
}

/** Makes one stop of every zone the one that Tab comes to. */
function rove() {
  for (const zone of document.querySelectorAll('[data-zone]')) {
    const stops = stopsOf(zone);
    only(stops, entry(zone, stops));
  }
}

/** The zone in which the focus is. @returns {Element | null} */
export const zoneHere = () => document.activeElement?.closest('[data-stop]')?.closest('[data-zone]') ?? null;

/** Goes to a zone, to the stop that was last there. @param {string} name */
export function jump(name) {
  const zone = [...document.querySelectorAll(`[data-zone='${name}']`)].find(shown);
  if (zone) entry(zone, stopsOf(zone))?.focus();
}

/** Goes to the next stop of this zone in a direction. @param {[number, number]} arrow */
export function walk(arrow) {
  const zone = zoneHere();
  const here = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!zone || !here) return;
  const stops = stopsOf(zone);
  const to = data(zone, 'zone') === 'garden' ? overCells(stops, here, arrow) : overPage(stops, here, arrow);
  to?.focus();
}

/** The first or the last stop of this zone. @param {boolean} last */
export function toEnd(last) {
  const zone = zoneHere();
  if (zone)
    stopsOf(zone)
      .at(last ? -1 : 0)
      ?.focus();
}

/** @param {HTMLElement[]} stops @param {HTMLElement} here @param {[number, number]} arrow */
function overCells(stops, here, arrow) {
  const cell = (/** @type {HTMLElement} */ x) => /** @type {hex.Cell} */ (data(x, 'stop').split(',').map(Number));
  const at = data(here, 'stop');
  const x = arrow[1] && column.at === at ? column.x : hex.position(cell(here))[0];
  const to = hex.towards(stops.map(cell), cell(here), arrow, x);
  if (to) column = { x, at: hex.name(to) };
  return to && stops.find((one) => data(one, 'stop') === hex.name(to));
}

/**
 * What lies nearest on the page in a direction.
 * @param {HTMLElement[]} stops @param {HTMLElement} here @param {[number, number]} arrow
 */
function overPage(stops, here, [dx, dy]) {
  const middle = (/** @type {Element} */ x) => {
    const b = x.getBoundingClientRect();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  const [x0, y0] = middle(here);
  const far = (/** @type {Element} */ one) => {
    const [x, y] = middle(one);
    const along = (x - x0) * dx + (y - y0) * dy;
    return along > 2 ? along + 2 * Math.abs((x - x0) * dy + (y - y0) * dx) : Infinity;
  };
  return stops.filter((x) => far(x) < Infinity).sort((a, b) => far(a) - far(b))[0];
}

/** @returns {Place | null} */
function place() {
  const el = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!el || el === document.body) return null;
  const stop = el.closest('[data-stop]');
  return {
    el,
    zone: stop?.closest('[data-zone]')?.getAttribute('data-zone') ?? null,
    stop: stop && data(stop, 'stop'),
  };
}

/** Whether the focus can be on an element. @param {Element} el */
const usable = (el) => el.isConnected && !el.matches(':disabled') && shown(el);

/** Goes back to a place, or to the one that has come in its stead. @param {Place | null} to */
function back(to) {
  if (!to) return;
  const again =
    to.stop === null ? null : document.querySelector(`[data-zone='${to.zone}'] [data-stop='${CSS.escape(to.stop)}']`);
  const zone = to.zone === null ? null : document.querySelector(`[data-zone='${to.zone}']`);
  const home = ['dialog[open] h2', '.ending .sentence', '.bar .first .main', 'main'].map((x) =>
    document.querySelector(x),
  );
  const all = [to.el, again, zone && entry(zone, stopsOf(zone)), ...home];
  const one = /** @type {HTMLElement | undefined} */ (all.find((x) => x && usable(x)));
  one?.focus();
}

/** How far the move that is being put together has come. @returns {Stage} */
function stage() {
  const { pick } = state.game;
  if (!canAct()) return 'none';
  switch (pick.type) {
    case 'offer':
      return 'offer';
    case 'acquire':
      return 'ready';
    case 'place':
      return pick.cell ? 'ready' : 'where';
    case 'expand':
    case 'buy':
      return pick.area === null ? 'where' : 'ready';
    case 'pass':
      return 'discard';
    default:
      return 'none';
  }
}

/** Moves the focus to the next step of a move, and back when the move is cancelled. @param {Place | null} had */
function lead(had) {
  const now = stage();
  const was = before;
  before = now;
  if (was === 'none' && now !== 'none') origin.move = had;
  if (!byKey || now === was || !canAct() || document.querySelector('dialog[open]')) return;
  const to = (/** @type {string} */ selector) =>
    /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
  if (now === 'offer') to('.pop.pinned .option:not([aria-disabled])');
  else if (now === 'ready' || now === 'discard') to('.bar .first .main');
  else if (now === 'where' && was === 'ready') jump('garden');
  else if (now === 'where')
    to(
      ['.gold.best', '.gold', '.target'].map((x) => `.mine-garden ${x}`).find((x) => document.querySelector(x)) ??
        'none',
    );
  else back(origin.move);
}

/** Draws the page and restores the focus. @param {() => void} draw */
export function keepFocus(draw) {
  const had = place();
  const sheet = document.querySelector('dialog[open]') !== null;
  draw();
  rove();
  const open = document.querySelector('dialog[open]') !== null;
  if (open && !sheet) origin.sheet = had;
  if (sheet && !open) back(origin.sheet);
  else if (had && !(open && !sheet) && (document.activeElement !== had.el || had.el.matches(':disabled'))) back(had);
  lead(had);
}

/** Listens for what moves the focus. */
export function listenToFocus() {
  document.addEventListener('focusin', (e) => {
    const stop = /** @type {Element} */ (e.target).closest('[data-stop]');
    const zone = stop?.closest('[data-zone]');
    if (!stop || !zone) return;
    current.set(data(zone, 'zone'), data(stop, 'stop'));
    only(stopsOf(zone), stop);
  });
  // Screen readers click without a pointer.
  document.addEventListener(
    'click',
    (e) => {
      byKey = e.detail === 0;
    },
    true,
  );
  document.addEventListener(
    'keydown',
    () => {
      byKey = true;
    },
    true,
  );
  document.addEventListener(
    'pointerdown',
    () => {
      byKey = false;
    },
    true,
  );
}
