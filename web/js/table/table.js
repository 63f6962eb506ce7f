// The table as a page.
import * as act from '../play/act.js';
import { attributePiece, icon, put, tile } from '../draw/art.js';
import { banner } from './banner.js';
import { bar } from './bar.js';
import { hurryUp } from '../play/count.js';
import { display } from './display.js';
import { ending, finale } from '../pages/ending.js';
import { skip } from '../play/follow.js';
import { garden } from './garden.js';
import { gathering } from '../pages/gathering.js';
import * as hex from '../draw/hex.js';
import { seatName, seatTitle } from '../words/names.js';
import * as panels from './panels.js';
import { slots } from './slots.js';
import { grip, openTab, tabs } from './sheet.js';
import { canAct, mySeats, players, redraw, shownRound, shownSeat, state } from '../state.js';
import { proposed } from '../play/pay.js';
import { smallStorage, storage } from './storage.js';
import { tableDialog } from './table_dialog.js';
import { ruleLink } from '../learn/rule.js';
import * as text from '../words/text.js';
import { topbar } from '../pages/topbar.js';
import { classes, h } from '../draw/vdom.js';
import { dropZones } from '../play/drag.js';
import { choiceOf } from '../play/take.js';
import { groupsOf } from '../pages/verdict.js';
import { thisRound, wheel, wheelButton } from './wheel.js';
import * as zoom from './zoom.js';
import { home } from '../net/addresses.js';
import { later } from '../net/versions.js';

/** @typedef {import('./garden.js').Over} Over */

const { t } = text;

const acts = {
  skip: () => {
    skip();
    hurryUp();
  },
  confirm: () => void act.confirm(),
  cancel: act.cancel,
  pass: act.startPass,
  buy: act.startBuy,
  undo: () => void act.undo(),
  pay: act.choosePay,
  turn: act.turn,
  hint: async () => {
    const hints = await later(() => import('../learn/hints.js'));
    await hints.ask();
  },
  closeRefusal: () => {
    state.game.refusal = null;
    redraw();
  },
  morePay: () => show({ type: 'payments' }),
  since: () => show({ type: 'log' }),
  onPoint: act.point,
  onOffer: act.chooseOffer,
  onAttribute: act.chooseAttribute,
  onClose: act.cancel,
  onPreview: act.preview,
  onTile: act.chooseTile,
  onExpansion: act.chooseExpansion,
  onJoker: act.chooseJoker,
  onCopies: act.chooseCopies,
  enlarge: (/** @type {number} */ seat) => show({ type: 'garden', seat }),
  counts: () => show({ type: 'counts' }),
  take: () => openTab('display'),
  outlook: () => show({ type: 'outlook', seat: shownSeat() }),
};

/** @param {NonNullable<typeof state.game.dialog>} dialog */
function show(dialog) {
  state.game.dialog = dialog;
  redraw();
}

/** What lies over the large garden. @param {number} seat @returns {Over} */
function over(seat) {
  const { pick, choices, refusal, fresh, scoring } = state.game;
  /** @type {Over} */
  const o = {
    grid: true,
    placing: choices?.seat === seat && (pick.type === 'place' || pick.type === 'expand'),
    fresh: fresh?.seat === seat ? fresh.cells : [],
    lit: scoring && scoring.seat === seat ? scoring.lit : null,
    groups: groupsOf(seat),
  };
  if (mySeats().includes(seat) && state.game.table?.stage === 'playing')
    Object.assign(o, { onCell: act.chooseCell, onArea: act.chooseArea });
  if (refusal) Object.assign(o, { blocked: refusal.cells, denied: refusal.at });
  if (!choices || choices.seat !== seat || !canAct()) return o;
  if (pick.type === 'place') {
    const choice = choices.place.find((p) => p.kind === pick.kind);
    const all = choice?.cells ?? [];
    const most = Math.max(0, ...all.map((c) => c.preview.rounds + c.preview.groups));
    o.golds = all
      .filter((c) => !(pick.cell && hex.same(c.cell, pick.cell)))
      .map((c) => ({
        cell: c.cell,
        ...c.preview,
        best: most > 0 && c.preview.rounds + c.preview.groups === most,
        pale: Boolean(choice?.reason) || pick.cell !== null,
      }));
    if (pick.cell) o.ghost = { kind: pick.kind, cell: pick.cell };
    pays(o, pick.cell);
  } else if (pick.type === 'expand') {
    const choice = choices.expand.find((p) => p.kind === pick.kind);
    const all = choice?.spots ?? [];
    const most = Math.max(0, ...all.map((c) => c.preview.rounds + c.preview.groups));
    o.golds = all
      .filter((x) => pick.area === null || (x.area === pick.area && x.petal !== pick.petal))
      .map((c) => ({
        cell: c.cell,
        ...c.preview,
        best: c.preview.rounds + c.preview.groups === most,
        pale: Boolean(choice?.reason),
      }));
    o.areas = [...new Set(all.map((x) => x.area))].map((area) => ({ area, label: '', on: pick.area === area }));
    if (pick.area !== null) {
      o.terrace = { kind: pick.kind, area: pick.area, petal: pick.petal };
      o.onWheel = (up) => act.turn(up ? -1 : 1);
      pays(o, hex.petalCell(pick.area, pick.petal));
    }
  } else if (pick.type === 'buy') {
    o.areas = choices.buy.areas.map((area) => ({ area, label: `−${choices.buy.cost}`, on: pick.area === area }));
    if (pick.area !== null) o.terrace = { kind: null, area: pick.area, petal: 0 };
  }
  return o;
}

/** @param {Over} o @param {[number, number] | null} at */
function pays(o, at) {
  const pay = proposed();
  if (!pay || !at) return;
  o.pay = [
    ...pay.tiles.map((k) => tile(k)),
    ...pay.expansions.map((k) => tile(k)),
    ...Array.from({ length: pay.jokers }, () => put('joker')),
  ];
  o.payAt = at;
  if (o.pay.length === 0) o.pay = null;
}

function mine() {
  const seat = shownSeat();
  const player = players()[seat];
  const { table } = state.game;
  const own = mySeats().includes(seat);
  const turn = table?.state?.turn === seat && table.stage === 'playing';
  return h(
    'section',
    {
      class: `panel mine-garden${turn ? ' turn' : ''}`,
      key: 'mine',
      'aria-label': t('web.garden_of', { name: seatName(seat) }),
    },
    h(
      'div',
      { class: 'strip-side' },
      h('div', { class: 'who' }, h('h2', { title: seatName(seat) }, own ? seatTitle(seat) : seatName(seat))),
      panels.score(player),
      h('div', { class: 'marks' }, panels.badges(player), panels.clockOf(seat)),
      thisRound(),
      panels.worth(acts),
    ),
    h(
      'div',
      { class: 'ground', ...zoom.gestures() },
      garden(player, seatName(seat), over(seat), { viewBox: zoom.viewBox() }),
    ),
    zoom.buttons(),
  );
}

/** The count at the end of a round. */
function counting() {
  const { scoring } = state.game;
  if (!scoring) return null;
  return h(
    'section',
    { class: 'panel counting', key: 'counting', 'aria-label': scoring.title },
    h('h2', null, scoring.title),
    h(
      'div',
      { class: 'cols' },
      scoring.rows.map((row) =>
        h(
          'div',
          { class: `col${row.seat === scoring.seat ? ' on' : ''}` },
          h('h3', { title: seatTitle(row.seat) }, h('span', null, seatTitle(row.seat)), h('b', null, row.sum)),
          h(
            'ul',
            null,
            row.steps
              .filter((x) => x.points !== 0)
              .slice(-9)
              .map((x) =>
                h('li', null, h('span', null, ruleLink(x.topic, x.label)), h('b', null, text.signed(x.points))),
              ),
          ),
        ),
      ),
    ),
    slots.round?.(),
    h('button', { type: 'button', class: 'main', onclick: hurryUp }, scoring.done ? t('web.go_on') : t('web.skip')),
  );
}

/** Over our storage, while a hexagon of the display is dragged there: how it can be taken. */
function dropping() {
  const { drag, preview } = state.game;
  if (!drag) return null;
  return h(
    'div',
    { class: 'drops', key: 'drops', 'aria-hidden': 'true' },
    dropZones().map((a) =>
      h(
        'div',
        { class: classes('drop', a === preview && 'on', choiceOf(a)?.reason && 'no'), 'data-drop': a },
        icon(attributePiece(a)),
        t('web.all_of', { attribute: text.attribute(a) }),
      ),
    ),
  );
}

/** What the others have, beside the display: whoever takes should see what they need. */
function rivals() {
  const large = shownSeat();
  return h(
    'ul',
    { class: 'rivals' },
    players()
      .filter((p) => p.seat !== large)
      .map((p) =>
        h('li', { key: `rival-${p.seat}` }, h('span', { class: 'name' }, seatTitle(p.seat)), smallStorage(p)),
      ),
  );
}

export function tablePage() {
  const g = state.game;
  if (g.missing)
    return [
      topbar(t('web.no_table')),
      h(
        'main',
        { id: 'main', tabindex: '-1', class: 'plain-page' },
        h('p', null, t('web.error.no_such_table')),
        h('a', { class: 'main', href: home }, t('web.home')),
      ),
    ];
  if (!g.table)
    return [
      topbar(t('web.loading')),
      h(
        'main',
        { id: 'main', tabindex: '-1', class: 'plain-page' },
        h('p', { class: 'note' }, t('web.loading')),
        h(
          'div',
          { class: 'late' },
          h('p', { class: 'note' }, t('web.error.slow')),
          h(
            'p',
            null,
            h('button', { type: 'button', class: 'second', onclick: () => location.reload() }, t('web.try_again')),
            ' ',
            h('a', { class: 'second', href: home }, t('web.home')),
          ),
        ),
      ),
    ];
  if (g.table.stage === 'gathering' || !g.table.state)
    return [topbar(g.table.name || t('web.gathering'), null, false), gathering(), tableDialog()];
  const seat = shownSeat();
  const player = players()[seat];
  const ended = g.table.stage === 'over' && !g.scoring;
  const title = ended ? t('web.over') : t('term.round', { round: shownRound(), rounds: g.table.rules.rounds.length });
  return [
    topbar(title, ended ? null : thisRound()),
    g.online ? null : h('p', { class: 'offline', key: 'offline' }, t('web.offline')),
    banner(),
    slots.lesson?.(),
    state.replay?.card(),
    h(
      'main',
      {
        id: 'main',
        tabindex: '-1',
        class: `table tab-${g.tab} players-${players().length}${g.table.stage === 'over' ? ' is-over' : ''}`,
        'data-look': state.lesson && !state.lesson.done ? state.lesson.look : null,
        key: 'table',
      },
      panels.scores(acts),
      h(
        'section',
        { class: 'panel display-panel', key: 'display', 'aria-label': text.capital(t('term.display')) },
        grip(text.capital(t('term.display'))),
        h('header', null, h('h2', null, text.capital(t('term.display'))), panels.rest(acts)),
        display(acts),
        wheelButton(() => show({ type: 'wheel' })),
        rivals(),
      ),
      counting(),
      finale(),
      h(
        'section',
        { class: 'panel wheel-panel', key: 'wheel', 'aria-label': text.capital(t('term.wheel')) },
        grip(text.capital(t('term.wheel'))),
        wheel(),
        panels.worth(acts),
        h('button', { type: 'button', class: 'second', onclick: acts.since }, t('web.log')),
      ),
      mine(),
      h(
        'section',
        { class: 'panel dock', key: 'dock', 'aria-label': text.capital(t('term.storage')) },
        storage(player, mySeats().includes(seat), acts),
        dropping(),
        state.replay
          ? state.replay.bar()
          : g.table.stage === 'over' && g.waiting === 0 && !state.lesson
            ? ending()
            : bar(acts),
      ),
      h(
        'aside',
        { class: 'side', key: 'side', 'aria-label': t('web.tab.others') },
        grip(t('web.tab.others')),
        panels.others(acts),
        panels.log(),
      ),
      tabs(canAct() && g.pick.type === 'none' && Boolean(g.choices?.acquire.length)),
    ),
    tableDialog(),
    slots.question?.(),
  ];
}
