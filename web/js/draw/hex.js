// Where the cells of a garden lie: geometry only, no rules.

/** @typedef {[number, number]} Cell */

/** The six directions, counter-clockwise from the east. @type {Cell[]} */
export const DIRECTIONS = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];

/** From the middle of a cell to that of its neighbour, a cell being 100 units high. */
export const STEP = 86.6025;

/** @param {readonly [number, number] | number[]} cell @returns {[number, number]} */
export const position = ([q, r]) => [STEP * (q + r / 2), 75 * r];

/**
 * The corner of a cell before its side in a direction, as a point of a path.
 * @param {number} x @param {number} y @param {number} direction @param {number} r
 */
export const corner = (x, y, direction, r) => {
  const angle = ((30 - 60 * direction) * Math.PI) / 180;
  return `${(x + r * Math.cos(angle)).toFixed(1)} ${(y + r * Math.sin(angle)).toFixed(1)}`;
};

/** @param {readonly number[]} a @param {readonly number[]} b @returns {Cell} */
export const add = (a, b) => [a[0] + b[0], a[1] + b[1]];

/** @param {readonly number[]} cell */
export const name = (cell) => `${cell[0]},${cell[1]}`;

/** @param {readonly number[]} a @param {readonly number[]} b */
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The centre of an area. @param {number} area @returns {Cell} */
export const centre = (area) => [3 * DIRECTIONS[area][0], 3 * DIRECTIONS[area][1]];

/** The cell of an area's petal. @param {number} area @param {number} petal @returns {Cell} */
export const petalCell = (area, petal) => add(centre(area), DIRECTIONS[petal]);

/** The cells with statues (even) and benches (odd). @type {Cell[]} */
export const FIGURES = DIRECTIONS.map((d, i) => add(d, DIRECTIONS[(i + 1) % 6]));

/** The area in which a cell lies and its petal there (6: the centre); nothing for the fountain board.
 * @param {readonly number[]} cell @returns {{area: number, petal: number} | null} */
export function inArea(cell) {
  for (let area = 0; area < 6; area += 1) {
    if (same(cell, centre(area))) return { area, petal: 6 };
    for (let petal = 0; petal < 6; petal += 1) if (same(cell, petalCell(area, petal))) return { area, petal };
  }
  return null;
}

/** The spaces of a garden by what lies on its areas, those by the fountain first.
 * @param {{area: number, ground: string}[]} areas @returns {Cell[]} */
export function spaces(areas) {
  /** @type {Cell[]} */
  const all = [...DIRECTIONS];
  for (const { area, ground } of areas) {
    if (ground === 'free') continue;
    if (ground === 'down') all.push(centre(area));
    for (let petal = 0; petal < 6; petal += 1) all.push(petalCell(area, petal));
  }
  return all;
}

/**
 * Which of these cells an arrow leads to: along the row, or into the next row that has one, there as near as can be to
 * a column.
 * @param {readonly Cell[]} cells @param {Cell} from @param {[number, number]} arrow @param {number} column
 * @returns {Cell | null}
 */
export function towards(cells, from, [dx, dy], column) {
  const way = (/** @type {Cell} */ c) => (dx ? (c[0] - from[0]) * dx : (c[1] - from[1]) * dy);
  const ahead = cells.filter((c) => way(c) > 0 && (dy || c[1] === from[1]));
  const near = Math.min(...ahead.map(way));
  const aside = (/** @type {Cell} */ c) => Math.abs(position(c)[0] - column);
  return ahead.filter((c) => way(c) === near).sort((a, b) => aside(a) - aside(b) || b[0] - a[0])[0] ?? null;
}

/** Every cell of a garden that can be gone to: the spaces, what they surround, and the middle of each free area.
 * @param {{area: number, ground: string}[]} areas @returns {Cell[]} */
export const stops = (areas) => [
  [0, 0],
  ...FIGURES,
  ...areas.filter((a) => a.ground !== 'down').map((a) => centre(a.area)),
  ...spaces(areas),
];
