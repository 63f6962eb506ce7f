// Where a replay is in its game, and how it moves through it.
import { words } from '../words/log.js';
import { redraw, state } from '../state.js';
import * as text from '../words/text.js';

/** @typedef {import('../../../crates/wire/wire.js').Replay} Replay */
/** @typedef {import('../../../crates/wire/wire.js').BetterMove} BetterMove */
/** @typedef {import('../../types.js').NumberedEvent['event']} Event */

const { t } = text;

const ACTIONS = ['acquired', 'placed', 'expanded', 'bought', 'passed'];

/** How long each move is shown when the replay runs, in milliseconds. */
const PACE = 1600;

/** The steps at which to stop: after each action with the draws and turnings that it caused. @param {Replay} replay */
export const stopsOf = ({ steps }) =>
  steps.flatMap((_, i) => (i + 1 === steps.length || ACTIONS.includes(steps[i + 1].event.event.type) ? [i] : []));

/** The events up to the stop that is shown. */
const upTo = () => {
  const r = state.replay;
  return r?.shown ? r.shown.steps.slice(0, r.stops[r.at] + 1) : [];
};

/** The action that led to this position. @returns {Event | null} */
export function moved() {
  const made = upTo().filter(({ event }) => ACTIONS.includes(event.event.type));
  return made[made.length - 1]?.event.event ?? null;
}

/** What the review says about the move that led here. */
export const judged = () => {
  const r = state.replay;
  return r?.review?.review?.moves[r.at - 1] ?? null;
};

/** The better move that is shown in place of the one that was made. @returns {BetterMove | null} */
export const other = () => {
  const r = state.replay;
  return r && r.other !== null ? (judged()?.better[r.other] ?? null) : null;
};

/** What there is to say about the position, the most important first. @returns {string[]} */
export function said() {
  const better = other();
  if (better) {
    const [first, ...rest] = words(better.event);
    return [t('web.review.instead', { what: first }), ...rest];
  }
  const action = moved();
  return action ? words(action) : [t('web.replay.start')];
}

/** The cells that an event filled. @param {Event | undefined | null} event */
const filled = (event) =>
  event && (event.type === 'placed' || event.type === 'expanded')
    ? { seat: event.seat, cells: [event.cell.join(',')] }
    : null;

/** Shows the current position, or the better move in place of the one that was made. */
function show() {
  const r = state.replay;
  if (!r?.shown) return;
  const { rules, names } = r.shown;
  const seen = upTo();
  const last = seen[seen.length - 1];
  const passes = seen.flatMap(({ event: { event } }) => (event.type === 'passed' ? [event] : []));
  const end = passes.find((p) => p.end)?.end;
  const levels = state.about?.levels ?? [];
  const g = state.game;
  const better = other();
  // What would be taken is lit in the display as it was; what would be built stands in the garden.
  const takes = better?.event.type === 'acquired' ? better.event : null;
  const before = r.shown.steps[(judged()?.number ?? 2) - 2]?.state;
  const position = (takes ? before : better?.state) ?? last.state;
  g.events = seen.map((s) => s.event);
  g.hint = takes ? { acquire: takes.attribute, take: takes.take } : null;
  g.fresh = filled(better ? better.event : moved());
  g.table = {
    id: '',
    name: '',
    number: last.event.number,
    rules,
    state: position,
    fair: { commitment: '' },
    stage: end && !better ? 'over' : 'playing',
    options: { access: 'open', board: 'custom', clock: { type: 'none' }, first: 'lot', hints: false, undo: 'never' },
    history: passes.flatMap((p) => (p.round ? [p.round] : [])),
    result: end ? { reason: 'finished', scoring: end, winners: [] } : undefined,
    seats: position.players.map(({ seat }) => {
      const name = names[seat] || t('player.seat', { number: seat + 1 });
      const level = levels.find((l) => l === name);
      return level
        ? { who: 'bot', level, seat }
        : { who: 'person', name, seat, ready: true, resigned: false, timed_out: false, wants_end: false, hints: 0 };
    }),
  };
  history.replaceState(null, '', `#move=${r.at}`);
  redraw();
}

/** Shows the position after a stop. @param {number} at */
export function go(at) {
  const r = state.replay;
  if (!r?.shown) return;
  r.at = Math.max(0, Math.min(r.stops.length - 1, at));
  r.other = null;
  show();
}

/** Shows a move that mattered, in the garden of whoever made it. @param {number} at */
export function goToMoment(at) {
  stop();
  go(at);
  state.game.view = judged()?.seat ?? state.game.view;
}

/** Shows a better move in place of the one that was made, or that one again. @param {number | null} n */
export function compare(n) {
  const r = state.replay;
  if (!r) return;
  stop();
  r.other = n;
  state.game.view = judged()?.seat ?? state.game.view;
  // Where display and garden are sheets, the one that shows it.
  state.game.tab = other()?.event.type === 'acquired' ? 'display' : 'garden';
  show();
}

/** Where each round begins. @returns {number[]} */
export function rounds() {
  const r = state.replay;
  if (!r?.shown) return [];
  const { steps, rules } = r.shown;
  const roundAt = r.stops.map((i) => steps[i].state.round);
  return rules.rounds.flatMap((_, n) => (roundAt.includes(n + 1) ? [roundAt.indexOf(n + 1)] : []));
}

/** Goes to the beginning of a round, counted from the one that is on. @param {-1 | 1} by */
export function jump(by) {
  const r = state.replay;
  if (!r) return;
  const starts = rounds();
  const to = by > 0 ? starts.find((at) => at > r.at) : starts.filter((at) => at < r.at).pop();
  go(to ?? (by > 0 ? r.stops.length - 1 : 0));
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** Stops the running replay. */
export function stop() {
  clearInterval(timer);
  timer = undefined;
  if (state.replay?.runs) {
    state.replay.runs = false;
    redraw();
  }
}

/** Lets the replay run, from the beginning if it is at its end. */
export function run() {
  const r = state.replay;
  if (!r) return;
  if (r.at === r.stops.length - 1) go(0);
  r.runs = true;
  timer = setInterval(() => {
    if (r !== state.replay) return stop();
    go(r.at + 1);
    if (r.at === r.stops.length - 1) stop();
  }, PACE);
  redraw();
}
