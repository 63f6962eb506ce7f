// The panels around the garden: the other players, the log, what is left in bag and tower, what a garden is worth.
import { attributePiece, expansionIcon, icon, tileIcon, wholeIcon } from '../draw/art.js';
import { payIcons, sinceNumber } from './bar.js';
import { garden } from './garden.js';
import { counting, words } from '../words/log.js';
import { seatName, seatTitle } from '../words/names.js';
import { notation } from '../play/notation.js';
import { players, shownScore, shownSeat, state } from '../state.js';
import { smallStorage } from './storage.js';
import { ruleLink } from '../learn/rule.js';
import * as text from '../words/text.js';
import { groupsOf } from '../pages/verdict.js';
import { classes, h, keep } from '../draw/vdom.js';

/**
 * @typedef {import('../../types.js').PlayerView} PlayerView
 * @typedef {import('../../types.js').NumberedEvent} NumberedEvent
 * @typedef {import('../draw/vdom.js').Kid} Kid
 */

const { t } = text;

/** Marks beside a name: first player, passed, gone. @param {PlayerView} player */
export function badges(player) {
  const { table, presence } = state.game;
  const seat = table?.seats[player.seat];
  const away = presence?.gone.includes(player.seat) && !presence.connected.includes(player.seat);
  const gone = away || (seat?.who === 'person' && seat.played_by);
  return [
    table?.state?.marker === player.seat
      ? h(
          'span',
          { class: 'marker', title: t('term.first_player'), role: 'img', 'aria-label': t('term.first_player') },
          icon('marker'),
        )
      : null,
    player.passed ? h('span', { class: 'badge' }, t('turn.passed')) : null,
    seat?.who === 'person' && seat.resigned ? h('span', { class: 'badge' }, t('web.resigned')) : null,
    gone ? h('span', { class: 'badge' }, t('web.away')) : null,
    seat?.who === 'person' && seat.wants_end ? h('span', { class: 'badge' }, t('web.wants_end')) : null,
  ];
}

/** The points of a player. @param {PlayerView} player */
export const score = (player) =>
  h(
    'span',
    {
      class: 'score',
      'data-spot': `score-${player.seat}`,
      title: text.capital(t('term.score')),
      role: 'img',
      'aria-label': t('count.points', { n: shownScore(player) }),
    },
    shownScore(player),
  );

/** The other players' cards. @param {{enlarge: (seat: number) => void}} acts */
export function others(acts) {
  const { table, fresh, following, scoring, said } = state.game;
  const large = shownSeat();
  const n = players().length;
  const order = Array.from({ length: n - 1 }, (_, i) => (large + 1 + i) % n);
  return h(
    'div',
    { class: `others o${order.length}` },
    order.map((seat) => {
      const player = players()[seat];
      const turn = table?.state?.turn === seat && table.stage === 'playing';
      const cells = fresh?.seat === seat ? fresh.cells : [];
      const lit = scoring?.seat === seat ? scoring.lit : null;
      const groups = groupsOf(seat);
      const picture = keep(`other-${seat}`, [player, cells.join(' '), lit, groups.length], () =>
        h(
          'div',
          { class: 'both' },
          h(
            'button',
            {
              type: 'button',
              class: 'look',
              'aria-label': t('web.enlarge', { name: seatName(seat) }),
              title: t('web.enlarge', { name: seatName(seat) }),
              onclick: () => acts.enlarge(seat),
            },
            garden(player, seatName(seat), { fresh: cells, lit, groups }),
          ),
          smallStorage(player),
        ),
      );
      return h(
        'section',
        {
          class: `panel other${turn ? ' turn' : ''}${following?.seat === seat ? ' moves' : ''}`,
          key: `other-${seat}`,
          'aria-label': seatTitle(seat),
          'data-seat': seat,
        },
        h(
          'header',
          null,
          h('div', { class: 'title' }, h('h2', { title: seatName(seat) }, seatTitle(seat)), score(player)),
          h(
            'div',
            { class: 'marks' },
            worthOf(player, () => acts.enlarge(seat)),
            badges(player),
            clockOf(seat),
          ),
        ),
        said && said.seat === seat ? h('p', { class: 'bubble' }, t(`phrase.${said.phrase}`)) : null,
        picture,
      );
    }),
  );
}

/** The time that a seat has left, as text. @param {number} seat */
export function clockOf(seat) {
  const clock = state.game.table?.clock;
  if (!clock) return null;
  const running = clock.running === seat && clock.deadline;
  const ms = running ? Math.max(0, Number(clock.deadline) - Date.now() - clockDrift) : clock.left[seat];
  if (ms === undefined) return null;
  const all = Math.ceil(ms / 1000);
  const days = Math.floor(all / 86400);
  const shown = days > 0 ? t('web.days', { n: days }) : `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`;
  return h('span', { class: `clock${running ? ' runs' : ''}`, title: t('web.clock') }, shown);
}

let clockDrift = 0;

/** Notes the difference between the server's clock and ours. @param {number | undefined} now */
export const learnTime = (now) => {
  if (now) clockDrift = now - Date.now();
};

/** The log, newest last. */
export function log() {
  const { events, table, you, typing } = state.game;
  return keep('log', [events, table?.seats, you, table?.stage, typing], logLines);
}

/**
 * What an event moved, as pictures; nothing where words say it best.
 * @param {NumberedEvent['event']} event @returns {Kid}
 */
function pictures(event) {
  const pieces = (/** @type {{tiles?: string[], expansions?: string[], jokers?: number}} */ of) => [
    (of.tiles ?? []).map((k) => tileIcon(k)),
    (of.expansions ?? []).map((k) => expansionIcon(k)),
    Array.from({ length: of.jokers ?? 0 }, () => icon('joker')),
  ];
  switch (event.type) {
    case 'acquired':
      return [
        h('b', null, seatTitle(event.seat)),
        icon(attributePiece(event.attribute)),
        '→',
        event.take.map((c) => (c.whole ? expansionIcon(c.kind) : tileIcon(c.kind))),
      ];
    case 'placed':
    case 'expanded':
      return [
        h('b', null, seatTitle(event.seat)),
        event.type === 'expanded' ? expansionIcon(event.kind, 'icon big') : tileIcon(event.kind, 'icon big'),
        payIcons(event.pay).length ? h('span', { class: 'paid' }, '−', pieces(event.pay)) : null,
        event.jokers_gained ? h('span', null, '+', pieces({ jokers: event.jokers_gained })) : null,
      ];
    case 'bought':
      return [h('b', null, seatTitle(event.seat)), wholeIcon('expansion-back'), text.signed(-event.cost)];
    case 'drawn':
      return event.tiles.map((k) => tileIcon(k));
    case 'turned':
      return expansionIcon(event.kind);
    default:
      return null;
  }
}

/** Draws and turned-up expansions belong to the move that caused them. @param {NumberedEvent} one */
const follows = ({ event }) => event.type === 'drawn' || event.type === 'turned';

/**
 * An event in the log: pictures for the eye, sentences for the ear; or the sentences alone.
 * @param {NumberedEvent} one
 */
function entry({ event }) {
  const said = words(event);
  const seen = pictures(event);
  if (!seen) return said.map((line, n) => h(n ? 'small' : 'span', null, line));
  return [
    h('span', { class: 'unseen' }, said.join(' ')),
    h(
      'span',
      { class: classes('pictures', follows({ event, number: 0, time: 0 }) && 'after'), 'aria-hidden': 'true' },
      seen,
    ),
  ];
}

function logLines() {
  const since = sinceNumber();
  /** @type {NumberedEvent[][]} */
  const lines = [];
  for (const one of counting()) {
    if (!words(one.event).length) continue;
    if (follows(one) && lines.length && lines[lines.length - 1][0].event.type !== 'started')
      lines[lines.length - 1].push(one);
    else lines.push([one]);
  }
  const recent = (/** @type {NumberedEvent[]} */ line) => since > 0 && line[0].number > since;
  const first = lines.findIndex(recent);
  return h(
    'section',
    { class: 'panel log', 'aria-label': t('web.log') },
    h(
      'header',
      null,
      h('h2', null, t('web.log')),
      h('span', { class: classes('since', first < 0 && 'none'), 'aria-hidden': 'true' }, t('web.since')),
      state.game.typing ? null : notation(),
    ),
    state.game.typing ? notation() : null,
    h(
      'ol',
      { class: 'lines', tabindex: '0' },
      lines.slice(-160).map((line, i) => {
        const at = lines.length > 160 ? i + lines.length - 160 : i;
        const [{ event, number }] = line;
        return h(
          'li',
          {
            class: classes(event.type, recent(line) && 'recent'),
            key: `e${number}`,
            title: line.flatMap((x) => words(x.event)).join(' '),
          },
          h('span', { class: 'unseen' }, at === first ? `${t('web.since')}: ` : ''),
          line.map(entry),
        );
      }),
    ),
  );
}

/** Bag, tower and supply with what is left of each kind. @param {{counts: () => void}} acts */
export function rest(acts) {
  const view = state.game.table?.state;
  if (!view) return null;
  const sum = (/** @type {Record<string, number>} */ of) => Object.values(of).reduce((a, b) => a + b, 0);
  /** @param {string} piece @param {string} label @param {number} n */
  const one = (piece, label, n) =>
    h(
      'button',
      {
        type: 'button',
        class: 'rest',
        title: text.capital(label),
        'aria-label': `${label}: ${n}`,
        'data-spot': piece,
        onclick: acts.counts,
      },
      icon(piece, 'icon big'),
      h('b', null, n),
    );
  return h(
    'div',
    { class: 'rests' },
    one('bag', t('term.bag'), sum(view.bag)),
    one('tower', t('term.tower'), sum(view.tower)),
    one('space', t('term.supply'), view.supply),
  );
}

/** How many of each kind are left, for a dialog. */
export function counts() {
  const view = state.game.table?.state;
  if (!view) return null;
  const table = (/** @type {string} */ title, /** @type {Record<string, number>} */ of) =>
    h(
      'section',
      null,
      h('h3', null, text.capital(title)),
      h(
        'table',
        { class: 'counts' },
        h(
          'tbody',
          null,
          [...'byglpv'].map((c) =>
            h(
              'tr',
              null,
              [1, 2, 3, 4, 5, 6].map((n) => {
                const left = of[`${c}${n}`] ?? 0;
                return h(
                  'td',
                  { class: left ? '' : 'none', title: `${text.kind(`${c}${n}`)}: ${left}` },
                  tileIcon(`${c}${n}`),
                  h('b', null, left),
                );
              }),
            ),
          ),
        ),
      ),
    );
  return [
    h('div', { class: 'two' }, table(t('term.bag'), view.bag), table(t('term.tower'), view.tower)),
    h('p', null, t('web.unseen', { n: view.unseen.length })),
    h(
      'p',
      { class: 'strip' },
      view.unseen.map((k) => tileIcon(k)),
    ),
  ];
}

/** What another garden is worth now, beside its player's name. @param {PlayerView} player @param {() => void} open */
function worthOf(player, open) {
  const view = state.game.table?.state;
  if (!view || view.phase === 'over') return null;
  const round = player.outlook.rounds[view.round - 1] ?? 0;
  const groups = player.outlook.end?.groups_total ?? 0;
  const label = t('web.worth', { round, groups });
  return h(
    'button',
    { type: 'button', class: 'worth-of', title: label, onclick: open },
    h('span', { 'aria-hidden': 'true' }, `+${round} +${groups}`),
  );
}

/** What the garden that is shown would score now. @param {{outlook: () => void}} acts */
export function worth(acts) {
  const player = players()[shownSeat()];
  const view = state.game.table?.state;
  if (!player || !view || view.phase === 'over') return null;
  const round = player.outlook.rounds[view.round - 1] ?? 0;
  const groups = player.outlook.end?.groups_total ?? 0;
  const lost = player.outlook.end?.leftover ?? 0;
  const said = t('web.worth', { round, groups });
  const loss = t('web.worth_loss', { points: lost });
  const kind = classes('loss', !lost && 'none');
  return h(
    'button',
    {
      type: 'button',
      class: 'worth',
      onclick: acts.outlook,
      title: t('web.outlook'),
      'aria-label': lost ? `${said}, ${loss}` : said,
    },
    h('span', { class: 'in-words' }, said, h('span', { class: kind }, loss)),
    h('span', { class: 'in-figures' }, `+${round} +${groups}`, h('span', { class: kind }, text.signed(-lost))),
  );
}

/** What a garden scores now, in full. @param {number} seat */
export function outlook(seat) {
  const player = players()[seat];
  const { table } = state.game;
  if (!player || !table) return null;
  const { rounds, end, total } = player.outlook;
  return h(
    'table',
    { class: 'sheet' },
    h(
      'tbody',
      null,
      rounds.map((points, i) =>
        points === null
          ? null
          : h(
              'tr',
              null,
              h(
                'th',
                { scope: 'row' },
                ruleLink('score.round', t('score.round', { round: i + 1 })),
                ' ',
                table.rules.rounds[i].map((x) => icon(attributePiece(x.attribute))),
              ),
              h('td', null, `+${points}`),
            ),
      ),
      end
        ? [
            end.groups.map((g) =>
              h(
                'tr',
                null,
                h(
                  'th',
                  { scope: 'row' },
                  ruleLink('score.groups', t('score.group', { attribute: text.attribute(g.attribute) })),
                  ' ',
                  g.kinds.map((k) => tileIcon(k)),
                ),
                h('td', null, `+${g.points}${g.bonus ? ` +${g.bonus}` : ''}`),
              ),
            ),
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, ruleLink('score.jokers', t('score.jokers'))),
              h('td', null, `+${end.jokers}`),
            ),
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, ruleLink('score.leftover', t('score.leftover'))),
              h('td', null, `−${end.leftover}`),
            ),
          ]
        : null,
      h(
        'tr',
        { class: 'sum' },
        h('th', { scope: 'row' }, ruleLink('score.total', t('score.total'))),
        h('td', null, total),
      ),
    ),
  );
}

/** The strip of scores on a small screen. @param {{enlarge: (seat: number) => void}} acts */
export function scores(acts) {
  const { table } = state.game;
  return h(
    'div',
    { class: 'strip-scores' },
    players().map((p) =>
      h(
        'button',
        {
          type: 'button',
          class: `one${table?.state?.turn === p.seat ? ' turn' : ''}`,
          onclick: () => acts.enlarge(p.seat),
        },
        h('span', { class: 'name' }, seatTitle(p.seat)),
        badges(p),
        h('b', null, shownScore(p)),
      ),
    ),
  );
}
