// Playing on from a position of a replay.
import { ask } from '../net/api.js';
import { problemOf } from '../net/refusal.js';
import { errorText } from '../words/refusal.js';
import { notice, redraw, shownSeat, state } from '../state.js';
import { tableAt } from '../net/addresses.js';

/** The level of the bots: that of the best one in the game, or a middle one if there was none. */
function level() {
  const sat = (state.game.table?.seats ?? []).flatMap((seat) => (seat.who === 'bot' ? [seat.level] : []));
  const levels = state.about?.levels ?? [];
  return sat.sort((a, b) => levels.indexOf(b) - levels.indexOf(a))[0] ?? 'designer';
}

/** Makes a table that goes on from here. We play the seat whose garden is shown, bots play the others. */
export async function playOn() {
  const r = state.replay;
  if (!r?.source || r.busy) return;
  r.busy = true;
  redraw();
  try {
    const { table, record: text } = r.source;
    const record =
      table === undefined ? JSON.parse(text) : await ask('GET /api/games/{id}/record', undefined, { id: table });
    const made = await ask('POST /api/continuations', { record, moves: r.at, seat: shownSeat(), level: level() });
    location.assign(tableAt(made.id));
  } catch (e) {
    r.busy = false;
    notice(errorText(problemOf(e)));
  }
}
