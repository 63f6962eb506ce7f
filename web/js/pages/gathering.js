// Before the game: who sits where, the link to send, and being ready.
import * as act from '../play/act.js';
import { icon } from '../draw/art.js';
import { announce } from '../ear/live.js';
import { seatName } from '../words/names.js';
import { mySeats, notice, state } from '../state.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';

/** Bytes of our own for the luck of the game. */
export const luck = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => b.toString(16).padStart(2, '0')).join('');

/** The invitation that brought us here. */
const invitation = () => new URLSearchParams(location.search).get('i') ?? undefined;

export function gathering() {
  const { table, you, presence } = state.game;
  if (!table) return null;
  const seats = mySeats();
  const open = table.seats.filter((s) => s.who === 'open').length;
  const ready =
    seats.length > 0 &&
    seats.every((n) => {
      const s = table.seats[n];
      return s.who === 'person' && s.ready;
    });
  const link = `${location.origin}/t/${table.id}${you?.invitation ? `?i=${you.invitation}` : ''}`;
  return h(
    'main',
    { id: 'main', tabindex: '-1', class: 'gathering', key: 'gathering' },
    h(
      'section',
      { class: 'panel' },
      h('h1', null, table.name || t('web.gathering')),
      h(
        'ul',
        { class: 'seats' },
        table.seats.map((s) =>
          h(
            'li',
            { class: `seat ${s.who}`, key: `s${s.seat}` },
            icon(s.who === 'open' ? 'slot' : s.who === 'bot' ? 'fountain' : `colour-${'byvl'[s.seat]}`, 'icon big'),
            h('span', { class: 'who' }, s.who === 'open' ? t('web.seat_open') : seatName(s.seat)),
            s.who === 'person'
              ? h(
                  'span',
                  { class: 'badge' },
                  s.ready ? t('web.is_ready') : presence?.connected.includes(s.seat) ? t('web.is_here') : t('web.away'),
                )
              : null,
            s.who === 'open' && seats.length === 0
              ? h(
                  'button',
                  {
                    type: 'button',
                    class: 'main',
                    onclick: () => void act.command({ type: 'sit', seat: s.seat, invitation: invitation() }),
                  },
                  t('web.sit'),
                )
              : null,
            s.who === 'open' && you?.host
              ? h(
                  'button',
                  {
                    type: 'button',
                    class: 'second',
                    onclick: () => void act.command({ type: 'set_bot', seat: s.seat, level: 'gardener' }),
                  },
                  t('web.set_bot'),
                )
              : null,
            s.who === 'bot' && you?.host
              ? h(
                  'button',
                  {
                    type: 'button',
                    class: 'second',
                    onclick: () => void act.command({ type: 'set_bot', seat: s.seat }),
                  },
                  t('web.open_seat'),
                )
              : null,
            s.who === 'person' && seats.includes(s.seat) && seats.length < table.seats.length
              ? h(
                  'button',
                  { type: 'button', class: 'second', onclick: () => void act.command({ type: 'leave', seat: s.seat }) },
                  t('web.leave'),
                )
              : null,
            s.who === 'person' && you?.host && !seats.includes(s.seat) && !presence?.connected.includes(s.seat)
              ? h(
                  'button',
                  {
                    type: 'button',
                    class: 'second',
                    onclick: () => void act.command({ type: 'remove', seat: s.seat }),
                  },
                  t('web.remove'),
                )
              : null,
          ),
        ),
      ),
      open > 0 && you?.invitation
        ? h(
            'div',
            { class: 'invite' },
            h('label', { for: 'link' }, t('web.invite')),
            h('input', {
              id: 'link',
              readonly: true,
              value: link,
              onfocus: (/** @type {any} */ e) => e.target.select(),
            }),
            h(
              'button',
              {
                type: 'button',
                class: 'second',
                onclick: async () => {
                  await navigator.clipboard?.writeText(link);
                  notice(t('web.copied'));
                  announce(t('web.copied'));
                },
              },
              t('web.copy_link'),
            ),
          )
        : null,
      seats.length
        ? h(
            'div',
            { class: 'buttons' },
            ready
              ? h('p', { class: 'note' }, open > 0 ? t('web.wait_seats', { n: open }) : t('web.wait_ready'))
              : h(
                  'button',
                  {
                    type: 'button',
                    class: 'main',
                    id: 'ready',
                    onclick: () => void act.command({ type: 'ready', luck: luck() }),
                  },
                  t('web.ready'),
                ),
          )
        : null,
      state.game.refusal ? h('p', { class: 'refusal' }, state.game.refusal.text) : null,
      state.game.notice ? h('p', { class: 'note' }, state.game.notice) : null,
      h(
        'p',
        { class: 'note small' },
        t('web.fair.promise'),
        ' ',
        h('code', null, table.fair.commitment.slice(0, 16), '…'),
      ),
    ),
  );
}
