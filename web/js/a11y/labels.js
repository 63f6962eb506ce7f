// The labels of cells, hexagons and places for screen readers.
import * as hex from '../draw/hex.js';
import { reasonText } from '../words/refusal.js';
import { state } from '../state.js';
import * as text from '../words/text.js';

/**
 * @typedef {import('../../types.js').PlayerView} PlayerView
 * @typedef {import('../../types.js').CopyRef} Copy
 * @typedef {import('../draw/hex.js').Cell} Cell
 * @typedef {import('../../../crates/wire/wire.js').Feature} Feature
 */

const { t } = text;

/**
 * When the wheel's points come: now, that is at the end of this round, and later. The sum is the server's; where the
 * wheel alone does not make it up, it stays a sum.
 * @param {string} kind @param {number} sum
 */
function moments(kind, sum) {
  const { table } = state.game;
  const now = table?.state?.round ?? 1;
  const [colour, pattern] = [kind[0], Number(kind[1])];
  const parts = (table?.rules.rounds ?? []).map((scored, i) => ({
    round: i + 1,
    points: scored.filter((x) => x.attribute === colour || x.attribute === pattern).reduce((a, x) => a + x.points, 0),
  }));
  const coming = parts.filter((x) => x.round >= now && x.points > 0);
  if (coming.reduce((a, x) => a + x.points, 0) !== sum) return [t('web.gain.rounds', { n: sum })];
  const said = coming.map(({ round, points }) =>
    t(round === now ? 'web.gain.now' : 'web.gain.later', { points: text.signed(points), round }),
  );
  return [said.join(', ')];
}

/**
 * What a placement would bring, part by part.
 * @param {{rounds: number, groups: number, jokers: number}} of @param {string} [kind] of what is placed
 * @returns {string[]}
 */
export function gains(of, kind = '') {
  const parts = [];
  if (of.rounds) parts.push(...(kind ? moments(kind, of.rounds) : [t('web.gain.rounds', { n: of.rounds })]));
  if (of.groups) parts.push(t('web.gain.groups', { n: of.groups }));
  if (of.jokers) parts.push(t('web.gain.jokers', { n: of.jokers }));
  return parts.length ? parts : [t('web.gain.none')];
}

/** Where a cell lies, with its coordinates where moves are written. @param {Cell} cell */
const where = (cell) => (state.game.typing ? `${text.cell(cell)} (${hex.name(cell)})` : text.cell(cell));

/** The six cells around one. @param {Cell} cell */
const around = (cell) => hex.DIRECTIONS.map((d) => hex.name(hex.add(cell, d)));

/**
 * Names for the cells of a garden: what is there, where, what it would bring, what stands beside it.
 * @param {PlayerView} player
 * @param {Pick<import('../table/garden.js').Over, 'golds' | 'areas' | 'placing'>} over
 * @returns {(cell: Cell) => string}
 */
export function cellNames(player, over) {
  const standing = new Map(player.garden.map((x) => [hex.name(x.cell), x.kind]));
  const golds = new Map((over.golds ?? []).map((g) => [hex.name(g.cell), g]));
  /** What can be surrounded: how far it is, and what it brings. */
  const feature = (/** @type {Cell} */ cell, /** @type {Feature} */ name, /** @type {string} */ what) => {
    const n = around(cell).filter((c) => standing.has(c)).length;
    const jokers = state.game.table?.rules.jokers[name];
    return jokers === undefined
      ? `${what}, ${t('web.ear.around', { n })}`
      : t('web.tip.feature', { what, around: n, jokers: t('count.jokers', { n: jokers }) });
  };
  const beside = (/** @type {Cell} */ cell) => {
    const kinds = around(cell).flatMap((c) => standing.get(c) ?? []);
    return kinds.length ? [t('web.ear.beside', { things: text.list(kinds.map(text.kind)) })] : [];
  };
  return (cell) => {
    const here = standing.get(hex.name(cell));
    if (here) return text.capital(`${text.kind(here)}, ${where(cell)}`);
    const gold = golds.get(hex.name(cell));
    if (gold) return text.capital([where(cell), ...gains(gold), ...beside(cell)].join(', '));
    const figure = hex.FIGURES.findIndex((f) => hex.same(f, cell));
    if (figure >= 0) {
      const [one, other] = [text.area(figure), text.area((figure + 1) % 6)];
      const what = t('web.ear.between', { what: text.cell(cell), one, other });
      return text.capital(feature(cell, figure % 2 ? 'bench' : 'statue', what));
    }
    if (hex.same(cell, [0, 0])) return text.capital(feature(cell, 'fountain', t('feature.fountain')));
    const area = player.areas.find((a) => hex.same(hex.centre(a.area), cell));
    if (area?.ground === 'up')
      return text.capital(feature(cell, 'pavilion', `${t('feature.pavilion')}, ${where(cell)}`));
    if (area?.ground === 'free') {
      const mark = over.areas?.find((a) => a.area === area.area);
      const number = state.game.typing ? ` (${area.area})` : '';
      return text.capital(
        `${t('web.ear.free_area', { area: text.area(area.area) })}${number}${mark?.label ? `, ${mark.label}` : ''}`,
      );
    }
    return text.capital(
      [t(over.placing ? 'web.ear.not_here' : 'web.ear.space', { cell: where(cell) }), ...beside(cell)].join(', '),
    );
  };
}

/** A hexagon on offer: what it is, and how much its colour and its pattern would take. @param {Copy} copy */
export function offerName(copy) {
  const { choices, typing } = state.game;
  const takes = (choices?.acquire ?? [])
    .filter((a) => String(a.attribute) === copy.kind[0] || String(a.attribute) === copy.kind[1])
    .map((a) => {
      const many = a.reason ? t('web.ear.not_now') : t('count.hexagons', { n: a.kinds.length });
      return `${text.attribute(a.attribute)}: ${many}`;
    });
  const at = typing ? ` (${copy.kind}@${copy.from}${copy.whole ? '!' : ''})` : '';
  return text.capital([text.thing(copy.kind, copy.whole) + at, ...takes].join(', '));
}

/**
 * An expansion of the display, or the stack.
 * @param {{slot: number, face: string}} slot @param {number} below how many lie under it
 */
export function slotName(slot, below) {
  if (slot.face === 'stack') return t('web.stack_of', { n: below });
  return t(slot.face === 'up' ? 'web.ear.face_up' : 'web.ear.face_down', { number: slot.slot + 1 });
}

/**
 * A hexagon in our storage: what it is and whether there is a place for it.
 * @param {string} kind @param {boolean} whole
 */
export function storedName(kind, whole) {
  const { choices, typing } = state.game;
  const name = text.thing(kind, whole) + (typing ? ` (${kind}${whole ? '!' : ''})` : '');
  const choice = whole ? choices?.expand.find((x) => x.kind === kind) : choices?.place.find((x) => x.kind === kind);
  if (!choice) return text.capital(name);
  const n = 'spots' in choice ? choice.spots.length : choice.cells.length;
  return text.capital(`${name}, ${choice.reason ? reasonText(choice.reason) : t('web.ear.fits', { n })}`);
}

/** A storage as a whole. @param {PlayerView} player */
export function storageName(player) {
  const { rules } = state.game.table ?? {};
  const free = Math.max(0, (rules?.tile_places ?? 12) - player.tiles.length - player.jokers);
  const parts = [
    t('count.tiles', { n: player.tiles.length }),
    t('count.jokers', { n: player.jokers }),
    t('count.expansions', { n: player.expansions.length }),
    t('web.ear.free_places', { n: free }),
  ];
  return `${text.capital(t('term.storage'))}: ${parts.join(', ')}`;
}
