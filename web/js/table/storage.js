// A storage: twelve places for tiles and jokers, two for expansions.
import { storageName, storedName } from '../a11y/labels.js';
import { expansionIcon, icon, put, tileIcon } from '../draw/art.js';
import { previewed } from './display.js';
import { pays, proposed } from '../play/pay.js';
import { state } from '../state.js';
import * as text from '../words/text.js';
import { classes, h, s } from '../draw/vdom.js';

/**
 * @typedef {import('../../types.js').PlayerView} PlayerView
 * @typedef {{
 *   onTile: (kind: string, index: number, pays: boolean) => void,
 *   onExpansion: (kind: string, index: number, pays: boolean) => void, onJoker: (pays: boolean) => void,
 * }} Acts
 */

/**
 * Which places a payment would empty, the hexagon that is placed aside.
 * @param {string[]} have @param {string[]} paid @param {number} but
 */
function paying(have, paid, but) {
  /** @type {Set<number>} */
  const out = new Set();
  for (const kind of paid) {
    const i = have.findIndex((k, n) => k === kind && n !== but && !out.has(n));
    if (i >= 0) out.add(i);
  }
  return out;
}

/** Our own storage, to pick from. @param {PlayerView} player @param {boolean} mine @param {Acts} acts */
export function storage(player, mine, acts) {
  const { pick, table, choices, hint } = state.game;
  const places = table?.rules.tile_places ?? 12;
  const wide = table?.rules.expansion_places ?? 2;
  const pay = mine ? proposed() : null;
  const picked = pick.type === 'place' ? player.tiles.indexOf(pick.kind) : -1;
  const laid = pick.type === 'expand' ? player.expansions.indexOf(pick.kind) : -1;
  const payTiles = paying(player.tiles, pay?.tiles ?? [], picked);
  const payExpansions = paying(player.expansions, pay?.expansions ?? [], laid);
  const coming = mine ? arriving() : { tiles: [], expansions: [] };
  const hinted = hint && 'place' in hint ? player.tiles.indexOf(hint.place) : -1;
  const empty = Math.max(0, places - player.tiles.length - player.jokers - coming.tiles.length);
  let joker = 0;
  return h(
    'div',
    { class: 'store', role: 'group', 'aria-label': storageName(player), 'data-zone': 'storage' },
    h(
      'div',
      { class: 'tiles', 'data-spot': `store-${player.seat}` },
      player.tiles.map((kind, i) => {
        const drop = pick.type === 'pass' && pick.tiles.includes(i);
        const cannot = mine && choices?.place.find((p) => p.kind === kind)?.reason;
        return h(
          'button',
          {
            type: 'button',
            class: classes(
              'place',
              i === picked && 'picked',
              payTiles.has(i) && 'pays',
              drop && 'drops',
              i === hinted && pick.type === 'none' && 'hinted',
              cannot && 'cannot',
            ),
            key: `place-${i}`,
            'data-spot': `store-${player.seat}-${kind}`,
            'data-tile': kind,
            'data-stop': `tile-${i}`,
            tabindex: '-1',
            'aria-keyshortcuts': i < 10 ? String((i + 1) % 10) : null,
            'aria-label': storedName(kind, false),
            'aria-pressed': i === picked || drop ? 'true' : 'false',
            onclick: () => acts.onTile(kind, i, payTiles.has(i)),
          },
          tileIcon(kind, 'piece'),
        );
      }),
      coming.tiles.map((kind, i) =>
        h('span', { class: 'place coming', key: `place-${player.tiles.length + i}` }, tileIcon(kind, 'piece')),
      ),
      Array.from({ length: empty }, (_, i) =>
        h(
          'span',
          { class: 'place', key: `place-${player.tiles.length + coming.tiles.length + i}` },
          icon('slot', 'piece'),
        ),
      ),
      Array.from({ length: player.jokers }, (_, i) => {
        joker += 1;
        const spends = Boolean(pay && joker > player.jokers - pay.jokers);
        return h(
          'button',
          {
            type: 'button',
            class: classes('place joker', spends && 'pays'),
            key: `place-${places - player.jokers + i}`,
            'aria-label': text.capital(text.t('term.joker')),
            'aria-pressed': spends ? 'true' : 'false',
            'aria-disabled': pay && pays('joker') ? null : 'true',
            tabindex: '-1',
            onclick: () => acts.onJoker(spends),
          },
          icon('slot', 'piece under'),
          icon('joker', 'piece'),
        );
      }),
    ),
    h(
      'div',
      { class: 'wides', 'data-spot': `wide-${player.seat}` },
      player.expansions.map((kind, i) => {
        const drop = pick.type === 'pass' && pick.expansions.includes(i);
        const cls = `${i === laid ? ' picked' : ''}${payExpansions.has(i) ? ' pays' : ''}${drop ? ' drops' : ''}`;
        const cannot = mine && choices?.expand.find((p) => p.kind === kind)?.reason;
        return h(
          'button',
          {
            type: 'button',
            class: `place wide${cls}${cannot ? ' cannot' : ''}`,
            key: `wide-${i}`,
            'data-expansion': kind,
            'data-spot': `wide-${player.seat}-${kind}`,
            'data-stop': `wide-${i}`,
            tabindex: '-1',
            'aria-keyshortcuts': 'e',
            'aria-label': storedName(kind, true),
            'aria-pressed': i === laid || drop ? 'true' : 'false',
            onclick: () => acts.onExpansion(kind, i, payExpansions.has(i)),
          },
          expansionIcon(kind, 'piece'),
        );
      }),
      coming.expansions.map((kind, i) =>
        h(
          'span',
          { class: 'place wide coming', key: `wide-${player.expansions.length + i}` },
          expansionIcon(kind, 'piece'),
        ),
      ),
      Array.from({ length: Math.max(0, wide - player.expansions.length - coming.expansions.length) }, (_, i) =>
        h(
          'span',
          { class: 'place wide', key: `wide-${player.expansions.length + coming.expansions.length + i}` },
          wideSlot(),
        ),
      ),
    ),
  );
}

/** What an acquisition would bring. */
function arriving() {
  const { pick } = state.game;
  const take = pick.type === 'acquire' ? pick.take : (previewed() ?? []);
  return {
    tiles: take.filter((c) => !c.whole).map((c) => c.kind),
    expansions: take.filter((c) => c.whole).map((c) => c.kind),
  };
}

const wideSlot = () =>
  s('svg', { class: 'piece', viewBox: '-140 -135 280 270', 'aria-hidden': 'true' }, put('expansion-slot'));

/** Another's storage, small. @param {PlayerView} player */
export function smallStorage(player) {
  const { table } = state.game;
  const places = table?.rules.tile_places ?? 12;
  const label = `${text.t('term.storage')}: ${text.payment(player) || text.t('web.nothing')}`;
  const wide = table?.rules.expansion_places ?? 2;
  const jokers = places - player.jokers;
  return h(
    'div',
    { class: 'store small', role: 'img', 'aria-label': label, title: label },
    h(
      'div',
      { class: 'tiles', 'data-spot': `store-${player.seat}` },
      Array.from({ length: places }, (_, i) => {
        const kind = player.tiles[i];
        return h(
          'span',
          { class: 'place', key: `place-${i}`, 'data-spot': kind ? `store-${player.seat}-${kind}` : null },
          kind ? tileIcon(kind, 'piece') : icon(i >= jokers ? 'joker' : 'slot', 'piece'),
        );
      }),
    ),
    h(
      'div',
      { class: 'wides', 'data-spot': `wide-${player.seat}` },
      Array.from({ length: wide }, (_, i) => {
        const kind = player.expansions[i];
        return h(
          'span',
          { class: 'place wide', key: `wide-${i}`, 'data-spot': kind ? `wide-${player.seat}-${kind}` : null },
          kind ? expansionIcon(kind, 'piece') : wideSlot(),
        );
      }),
    ),
  );
}
