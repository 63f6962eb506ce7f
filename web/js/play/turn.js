// Says whose turn it is outside the page: title, icon, sound and notification; and finds the next game that waits.
import { refreshLobby } from '../net/lobby.js';
import { seatName } from '../words/names.js';
import { settings } from '../settings/settings.js';
import { play } from '../settings/sounds.js';
import { mySeats, state } from '../state.js';
import { t } from '../words/text.js';
import { fileAt, home, tableAt } from '../net/addresses.js';

/** Whether this table waits for us. */
function ours() {
  const { table } = state.game;
  const turn = table?.state?.turn;
  return table?.stage === 'playing' && turn !== undefined && mySeats().includes(turn);
}

/** The other games that wait for us. */
const others = () => (state.lobby?.mine ?? []).filter((x) => x.your_turn && x.id !== state.game.table?.id);

/** The title of the page. */
function title() {
  const { table } = state.game;
  const name = t('app.name');
  if (!table) return others().length ? `● ${t('turn.yours')} · ${name}` : name;
  const turn = table.state?.turn;
  if (table.stage === 'playing' && turn !== undefined)
    return ours() ? `● ${t('turn.yours')} · ${name}` : `${t('turn.other', { name: seatName(turn) })} · ${name}`;
  return table.name ? `${table.name} · ${name}` : name;
}

let waited = false;
let over = false;
let known = false;

/** A notification, if they are allowed and the page is hidden. */
async function message() {
  if (!settings.notify || !document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted')
    return;
  const how = {
    body: t('web.notify.turn'),
    icon: `${home}art/icon-192.png`,
    tag: `turn-${state.game.table?.id}`,
    data: { url: location.pathname + location.search },
  };
  const called = state.game.table?.name || t('app.name');
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker) await worker.showNotification(called, how).catch(() => null);
  else new Notification(called, how).onclick = () => focus();
}

/** Updates title, icon, sound and notification; called after every redraw. */
export function showTurn() {
  const now = ours();
  const done = state.game.table?.stage === 'over';
  const called = title();
  if (document.title !== called) document.title = called;
  const name = now || (!state.game.table && others().length > 0) ? 'sign-turn' : 'sign';
  const sign = fileAt(`art/${name}.svg`);
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  if (link && link.getAttribute('href') !== sign) link.setAttribute('href', sign);
  // Not for what was already so when the page opened.
  if (known && now && !waited) {
    play('turn');
    void message();
  }
  if (known && done && !over) play('over');
  known ||= state.game.table !== null;
  waited = now;
  over = done;
}

/** Polls for other games that wait for us, while we wait in this one. */
export function watchOtherGames() {
  const again = () => void (document.hidden || !mySeats().length || refreshLobby());
  setTimeout(again, 1500);
  setInterval(again, 20000);
}

/**
 * The next game that waits for us, for the bar on top of a table: the first page lists them.
 * @returns {{href: string, n: number} | null}
 */
export function nextGame() {
  const all = others();
  return state.game.table && all.length && !ours() ? { href: tableAt(all[0].id), n: all.length } : null;
}
