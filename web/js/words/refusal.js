// Why something is not possible, in words, and the hexagons that are in the way.
import { seatName } from './names.js';
import { rulesError } from '../pages/rules.js';
import * as text from './text.js';

/**
 * @typedef {import('../../types.js').Explanation} Explanation
 * @typedef {import('../../types.js').Cell} Cell
 */

const { t } = text;

/** @param {Explanation} why @returns {string} */
export function reasonText(why) {
  switch (why.code) {
    case 'not_your_turn':
      return t('refusal.not_your_turn', { name: seatName(why.data.turn) });
    case 'nothing_on_offer':
      return t('refusal.nothing_on_offer', { attribute: text.attribute(why.data.attribute) });
    case 'copy_missing':
      return t('refusal.copy_missing', { kinds: text.list(why.data.kinds.map(text.kind)) });
    case 'taken_twice':
      return t('refusal.taken_twice', { kind: text.kind(why.data.kind) });
    case 'wrong_attribute':
      return t('refusal.wrong_attribute', {
        kind: text.kind(why.data.kind),
        attribute: text.attribute(why.data.attribute),
      });
    case 'not_on_offer':
      return t('refusal.not_on_offer', { thing: text.thing(why.data.kind, why.data.whole), place: why.data.from + 1 });
    case 'no_room':
      return t('refusal.no_room', { places: places(why.data) });
    case 'not_in_storage':
      return t('refusal.not_in_storage', { things: text.payment(why.data) });
    case 'no_such_space':
      return t('refusal.no_such_space', { cell: text.cell(why.data.cell) });
    case 'space_taken':
      return t('refusal.space_taken', { cell: text.cell(why.data.cell), kind: text.kind(why.data.by) });
    case 'no_matching_neighbour':
      return t('refusal.no_matching_neighbour', {
        kind: text.kind(why.data.kind),
        cells: text.cells(why.data.neighbours),
        n: why.data.neighbours.length,
      });
    case 'kind_twice':
      return t(why.data.copies.length > 1 ? 'refusal.kind_twice_joined' : 'refusal.kind_twice', {
        attribute: text.attribute(why.data.attribute),
        kind: text.kind(why.data.twice),
        copies: text.cells(why.data.copies),
      });
    case 'wrong_price':
      return why.data.cost === 1
        ? t('refusal.price_is_itself', { kind: text.kind(why.data.kind) })
        : t('refusal.wrong_price', {
            kind: text.kind(why.data.kind),
            cost: why.data.cost,
            n: why.data.cost - 1,
            paid: why.data.paid,
          });
    case 'mixed_payment':
      return t('refusal.mixed_payment', {
        kind: text.kind(why.data.kind),
        kinds: text.list(why.data.kinds.map(text.kind)),
      });
    case 'identical_in_payment':
      return t('refusal.identical_in_payment', { kinds: text.list(why.data.kinds.map(text.kind)) });
    case 'cannot_pay':
      return t('refusal.cannot_pay', { kind: text.kind(why.data.kind), cost: why.data.cost, n: why.data.missing });
    case 'area_taken':
      return t('refusal.area_taken', { area: text.area(why.data.area) });
    case 'too_few_points':
      return t('refusal.too_few_points', { points: why.data.points, needed: why.data.needed });
    case 'game_over':
    case 'awaiting_chance':
    case 'supply_empty':
      return t(`refusal.${why.code}`);
  }
}

/** @param {{tiles: number, expansions: number}} missing */
function places({ tiles, expansions }) {
  const items = [];
  if (tiles > 0) items.push(t('count.tile_places', { n: tiles }));
  if (expansions > 0) items.push(t('count.expansion_places', { n: expansions }));
  return text.list(items);
}

/** The hexagons in the way. @param {Explanation} why @returns {Cell[]} */
export function inTheWay(why) {
  if (why.code === 'no_matching_neighbour') return why.data.neighbours;
  if (why.code === 'kind_twice') return why.data.copies;
  if (why.code === 'space_taken') return [why.data.cell];
  return [];
}

/** What the rule book is asked about an error: its code, where that is a reason of the rules. @param {string} code */
export const ruleOf = (code) => (text.has(`refusal.${code}`) ? code : null);

/** Why a text is no move. @param {any} data what the server says of it */
function unread({ expected, words, found, kind, choices }) {
  if (kind) return t('web.expected.which', { kind: text.kind(kind), choices });
  if (!expected) return t('web.expected.impossible');
  const named = words.join(', ');
  const what = expected === 'word' ? named : t(`web.expected.${expected}`, { words: named });
  return found === undefined ? t('web.expected.ended', { what }) : t('web.expected.found', { found, what });
}

/** Any error of the server's, in words. @param {import('../../types.js').Problem} error */
export function errorText(error) {
  if (error.code === 'bad_options') {
    const rules = rulesError(error.data);
    if (rules) return rules;
    const key = `web.error.options_${/** @type {{field?: string}} */ (error.data ?? {}).field}`;
    if (text.has(key)) return t(key);
  }
  if (error.code === 'bad_name' && /** @type {{bot?: boolean}} */ (error.data ?? {}).bot)
    return t('web.error.bad_name_bot');
  if (text.has(`refusal.${error.code}`))
    return reasonText(/** @type {any} */ ({ code: error.code, data: error.data ?? {} }));
  if (error.code === 'bad_notation') return t('web.error.bad_notation', { why: unread(error.data) });
  const key = `web.error.${error.code}`;
  return t(text.has(key) ? key : 'web.error.other', { code: error.code });
}
