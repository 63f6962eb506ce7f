// The one plain state of the page, and the call that draws it anew.

/**
 * @typedef {import('../../crates/wire/wire.js').TableView} TableView
 * @typedef {import('../../crates/wire/wire.js').StateView} StateView
 * @typedef {import('../../crates/wire/wire.js').PlayerView} PlayerView
 * @typedef {import('../../crates/wire/wire.js').Choices} Choices
 * @typedef {import('../../crates/wire/wire.js').Copy} Copy
 * @typedef {import('../../crates/wire/wire.js').Attribute} Attribute
 * @typedef {import('../../crates/wire/wire.js').Payment} Payment
 * @typedef {import('../../crates/wire/wire.js').Cell} Cell
 * @typedef {import('../../crates/wire/wire.js').NumberedEvent} NumberedEvent
 * @typedef {import('../../crates/wire/wire.js').Presence} Presence
 * @typedef {import('../../crates/wire/wire.js').You} You
 * @typedef {import('../../crates/wire/wire.js').Reason} Reason
 * @typedef {import('../../crates/wire/wire.js').Action} Action
 * @typedef {import('../../crates/wire/wire.js').RoundScored} RoundScored
 * @typedef {import('../../crates/wire/wire.js').FinalScored} FinalScored
 */

/**
 * What is being put together before it is sent.
 * @typedef {{type: 'none'}
 *   | {type: 'look', kind: string, from: number, whole: boolean}
 *   | {type: 'acquire', attribute: Attribute, take: Copy[], at: {kind: string, from: number, whole: boolean}}
 *   | {type: 'place', kind: string, cell: Cell | null, pay: number}
 *   | {type: 'expand', kind: string, area: number | null, petal: number, pay: number}
 *   | {type: 'buy', area: number | null}
 *   | {type: 'pass', tiles: number[], expansions: number[]}} Pick
 */

/**
 * A refusal in words, with what is in the way.
 * @typedef {{text: string, cells: Cell[], at: Cell | null}} Refusal
 */

/**
 * @typedef {{
 *   table: TableView | null, you: You | null, presence: Presence | null, choices: Choices | null, events: NumberedEvent[],
 *   pick: Pick, refusal: Refusal | null, sending: boolean, online: boolean, view: number | null, tab: 'garden' | 'display' | 'others' | 'scores',
 *   following: {text: string, seat: number} | null, waiting: number, fresh: {seat: number, cells: string[]} | null,
 *   scoring: import('./count.js').Count | null, dialog: {type: string, [k: string]: any} | null, missing: boolean, hint: Action | null,
 *   hover: {kind: string, from: number, whole: boolean} | null, preview: Attribute | null, said: {seat: number, phrase: string} | null,
 *   fair: import('./fair.js').Verdict | null, typing: boolean,
 * }} Game
 */

/** @returns {Game} */
export const emptyGame = () => ({
  table: null, you: null, presence: null, choices: null, events: [],
  pick: { type: 'none' }, refusal: null, sending: false, online: true, view: null, tab: 'garden',
  following: null, waiting: 0, fresh: null, scoring: null, dialog: null, missing: false, hint: null,
  hover: null, preview: null, said: null, fair: null, typing: false,
});

/**
 * @type {{game: Game, replay: {shown: import('../../crates/wire/wire.js').Replay | null, stops: number[], at: number, busy: boolean, problem: string | null} | null,
 *   me: import('../../crates/wire/wire.js').Me | null, about: import('../../crates/wire/wire.js').About | null,
 *   lobby: import('../../crates/wire/wire.js').Lobby | null, dialog: {type: string, [k: string]: any} | null, problem: string | null, busy: boolean,
 *   unreachable: boolean, outdated: boolean}}
 */
export const state = { game: emptyGame(), replay: null, me: null, about: null, lobby: null, dialog: null, problem: null, busy: false, unreachable: false, outdated: false };

/** @type {() => void} */
let draw = () => {};
let planned = false;

/** Names the function that draws the page. @param {() => void} how */
export const onDraw = (how) => {
  draw = how;
};

/** Has the page drawn before the next frame. */
export function redraw() {
  if (planned) return;
  planned = true;
  queueMicrotask(() => {
    planned = false;
    draw();
  });
}

/** Brings the page up to date now, where positions have to be measured. */
export const drawNow = () => draw();

/** The seats that are ours. */
export const mySeats = () => state.game.you?.seats ?? [];

/** The seat whose garden is large. */
export function shownSeat() {
  const { view, choices, table } = state.game;
  if (view !== null) return view;
  if (choices) return choices.seat;
  const mine = mySeats();
  const turn = table?.state?.turn;
  if (mine.length > 1 && turn !== undefined && mine.includes(turn)) return turn;
  return mine[0] ?? 0;
}

/** The players of the game that is on. @returns {PlayerView[]} */
export const players = () => state.game.table?.state?.players ?? [];

/** A player's points as they are shown: while a round is counted, as far as the count is. @param {PlayerView} player */
export const shownScore = (player) => state.game.scoring?.rows.find((row) => row.seat === player.seat)?.sum ?? player.score;

/** The round that is shown: the one that is being counted, or the one that is on. */
export const shownRound = () => state.game.scoring?.round ?? state.game.table?.state?.round ?? 1;

/** Whether we can act now: our turn, nothing under way. */
export const canAct = () => {
  const g = state.game;
  return g.choices !== null && !g.sending && g.waiting === 0 && g.scoring === null;
};
