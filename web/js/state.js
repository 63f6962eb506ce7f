// The one plain state of the page, and the call that draws it anew.

/** @import { Game, PageState, PlayerView } from '../types.js' */

/** @returns {Game} */
export const emptyGame = () => ({
  table: null,
  you: null,
  presence: null,
  choices: null,
  events: [],
  pick: { type: 'none' },
  refusal: null,
  notice: null,
  sending: false,
  online: true,
  view: null,
  tab: 'garden',
  following: null,
  waiting: 0,
  fresh: null,
  scoring: null,
  dialog: null,
  missing: false,
  hint: null,
  advice: null,
  hover: null,
  preview: null,
  drag: null,
  said: null,
  fair: null,
  typing: false,
});

/** @type {PageState} */
export const state = {
  game: emptyGame(),
  replay: null,
  lesson: null,
  me: null,
  about: null,
  lobby: null,
  dialog: null,
  problem: null,
  busy: false,
  unreachable: false,
  outdated: false,
};

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
export const shownScore = (player) =>
  state.game.scoring?.rows.find((row) => row.seat === player.seat)?.sum ?? player.score;

/** The round that is shown: the one that is being counted, or the one that is on. */
export const shownRound = () => state.game.scoring?.round ?? state.game.table?.state?.round ?? 1;

/** Shows a line for a while that is no refusal. @param {string} text */
export function notice(text) {
  const game = state.game;
  game.notice = text;
  redraw();
  setTimeout(() => {
    if (game.notice === text) game.notice = null;
    redraw();
  }, 6000);
}

/** Whether we can act now: our turn, nothing under way. */
export const canAct = () => {
  const g = state.game;
  return g.choices !== null && !g.sending && g.waiting === 0 && g.scoring === null;
};
