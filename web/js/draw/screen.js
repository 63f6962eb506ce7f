// Which screen it is; the style sheets ask the same questions.
import { redraw } from '../state.js';

/** A phone, upright or lying. */
export const phone = matchMedia('(max-width: 720px), (max-height: 520px)');

/** A phone or a tablet. */
export const small = matchMedia('(max-width: 1080px), (max-height: 520px)');

/** Fingers instead of a pointer. */
export const touch = matchMedia('(pointer: coarse)');

for (const kind of [phone, small, touch]) kind.addEventListener('change', redraw);
