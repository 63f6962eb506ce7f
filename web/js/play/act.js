// What clicks and keys do at the table: they put an action together from the document of choices, and send it.
import * as hex from '../draw/hex.js';
import { announce } from '../a11y/live.js';
import { errorText, inTheWay, reasonText, ruleOf } from '../words/refusal.js';
import { otherPayment, pays, proposed } from './pay.js';
import { settings } from '../settings/settings.js';
import { canAct, mySeats, players, redraw, state } from '../state.js';
import { attributesOf, choiceOf, oneWay, reveals, sameCopy, takeAt, withCopy } from './take.js';
import * as text from '../words/text.js';

/**
 * @typedef {import('../../types.js').CopyRef} Copy
 * @typedef {import('../../types.js').Attribute} Attribute
 * @typedef {import('../../types.js').Explanation} Explanation
 * @typedef {import('../../types.js').Cell} Cell
 */

/** @type {Pick<ReturnType<typeof import('../net/socket.js').connect>, 'send'> | null} */
let connection = null;

/** Sets the connection for commands. @param {typeof connection} to */
export const useConnection = (to) => {
  connection = to;
};

/**
 * Sends any command; a refusal is shown in words.
 * @param {import('../../types.js').Command} command
 * @returns {Promise<import('../../../crates/wire/wire.js').Reply | null>}
 */
export async function command(command) {
  if (!connection) return null;
  const answer = await connection.send(command);
  if (answer.type === 'refused') {
    state.game.sending = false;
    if (answer.error.code !== 'stale') refuse(errorText(answer.error), [], null, ruleOf(answer.error.code));
    redraw();
    return null;
  }
  return answer;
}

/** @param {string} why @param {Cell[]} cells @param {Cell | null} at @param {string | null} topic */
function refuse(why, cells, at, topic) {
  state.game.refusal = { text: why, cells, at, topic };
  announce(why);
  redraw();
}

/** @param {Explanation} reason @param {Cell | null} [at] */
function refuseFor(reason, at = null) {
  refuse(reasonText(reason), inTheWay(reason), at, reason.code);
}

/** Says why nothing can be done now; true if something can. */
function ready() {
  const g = state.game;
  if (canAct()) {
    g.refusal = null;
    return true;
  }
  const turn = g.table?.state?.turn;
  if (g.waiting > 0 || g.sending || turn === undefined || mySeats().length === 0) return false;
  if (g.table?.stage === 'over') refuseFor({ code: 'game_over' });
  else if (!mySeats().includes(turn)) refuseFor({ code: 'not_your_turn', data: { turn } });
  return false;
}

/** Whether others than we and bots sit here, or several of us at one screen. */
const withPeople = () => {
  const mine = mySeats();
  return mine.length > 1 || Boolean(state.game.table?.seats.some((x) => x.who === 'person' && !mine.includes(x.seat)));
};

/** Whether a move has to be confirmed. @param {boolean} final whether something hidden is seen after it */
function asks(final) {
  const mode = withPeople() ? settings.confirmPeople : settings.confirmBots;
  return mode === 'always' || (mode === 'final' && (final || state.game.table?.options.undo === 'never'));
}

/** Shows the move that was put together, and sends it where nothing is to be confirmed. @param {boolean} final */
function complete(final) {
  redraw();
  if (!asks(final)) void confirm();
}

/** How long what is shown at a hexagon outlasts the mouse, so that it can travel there. */
const LINGER = 320;
let timer = 0;

/** The mouse is over a hexagon of the display, or over what is shown there. @param {Copy | null} copy */
export function point(copy) {
  const g = state.game;
  const to = copy ? { kind: copy.kind, from: copy.from, whole: Boolean(copy.whole) } : null;
  clearTimeout(timer);
  const show = () => {
    g.hover = to;
    redraw();
  };
  if (to && g.hover && sameCopy(to, g.hover)) return;
  // What lies on the way to it does not take its place at once.
  if (g.hover && g.pick.type === 'none') timer = window.setTimeout(show, to ? LINGER / 2 : LINGER);
  else show();
}

/** A possibility at the hexagon is pointed at. @param {Attribute | null} attribute */
export function preview(attribute) {
  state.game.preview = attribute;
  redraw();
}

/** A hexagon of the display was chosen. @param {Copy} copy */
export function chooseOffer(copy) {
  if (!ready()) return;
  const g = state.game;
  const { pick } = g;
  if (pick.type === 'acquire') {
    if (sameCopy(copy, pick.at)) return void confirm();
    if (pick.take.some((c) => sameCopy(c, copy))) return;
    const take = withCopy(pick, copy);
    if (take) {
      g.pick = { ...pick, take };
      redraw();
      return;
    }
  }
  g.preview = null;
  if (oneWay(copy)) return take(attributesOf(copy.kind)[0], copy, true);
  g.pick = { type: 'offer', kind: copy.kind, from: copy.from, whole: Boolean(copy.whole) };
  redraw();
}

/**
 * A colour or pattern was chosen at a hexagon. Whoever had chosen the hexagon before and read there what will be seen
 * after it has confirmed it by that.
 * @param {Attribute} attribute @param {Copy} at
 */
export function chooseAttribute(attribute, at) {
  if (!ready()) return;
  const { pick } = state.game;
  if (pick.type === 'acquire' && pick.attribute === attribute) return void confirm();
  take(attribute, at, pick.type !== 'offer');
}

/** @param {Attribute} attribute @param {Copy} at @param {boolean} hasty whether this was the first click */
function take(attribute, at, hasty) {
  if (!chosen(attribute, at)) return;
  const { pick } = state.game;
  const seen = pick.type === 'acquire' ? reveals(pick.take) : null;
  complete(hasty && Boolean(seen?.draws || seen?.turns));
}

/**
 * A hexagon of the display was dropped into storage, by its colour or its pattern.
 * @param {Attribute} attribute @param {Copy} at
 */
export function dropInStorage(attribute, at) {
  if (ready()) take(attribute, at, false);
}

/** Which copies are taken is chosen one by one. @param {Attribute} attribute @param {Copy} at */
export function chooseCopies(attribute, at) {
  if (ready() && chosen(attribute, at)) redraw();
}

/** @param {Attribute} attribute @param {Copy} at @returns {boolean} whether that can be taken */
function chosen(attribute, at) {
  const choice = choiceOf(attribute);
  const set = takeAt(attribute, at);
  if (!choice || choice.reason || !set) {
    if (choice?.reason) refuseFor(choice.reason);
    return false;
  }
  const spot = { kind: at.kind, from: at.from, whole: Boolean(at.whole) };
  state.game.pick = { type: 'acquire', attribute, take: set, at: spot };
  return true;
}

/**
 * Puts something into the payment or takes it out; false if it cannot pay.
 * @param {import('./pay.js').Coin} coin @param {boolean} paid
 */
function pay(coin, paid) {
  const g = state.game;
  if ((g.pick.type !== 'place' && g.pick.type !== 'expand') || !proposed() || !pays(coin)) return false;
  const other = otherPayment(coin, !paid);
  if (other !== null) g.pick = { ...g.pick, pay: other };
  redraw();
  return true;
}

/** A joker of storage was chosen. @param {boolean} paid whether it is part of the payment */
export const chooseJoker = (paid) => {
  if (ready()) pay('joker', paid);
};

/**
 * A tile of storage was chosen.
 * @param {string} kind @param {number} index @param {boolean} [paid] whether it is part of the payment
 */
export function chooseTile(kind, index, paid = false) {
  if (!ready()) return;
  const g = state.game;
  if (g.pick.type === 'pass') {
    const on = g.pick.tiles.includes(index);
    g.pick = { ...g.pick, tiles: on ? g.pick.tiles.filter((i) => i !== index) : [...g.pick.tiles, index] };
    redraw();
  } else if (g.pick.type === 'place' && g.pick.kind === kind) drop();
  else if (!pay({ tile: kind }, paid)) pickTile(kind);
}

/** Cancels the move that is being put together. */
function drop() {
  state.game.pick = { type: 'none' };
  redraw();
}

/** Begins to place a tile. @param {string} kind */
export function pickTile(kind) {
  const g = state.game;
  g.pick = { type: 'place', kind, cell: null, pay: 0 };
  g.tab = 'garden';
  const reason = g.choices?.place.find((p) => p.kind === kind)?.reason;
  if (reason) refuseFor(reason);
  redraw();
}

/**
 * An expansion of storage was chosen.
 * @param {string} kind @param {number} index @param {boolean} [paid] whether it is part of the payment
 */
export function chooseExpansion(kind, index, paid = false) {
  if (!ready()) return;
  const g = state.game;
  if (g.pick.type === 'pass') {
    const on = g.pick.expansions.includes(index);
    g.pick = {
      ...g.pick,
      expansions: on ? g.pick.expansions.filter((i) => i !== index) : [...g.pick.expansions, index],
    };
    redraw();
  } else if (g.pick.type === 'expand' && g.pick.kind === kind) drop();
  else if (!pay({ expansion: kind }, paid)) pickExpansion(kind);
}

/** Begins to place an expansion. @param {string} kind */
export function pickExpansion(kind) {
  const g = state.game;
  g.pick = { type: 'expand', kind, area: null, petal: 1, pay: 0 };
  g.tab = 'garden';
  const reason = g.choices?.expand.find((p) => p.kind === kind)?.reason;
  if (reason) refuseFor(reason);
  redraw();
}

/** A cell of the garden was chosen. @param {[number, number]} cell */
export function chooseCell(cell) {
  if (!ready()) return;
  const g = state.game;
  const { pick, choices } = g;
  if (!choices) return;
  if (pick.type === 'place') {
    const choice = choices.place.find((p) => p.kind === pick.kind);
    const here = choice?.cells.find((c) => hex.same(c.cell, cell));
    if (here && choice?.reason) return refuseFor(choice.reason, cell);
    if (here && pick.cell && hex.same(pick.cell, cell)) return void confirm();
    if (here) {
      g.pick = { ...pick, cell };
      return complete(false);
    }
    const blocked = choice?.blocked.find((c) => hex.same(c.cell, cell));
    if (blocked) return refuseFor(blocked.reason, cell);
    const standing = players()[choices.seat].garden.find((x) => hex.same(x.cell, cell));
    return refuseFor(
      standing ? { code: 'space_taken', data: { cell, by: standing.kind } } : { code: 'no_such_space', data: { cell } },
      cell,
    );
  }
  if (pick.type === 'expand') {
    const where = hex.inArea(cell);
    if (where && where.petal < 6) {
      if (pick.area === where.area && pick.petal === where.petal) return void confirm();
      if (layAt(where.area, where.petal)) complete(false);
      return;
    }
    if (where) return chooseArea(where.area);
  }
  return refuse(text.t('web.say.pick_first'), [], null, null);
}

/** Lays the chosen expansion in thought. @param {number} area @param {number} petal @returns {boolean} */
function layAt(area, petal) {
  const g = state.game;
  const { pick, choices } = g;
  if (pick.type !== 'expand' || !choices) return false;
  const choice = choices.expand.find((p) => p.kind === pick.kind);
  const spot = choice?.spots.find((x) => x.area === area && x.petal === petal);
  const blocked = choice?.blocked.find((x) => x.area === area && x.petal === petal);
  if (choice?.reason) refuseFor(choice.reason);
  else if (spot) {
    g.refusal = null;
    g.pick = { ...pick, area, petal };
    redraw();
    return true;
  } else if (blocked) refuseFor(blocked.reason, blocked.cell);
  else refuseFor({ code: 'area_taken', data: { area } });
  return false;
}

/** A free area of the garden was chosen. @param {number} area */
export function chooseArea(area) {
  if (!ready()) return;
  const g = state.game;
  const { pick, choices } = g;
  if (!choices) return;
  if (pick.type === 'expand') {
    if (pick.area === area) return void confirm();
    const choice = choices.expand.find((p) => p.kind === pick.kind);
    if (choice?.reason) return refuseFor(choice.reason);
    const spots = (choice?.spots ?? []).filter((x) => x.area === area);
    spots.sort((a, b) => b.preview.rounds + b.preview.groups - a.preview.rounds - a.preview.groups);
    if (spots.length) return void layAt(area, spots[0].petal);
    const blocked = choice?.blocked.find((x) => x.area === area);
    if (blocked) refuseFor(blocked.reason, blocked.cell);
    return;
  }
  if (pick.type === 'place')
    return refuseFor({ code: 'no_such_space', data: { cell: /** @type {Cell} */ (hex.centre(area)) } });
  if (choices.buy.reason) return refuseFor(choices.buy.reason);
  if (pick.type === 'buy' && pick.area === area) return void confirm();
  g.pick = { type: 'buy', area };
  // A stray click on an area buys nothing yet.
  if (pick.type === 'buy') complete(false);
  else redraw();
}

/** Turns the expansion that is being laid to its next possible place. @param {number} by */
export function turn(by) {
  const g = state.game;
  const { pick, choices } = g;
  if (pick.type !== 'expand' || pick.area === null || !choices) return;
  const spots = choices.expand.find((p) => p.kind === pick.kind)?.spots.filter((x) => x.area === pick.area) ?? [];
  for (let n = 1; n <= 6; n += 1) {
    const petal = (pick.petal + by * n + 36) % 6;
    if (spots.some((x) => x.petal === petal)) {
      g.pick = { ...pick, petal };
      g.refusal = null;
      redraw();
      return;
    }
  }
}

/** Another payment. @param {number} n */
export function choosePay(n) {
  const g = state.game;
  g.refusal = null;
  if (g.pick.type === 'place' || g.pick.type === 'expand') g.pick = { ...g.pick, pay: n };
  g.dialog = null;
  redraw();
}

export function startBuy() {
  if (!ready()) return;
  const g = state.game;
  if (g.choices?.buy.reason) return refuseFor(g.choices.buy.reason);
  g.tab = 'garden';
  g.pick = { type: 'buy', area: null };
  return redraw();
}

export function startPass() {
  if (!ready()) return;
  state.game.pick = { type: 'pass', tiles: [], expansions: [] };
  redraw();
}

export function cancel() {
  const g = state.game;
  g.refusal = null;
  g.pick =
    g.pick.type === 'place' && g.pick.cell
      ? { ...g.pick, cell: null }
      : g.pick.type === 'expand' && g.pick.area !== null
        ? { ...g.pick, area: null }
        : { type: 'none' };
  redraw();
}

/** The action that has been put together, if it is complete. @returns {import('../../types.js').Action | null} */
export function assembled() {
  const { pick, choices } = state.game;
  if (!choices) return null;
  const me = players()[choices.seat];
  switch (pick.type) {
    case 'acquire':
      return { acquire: pick.attribute, take: pick.take };
    case 'place': {
      const pay = choices.place.find((p) => p.kind === pick.kind)?.payments[pick.pay];
      return pick.cell && pay ? { place: pick.kind, cell: pick.cell, pay } : null;
    }
    case 'expand': {
      const pay = choices.expand.find((p) => p.kind === pick.kind)?.payments[pick.pay];
      return pick.area !== null && pay ? { expand: pick.kind, area: pick.area, petal: pick.petal, pay } : null;
    }
    case 'buy':
      return pick.area === null ? null : { buy: pick.area };
    case 'pass':
      return {
        pass: { tiles: pick.tiles.map((i) => me.tiles[i]), expansions: pick.expansions.map((i) => me.expansions[i]) },
      };
    default:
      return null;
  }
}

/**
 * Asked before a move is played; returns false to hold it back.
 * @typedef {(action: import('../../types.js').Action,
 *   ask: (question: import('../../types.js').Command) => Promise<import('../net/socket.js').Answer | undefined>)
 *   => Promise<boolean>} Coach
 */

/** @type {Coach | null} */
let coach = null;

/** Names who has a say before a move is played. @param {Coach} who */
export const useCoach = (who) => {
  coach = who;
};

export async function confirm() {
  const g = state.game;
  const action = assembled();
  if (!action || !canAct() || !g.choices) return;
  const { at, seat } = g.choices;
  g.sending = true;
  redraw();
  if (coach && !(await coach(action, async (question) => connection?.send(question)))) {
    g.sending = false;
    redraw();
    return;
  }
  await command({ type: 'act', at, seat, action });
}

export async function undo() {
  const g = state.game;
  if (!g.table?.undo) return;
  await command({ type: 'undo', at: g.table.number, to: g.table.undo.to });
}
