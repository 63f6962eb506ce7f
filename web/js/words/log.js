// What happened, in words.
import { seatName } from './names.js';
import { mySeats, state } from '../state.js';
import * as text from './text.js';

/** @typedef {import('../../types.js').NumberedEvent} NumberedEvent */

const { t } = text;

/** Whether this is the only seat of ours, so that we are "you". @param {number} seat */
const isYou = (seat) => mySeats().length === 1 && mySeats()[0] === seat;

/**
 * A sentence about what a player did, or about what we did.
 * @param {string} what @param {number} seat @param {Record<string, string | number>} [args]
 */
const did = (what, seat, args = {}) =>
  t(isYou(seat) ? `web.log.you.${what}` : `log.${what}`, { name: seatName(seat), ...args });

/** An event's sentences; none for what needs no word. @param {NumberedEvent['event']} event @returns {string[]} */
export function words(event) {
  const name = 'seat' in event ? seatName(event.seat) : '';
  switch (event.type) {
    case 'acquired':
      return [
        did('acquire', event.seat, {
          attribute: text.attribute(event.attribute),
          things: text.list(event.take.map((c) => text.thing(c.kind, c.whole))),
        }),
      ];
    case 'placed':
      return [
        did('place', event.seat, { kind: text.kind(event.kind), cell: text.cell(event.cell) }),
        ...paid(event),
        ...jokers(event),
      ];
    case 'expanded':
      return [
        did('expand', event.seat, { kind: text.kind(event.kind), cell: text.cell(event.cell) }),
        ...paid(event),
        ...jokers(event),
      ];
    case 'bought':
      return [did('buy', event.seat, { n: event.cost, area: text.area(event.area) })];
    case 'passed':
      return passed(event);
    case 'drawn':
      return event.spread ? [t('log.none_drawn')] : [t('log.drawn', { things: text.list(event.tiles.map(text.kind)) })];
    case 'turned':
      return [t('log.turned', { thing: text.thing(event.kind, true) })];
    case 'sat':
      return [t('web.log.sat', { name: event.name })];
    case 'left':
      return [t('web.log.left', { number: event.seat + 1 })];
    case 'bot_sat':
      return [t('web.log.sat', { name: t(`web.level.${event.level}`) })];
    case 'started':
      return [
        event.moves
          ? t('web.log.played_on', { n: event.moves })
          : t('web.log.started', { name: seatName(event.first) }),
      ];
    case 'undone':
      return [t('web.log.undone', { name })];
    case 'clock_held':
      return [t('web.log.clock_held')];
    case 'timed_out':
      return [t('web.log.timed_out', { name })];
    case 'resigned':
      return [t('web.log.resigned', { name })];
    case 'taken_over':
      return [t('web.log.taken_over', { name })];
    case 'returned':
      return [t('web.log.returned', { name })];
    case 'end_offered':
      return [t(event.agrees ? 'web.log.end_offered' : 'web.log.end_refused', { name })];
    case 'hinted':
      return [did('hinted', event.seat, {})];
    case 'said':
      return [`${name}: ${t(`phrase.${event.phrase}`)}`];
    default:
      return [];
  }
}

/** @param {{pay: import('../../types.js').Payment}} event */
function paid({ pay }) {
  const things = text.payment(pay);
  return things ? [t('log.paid', { things })] : [];
}

/** @param {{seat: number, surrounded: {feature: string}[], jokers_gained: number, jokers_lost: number}} event */
function jokers(event) {
  const out = [];
  if (event.surrounded.length)
    out.push(
      did('surrounded', event.seat, {
        n: event.jokers_gained,
        features: text.list(event.surrounded.map((x) => t(`feature.${x.feature}`))),
      }),
    );
  if (event.jokers_lost) out.push(t('log.jokers_lost', { n: event.jokers_lost }));
  return out;
}

/** @param {Extract<NumberedEvent['event'], {type: 'passed'}>} event */
function passed(event) {
  const things = text.payment(event.discard);
  const what = event.marker ? (things ? 'first_discarding' : 'first_player') : things ? 'pass_discarding' : 'pass';
  const out = [did(what, event.seat, { things, n: event.loss })];
  if (event.round)
    for (const seat of event.round.seats)
      out.push(did('round_score', seat.seat, { round: event.round.round, n: seat.points.total }));
  if (event.end)
    for (const seat of event.end.seats) out.push(did('end_score', seat.seat, { before: seat.before, n: seat.after }));
  return out;
}

/** The events that still count: what was taken back is left out. @returns {NumberedEvent[]} */
export function counting() {
  /** @type {NumberedEvent[]} */
  let kept = [];
  for (const one of state.game.events) {
    if (one.event.type === 'undone') {
      const { to } = one.event;
      const game = new Set(['acquired', 'placed', 'expanded', 'bought', 'passed', 'drawn', 'turned']);
      kept = kept.filter((x) => x.number <= to || !game.has(x.event.type));
    }
    kept.push(one);
  }
  return kept;
}
