// What opens over a table: a garden made large, all payments, what is left, phrases, the menu.
import * as act from '../play/act.js';
import { absent, mayEnd } from './banner.js';
import { payIcons } from './bar.js';
import { breakdown, sourcesChart } from '../pages/sources.js';
import { dialog } from '../draw/dialog.js';
import { garden } from './garden.js';
import { seatName } from '../words/names.js';
import * as panels from './panels.js';
import { announce } from '../a11y/live.js';
import { mySeats, notice, players, redraw, state } from '../state.js';
import { smallStorage } from './storage.js';
import * as text from '../words/text.js';
import { groupsOf } from '../pages/verdict.js';
import { wheelSheet } from './wheel.js';
import { h } from '../draw/vdom.js';
import { alone, home, isHere } from '../net/addresses.js';
import { uploadGame } from '../pages/upload_game.js';
import { luckSheet } from '../pages/luck.js';
import { promiseBehind } from '../pages/promise.js';
import { recordLink } from '../pages/record.js';

const { t } = text;

function close() {
  state.game.dialog = null;
  redraw();
}

export function tableDialog() {
  const d = state.game.dialog;
  if (!d) return null;
  switch (d.type) {
    case 'garden': {
      const player = players()[d.seat];
      return dialog(
        { key: 'd-garden', title: t('web.garden_of', { name: seatName(d.seat) }), wide: true, onClose: close },
        h(
          'div',
          { class: 'large' },
          garden(player, seatName(d.seat), { grid: true, groups: groupsOf(d.seat) }),
          h(
            'div',
            { class: 'beside' },
            panels.score(player),
            smallStorage(player),
            h('h3', null, t('web.outlook')),
            panels.outlook(d.seat),
          ),
        ),
      );
    }
    case 'payments':
      return dialog({ key: 'd-pay', title: t('web.pay.title'), onClose: close }, allPayments());
    case 'counts':
      return dialog({ key: 'd-counts', title: t('web.counts'), wide: true, onClose: close }, panels.counts());
    case 'outlook':
      return dialog({ key: 'd-outlook', title: t('web.outlook'), onClose: close }, panels.outlook(d.seat));
    case 'wheel':
      return dialog({ key: 'd-wheel', title: t('web.wheel'), onClose: close }, wheelSheet());
    case 'log':
      return dialog({ key: 'd-log', title: t('web.log'), onClose: close }, panels.log());
    case 'chart':
      return dialog(
        { key: 'd-chart', title: t('web.chart.title'), wide: true, onClose: close },
        sourcesChart(),
        breakdown(true),
      );
    case 'phrases':
      return dialog(
        { key: 'd-say', title: t('web.say_something'), onClose: close },
        h(
          'div',
          { class: 'phrases' },
          (state.about?.phrases ?? []).map((phrase) =>
            h(
              'button',
              {
                type: 'button',
                class: 'second',
                onclick: () => {
                  close();
                  void act.command({ type: 'say', phrase });
                },
              },
              t(`phrase.${phrase}`),
            ),
          ),
        ),
      );
    case 'menu':
      return dialog({ key: 'd-menu', title: t('web.menu'), onClose: close }, menu(), promise());
    case 'luck':
      return dialog({ key: 'd-luck', title: t('web.fair.title'), onClose: close }, luckSheet());
    case 'upload':
      return dialog(
        { key: 'd-upload', title: t('web.tab.hand_over'), onClose: close },
        h('p', null, t('web.tab.hand_more')),
        h(
          'div',
          { class: 'buttons' },
          h(
            'button',
            {
              type: 'button',
              class: 'main',
              id: 'hand-over',
              onclick: () => {
                close();
                void uploadGame(d.id);
              },
            },
            t('web.tab.hand_go'),
          ),
          h('button', { type: 'button', class: 'second', onclick: close }, t('action.cancel')),
        ),
      );
    case 'sure':
      return dialog(
        { key: 'd-sure', title: t('web.sure'), onClose: close },
        h('p', null, d.text),
        h(
          'div',
          { class: 'buttons' },
          h(
            'button',
            {
              type: 'button',
              class: 'main',
              onclick: () => {
                close();
                void act.command(d.command);
              },
            },
            d.label,
          ),
          h('button', { type: 'button', class: 'second', onclick: close }, t('action.cancel')),
        ),
      );
    default:
      return null;
  }
}

function allPayments() {
  const { pick, choices } = state.game;
  const of =
    pick.type === 'place'
      ? choices?.place.find((p) => p.kind === pick.kind)
      : pick.type === 'expand'
        ? choices?.expand.find((p) => p.kind === pick.kind)
        : null;
  if (!of || (pick.type !== 'place' && pick.type !== 'expand')) return null;
  return h(
    'div',
    { class: 'payments all' },
    of.payments.map((pay, n) =>
      h(
        'button',
        {
          type: 'button',
          class: `payment${pick.pay === n ? ' on' : ''}`,
          'aria-label': text.payment(pay),
          onclick: () => act.choosePay(n),
        },
        payIcons(pay),
      ),
    ),
  );
}

/** What resigning means here: where only one other is left, it is the end. */
function resigning() {
  const rest = (state.game.table?.seats ?? []).filter(
    (x) => !mySeats().includes(x.seat) && !(x.who === 'person' && x.resigned),
  );
  return rest.length === 1 ? t('web.sure_resign_end', { name: seatName(rest[0].seat) }) : t('web.sure_resign');
}

/** What a table in this browser was fixed to before it began. */
function promise() {
  const { table } = state.game;
  if (!table || !isHere(table.id)) return null;
  return h(
    'p',
    { class: 'note small' },
    t('web.tab.promise'),
    ' ',
    h('code', { id: 'commitment', title: table.fair.commitment }, table.fair.commitment.slice(0, 16), '…'),
  );
}

function menu() {
  const { table, you } = state.game;
  if (!table) return null;
  const seats = mySeats();
  const playing = table.stage === 'playing';
  const me = seats.length ? table.seats[seats[0]] : null;
  const item = (/** @type {string} */ label, /** @type {() => void} */ go) =>
    h('li', null, h('button', { type: 'button', class: 'second', onclick: go }, label));
  const sure =
    (
      /** @type {string} */ textOf,
      /** @type {string} */ label,
      /** @type {import('../../types.js').Command} */ command,
    ) =>
    () => {
      state.game.dialog = { type: 'sure', text: textOf, label, command };
      redraw();
    };
  return h(
    'ul',
    { class: 'menu' },
    h('li', null, h('a', { class: 'second', href: home }, t('web.home'))),
    item(t('web.help'), () => {
      state.game.dialog = null;
      state.dialog = { type: 'help' };
      redraw();
    }),
    item(t('web.chart.title'), () => {
      state.game.dialog = { type: 'chart' };
      redraw();
    }),
    item(t('web.log'), () => {
      state.game.dialog = { type: 'log' };
      redraw();
    }),
    h('li', null, recordLink(table.id)),
    isHere(table.id)
      ? alone
        ? null
        : item(t('web.tab.hand_over'), () => {
            state.game.dialog = { type: 'upload', id: table.id };
            redraw();
          })
      : item(t('web.copy_link'), () => {
          const code = you?.invitation && table.stage === 'gathering' ? `?i=${you.invitation}` : '';
          void navigator.clipboard?.writeText(`${location.origin}/t/${table.id}${code}${promiseBehind(table)}`);
          close();
          notice(t('web.copied'));
          announce(t('web.copied'));
        }),
    absent().flatMap((x) => [
      item(t('web.take_over', { name: seatName(x.seat) }), () => {
        close();
        void act.command({ type: 'take_over', seat: x.seat, level: 'designer' });
      }),
      mayEnd(x)
        ? item(
            t('web.abandon', { name: seatName(x.seat) }),
            sure(t('web.sure_abandon'), t('web.end_game'), { type: 'abandon', seat: x.seat }),
          )
        : null,
    ]),
    me?.who === 'person' && me.played_by
      ? item(t('web.return'), () => {
          close();
          void act.command({ type: 'return' });
        })
      : null,
    playing && seats.length
      ? [
          item(me?.who === 'person' && me.wants_end ? t('web.end_refuse') : t('web.end_offer'), () => {
            close();
            void act.command({ type: 'offer_end', agrees: !(me?.who === 'person' && me.wants_end) });
          }),
          item(t('web.resign'), sure(resigning(), t('web.resign'), { type: 'resign' })),
        ]
      : null,
  );
}
