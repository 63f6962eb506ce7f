// What a screen reader announces as the game goes on: others' moves, scorings, our turn, and the move being prepared.
import { storedName } from './labels.js';
import { finalSteps, roundSteps } from '../play/count.js';
import { announce } from './live.js';
import { words } from '../words/log.js';
import { seatName } from '../words/names.js';
import { sentence } from '../words/sentence.js';
import { canAct, state } from '../state.js';
import { proposed } from '../play/pay.js';
import * as text from '../words/text.js';

/** @typedef {import('../../types.js').NumberedEvent} NumberedEvent */

const { t } = text;

/** What was last said about our own turn. */
let said = '';
/** Whether we have been told how to begin. */
let told = false;

/** @param {string} title @param {{seat: number, after: number, steps: import('../play/count.js').Step[]}[]} seats */
const count = (title, seats) => [
  `${title}.`,
  ...seats.map(({ seat, after, steps }) => {
    const parts = steps.filter((x) => x.points !== 0).map((x) => `${x.label} ${x.points}`);
    return t('web.ear.scores', { name: seatName(seat), parts: parts.length ? parts.join(', ') : '0', n: after });
  }),
];

/** An event as it is announced: a scoring with its parts. @param {NumberedEvent['event']} event */
function heard(event) {
  if (event.type !== 'passed') return words(event);
  const { round, end } = event;
  return [
    ...words({ ...event, round: undefined }),
    ...(round
      ? count(
          t('score.round', { round: round.round }),
          round.seats.map((x) => ({ seat: x.seat, after: x.after, steps: roundSteps(x.points) })),
        )
      : []),
    ...(end
      ? count(
          t('web.final'),
          end.seats.map((x) => ({ seat: x.seat, after: x.after, steps: finalSteps(x.points) })),
        )
      : []),
  ];
}

/**
 * Says what happened. What was drawn or turned up is only said where nothing comes after it, for it may be gone again
 * by then.
 * @param {NumberedEvent[]} events @param {boolean} last */
export function hear(events, last) {
  const chance = ['drawn', 'turned'];
  announce(
    events
      .filter(({ event }) => last || !chance.includes(event.type))
      .flatMap(({ event }) => heard(event))
      .join(' '),
  );
}

/** Parts as sentences. @param {string[]} parts */
const together = (parts) =>
  parts
    .filter(Boolean)
    .map((x) => (/[.?!…]$/.test(x) ? x : `${x}.`))
    .join(' ');

/** Says whose turn it is and what we have chosen, when that has changed. */
export function announceChanges() {
  if (state.replay) return;
  const { table, pick } = state.game;
  const over = table?.stage === 'over' && !state.game.scoring && state.game.waiting === 0;
  if (!over && !canAct()) {
    told ||= said !== '';
    said = '';
    return;
  }
  const { main, more } = sentence();
  const pay = proposed();
  const things = pay && text.payment(pay);
  const unplaced = (pick.type === 'place' && !pick.cell) || (pick.type === 'expand' && pick.area === null);
  const now = together([
    unplaced ? storedName(pick.kind, pick.type === 'expand') : main,
    pick.type === 'offer' || (pick.type === 'none' && told) ? '' : (more ?? ''),
    things ? t('web.ear.pays', { things }) : '',
  ]);
  if (now !== said) announce(now);
  said = now;
}
