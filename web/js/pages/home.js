// The first page: play at once, invite a friend, and what is going on.
import { ask } from '../net/api.js';
import { Refusal } from '../net/refusal.js';
import { icon, put, tile } from '../draw/art.js';
import { garden } from '../table/garden.js';
import { errorText } from '../words/refusal.js';
import { drawNow, redraw, state } from '../state.js';
import { change, hidden, hide, settings, unhide } from '../settings/settings.js';
import { topbar } from './topbar.js';
import * as text from '../words/text.js';
import { h, s } from '../draw/vdom.js';
import { alone, isHere, learnAt, replayAt, rulesAt, tableAt } from '../net/addresses.js';

/** @typedef {import('../../../crates/wire/wire.js').LobbyTable} LobbyTable */

const { t } = text;

/** Makes a table and goes there. @param {import('../../../crates/wire/wire.js').CreateTable} plan */
export async function create(plan) {
  if (state.busy) return;
  state.busy = true;
  state.problem = null;
  redraw();
  try {
    const made = await ask('POST /api/tables', plan);
    location.assign(tableAt(made.id));
  } catch (e) {
    state.problem = e instanceof Refusal ? errorText(e.error) : t('web.error.offline');
    state.busy = false;
    drawNow();
    document.querySelector('dialog .refusal')?.scrollIntoView({ block: 'nearest' });
  }
}

/** How a game is played that was begun by one click. @type {import('../../../crates/wire/wire.js').Options} */
const USUAL = {
  access: 'invitation',
  board: 'front',
  clock: { type: 'none' },
  first: 'lot',
  hints: true,
  undo: 'last',
};

/**
 * The levels to choose from at once: those with a text on how they play. The catalogue names the weakest first.
 * It is there before the server has said which levels it has, so nothing moves.
 */
const offered = () => /** @type {import('../../../crates/wire/wire.js').BotLevel[]} */ (text.keysAfter('web.plays.'));

/** The level that was last chosen. */
const strength = () => offered().find((x) => x === settings.level) ?? 'sprout';

/** A game against one bot; any move may be taken back. */
export const againstBot = () =>
  create({ name: '', seats: [{ who: 'me' }, { who: 'bot', level: strength() }], options: { ...USUAL, undo: 'free' } });

const friend = () => create({ name: '', seats: [{ who: 'me' }, { who: 'open' }], options: { ...USUAL, hints: false } });

/** @param {LobbyTable} table @param {string} go @param {boolean} own whether it can be removed */
function row(table, go, own) {
  return h(
    'li',
    { key: table.id },
    h(
      'a',
      { href: tableAt(table.id), class: table.your_turn ? 'turn' : '' },
      h(
        'span',
        { class: 'names' },
        table.name ? h('b', null, `${table.name} · `) : null,
        table.seats.map((x, i) => [
          i ? ' · ' : '',
          h(
            'span',
            { class: x.won ? 'won' : x.you ? 'you' : '' },
            x.you ? t('web.you') : (x.name ?? (x.level ? t(`web.level.${x.level}`) : t('web.seat_open'))),
            x.score !== undefined && x.score !== null ? ` ${x.score}` : '',
          ),
        ]),
        isHere(table.id) && !alone ? h('span', { class: 'note small' }, ` · ${t('web.tab.here')}`) : null,
        table.expires
          ? h('span', { class: 'note small expires' }, ` · ${t('web.game_expires', { date: text.day(table.expires) })}`)
          : null,
      ),
      h(
        'span',
        { class: 'badge' },
        table.your_turn
          ? t('turn.yours')
          : table.stage === 'playing' && table.round
            ? t('score.round', { round: table.round })
            : go,
      ),
    ),
    own
      ? h(
          'button',
          {
            type: 'button',
            class: 'close',
            'aria-label': t('web.hide_game'),
            title: t('web.hide_game'),
            onclick: () => {
              hide(table.id, table.last);
              redraw();
            },
          },
          '×',
        )
      : null,
  );
}

/**
 * @param {string} title @param {LobbyTable[]} all @param {string} go @param {string} none
 * @param {boolean} [own] whether they can be removed; they come back when something happens in them
 */
function list(title, all, go, none, own = false) {
  const tables = own ? all.filter((x) => !hidden(x.id, x.last)) : all;
  const removed = all.length - tables.length;
  return h(
    'section',
    { class: 'panel list' },
    h('h2', null, title),
    tables.length
      ? h(
          'ul',
          null,
          tables.map((x) => row(x, go, own)),
        )
      : h('p', { class: 'note' }, none),
    removed
      ? h(
          'button',
          {
            type: 'button',
            class: 'more',
            onclick: () => {
              unhide();
              redraw();
            },
          },
          t('web.show_hidden', { n: removed }),
        )
      : null,
  );
}

/** A garden in bloom, for the first page. @type {import('../table/garden.js').PlayerView} */
const BLOOM = {
  seat: 9,
  score: 0,
  passed: false,
  tiles: [],
  expansions: [],
  jokers: 0,
  outlook: { rounds: [], total: 0 },
  areas: [0, 1, 2, 3, 4, 5].map((area) => ({
    area,
    centre: [0, 0],
    ground: area === 1 || area === 3 || area === 5 ? 'up' : area === 4 ? 'down' : 'free',
    petal: 0,
  })),
  garden: [
    ['y1', 1, 0],
    ['y4', 0, -1],
    ['b4', 1, -1],
    ['v4', 2, -2],
    ['v1', 2, -3],
    ['b6', 4, -3],
    ['g2', -1, 0],
    ['g3', -2, 0],
    ['v3', -3, 1],
    ['v2', -4, 1],
    ['l5', 0, 1],
    ['l6', 0, 2],
    ['p6', 1, 3],
    ['p1', -1, 4],
    ['y5', -1, 1],
    ['b5', -2, 2],
    ['b3', -3, 3],
  ].map(([kind, q, r]) => ({ kind: String(kind), cell: /** @type {[number, number]} */ ([q, r]), printed: false })),
};

/** @param {string} key @param {...import('../draw/vdom.js').Kid} pieces */
const step = (key, ...pieces) =>
  h(
    'div',
    { class: 'panel step' },
    s('svg', { class: 'art', viewBox: '-140 -60 280 120', 'aria-hidden': 'true' }, ...pieces),
    h('h2', null, t(`web.how.${key}`)),
    h('p', null, t(`web.how.${key}_more`)),
  );

/** The game in three pictures. */
const how = () =>
  h(
    'section',
    { class: 'how', key: 'how' },
    step('acquire', tile('b1', -88), tile('b4', 0), tile('b6', 88)),
    step('place', put('space', -88), tile('y4', 0), put('glow', 88), s('text', { x: 88, y: 10, class: 'gain' }, '+5')),
    step('score', put('pavilion', -88), put('joker', 0), put('marker', 88, 0, 0.9)),
  );

/** @param {import('../../../crates/wire/wire.js').Lobby} lobby */
const lists = (lobby) =>
  h(
    'div',
    { class: 'lists', key: 'lists' },
    list(t('web.my_games'), lobby.mine, t('web.waiting'), t('web.none_mine'), true),
    alone ? null : list(t('web.open_tables'), lobby.open, t('web.sit'), t('web.none_open')),
    lobby.running.length ? list(t('web.running'), lobby.running, t('web.watch'), '') : null,
    lobby.finished.length ? list(t('web.finished'), lobby.finished.slice(0, 8), t('web.over'), '', true) : null,
  );

/** How strong the bot is, with a line on how it plays. */
const strengths = () =>
  h(
    'fieldset',
    { class: 'strengths', id: 'strength' },
    h('legend', null, t('web.strength')),
    offered().map((level) =>
      h(
        'label',
        { class: level === strength() ? 'on' : '', key: level },
        h('input', {
          type: 'radio',
          name: 'strength',
          value: level,
          checked: level === strength(),
          onchange: () => {
            change({ level });
            redraw();
          },
        }),
        h('b', null, t(`web.level.${level}`)),
        h('span', { class: 'note small' }, t(`web.plays.${level}`)),
      ),
    ),
  );

export function homePage() {
  const { lobby, me, busy, dialog, problem, unreachable } = state;
  // Who is in a game comes back for it; the explanations are for those who are new. Until it is known who it is,
  // neither is drawn, so that nothing moves.
  const back = Boolean(lobby?.mine.length);
  const known = lobby || unreachable;
  const games = lobby ? lists(lobby) : null;
  return [
    topbar('', null, false),
    h(
      'main',
      { id: 'main', tabindex: '-1', class: back ? 'home back' : 'home', key: 'home' },
      h(
        'section',
        { class: 'hero' },
        h(
          'div',
          { class: 'words' },
          h('h1', null, t('app.name')),
          h('p', { class: 'tagline' }, t('web.tagline')),
          h(
            'div',
            { class: 'buttons' },
            h(
              'button',
              { type: 'button', class: 'main huge', id: 'play-bot', disabled: busy, onclick: () => void againstBot() },
              t('web.play_bot'),
            ),
            alone
              ? null
              : h(
                  'button',
                  {
                    type: 'button',
                    class: 'second huge',
                    id: 'invite',
                    disabled: busy || unreachable,
                    onclick: () => void friend(),
                  },
                  t('web.play_friend'),
                ),
            h(
              'button',
              {
                type: 'button',
                class: 'second',
                id: 'create',
                onclick: () => {
                  state.dialog = { type: 'create' };
                  redraw();
                },
              },
              t('web.create'),
            ),
          ),
          unreachable ? h('p', { class: 'panel away', role: 'status' }, t('web.tab.offline')) : null,
          strengths(),
          h(
            'p',
            { class: 'note newcomer' },
            known && !back ? h('a', { href: learnAt(), id: 'learn' }, t('lesson.offer')) : null,
          ),
          problem && !dialog ? h('p', { class: 'refusal', role: 'alert' }, problem) : null,
          h(
            'p',
            { class: 'note you-are' },
            me
              ? [
                  t('web.you_are'),
                  ' ',
                  h(
                    'button',
                    {
                      type: 'button',
                      class: 'name-button',
                      onclick: () => {
                        state.dialog = { type: 'name' };
                        redraw();
                      },
                    },
                    me.name,
                  ),
                ]
              : null,
          ),
        ),
        h('div', { class: 'scenery', 'aria-hidden': 'true' }, garden(BLOOM, '')),
      ),
      known
        ? [
            back ? [games, how()] : [how(), games],
            h(
              'footer',
              { class: 'foot', key: 'foot' },
              icon('marker'),
              h('span', null, t('web.unofficial')),
              h('a', { href: replayAt() }, t('web.replay.title')),
              h('a', { href: rulesAt() }, t('book.all')),
            ),
          ]
        : null,
    ),
  ];
}
