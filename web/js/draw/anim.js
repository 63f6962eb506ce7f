// Pieces on their way from where they were to where they go.
import { haste, stillness } from '../settings/settings.js';

/** @param {string} spot @returns {DOMRect | null} */
export function where(spot) {
  for (const el of document.querySelectorAll(`[data-spot="${CSS.escape(spot)}"]`)) {
    const box = el.getBoundingClientRect();
    if (box.width > 0 && box.height > 0) return box;
  }
  return null;
}

/** The first of these places that is on the page. @param {string[]} spots */
export const firstWhere = (...spots) => {
  for (const spot of spots) {
    const box = where(spot);
    if (box) return box;
  }
  return null;
};

/** Lets what is there fade while its piece is under way. @param {string} spot @param {number} ms */
export function fade(spot, ms) {
  if (stillness() || document.hidden) return;
  const el = [...document.querySelectorAll(`[data-spot="${CSS.escape(spot)}"]`)].find(
    (x) => x.getBoundingClientRect().width > 0,
  );
  el?.animate([{ opacity: 0.15 }, { opacity: 0.15 }], { duration: ms });
}

/** @type {Set<Animation>} */
const running = new Set();

/** Ends every flight at once. */
export const land = () => {
  for (const a of running) a.finish();
};

/**
 * Flies a piece of the sprite over the page.
 * @param {string} piece @param {DOMRect | null} from @param {DOMRect | null} to
 * @param {{size?: number, ms?: number, delay?: number}} [how]
 */
export async function fly(piece, from, to, { size = 48, ms = 520, delay = 0 } = {}) {
  if (!from || !to || stillness() || document.hidden) return;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'flying');
  svg.setAttribute('viewBox', piece.startsWith('expansion') ? '-140 -135 280 270' : '-50 -50 100 100');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#${piece}`);
  const wide = piece.startsWith('expansion');
  for (const [k, v] of Object.entries(
    wide ? { x: -140, y: -135, width: 280, height: 270 } : { x: -50, y: -50, width: 100, height: 100 },
  ))
    use.setAttribute(k, String(v));
  svg.append(use);
  svg.style.width = `${size}px`;
  svg.style.height = `${size}px`;
  document.getElementById('over')?.append(svg);
  const mid = (/** @type {DOMRect} */ b) => [b.x + b.width / 2 - size / 2, b.y + b.height / 2 - size / 2];
  const [x0, y0] = mid(from);
  const [x1, y1] = mid(to);
  const lift = Math.min(90, Math.hypot(x1 - x0, y1 - y0) / 5);
  const a = svg.animate(
    [
      { transform: `translate(${x0}px, ${y0}px) scale(1)` },
      { transform: `translate(${(x0 + x1) / 2}px, ${(y0 + y1) / 2 - lift}px) scale(1.25)` },
      { transform: `translate(${x1}px, ${y1}px) scale(1)` },
    ],
    { duration: ms * haste(), delay: delay * haste(), easing: 'cubic-bezier(.4,0,.25,1)', fill: 'both' },
  );
  running.add(a);
  try {
    await a.finished;
  } catch {
    // It was cancelled: then it has landed.
  }
  running.delete(a);
  svg.remove();
}

/** A number that rises from a place. @param {string} label @param {DOMRect | null} at */
export async function rise(label, at) {
  if (!at || stillness() || document.hidden) return;
  const div = document.createElement('div');
  div.className = 'rising';
  div.textContent = label;
  document.getElementById('over')?.append(div);
  const a = div.animate(
    [
      { transform: `translate(${at.x + at.width / 2}px, ${at.y}px)`, opacity: 1 },
      { transform: `translate(${at.x + at.width / 2}px, ${at.y - 44}px)`, opacity: 0 },
    ],
    { duration: 1100 * haste(), easing: 'ease-out', fill: 'both' },
  );
  running.add(a);
  try {
    await a.finished;
  } catch {
    // As above.
  }
  running.delete(a);
  div.remove();
}

/** Pauses that can be cut short; nobody waits behind a hidden page. */
export function pauses() {
  let wake = () => {};
  return {
    /** @param {number} ms @returns {Promise<void>} */
    rest: (ms) =>
      document.hidden
        ? Promise.resolve()
        : new Promise((done) => {
            const timer = setTimeout(done, ms);
            wake = () => {
              clearTimeout(timer);
              done();
            };
          }),
    wake: () => wake(),
  };
}
