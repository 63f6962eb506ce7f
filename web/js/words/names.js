// Who sits where, in words.
import { mySeats, state } from '../state.js';
import { t } from './text.js';

/** The name on a seat. @param {number} seat */
export function seatName(seat) {
  const at = state.game.table?.seats[seat];
  if (at?.who === 'person') return at.name;
  if (at?.who === 'bot') return botName(at.level, seat);
  return t('player.seat', { number: seat + 1 });
}

/**
 * A bot's name: its level, and its seat where there are two of that level.
 * @param {string} level @param {number} seat
 */
function botName(level, seat) {
  const twins = (state.game.table?.seats ?? []).filter((s) => s.who === 'bot' && s.level === level);
  const nth = twins.findIndex((s) => s.seat === seat) + 1;
  return twins.length > 1 ? `${t(`web.level.${level}`)} ${nth}` : t(`web.level.${level}`);
}

/** The name on a seat as we are to read it: one's own is "you" unless several share the screen. @param {number} seat */
export function seatTitle(seat) {
  const mine = mySeats();
  return mine.length === 1 && mine[0] === seat ? t('web.you') : seatName(seat);
}
