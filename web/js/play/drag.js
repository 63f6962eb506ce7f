// Drag and drop beside the clicks, with a mouse or a finger: from the display into storage, from storage onto a space.
import { expansionIcon, tileIcon } from '../draw/art.js';
import { patch } from '../draw/vdom.js';
import { canAct, drawNow, redraw, state } from '../state.js';
import * as act from './act.js';
import { attributesOf, choiceOf, oneWay } from './take.js';

/**
 * @typedef {import('../../types.js').Attribute} Attribute
 * @typedef {{x: number, y: number, id: number, el: Element}} Press
 */

/** How far a pointer may move before that is a drag. */
const TREMBLE = 9;

/** Where a pointer went down on something that can be dragged. @type {Press | null} */
let press = null;

/** The piece under the pointer. @type {HTMLElement | null} */
let piece = null;

/** The hexagon of the display that an element stands for. @param {Element} el */
const offered = (el) => {
  const whole = el.getAttribute('data-stop')?.endsWith('-w') ?? false;
  const slot = el.closest('[data-spot^="slot-"]')?.getAttribute('data-spot')?.split('-')[1];
  return { kind: el.getAttribute('data-offer') ?? '', from: Number(slot), ...(whole ? { whole } : {}) };
};

/** @param {PointerEvent} e */
function down(e) {
  const el = /** @type {Element} */ (e.target).closest(
    '.display-panel [data-offer], .dock [data-tile], .dock [data-expansion]',
  );
  press = el && e.isPrimary && e.button === 0 && canAct() ? { x: e.clientX, y: e.clientY, id: e.pointerId, el } : null;
}

/** Lifts the piece that was pressed. @param {Press} from */
function lift({ el }) {
  const kind = el.getAttribute('data-offer') ?? el.getAttribute('data-tile') ?? el.getAttribute('data-expansion') ?? '';
  const whole = el.hasAttribute('data-offer') ? Boolean(offered(el).whole) : el.hasAttribute('data-expansion');
  const g = state.game;
  g.refusal = null;
  g.hover = null;
  if (el.hasAttribute('data-offer')) {
    g.pick = { type: 'none' };
    g.drag = offered(el);
  } else if (whole) act.pickExpansion(kind);
  else act.pickTile(kind);
  piece = document.createElement('div');
  piece.className = 'dragged';
  patch(piece, [whole ? expansionIcon(kind, 'piece wide') : tileIcon(kind, 'piece')]);
  document.getElementById('over')?.append(piece);
  document.documentElement.classList.add('dragging');
  drawNow();
}

/** What lies under the pointer. @param {PointerEvent} e @param {string} selector */
const under = (e, selector) => document.elementFromPoint(e.clientX, e.clientY)?.closest(selector) ?? null;

/** @param {PointerEvent} e */
function move(e) {
  if (!press || e.pointerId !== press.id) return;
  if (!piece) {
    if (Math.hypot(e.clientX - press.x, e.clientY - press.y) < TREMBLE) return;
    lift(press);
  }
  e.preventDefault();
  if (piece) piece.style.translate = `${e.clientX}px ${e.clientY}px`;
  const zone = under(e, '[data-drop]')?.getAttribute('data-drop') ?? null;
  const preview = zone === null || !state.game.drag ? null : (dropped(zone) ?? null);
  if (state.game.drag && state.game.preview !== preview) {
    state.game.preview = preview;
    redraw();
  }
  for (const el of document.querySelectorAll('.mine-garden .cell.over')) el.classList.remove('over');
  if (!state.game.drag) under(e, '.mine-garden .gold')?.classList.add('over');
}

/** The attribute of a place to drop at. @param {string} zone @returns {Attribute | undefined} */
const dropped = (zone) =>
  state.game.drag ? attributesOf(state.game.drag.kind).find((a) => String(a) === zone) : undefined;

/** @param {PointerEvent} e */
function up(e) {
  if (!press || e.pointerId !== press.id) return;
  press = null;
  if (!piece) return;
  const { drag } = state.game;
  const zone = drag && under(e, '[data-drop]')?.getAttribute('data-drop');
  const cell = drag ? null : under(e, '.mine-garden [data-cell], .mine-garden [data-area]');
  end();
  swallow();
  const attribute = zone && drag ? attributesOf(drag.kind).find((a) => String(a) === zone) : undefined;
  if (drag && attribute !== undefined) act.dropInStorage(attribute, drag);
  else if (cell) cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  else act.cancel();
}

/** Removes the dragged piece. */
function end() {
  piece?.remove();
  piece = null;
  document.documentElement.classList.remove('dragging');
  state.game.drag = null;
  state.game.preview = null;
  redraw();
}

/** Ignores the click that browsers fire after a drag that ends where it began. */
function swallow() {
  const none = (/** @type {Event} */ e) => {
    if (e.isTrusted) e.stopPropagation();
  };
  addEventListener('click', none, true);
  setTimeout(() => removeEventListener('click', none, true), 0);
}

/** Interrupted by the system: nothing was dropped. */
function lost() {
  press = null;
  if (piece) {
    end();
    act.cancel();
  }
}

/** The ways to take what is being dragged, each a place to drop it at. @returns {Attribute[]} */
export function dropZones() {
  const { drag } = state.game;
  if (!drag) return [];
  const both = attributesOf(drag.kind).filter((a) => choiceOf(a));
  return oneWay(drag) ? both.slice(0, 1) : both;
}

/** Listens for drags. */
export function listenToDrags() {
  document.addEventListener('pointerdown', down);
  document.addEventListener('pointermove', move, { passive: false });
  // Otherwise the browser would take a finger's way for scrolling. (It does not ask parts of a drawing for their
  // `touch-action`.)
  document.addEventListener('touchmove', (e) => press && e.preventDefault(), { passive: false });
  document.addEventListener('pointerup', up);
  document.addEventListener('pointercancel', lost);
}
