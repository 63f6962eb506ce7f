// Shows the others' moves one after the other: a queue of updates.
import { fade, firstWhere, fly, land, pauses, rise } from '../draw/anim.js';
import { countRound, hurryUp } from './count.js';
import { hear } from '../a11y/announcements.js';
import { words } from '../words/log.js';
import { learnTime } from '../table/panels.js';
import { PACES, settings, stillness } from '../settings/settings.js';
import { play } from '../settings/sounds.js';
import { drawNow, mySeats, notice, redraw, state } from '../state.js';

/**
 * @typedef {import('../../types.js').NumberedEvent} NumberedEvent
 * @typedef {{events: NumberedEvent[], table: import('../../types.js').TableView}} Update
 */

/** @type {Update[]} */
let queue = [];
let busy = false;
let skipping = false;
/** Counts resets, so that what was still being shown at one can stop. */
let epoch = 0;
const { rest, wake } = pauses();
/** Choices that belong to the last update. @type {import('../../types.js').Choices | null} */
let later = null;

/** Empties the queue, for another table. */
export function reset() {
  queue = [];
  epoch += 1;
  skipping = busy;
  wake();
  land();
  if (state.game.scoring) hurryUp();
  later = null;
}

/** @param {number} ms */
const pause = (ms) => (skipping || ms <= 0 ? Promise.resolve() : rest(ms));

/** Shows what is still queued at once. */
export function skip() {
  skipping = busy;
  wake();
  land();
}

/** Takes an update into the queue. @param {Update} update */
export function push(update) {
  queue.push(update);
  state.game.waiting = queue.length + (busy ? 1 : 0);
  if (!busy) void work();
}

/**
 * Takes the document of what can be done; it counts once everything before it has been shown.
 * @param {import('../../types.js').Choices | null} choices
 */
export function offer(choices) {
  later = choices;
  if (!busy && queue.length === 0) settle();
}

function settle() {
  const g = state.game;
  g.waiting = 0;
  g.following = null;
  // A document of an earlier turn has come too late.
  if (later && later.seat === g.table?.state?.turn && g.table.stage === 'playing') g.choices = later;
  later = null;
  redraw();
}

const ACTIONS = ['acquired', 'placed', 'expanded', 'bought', 'passed'];
/** @type {Record<string, import('../settings/sounds.js').Sound>} */
const SOUNDS = { acquired: 'take', placed: 'place', expanded: 'place', bought: 'coins', passed: 'pass' };
const CHANGES = [
  ...ACTIONS,
  'drawn',
  'turned',
  'undone',
  'started',
  'ended',
  'resigned',
  'taken_over',
  'returned',
  'timed_out',
];

/** Events that are no moves but are shown as well. */
const NEWS = ['resigned', 'timed_out', 'taken_over', 'returned', 'end_offered'];

async function work() {
  busy = true;
  const game = state.game;
  try {
    while (queue.length && state.game === game) {
      const update = queue[0];
      queue = queue.slice(1);
      if (document.hidden) skipping = true;
      await show(update);
      game.waiting = queue.length;
      if (queue.length === 0) skipping = false;
    }
  } finally {
    busy = false;
  }
  if (state.game === game) settle();
}

/** @param {Update} update */
async function show(update) {
  const g = state.game;
  const now = epoch;
  const action = update.events.find(({ event }) => ACTIONS.includes(event.type))?.event;
  const seat = action && 'seat' in action ? action.seat : null;
  const mine = seat !== null && mySeats().includes(seat);
  const pace = mine ? 0 : (PACES[settings.pace] ?? PACES[1]);
  g.waiting = queue.length + 1;
  if (action && seat !== null && !skipping) {
    g.following = { text: words(action)[0] ?? '', seat };
    drawNow();
    if (!mine && !stillness()) await pause(pace * 0.25);
    if (!skipping) await move(action, seat);
  }
  hear(update.events, queue.length === 0);
  // Nothing of the next round shows before the count of this one is done. Whoever skips the moves still sees the sums.
  if (action?.type === 'passed' && action.round && !document.hidden) {
    if (!skipping) play(SOUNDS.passed);
    g.choices = null;
    g.pick = { type: 'none' };
    g.refusal = null;
    await pause(mine || stillness() ? 0 : pace * 0.75);
    await countRound(action.round, action.end ?? null, skipping);
    g.scoring = null;
    // There may have been a reset meanwhile.
    if (now === epoch) apply(update);
    drawNow();
    return;
  }
  apply(update);
  if (action && !skipping) play(SOUNDS[action.type] ?? 'place');
  drawNow();
  if (action && seat !== null && !skipping) {
    if ('jokers_gained' in action && action.jokers_gained) {
      const from = firstWhere(`garden-${seat}-${action.cell.join(',')}`);
      await Promise.all(
        Array.from({ length: action.jokers_gained }, (_, i) =>
          fly('joker', from, firstWhere(`store-${seat}`), { size: 40, delay: i * 90 }),
        ),
      );
    }
    if (action.type === 'bought') void rise(`−${action.cost}`, firstWhere(`score-${seat}`));
    await pause(mine ? 0 : pace * 0.75);
  }
}

/** @param {Update} update */
function apply({ events, table }) {
  const g = state.game;
  const known = g.events.length ? g.events[g.events.length - 1].number : 0;
  const fresh = events.filter((e) => e.number > known);
  g.events = [...g.events, ...fresh];
  // The end is about gardens: on a small screen they are not left under the display.
  if (table.stage === 'over' && g.table?.stage === 'playing') g.tab = 'garden';
  g.table = table;
  learnTime(table.clock?.now);
  // A phrase or someone's coming and going leaves alone what we are about to do.
  if (fresh.some(({ event }) => CHANGES.includes(event.type))) {
    g.choices = null;
    g.pick = { type: 'none' };
    g.refusal = null;
    g.hint = null;
    g.advice = null;
    g.hover = null;
    g.sending = false;
  }
  for (const { event } of fresh) {
    // What was taken is to be placed: on a small screen the display makes room.
    if (event.type === 'acquired' && mySeats().includes(event.seat)) g.tab = 'garden';
    if (event.type === 'placed' || event.type === 'expanded')
      g.fresh = { seat: event.seat, cells: [event.cell.join(',')] };
    else if (event.type === 'acquired' || event.type === 'bought' || event.type === 'passed' || event.type === 'undone')
      g.fresh = null;
    else if (NEWS.includes(event.type) || (event.type === 'hinted' && !mySeats().includes(event.seat)))
      notice(words(event).join(' '));
    else if (event.type === 'said') {
      g.said = { seat: event.seat, phrase: event.phrase };
      const said = g.said;
      setTimeout(() => {
        if (g.said === said) g.said = null;
        redraw();
      }, 5000);
    }
  }
}

/**
 * Moves the pieces of an action, before the new position is drawn.
 * @param {NumberedEvent['event']} action @param {number} seat
 */
async function move(action, seat) {
  const size = 46;
  if (action.type === 'acquired') {
    for (const c of action.take) fade(`slot-${c.from}-${c.kind}${c.whole ? 'w' : ''}`, 560 + 70 * action.take.length);
    await Promise.all(
      action.take.map((c, i) =>
        fly(
          c.whole ? 'expansion-front' : `tile-${c.kind}`,
          firstWhere(`slot-${c.from}-${c.kind}${c.whole ? 'w' : ''}`, `slot-${c.from}`, 'tab-display'),
          firstWhere(c.whole ? `wide-${seat}` : `store-${seat}`, `score-${seat}`, 'tab-others'),
          { size: c.whole ? 92 : size, delay: i * 70 },
        ),
      ),
    );
  } else if (action.type === 'placed' || action.type === 'expanded') {
    const pay = [
      ...action.pay.tiles.map((k) => `tile-${k}`),
      ...action.pay.expansions.map(() => 'expansion-back'),
      ...Array.from({ length: action.pay.jokers }, () => 'joker'),
    ];
    const whole = action.type === 'expanded';
    const from = whole
      ? firstWhere(`wide-${seat}-${action.kind}`, `wide-${seat}`, 'tab-others')
      : firstWhere(`store-${seat}-${action.kind}`, `store-${seat}`, 'tab-others');
    fade(`${whole ? 'wide' : 'store'}-${seat}-${action.kind}`, 540);
    const to = whole
      ? firstWhere(`area-${seat}-${action.area}`)
      : firstWhere(`garden-${seat}-${action.cell.join(',')}`, 'tab-others');
    await Promise.all([
      fly(whole ? 'expansion-front' : `tile-${action.kind}`, from, to, { size: whole ? 92 : size }),
      ...pay.map((piece, i) =>
        fly(
          piece,
          firstWhere(`store-${seat}-${piece.slice(5)}`, `store-${seat}`),
          firstWhere(piece.startsWith('tile') ? 'tower' : 'space', 'tab-display'),
          { size: 30, delay: 60 + i * 60 },
        ),
      ),
    ]);
  } else if (action.type === 'bought')
    await fly(
      'expansion-back',
      firstWhere('space', 'tab-display'),
      firstWhere(`area-${seat}-${action.area}`, 'tab-others'),
      { size: 92 },
    );
}
