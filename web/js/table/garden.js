// A garden: its ground, what stands in it, and what could.
import { cellNames } from '../a11y/labels.js';
import { expansion, numeral, outline, put, tile } from '../draw/art.js';
import * as hex from '../draw/hex.js';
import { state } from '../state.js';
import * as text from '../words/text.js';
import { classes, keep, s } from '../draw/vdom.js';

/**
 * @typedef {import('../../types.js').PlayerView} PlayerView
 * @typedef {import('../draw/vdom.js').Kid} Kid
 * @typedef {[number, number]} Cell
 * @typedef {{cell: Cell, rounds: number, groups: number, jokers: number, best: boolean, pale: boolean}} Gold
 */

/**
 * What is laid over a garden. A `grid` can be gone over cell by cell, the others are pictures.
 * @typedef {{
 * grid?: boolean, placing?: boolean, golds?: Gold[], ghost?: {kind: string, cell: Cell} | null, terrace?:
 * {kind: string | null, area: number, petal: number} | null,
 *   areas?: {area: number, label: string, on: boolean}[], pay?: Kid[] | null, payAt?: Cell | null,
 *   groups?: {attribute: string | number, cells: Cell[]}[],
 *   blocked?: Cell[], denied?: Cell | null, fresh?: string[], lit?: Set<string> | null,
 *   onCell?: (cell: Cell) => void, onArea?: (area: number) => void, onWheel?: (up: boolean) => void,
 * }} Over
 */

/** What a golden space shows. @param {Gold} g @returns {Kid[]} */
function gold(g) {
  const [x, y] = hex.position(g.cell);
  const points = g.rounds + g.groups;
  const label = points > 0 ? `+${points}` : '';
  return [
    s('path', { class: 'reach', d: outline(x, y, 50) }),
    put('glow', x, y),
    s('path', { class: 'edge', d: outline(x, y, 46) }),
    label
      ? s('text', { x, y: g.jokers ? y - 6 : y + 10, class: 'gain' }, label)
      : g.jokers
        ? null
        : s('circle', { cx: x, cy: y, r: 6, class: 'dot' }),
    g.jokers
      ? [
          put('joker', x - (g.jokers > 1 ? 11 : 0), y + (label ? 19 : 0), label ? 0.36 : 0.55),
          g.jokers > 1 ? s('text', { x: x + 14, y: y + (label ? 26 : 8), class: 'times' }, `×${g.jokers}`) : null,
        ]
      : null,
  ];
}

/** The garden's label for screen readers. @param {PlayerView} player @param {string} name */
function describe(player, name) {
  const hexes = player.garden.map((x) => `${text.kind(x.kind)} (${text.cell(x.cell)})`);
  return `${text.t('web.garden_of', { name })}. ${hexes.length ? `${hexes.join(', ')}.` : text.t('web.garden_empty')}`;
}

/**
 * What can be surrounded, with what that brings.
 * @param {'fountain' | 'statue' | 'bench'} name @param {readonly number[]} at @param {Set<string> | null} lit
 */
function feature(name, at, lit) {
  const n = state.game.table?.rules.jokers[name];
  const [x, y] = hex.position(/** @type {Cell} */ (at));
  return s(
    'g',
    { key: `feature-${hex.name(at)}`, class: lit && !lit.has(hex.name(at)) ? 'dim' : null },
    s(
      'title',
      null,
      n === undefined
        ? text.capital(text.t(`feature.${name}`))
        : `${text.capital(text.t(`feature.${name}`))}: ${text.t('count.jokers', { n })}`,
    ),
    put(name, x, y),
  );
}

/** How large a hexagon of a garden is: a printed one has a rim. @param {PlayerView['garden'][number]} x */
const sizeOf = (x) => (x.printed ? 0.95 : 1);

/** Ground and hexagons, for the eye: what only a move changes. @param {PlayerView} player @param {Over} over */
function standing(player, over) {
  const fresh = new Set(over.fresh ?? []);
  const lit = over.lit ?? null;
  const hexes = [...player.garden].sort((a, b) => a.cell[1] - b.cell[1]);
  return s(
    'g',
    { key: 'standing', 'aria-hidden': 'true' },
    put('ground', 0, 0, 1, { key: 'ground' }),
    player.areas.map((a) => {
      const piece = a.ground === 'free' ? 'parterre' : a.ground === 'down' ? 'expansion-back' : 'expansion-front';
      return s(
        'g',
        {
          key: `area-${a.area}`,
          class: 'area',
          'data-spot': `area-${player.seat}-${a.area}`,
          'data-area': a.area,
          onclick: a.ground === 'free' && over.onArea ? () => over.onArea?.(a.area) : null,
        },
        put(piece, ...hex.position(hex.centre(a.area))),
      );
    }),
    hex.FIGURES.map((c, i) => feature(i % 2 ? 'bench' : 'statue', c, lit)),
    feature('fountain', [0, 0], null),
    hexes.map((x) => {
      const at = hex.name(x.cell);
      const [px, py] = hex.position(x.cell);
      return s(
        'g',
        {
          key: `hex-${at}`,
          class: `hex${fresh.has(at) ? ' fresh' : ''}${lit ? (lit.has(at) ? ' lit' : ' dim') : ''}`,
          'data-spot': `garden-${player.seat}-${at}`,
        },
        s('title', null, `${text.capital(text.kind(x.kind))} (${text.cell(x.cell)})`),
        tile(x.kind, px, py, sizeOf(x), fresh.has(at) || lit?.has(at)),
      );
    }),
    lit
      ? player.areas
          .filter((a) => a.ground === 'up' && lit.has(hex.name(a.centre)))
          .map((a) => put('chosen', ...hex.position(a.centre)))
      : null,
  );
}

/** The areas that could be chosen, and the one that is. @param {Over} over */
const marks = (over) =>
  (over.areas ?? []).map((mark) => {
    const [x, y] = hex.position(hex.centre(mark.area));
    const laid = over.terrace && over.terrace.area === mark.area ? over.terrace : null;
    return s(
      'g',
      {
        key: `mark-${mark.area}`,
        class: `area open${mark.on ? ' on' : ''}`,
        'aria-hidden': 'true',
        onclick: () => over.onArea?.(mark.area),
      },
      s('circle', { cx: x, cy: y, r: 121, class: laid ? 'ring laid' : 'ring' }),
      laid
        ? s(
            'g',
            { class: 'ghost' },
            laid.kind === null ? put('expansion-back', x, y) : expansion(laid.kind, laid.petal, x, y),
          )
        : mark.label
          ? s(
              'g',
              { class: 'price' },
              s('rect', { x: x - 44, y: y - 24, width: 88, height: 48, rx: 24 }),
              s('text', { x, y: y + 10 }, mark.label),
            )
          : null,
    );
  });

/**
 * Every cell, row by row, to be gone over, heard and chosen; what is golden shows what it would bring.
 * @param {PlayerView} player @param {string} name @param {Over} over
 */
function grid(player, name, over) {
  const called = cellNames(player, over);
  const taken = new Set(player.garden.map((x) => hex.name(x.cell)));
  const golds = new Map((over.golds ?? []).map((g) => [hex.name(g.cell), g]));
  const spaces = new Set(hex.spaces(player.areas).map(hex.name));
  const free = new Map(
    player.areas.filter((a) => a.ground === 'free').map((a) => [hex.name(hex.centre(a.area)), a.area]),
  );
  const all = new Map(
    [...hex.stops(player.areas), ...(over.golds ?? []).map((g) => g.cell)].map((c) => [hex.name(c), c]),
  );
  const cells = [...all.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const one = (/** @type {Cell} */ cell) => {
    const at = hex.name(cell);
    const [x, y] = hex.position(cell);
    const golden = golds.get(at);
    const area = golden ? undefined : free.get(at);
    const open = area !== undefined && over.areas?.some((a) => a.area === area);
    const picked = over.ghost && hex.same(over.ghost.cell, cell);
    const click =
      area !== undefined
        ? over.onArea && (() => over.onArea?.(area))
        : (golden || spaces.has(at)) && over.onCell
          ? () => over.onCell?.(cell)
          : null;
    return s(
      'g',
      {
        key: `cell-${at}`,
        class: classes('cell', golden && 'gold', golden?.best && 'best', golden?.pale && 'pale', open && 'target'),
        role: 'gridcell',
        tabindex: '-1',
        'data-stop': at,
        'data-cell': at,
        'data-spot': taken.has(at) ? null : `garden-${player.seat}-${at}`,
        'aria-label': called(cell),
        'aria-selected': picked ? 'true' : null,
        'aria-disabled': over.placing && !golden && !picked ? 'true' : null,
        onclick: click ?? null,
      },
      golden ? gold(golden) : null,
      // What can be pointed at although nothing is to be had there: the reason is told.
      !golden && area === undefined
        ? s('path', { class: !click ? 'named' : taken.has(at) ? 'pane' : 'hit', d: outline(x, y) })
        : null,
      area === undefined
        ? s('path', { class: 'focus-ring', d: outline(x, y, 46) })
        : s('circle', { class: 'focus-ring', cx: x, cy: y, r: 121 }),
    );
  };
  return s(
    'g',
    { key: 'cells', role: 'grid', 'aria-label': text.t('web.garden_of', { name }), 'data-zone': 'garden' },
    [...new Set(cells.map((c) => c[1]))].map((r) =>
      s('g', { key: `row-${r}`, role: 'row' }, cells.filter((c) => c[1] === r).map(one)),
    ),
  );
}

/** @param {PlayerView} player @param {string} name @param {Over} [over] @param {Record<string, any>} [props] */
export function garden(player, name, over = {}, props = {}) {
  const { pick, choices, typing } = state.game;
  return s(
    'svg',
    {
      class: 'garden',
      viewBox: '-436 -436 872 872',
      role: over.grid ? 'presentation' : 'img',
      'aria-label': over.grid ? null : describe(player, name),
      'data-garden': player.seat,
      onwheel: over.onWheel
        ? (/** @type {WheelEvent} */ e) => {
            e.preventDefault();
            over.onWheel?.(e.deltaY > 0);
          }
        : null,
      ...props,
    },
    keep(
      `garden-${player.seat}-${over.onArea ? 'own' : 'seen'}`,
      [player, over.onArea, over.lit, over.fresh?.join(' ')],
      () => standing(player, over),
    ),
    // A layer of its own: what changes here does not have the garden painted anew.
    over.groups?.length
      ? keep(`groups-${player.seat}`, [over.groups], () => fences(over.groups ?? [], player.garden))
      : null,
    s(
      'g',
      { class: 'over', key: 'over' },
      marks(over),
      over.grid
        ? keep(
            `grid-${player.seat}-${over.onCell ? 'own' : 'seen'}`,
            [player, name, pick, choices, typing, over.onCell, Boolean(over.golds), Boolean(over.areas)],
            () => grid(player, name, over),
          )
        : null,
      s(
        'g',
        { key: 'above', class: 'above', 'aria-hidden': 'true' },
        over.ghost
          ? s('g', { class: 'ghost', key: 'ghost' }, tile(over.ghost.kind, ...hex.position(over.ghost.cell), 1, true))
          : null,
        (over.blocked ?? []).map((c) => put('blocked', ...hex.position(c), 1.02, { class: 'in-the-way' })),
        over.denied
          ? s('path', { class: 'denied', key: 'denied', d: outline(...hex.position(over.denied), 44) })
          : null,
        over.pay && over.payAt ? chip(over.pay, over.payAt) : null,
      ),
    ),
  );
}

/**
 * A line around each group: those of a colour outside, those of a pattern within. The numerals stay in sight.
 * @param {NonNullable<Over['groups']>} groups @param {PlayerView['garden']} hexes
 */
function fences(groups, hexes) {
  return s(
    'g',
    { class: 'fences', key: 'fences', 'aria-hidden': 'true' },
    groups.map(({ attribute, cells }) => {
      const mine = new Set(cells.map(hex.name));
      const colour = typeof attribute === 'string';
      const path = cells.map((c) => {
        const [x, y] = hex.position(c);
        return hex.DIRECTIONS.map((d, i) =>
          mine.has(hex.name(hex.add(c, d)))
            ? ''
            : `M${hex.corner(x, y, i, colour ? 46 : 36)}L${hex.corner(x, y, i + 1, colour ? 46 : 36)}`,
        ).join('');
      });
      return s('path', { class: colour ? 'fence' : 'fence pattern', d: path.join('') });
    }),
    hexes.map((x) => numeral(x.kind, ...hex.position(x.cell), sizeOf(x))),
  );
}

/** What would pay, beside the target. @param {Kid[]} items @param {Cell} at */
function chip(items, at) {
  const [x, y] = hex.position(at);
  const wide = items.length * 42 + 20;
  const left = x > 150 ? x - 52 - wide : x + 52;
  return s(
    'g',
    { class: 'chip', key: 'chip', transform: `translate(${left} ${y - 27})` },
    s('rect', { width: wide, height: 54, rx: 16 }),
    items.map((item, i) => s('g', { transform: `translate(${31 + i * 42} 27) scale(.42)` }, item)),
  );
}
