// An action that a bot proposes: in words, as a picture, and as what would have to be picked for it.
import { attributePiece, expansionIcon, icon, tileIcon } from '../draw/art.js';
import * as text from '../words/text.js';

/**
 * @typedef {import('../../types.js').Action} Action
 * @typedef {import('../../types.js').Payment} Payment
 * @typedef {import('../../types.js').Pick} Pick
 */

const { t } = text;

/** What it does, as part of a sentence. @param {Action} action */
export function actionLabel(action) {
  if ('acquire' in action) return t('action.label.acquire', { attribute: text.attribute(action.acquire) });
  if ('place' in action)
    return t('action.label.place', { kind: text.kind(action.place), cell: text.cell(action.cell) });
  if ('expand' in action)
    return t('action.label.expand', { kind: text.kind(action.expand), area: text.area(action.area) });
  return t('buy' in action ? 'action.label.buy' : 'action.label.pass');
}

/** @param {Action} action */
export function picture(action) {
  if ('acquire' in action) return icon(attributePiece(action.acquire));
  if ('place' in action) return tileIcon(action.place);
  if ('expand' in action) return expansionIcon(action.expand);
  return 'buy' in action ? icon('expansion-back') : null;
}

/** @param {Payment[]} of @param {Payment} pay */
function index(of, pay) {
  const same = (/** @type {Payment} */ p) => JSON.stringify([p.tiles, p.expansions, p.jokers]);
  return Math.max(
    0,
    of.findIndex((p) => same(p) === same(pay)),
  );
}

/**
 * What would have to be picked for this action.
 * @param {Action} action @param {import('../../types.js').Choices} choices
 * @param {import('../../types.js').PlayerView} me whose storage is paid from
 * @returns {Pick}
 */
export function pickOf(action, choices, me) {
  if ('acquire' in action) {
    const [{ kind, from, whole }] = action.take;
    return { type: 'acquire', attribute: action.acquire, take: action.take, at: { kind, from, whole: Boolean(whole) } };
  }
  if ('place' in action) {
    const { place: kind, cell, pay } = action;
    const payments = choices.place.find((p) => p.kind === kind)?.payments ?? [];
    return { type: 'place', kind, cell, pay: index(payments, pay) };
  }
  if ('expand' in action) {
    const { expand: kind, area, petal, pay } = action;
    const payments = choices.expand.find((p) => p.kind === kind)?.payments ?? [];
    return { type: 'expand', kind, area, petal, pay: index(payments, pay) };
  }
  if ('buy' in action) return { type: 'buy', area: action.buy };
  const places = (/** @type {string[]} */ stored, /** @type {string[]} */ gone) => {
    const rest = [...gone];
    return stored.flatMap((kind, i) => (rest.includes(kind) && rest.splice(rest.indexOf(kind), 1) ? [i] : []));
  };
  return {
    type: 'pass',
    tiles: places(me.tiles, action.pass.tiles ?? []),
    expansions: places(me.expansions, action.pass.expansions ?? []),
  };
}
