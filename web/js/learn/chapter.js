// After a lost first game: the lesson that fits what went wrong.
import { counting } from '../words/log.js';
import { h } from '../draw/vdom.js';
import { mySeats, players, redraw, state } from '../state.js';
import { slots } from '../table/slots.js';
import { t } from '../words/text.js';
import { learnAt } from '../net/addresses.js';

/**
 * Where a player's points came from and went to, each with the lesson that is about it.
 * @typedef {{lesson: string, what: string, points: number}} Source
 */

/** What a joker is worth, roughly: it pays for one hexagon of a few. */
const JOKER = 2;

/** @param {number} seat @returns {Source[]} */
export function sources(seat) {
  const { table } = state.game;
  const end = table?.result?.scoring?.seats.find((x) => x.seat === seat)?.points;
  const sum = { rounds: 0, marker: 0, bought: 0, jokers: 0 };
  for (const round of table?.history ?? []) sum.rounds += round.seats.find((x) => x.seat === seat)?.points.total ?? 0;
  for (const { event } of counting()) {
    if (!('seat' in event) || event.seat !== seat) continue;
    if (event.type === 'passed' && event.marker) sum.marker += 1;
    if (event.type === 'bought') sum.bought += event.cost;
    if (event.type === 'placed' || event.type === 'expanded') sum.jokers += event.jokers_gained;
  }
  return [
    { lesson: 'four', what: t('score.groups'), points: end?.groups_total ?? 0 },
    { lesson: 'wheel', what: t('term.wheel'), points: sum.rounds },
    { lesson: 'end', what: t('score.leftover'), points: -(end?.leftover ?? 0) },
    { lesson: 'surround', what: t('lesson.surround.title'), points: JOKER * sum.jokers },
    { lesson: 'expand', what: t('action.buy.title'), points: -sum.bought },
    { lesson: 'first', what: t('lesson.first.title'), points: -sum.marker },
  ];
}

/** What the winner did better by most. @param {number} mine @param {number} theirs @returns {Source} */
export function missing(mine, theirs) {
  const other = sources(theirs);
  const gaps = sources(mine).map((x, i) => ({ ...x, points: other[i].points - x.points }));
  return gaps.reduce((most, x) => (x.points > most.points ? x : most));
}

function offer() {
  const [mine] = mySeats();
  const winner = state.game.table?.result?.winners[0];
  if (mine === undefined || winner === undefined || !players()[winner]) return null;
  const { lesson, what } = missing(mine, winner);
  return h(
    'p',
    { class: 'chapter', key: 'chapter' },
    t('chapter.offer', { what }),
    ' ',
    h('a', { class: 'rule', id: 'chapter', href: learnAt(lesson) }, t(`lesson.${lesson}.title`)),
  );
}

/** Offers it at the end of this game. */
export function begin() {
  slots.chapter = offer;
  redraw();
}
