// Before the game: who sits where, the link to send, and being ready.
import * as act from '../play/act.js';
import { icon } from '../draw/art.js';
import { announce } from '../a11y/live.js';
import { ask } from '../net/api.js';
import { problemOf } from '../net/refusal.js';
import { seatName } from '../words/names.js';
import { mySeats, notice, redraw, state } from '../state.js';
import { errorText } from '../words/refusal.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';
import { isHere } from '../net/addresses.js';

/** Bytes of our own for the luck of the game. */
export const luck = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => b.toString(16).padStart(2, '0')).join('');

/** The invitation that brought us here. */
const invitation = () => new URLSearchParams(location.search).get('i') ?? undefined;

/** Takes a seat, under the name that was written. @param {number} seat */
async function sit(seat) {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById('guest-name'));
  const name = field?.value.trim();
  if (name && name !== state.me?.name) {
    try {
      state.me = await ask('PATCH /api/me', { name });
    } catch (e) {
      state.game.refusal = { text: errorText(problemOf(e)), cells: [], at: null, topic: null };
      redraw();
      return;
    }
  }
  await act.command({ type: 'sit', seat, invitation: invitation() });
}

/**
 * For whoever followed a link: who invites them to what, and under which name they come.
 * @param {import('../../types.js').TableView} table
 */
function welcome(table) {
  const host = table.seats.find((x) => x.who === 'person');
  return h(
    'div',
    { class: 'welcome', key: 'welcome' },
    host ? h('p', null, t('web.guest.invites', { name: seatName(host.seat) }), ' ', t('web.guest.long')) : null,
    h(
      'ol',
      null,
      ['take', 'place', 'score'].map((part) => h('li', null, t(`web.guest.${part}`))),
    ),
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'guest-name' }, t('web.you_are')),
      h('input', { id: 'guest-name', maxlength: '40', autocomplete: 'nickname', placeholder: state.me?.name ?? '' }),
    ),
  );
}

/** Where the server draws a link as a QR code. @param {string} link */
const code = (link) => `/qr/${btoa(link).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.svg`;

/** Hands a link to the system's own ways of sharing. @param {string} url */
function share(url) {
  navigator.share({ title: t('app.name'), url }).catch(() => null);
}

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
      seats.length === 0 && open > 0 ? welcome(table) : null,
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
              ? h('button', { type: 'button', class: 'main', onclick: () => void sit(s.seat) }, t('web.sit'))
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
            s.who === 'bot' && you?.host && !isHere(table.id)
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
            'share' in navigator
              ? h('button', { type: 'button', class: 'second', onclick: () => share(link) }, t('web.share'))
              : null,
            h(
              'details',
              { class: 'scan' },
              h('summary', null, t('web.scan')),
              h('img', { src: code(link), width: '220', height: '220', alt: t('web.scan_alt'), loading: 'lazy' }),
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
        t(isHere(table.id) ? 'web.tab.promise' : 'web.fair.promise'),
        ' ',
        h('code', null, table.fair.commitment.slice(0, 16), '…'),
      ),
    ),
  );
}
