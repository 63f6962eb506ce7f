// The lists of games: those in this browser, and the server's lobby where there is one.
import { redraw, state } from '../state.js';
import { games } from '../tab/tab.js';
import { lobby } from './api.js';
import { alone } from './addresses.js';

/** @typedef {import('../../../crates/wire/wire.js').LobbyTable} LobbyTable */

/** @param {LobbyTable[]} tables */
const lastFirst = (tables) => tables.sort((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.last - a.last);

/** What the server said last. @type {import('../../../crates/wire/wire.js').Lobby | null} */
let known = null;

/** Asks for the lists of games again. */
export async function refreshLobby() {
  const [kept, told] = await Promise.all([games(), alone ? null : lobby().catch(() => null)]);
  const isOver = (/** @type {LobbyTable} */ table) => table.stage === 'over';
  state.unreachable = !alone && told === null;
  known = told ?? known;
  state.lobby = {
    mine: lastFirst([...kept.filter((table) => !isOver(table)), ...(known?.mine ?? [])]),
    open: known?.open ?? [],
    running: known?.running ?? [],
    finished: [...kept.filter(isOver), ...(known?.finished ?? [])].sort((a, b) => b.last - a.last),
  };
  redraw();
}
