// Banners above the table: another player is absent, or proposes to end the game; with the buttons for it.
import * as act from '../play/act.js';
import { mySeats, redraw, state } from '../state.js';
import { seatName } from '../words/names.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';

/** @typedef {import('../../types.js').Command} Command */

/**
 * Others whose turn would never come: they are gone, keep us waiting too long, are out of time or have resigned, and no
 * bot plays for them.
 */
export function absent() {
  const { table, presence } = state.game;
  const seats = mySeats();
  if (table?.stage !== 'playing' || !seats.length) return [];
  return table.seats.filter(
    (x) =>
      x.who === 'person' &&
      !seats.includes(x.seat) &&
      !x.played_by &&
      (presence?.gone.includes(x.seat) || x.timed_out || x.resigned),
  );
}

/**
 * Whether the others may end the game for someone's absence.
 * @param {ReturnType<typeof absent>[number]} seat
 */
export const mayEnd = (seat) =>
  (seat.who === 'person' && seat.timed_out) || Boolean(state.game.presence?.left.includes(seat.seat));

/** Whether someone is connected. @param {number} seat */
const isHere = (seat) => Boolean(state.game.presence?.connected.includes(seat));

/** Others who would end the game here, while we have not said so ourselves. */
function proposing() {
  const { table } = state.game;
  const seats = mySeats();
  if (table?.stage !== 'playing' || !seats.length) return [];
  const agreed = seats.some((seat) => {
    const mine = table.seats[seat];
    return mine.who === 'person' && mine.wants_end;
  });
  return agreed ? [] : table.seats.filter((x) => x.who === 'person' && !seats.includes(x.seat) && x.wants_end);
}

/** @param {string} label @param {() => void} go */
const button = (label, go) => h('button', { type: 'button', class: 'second', onclick: go }, label);

/** @param {string} textOf @param {string} label @param {Command} command */
function ask(textOf, label, command) {
  state.game.dialog = { type: 'sure', text: textOf, label, command };
  redraw();
}

export function banner() {
  const [gone] = absent();
  const [asks] = proposing();
  if (asks) {
    const name = seatName(asks.seat);
    return h(
      'section',
      { class: 'banner', key: 'banner', 'aria-label': t('web.end_offer') },
      h('p', null, t('web.log.end_offered', { name })),
      button(t('web.end_agree'), () =>
        ask(t('web.sure_abandon'), t('web.end_game'), { type: 'offer_end', agrees: true }),
      ),
    );
  }
  if (!gone) return null;
  const name = seatName(gone.seat);
  return h(
    'section',
    { class: 'banner', key: 'banner', 'aria-label': t('web.away') },
    h('p', null, t(isHere(gone.seat) ? 'web.banner.waiting' : 'web.banner.away', { name })),
    button(
      t('web.take_over', { name }),
      () => void act.command({ type: 'take_over', seat: gone.seat, level: 'designer' }),
    ),
    mayEnd(gone)
      ? button(t('web.end_game'), () =>
          ask(t('web.sure_abandon'), t('web.end_game'), { type: 'abandon', seat: gone.seat }),
        )
      : null,
  );
}
