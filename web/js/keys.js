// The keyboard at the table.
import * as act from './act.js';
import { hurryUp } from './count.js';
import { skip } from './follow.js';
import { players, redraw, state } from './state.js';

/** What the arrows go over. */
const STOPS = '.offer, .gold, .area.open, button.place, .option, .payment, .other .look';

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Moves the focus to what lies nearest in a direction. @param {[number, number]} towards */
function step([dx, dy]) {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(STOPS)]).filter((x) => x.getBoundingClientRect().width > 0);
  const here = all.find((x) => x === document.activeElement);
  if (!here) {
    (all.find((x) => x.matches('.gold')) ?? all[0])?.focus();
    return;
  }
  const mid = (/** @type {Element} */ x) => {
    const b = x.getBoundingClientRect();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  const [x0, y0] = mid(here);
  let best = Infinity;
  /** @type {HTMLElement | null} */
  let to = null;
  for (const one of all) {
    const [x, y] = mid(one);
    const along = (x - x0) * dx + (y - y0) * dy;
    const aside = Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx);
    if (one !== here && along > 2 && along + 2 * aside < best) {
      best = along + 2 * aside;
      to = one;
    }
  }
  to?.focus();
}

/** @param {KeyboardEvent} e */
function key(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]')) return;
  const target = /** @type {HTMLElement} */ (e.target);
  if (['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName)) return;
  const g = state.game;
  if (e.key === '?') {
    state.dialog = { type: 'help' };
    redraw();
  }
  if (!g.table?.state) return;
  if (e.key in ARROWS && !target.closest('.log')) {
    e.preventDefault();
    step(ARROWS[e.key]);
    return;
  }
  if (e.key === 'Escape') {
    if (g.scoring) hurryUp();
    else if (g.waiting > 0) skip();
    else act.cancel();
  } else if (e.key === 'Enter' && !['BUTTON', 'A'].includes(target.tagName) && target.getAttribute('role') !== 'button') void act.confirm();
  else if (e.key === 'r' || e.key === 'R') act.turn(e.shiftKey ? -1 : 1);
  else if (e.key === 'u') void act.undo();
  else if (/^[1-9]$/.test(e.key) && g.choices) {
    const me = players()[g.choices.seat];
    const i = Number(e.key) - 1;
    if (i < me.tiles.length) act.chooseTile(me.tiles[i], i);
  }
}

export const listen = () => document.addEventListener('keydown', key);
