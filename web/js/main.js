// Where the page begins: which page it is, what it loads, and how messages become state.
import * as act from './play/act.js';
import { ask } from './net/api.js';
import { loadSprite } from './draw/art.js';
import { pageDialog } from './pages/create.js';
import { openDialogs } from './draw/dialog.js';
import { explain } from './draw/tip.js';
import { announceChanges } from './a11y/announcements.js';
import { keepFocus, listenToFocus } from './keys/focus.js';
import * as follow from './play/follow.js';
import { luck } from './pages/gathering.js';
import { homePage } from './pages/home.js';
import { keepPromise, seenPromise } from './pages/promise.js';
import { keepAll, keepAllLater, prepare } from './net/install.js';
import { refreshLobby } from './net/lobby.js';
import { alone, isHere, shownAt } from './net/addresses.js';
import { listen } from './keys/keys.js';
import { listenToDrags } from './play/drag.js';
import { announce } from './a11y/live.js';
import { renew } from './net/notify.js';
import { learnTime } from './table/panels.js';
import { apply, coaches, isNew, played, settings } from './settings/settings.js';
import { connect } from './net/socket.js';
import { compareVersions, later, reloadUnseen } from './net/versions.js';
import { find } from './tab/store.js';
import * as tab from './tab/tab.js';
import { errorText } from './words/refusal.js';
import { canAct, mySeats, notice, onDraw, redraw, state } from './state.js';
import { tablePage } from './table/table.js';
import * as text from './words/text.js';
import { skipLink } from './pages/topbar.js';
import { showTurn, watchOtherGames } from './play/turn.js';
import { patch } from './draw/vdom.js';

/** @typedef {import('../../crates/wire/wire.js').ServerMessage} ServerMessage */

const { table, replay, lesson, ...here } = shownAt(location);
/** The page of the rules, and the list of the lessons, where this is one of them: games do without. */
const rules = here.rules ? await later(() => import('./learn/book_page.js')) : null;
const chapters = here.lessons ? await later(() => import('./learn/chapters.js')) : null;
/** The page of a replay, where this is one. */
const replayPage = replay === null ? null : await later(() => import('./review/replay.js'));
/** The lesson that is taken, and the card that it shows over its table. */
const [lessons] = lesson
  ? await later(() => Promise.all([import('./learn/lesson.js'), import('./learn/lesson_card.js')]))
  : [null];
/** What was done once at this table. */
let readySent = false;
let checking = false;
let coachLoaded = false;
let chapterLoaded = false;
/** What was shown when the logs were last scrolled. @type {Pick<import('../types.js').Game, 'events' | 'dialog'>} */
let scrolled = { events: state.game.events, dialog: null };

/** What this address shows. */
function shown() {
  if (rules) return rules.bookPage();
  if (chapters) return chapters.chaptersPage();
  if (table || lesson || state.replay?.shown) return tablePage();
  return replayPage ? replayPage.recordPage() : homePage();
}

function draw() {
  const page = document.getElementById('page');
  if (!page) return;
  keepFocus(() => {
    patch(page, [skipLink(), shown(), pageDialog()]);
    openDialogs();
  });
  rules?.showPlace();
  announceChanges();
  showTurn();
  void standBy();
  if (canAct()) keepAll();
  // Only where something was added: asking for a height makes the browser lay out everything at once.
  const { events, dialog } = state.game;
  if (events !== scrolled.events || dialog !== scrolled.dialog) {
    scrolled = { events, dialog };
    for (const list of document.querySelectorAll('.log .lines')) list.scrollTop = list.scrollHeight;
  }
}

/** The fairness check as soon as it can be made. */
async function fairness() {
  const g = state.game;
  if (g.table?.stage !== 'over' || g.fair || state.lesson || checking) return;
  checking = true;
  try {
    // Its arithmetic is needed at the end alone.
    const { check } = await later(() => import('./pages/fair.js'));
    g.fair = await check(g.table, g.events, seenPromise(g.table));
  } finally {
    // What a newer version has taken away does not come back.
    checking = state.outdated;
  }
  redraw();
}

/** A table at which only bots and we sit starts by itself; a promise is kept to find out later whether it was. */
function gather() {
  const g = state.game;
  if (!g.table || g.table.stage !== 'gathering') return;
  keepPromise(g.table);
  const seats = mySeats();
  const waits = seats.some((n) => {
    const s = g.table?.seats[n];
    return s?.who === 'person' && !s.ready;
  });
  const alone = g.table.seats.every((s) => s.who === 'bot' || (s.who === 'person' && seats.includes(s.seat)));
  if (!readySent && waits && (alone || g.table.seats.every((s) => s.who !== 'open'))) {
    readySent = true;
    void act.command({ type: 'ready', luck: luck() });
  }
}

/** Who comes back to a game that a bot went on with plays again; whoever is not looking has not come back. */
function comeBack() {
  const { table } = state.game;
  if (document.hidden || table?.stage !== 'playing') return;
  const replaced = mySeats().some((n) => {
    const seat = table.seats[n];
    return seat?.who === 'person' && seat.played_by && !seat.resigned;
  });
  if (!replaced) return;
  void act.command({ type: 'return' });
  announce(text.t('web.back_again'));
  notice(text.t('web.back_again'));
}

/** Loads what stands by whoever is new: a coach against bots alone, and a lesson after a lost game. */
async function standBy() {
  const { table } = state.game;
  const [mine, ...more] = mySeats();
  if (!table || mine === undefined || more.length || state.lesson) return;
  const { hints, hint_limit } = table.options;
  const alone = table.seats.every((x) => x.who === 'bot' || x.seat === mine);
  if (!coachLoaded && table.stage === 'playing' && alone && hints && hint_limit === undefined && coaches()) {
    coachLoaded = true;
    const coming = later(() => import('./learn/coach.js'));
    // A move that is made before the coach has been loaded waits for it; if it cannot be loaded, the game goes on.
    act.useCoach((action, ask) => coming.then((coach) => coach.weigh(action, ask)).catch(() => true));
    (await coming).begin();
  }
  if (!chapterLoaded && table.result && !table.result.winners.includes(mine) && isNew()) {
    chapterLoaded = true;
    (await later(() => import('./learn/chapter.js'))).begin();
  }
}

/** @param {ServerMessage} m */
function receive(m) {
  const g = state.game;
  switch (m.type) {
    case 'snapshot':
      g.you = m.you;
      g.presence = m.presence;
      // What was still queued comes again in here.
      follow.reset();
      if (g.table?.state && m.events.length && m.events[0].number === (g.table.number ?? 0) + 1)
        follow.push({ events: m.events, table: m.table });
      else {
        // What was about to be done stays where nothing has happened since.
        const same = g.table?.state && g.table.number === m.table.number;
        const known = new Set(m.events.map((e) => e.number));
        g.events = [...g.events.filter((e) => !known.has(e.number)), ...m.events].sort((a, b) => a.number - b.number);
        g.table = m.table;
        if (!same) {
          g.choices = null;
          g.pick = { type: 'none' };
        }
        g.sending = false;
        g.waiting = 0;
        learnTime(m.table.clock?.now);
      }
      follow.offer(m.choices ?? null);
      comeBack();
      break;
    case 'update':
      if (!g.table?.state && m.table.state) g.tab = 'garden';
      follow.push(m);
      break;
    case 'choices':
      follow.offer(m);
      break;
    case 'presence':
      g.presence = m;
      break;
    case 'you':
      g.you = m;
      break;
    case 'refused':
      // Another tab has handed this game over: it is shown where it went.
      if (/** @type {string} */ (m.error.code) === 'handed') location.reload();
      // What a command asked for is told where it was asked; this happened by itself.
      else if (!m.id) notice(errorText(m.error));
      break;
    default:
      break;
  }
  if (g.table?.stage === 'playing' && mySeats().length && !state.lesson) played(g.table.id);
  gather();
  redraw();
}

/** Whether there is such a table, or the address that it moved to. @param {string} id */
async function isThere(id) {
  if (isHere(id)) {
    const kept = await find(id).catch(() => undefined);
    return kept?.handed ?? kept !== undefined;
  }
  try {
    return (await fetch(`/api/tables/${encodeURIComponent(id)}`, { method: 'HEAD' })).status !== 404;
  } catch {
    // Offline: the connection tries again by itself.
    return true;
  }
}

async function openTable(/** @type {string} */ id) {
  const found = await isThere(id);
  if (found !== true) {
    state.game.missing = true;
    redraw();
    if (found) location.replace(found);
    return;
  }
  const connection = connect(id, {
    onMessage: receive,
    onOnline: (online) => {
      if (!online && state.game.online) announce(text.t('web.offline'));
      // A server that comes back may be a newer one than this page.
      if (online && !state.game.online && !isHere(id)) void compareVersions();
      state.game.online = online;
      redraw();
    },
    since: () => state.game.events[state.game.events.length - 1]?.number ?? 0,
  });
  act.useConnection(connection);
  document.addEventListener('visibilitychange', comeBack);
  watchOtherGames();
  setInterval(() => {
    if (state.game.table?.clock?.running !== undefined) redraw();
    void fairness();
  }, 1000);
}

/** Without texts and pictures there is no page: it waits for them, and tries again. */
async function begin() {
  for (let wait = 1000; ; wait = Math.min(wait * 2, 15000)) {
    try {
      await Promise.all([text.load(text.preferred(settings.language)), loadSprite()]);
      return;
    } catch {
      document.getElementById('again')?.removeAttribute('hidden');
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

async function start() {
  apply();
  prepare();
  await begin();
  // What stood there while the texts were on their way.
  document.getElementById('page')?.replaceChildren();
  onDraw(draw);
  listen();
  listenToFocus();
  listenToDrags();
  explain();
  document.addEventListener('visibilitychange', reloadUnseen);
  draw();
  const known = isHere(table ?? '');
  // A table in this tab waits for no server.
  state.me = known ? await tab.ask('GET /api/me', undefined, '') : await ask('GET /api/me').catch(() => null);
  state.about = await (known ? tab.ask('GET /api/about', undefined, '') : ask('GET /api/about')).catch(() => null);
  if (!alone) void renew();
  if (rules) rules.openBook();
  else if (chapters) await chapters.openChapters();
  else if (lesson) await lessons?.openLesson(lesson, receive);
  else if (table) await openTable(table);
  else if (replayPage) replayPage.openReplay(replay ?? '');
  else {
    await refreshLobby();
    setInterval(() => void (document.hidden || refreshLobby()), 5000);
  }
  keepAllLater();
  redraw();
}

void start();
