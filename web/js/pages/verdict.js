// What the end of a game means for whoever looks at it: the headline, and what made the difference.
import { mySeats, players, state } from '../state.js';
import { sentence } from '../words/sentence.js';
import { signed, t } from '../words/text.js';
import { sources } from './sources.js';

/** How many reasons are named. */
const MOST = 3;

/** Two figures side by side, mine first. @param {number} mine @param {number} theirs */
const versus = (mine, theirs) => (mine < 0 || theirs < 0 ? `${signed(mine)} / ${signed(theirs)}` : `${mine}–${theirs}`);

/**
 * The seat that ours is measured by: the winner's, or the next after us; nothing where nobody is "you".
 * @returns {[number, number] | null}
 */
function pair() {
  const { table } = state.game;
  const seats = mySeats();
  const winners = table?.result?.winners ?? [];
  if (seats.length !== 1 || winners.length !== 1) return null;
  const [me] = seats;
  if (winners[0] !== me) return [me, winners[0]];
  const [next] = players()
    .filter((p) => p.seat !== me)
    .sort((a, b) => b.score - a.score);
  return next ? [me, next.seat] : null;
}

/** @returns {{main: string, more: string}} */
export function verdict() {
  const both = pair();
  const lead = both ? players()[both[0]].score - players()[both[1]].score : 0;
  const won = both !== null && state.game.table?.result?.winners[0] === both[0];
  // Where points did not decide, the sentence says what did.
  if (!both || lead === 0 || lead > 0 !== won) return { main: sentence().main, more: '' };
  const [mine, theirs] = both.map(sources);
  const names = new Map([...mine, ...theirs].map((x) => [x.cls, x.name]));
  const points = (/** @type {typeof mine} */ of, /** @type {string} */ cls) =>
    of.find((x) => x.cls === cls)?.value ?? 0;
  const parts = [...names]
    .map(([cls, name]) => ({ name, mine: points(mine, cls), theirs: points(theirs, cls) }))
    .filter((x) => (won ? x.mine > x.theirs : x.mine < x.theirs))
    .sort((a, b) => Math.abs(b.mine - b.theirs) - Math.abs(a.mine - a.theirs));
  return {
    main: t(won ? 'web.end.won' : 'web.end.lost', { n: Math.abs(lead) }),
    more: parts
      .slice(0, MOST)
      .map((x) => `${x.name} ${versus(x.mine, x.theirs)}`)
      .join(' · '),
  };
}

/** The groups that scored at the end, once everything is counted. @param {number} seat */
export function groupsOf(seat) {
  const { table, scoring, waiting } = state.game;
  if (table?.stage !== 'over' || scoring || waiting > 0) return [];
  return table.result?.scoring?.seats.find((x) => x.seat === seat)?.points.groups ?? [];
}
