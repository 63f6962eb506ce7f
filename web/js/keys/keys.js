// The keyboard at the table.
import * as act from '../play/act.js';
import { hurryUp } from '../play/count.js';
import { jump, toEnd, walk, zoneHere } from './focus.js';
import { skip } from '../play/follow.js';
import { openNotation } from '../play/notation.js';
import { drawNow, players, redraw, state } from '../state.js';

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Moves the focus within its zone, or into the garden.
 * @param {KeyboardEvent} e @returns {boolean} whether the key was one for that
 */
function moves(e) {
  const zone = zoneHere();
  if (
    e.key in ARROWS &&
    (zone || e.target === document.body || (e.target instanceof Element && e.target.closest('.bar')))
  ) {
    if (zone) walk(ARROWS[e.key]);
    else jump('garden');
    // Payments are chosen by focusing them, like radio buttons.
    if (document.activeElement?.getAttribute('role') === 'radio')
      /** @type {HTMLElement} */ (document.activeElement).click();
  } else if ((e.key === 'Home' || e.key === 'End') && zone) toEnd(e.key === 'End');
  else return false;
  e.preventDefault();
  return true;
}

/** Enter and Space on elements that are not buttons. @param {KeyboardEvent} e */
function enter(e) {
  const target = /** @type {HTMLElement} */ (e.target);
  if (target.getAttribute('role') === 'radio' && e.key === 'Enter') {
    e.preventDefault();
    void act.confirm();
  } else if (['BUTTON', 'A', 'SUMMARY'].includes(target.tagName)) return;
  else if (target.closest('[data-stop]')) {
    e.preventDefault();
    target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  } else if (e.key === 'Enter') void act.confirm();
}

/** Chooses a tile of our storage by its place. @param {number} i */
function digit(i) {
  const g = state.game;
  const me = g.choices && players()[g.choices.seat];
  if (me && i < me.tiles.length) act.chooseTile(me.tiles[i], i);
}

/** Chooses an expansion of our storage: the first, or the one after the one that is chosen. */
function nextExpansion() {
  const { choices, pick } = state.game;
  const all = choices ? players()[choices.seat].expansions : [];
  if (!all.length) return;
  const i = (pick.type === 'expand' ? all.indexOf(pick.kind) + 1 : 0) % all.length;
  act.chooseExpansion(all[i], i);
}

/** Shows a part of the table, where only one is seen at a time, and goes there. @param {'garden' | 'display'} part */
function goTo(part) {
  state.game.tab = part;
  drawNow();
  jump(part);
}

function escape() {
  const g = state.game;
  if (g.scoring) hurryUp();
  else if (g.waiting > 0) skip();
  else act.cancel();
}

/** @type {Record<string, () => void>} */
const KEYS = {
  Escape: escape,
  r: () => act.turn(1),
  R: () => act.turn(-1),
  u: () => void act.undo(),
  e: nextExpansion,
  d: () => goTo('display'),
  g: () => goTo('garden'),
  s: () => jump('storage'),
  n: openNotation,
};

/** @param {KeyboardEvent} e */
function key(e) {
  const target = /** @type {HTMLElement} */ (e.target);
  if (e.ctrlKey || e.metaKey || e.altKey || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName)) return;
  if (moves(e) || document.querySelector('dialog[open]')) return;
  if (e.key === '?') {
    state.dialog = { type: 'keys' };
    redraw();
  }
  if (!state.game.table?.state) return;
  if (e.key === 'Enter' || e.key === ' ') enter(e);
  else if (/^[0-9]$/.test(e.key)) digit((Number(e.key) + 9) % 10);
  else if (Object.hasOwn(KEYS, e.key)) {
    e.preventDefault();
    KEYS[e.key]();
  }
}

export const listen = () => document.addEventListener('keydown', key);
