// The payment that is proposed, and another one by clicking at what lies in storage.
import { state } from '../state.js';

/**
 * @typedef {import('../../types.js').Payment} Payment
 * @typedef {{tile: string} | {expansion: string} | 'joker'} Coin
 */

/** The payments for what is being placed, the cheapest first. @returns {Payment[]} */
export function payments() {
  const { pick, choices } = state.game;
  const among = pick.type === 'place' ? choices?.place : pick.type === 'expand' ? choices?.expand : undefined;
  const choice = among?.find((p) => 'kind' in pick && p.kind === pick.kind);
  return choice && !choice.reason ? choice.payments : [];
}

/** The payment that is proposed now. @returns {Payment | null} */
export function proposed() {
  const { pick } = state.game;
  return pick.type === 'place' || pick.type === 'expand' ? (payments()[pick.pay] ?? null) : null;
}

/** How often a payment has something. @param {Payment} pay @param {Coin} coin */
const count = (pay, coin) =>
  coin === 'joker'
    ? pay.jokers
    : 'tile' in coin
      ? pay.tiles.filter((k) => k === coin.tile).length
      : pay.expansions.filter((k) => k === coin.expansion).length;

/** How much two payments have in common. @param {Payment} a @param {Payment} b */
const likeness = (a, b) =>
  [...new Set(a.tiles)].reduce((sum, tile) => sum + Math.min(count(a, { tile }), count(b, { tile })), 0) +
  [...new Set(a.expansions)].reduce(
    (sum, x) => sum + Math.min(count(a, { expansion: x }), count(b, { expansion: x })),
    0,
  ) +
  Math.min(a.jokers, b.jokers);

/** Whether this could be part of a payment for what is being placed. @param {Coin} coin */
export const pays = (coin) => payments().some((pay) => count(pay, coin) > 0);

/**
 * The number of the payment that has one more of this, or one less, and otherwise stays as much as it is.
 * @param {Coin} coin @param {boolean} more @returns {number | null}
 */
export function otherPayment(coin, more) {
  const all = payments();
  const now = proposed();
  if (!now) return null;
  const fits = (/** @type {Payment} */ pay) =>
    more ? count(pay, coin) > count(now, coin) : count(pay, coin) < count(now, coin);
  const best = all.filter(fits).sort((a, b) => likeness(b, now) - likeness(a, now))[0];
  return best ? all.indexOf(best) : null;
}
