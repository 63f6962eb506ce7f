// What would be taken from the display, whether it fits, and what is seen after it: read off the display, no rules.
import { players, state } from '../state.js';

/**
 * @typedef {import('../../types.js').CopyRef} Copy
 * @typedef {import('../../types.js').Attribute} Attribute
 * @typedef {import('../../../crates/wire/wire.js').AcquireChoice} AcquireChoice
 */

/** @param {Copy} a @param {Copy} b */
export const sameCopy = (a, b) => a.kind === b.kind && a.from === b.from && Boolean(a.whole) === Boolean(b.whole);

/** The two attributes of a kind. @param {string} kind @returns {Attribute[]} */
export const attributesOf = (kind) => [/** @type {Attribute} */ (kind[0]), /** @type {Attribute} */ (Number(kind[1]))];

/** What can be done by an attribute now. @param {Attribute} attribute @returns {AcquireChoice | undefined} */
export const choiceOf = (attribute) => state.game.choices?.acquire.find((a) => a.attribute === attribute);

/**
 * What choosing an attribute at this hexagon takes: a set with it, if there is one.
 * @param {Attribute} attribute @param {Copy} at
 */
export function takeAt(attribute, at) {
  const takes = choiceOf(attribute)?.takes ?? [];
  return takes.find((take) => take.some((c) => sameCopy(c, at))) ?? takes[0] ?? null;
}

/** Whether colour and pattern take the same there, so that there is nothing to choose. @param {Copy} at */
export function oneWay(at) {
  const [colour, pattern] = attributesOf(at.kind).map((a) => takeAt(a, at));
  return Boolean(
    colour && pattern && colour.length === pattern.length && colour.every((c) => pattern.some((d) => sameCopy(c, d))),
  );
}

/**
 * What would be taken if this copy were taken instead of another of its kind; nothing where that does not fit.
 * @param {{attribute: Attribute, take: Copy[]}} pick @param {Copy} copy @returns {Copy[] | null}
 */
export function withCopy(pick, copy) {
  // A tile for the same tile elsewhere needs no other room: that goes also where there are more sets of copies than
  // the server lists.
  const twin = pick.take.findIndex((c) => c.kind === copy.kind && Boolean(c.whole) === Boolean(copy.whole));
  if (twin >= 0) return pick.take.map((c, i) => (i === twin ? { ...c, from: copy.from } : c));
  // Otherwise the set that has it and differs least.
  const likeness = (/** @type {Copy[]} */ take) => take.filter((c) => pick.take.some((d) => sameCopy(c, d))).length;
  const takes = choiceOf(pick.attribute)?.takes ?? [];
  return (
    takes.filter((take) => take.some((c) => sameCopy(c, copy))).sort((a, b) => likeness(b) - likeness(a))[0] ?? null
  );
}

/** The places that are still free in our storage after taking this. @param {Copy[]} take */
export function roomAfter(take) {
  const { choices, table } = state.game;
  const me = players()[choices?.seat ?? 0];
  const whole = take.filter((c) => c.whole).length;
  return {
    tiles: (table?.rules.tile_places ?? 0) - me.tiles.length - me.jokers - (take.length - whole),
    expansions: (table?.rules.expansion_places ?? 0) - me.expansions.length - whole,
  };
}

/**
 * What taking this shows to everybody: whether tiles are drawn, whether those were the stack's last, and how many
 * expansions lie empty then and are turned up.
 * @param {Copy[]} take @returns {{draws: boolean, ends: boolean, turns: number}}
 */
export function reveals(take) {
  const view = state.game.table?.state;
  if (!view) return { draws: false, ends: false, turns: 0 };
  const { slots, top } = view.display;
  const tiles = take.filter((c) => !c.whole);
  const left = (/** @type {typeof slots[number]} */ x) =>
    x.tiles.length - tiles.filter((c) => c.from === x.slot).length;
  const emptied = slots.filter((x) => x.tiles.length > 0 && left(x) === 0).length;
  const below = slots.filter((x) => x.face === 'stack').length - 1;
  const fromTop = tiles.some((c) => c.from === top);
  const dry = [view.bag, view.tower].every((of) => Object.values(of).every((n) => n === 0));
  // Without tiles to draw, the rest of the stack is spread out face up.
  const spread = fromTop && dry ? below : 0;
  return { draws: fromTop && below > 0 && !dry, ends: fromTop && below === 0, turns: emptied + spread };
}
