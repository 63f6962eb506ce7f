// The large garden on a small screen: two buttons, a pinch or a drag bring its cells closer.
import { small } from '../draw/screen.js';
import { stillness } from '../settings/settings.js';
import { redraw } from '../state.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';

/** Where the eye is, in the garden's own units, and how close. */
const eye = { scale: 1, x: 0, y: 0 };

const CLOSEST = 2.6;

/**
 * The garden with its hedge, and only as much of it as has cells: on a small screen the hedge may lie beyond the edge.
 */
const WHOLE = { w: 872, h: 872 };
const CELLS = { w: 772, h: 708 };

small.addEventListener('change', () => {
  Object.assign(eye, { scale: 1, x: 0, y: 0 });
});

/** What is seen of the garden, as a view box. */
export function viewBox() {
  const { w, h: high } = small.matches ? CELLS : WHOLE;
  return `${eye.x - w / eye.scale / 2} ${eye.y - high / eye.scale / 2} ${w / eye.scale} ${high / eye.scale}`;
}

/** Keeps the eye over the garden. */
function settle() {
  eye.scale = Math.min(CLOSEST, Math.max(1, eye.scale));
  const reach = (/** @type {number} */ size) => (size / 2) * (1 - 1 / eye.scale);
  eye.x = Math.min(reach(CELLS.w), Math.max(-reach(CELLS.w), eye.x));
  eye.y = Math.min(reach(CELLS.h), Math.max(-reach(CELLS.h), eye.y));
}

/** @param {Element} ground */
const garden = (ground) => /** @type {SVGSVGElement | null} */ (ground.querySelector('svg.garden'));

/** Shows what the eye sees without drawing the whole page. @param {Element} ground */
function show(ground) {
  settle();
  garden(ground)?.setAttribute('viewBox', viewBox());
}

/** Closer or further away, in a moment. @param {number} by @param {Element} ground */
function step(by, ground) {
  const from = eye.scale;
  const to = Math.min(CLOSEST, Math.max(1, from * by));
  const began = performance.now();
  const frame = (/** @type {number} */ now) => {
    const part = stillness() ? 1 : Math.min(1, (now - began) / 160);
    eye.scale = from + (to - from) * part;
    show(ground);
    if (part < 1) requestAnimationFrame(frame);
    else redraw();
  };
  requestAnimationFrame(frame);
}

/** The fingers on the garden. @type {Map<number, {x: number, y: number}>} */
const fingers = new Map();

/** The middle of the fingers, and how far they are apart. */
function grip() {
  const all = [...fingers.values()];
  const x = all.reduce((sum, f) => sum + f.x, 0) / all.length;
  const y = all.reduce((sum, f) => sum + f.y, 0) / all.length;
  return { x, y, apart: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0 };
}

/** @param {PointerEvent} e */
function down(e) {
  if (e.pointerType === 'mouse' || !small.matches) return;
  fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
}

/** @param {PointerEvent} e */
function move(e) {
  if (!fingers.has(e.pointerId)) return;
  const ground = /** @type {Element} */ (e.currentTarget);
  const matrix = garden(ground)?.getScreenCTM();
  if (!matrix || (fingers.size === 1 && eye.scale === 1)) {
    fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    return;
  }
  const before = grip();
  // The point of the garden under the fingers stays under them.
  const at = [(before.x - matrix.e) / matrix.a, (before.y - matrix.f) / matrix.d];
  fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  const now = grip();
  const scale = before.apart ? Math.min(CLOSEST, Math.max(1, (eye.scale * now.apart) / before.apart)) : eye.scale;
  const unit = (matrix.a * scale) / eye.scale;
  eye.x = at[0] - (at[0] - eye.x) * (eye.scale / scale) - (now.x - before.x) / unit;
  eye.y = at[1] - (at[1] - eye.y) * (eye.scale / scale) - (now.y - before.y) / unit;
  eye.scale = scale;
  show(ground);
}

/** @param {PointerEvent} e */
function up(e) {
  if (fingers.delete(e.pointerId)) redraw();
}

/** What the garden's ground listens to. */
export const gestures = () => ({
  onpointerdown: down,
  onpointermove: move,
  onpointerup: up,
  onpointercancel: up,
  'data-close': eye.scale > 1 ? 'on' : null,
});

/** The two buttons. */
export function buttons() {
  const ground = (/** @type {Event} */ e) =>
    /** @type {Element} */ (/** @type {Element} */ (e.currentTarget).closest('.mine-garden'));
  const one = (
    /** @type {string} */ name,
    /** @type {string} */ sign,
    /** @type {number} */ by,
    /** @type {boolean} */ off,
  ) =>
    h(
      'button',
      {
        type: 'button',
        class: `zoom ${name}`,
        'aria-label': t(`web.zoom.${name}`),
        title: t(`web.zoom.${name}`),
        disabled: off,
        onclick: (/** @type {Event} */ e) => step(by, ground(e)),
      },
      sign,
    );
  return [one('out', '−', 1 / 1.6, eye.scale <= 1), one('in', '+', 1.6, eye.scale >= CLOSEST)];
}
