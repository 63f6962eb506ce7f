// The keyboard at the table.
import * as act from './act.js';
import { hurryUp } from './count.js';
import { skip } from './follow.js';
import { players, redraw, state } from './state.js';

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
