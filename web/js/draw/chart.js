// Charts: a frame with numbered axes, lines and stacked columns to draw in it, and a legend. A series is a class that
// css/chart.css gives a colour and a dash; a texture or a dash tells it apart where colours do not.
import { h, s } from './vdom.js';

/** @typedef {import('./vdom.js').Kid} Kid */
/** @typedef {{at: number, label: string | number}} Tick */
/**
 * Where values are in the coordinates of the drawing, and how high that is.
 * @typedef {{x: (value: number) => number, y: (value: number) => number, high: number}} Scale
 */
/**
 * @typedef {object} Chart
 * @property {string} cls of the drawing
 * @property {string} label the chart in words, with its figures: all that a screen reader says
 * @property {[number, number]} size of the drawing
 * @property {[number, number]} x the values at its left and right edge
 * @property {[number, number]} y the values at its bottom and top edge
 * @property {[number, number]} [margin] room above and below these, for words
 * @property {Tick[]} xTicks
 * @property {Tick[]} yTicks
 * @property {boolean} [stretch] whether the drawing fills its box, whatever the shape of that; it has no words then
 * @property {Kid} legend
 * @property {(x: number) => void} [onPick] called with the value of x at which the chart was clicked
 */

/**
 * Round numbers in a range, in about so many steps.
 * @param {number} from @param {number} to @param {number} steps
 */
export function roundNumbers(from, to, steps) {
  const least = (0.75 * (to - from)) / steps;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((n) => n * power >= least) ?? 10);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** @param {string} cls @param {(tick: Tick) => Record<string, string>} place @param {Tick[]} ticks */
const axis = (cls, place, ticks) =>
  h(
    'div',
    { class: `axis ${cls}`, 'aria-hidden': 'true' },
    ticks.map((tick) => h('span', { style: place(tick) }, tick.label)),
  );

/** A chart. What is drawn in it is made of the scale. @param {Chart} about @param {(scale: Scale) => Kid} draw */
export function chart({ cls, label, size, x, y, margin = [0, 0], xTicks, yTicks, stretch, legend, onPick }, draw) {
  const [wide, high] = size;
  const [above, below] = margin;
  const across = (/** @type {number} */ value) => (value - x[0]) / (x[1] - x[0]);
  const down = (/** @type {number} */ value) => (y[1] - value) / (y[1] - y[0]);
  const scale = {
    x: (/** @type {number} */ value) => wide * across(value),
    y: (/** @type {number} */ value) => above + (high - above - below) * down(value),
    high,
  };
  const percent = (/** @type {number} */ part) => `${(100 * part).toFixed(2)}%`;
  return h(
    'figure',
    { class: 'chart' },
    h(
      'div',
      { class: 'plot' },
      axis('y', ({ at }) => ({ top: percent(scale.y(at) / high) }), yTicks),
      s(
        'svg',
        {
          class: cls,
          viewBox: `0 0 ${wide} ${high}`,
          preserveAspectRatio: stretch ? 'none' : null,
          role: 'img',
          'aria-label': label,
          onclick: onPick
            ? (/** @type {MouseEvent} */ e) => {
                const box = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
                onPick(x[0] + ((e.clientX - box.left) / box.width) * (x[1] - x[0]));
              }
            : null,
        },
        yTicks.map(({ at }) => s('path', { class: at ? 'grid' : 'zero', d: `M0 ${scale.y(at)}H${wide}` })),
        draw(scale),
      ),
      xTicks.length ? axis('x', ({ at }) => ({ left: percent(across(at)) }), xTicks) : null,
    ),
    h('figcaption', null, legend),
  );
}

/** A line through points. @param {Scale} scale @param {string} cls @param {[number, number][]} points */
export const line = ({ x, y }, cls, points) =>
  s('path', {
    class: `series ${cls}`,
    d: points.map((p, i) => `${i ? 'L' : 'M'}${x(p[0]).toFixed(1)} ${y(p[1]).toFixed(1)}`).join(''),
  });

/** A line across the chart, at a value of x. @param {Scale} scale @param {string} cls @param {number} at */
export const upright = ({ x, high }, cls, at) => s('path', { class: cls, d: `M${x(at).toFixed(1)} 0V${high}` });

/** The lines of the textures, each in a square of eight. */
const TEXTURES = [
  '',
  'M0 4h8',
  'M-2 2L2-2M0 8L8 0M6 10L10 6',
  'M4 0v8',
  'M3 4a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  'M-2 6L2 10M0 0L8 8M6-2L10 2',
];
TEXTURES.push(`${TEXTURES[1]}${TEXTURES[3]}`, `${TEXTURES[2]}${TEXTURES[5]}`);

/** What the textures of a drawing refer to. */
export const textures = () =>
  s(
    'defs',
    null,
    TEXTURES.map((d, i) =>
      s(
        'pattern',
        { id: `texture-${i}`, class: 'texture', width: 8, height: 8, patternUnits: 'userSpaceOnUse' },
        s('path', { d }),
      ),
    ),
  );

/**
 * A part of a column.
 * @typedef {{name: string, cls: string, texture: number, value: number, title: string}} Part
 */

/**
 * Parts on top of each other: what is positive stands on zero, what is negative hangs below it.
 * @param {Scale} scale @param {number} at @param {number} wide in the coordinates of the drawing @param {Part[]} parts
 */
export function column({ x, y }, at, wide, parts) {
  const left = x(at) - wide / 2;
  let [up, down] = [0, 0];
  return parts.map(({ cls, texture, value, title }) => {
    const top = y(value > 0 ? (up += value) : down) + (value > 0 ? 0 : 1);
    if (value < 0) down += value;
    // A hair of paper is left between two parts.
    const box = { x: left, y: top, width: wide, height: Math.max(0, y(0) - y(Math.abs(value)) - 1), rx: 2 };
    return [
      s('rect', { ...box, class: `part ${cls}`, 'data-points': value }, s('title', null, title)),
      s('rect', { ...box, fill: `url(#texture-${texture})`, class: 'over' }),
    ];
  });
}

/** A series in a legend. @param {string} cls @param {Kid} sample @param {Kid} words */
const key = (cls, sample, words) =>
  h(
    'span',
    { class: `key ${cls}`, key: cls },
    s('svg', { viewBox: '0 0 24 12', 'aria-hidden': 'true' }, sample),
    h('span', null, words),
  );

/** A line's place in the legend. @param {string} cls @param {Kid} words */
export const lineKey = (cls, words) => key(cls, s('path', { class: `series ${cls}`, d: 'M0 6H24' }), words);

/** A part's. @param {Pick<Part, 'cls' | 'texture'>} part @param {Kid} words */
export const partKey = ({ cls, texture }, words) =>
  key(
    cls,
    [
      s('rect', { class: `part ${cls}`, width: 24, height: 12, rx: 2 }),
      s('rect', { fill: `url(#texture-${texture})`, width: 24, height: 12 }),
    ],
    words,
  );
