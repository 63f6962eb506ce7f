// The display: the stack, what lies around it, and what pointing at a hexagon would take.
import { offerName, slotName } from '../a11y/labels.js';
import { attributePiece, expansionIcon, icon, outline, put, tile, tileIcon } from '../draw/art.js';
import { DIRECTIONS, position } from '../draw/hex.js';
import { attributesOf, choiceOf, roomAfter, sameCopy, takeAt, withCopy } from '../play/take.js';
import { reasonText } from '../words/refusal.js';
import { afterwards } from '../words/sentence.js';
import { phone } from '../draw/screen.js';
import { canAct, state } from '../state.js';
import * as text from '../words/text.js';
import { classes, h, s } from '../draw/vdom.js';

/**
 * @typedef {import('../../types.js').CopyRef} Copy
 * @typedef {import('../../types.js').Attribute} Attribute
 * @typedef {{
 *   onPoint: (copy: Copy | null) => void, onOffer: (copy: Copy) => void,
 *   onAttribute: (attribute: Attribute, at: Copy) => void, onClose: () => void,
 *   onPreview: (attribute: Attribute | null) => void, onCopies: (attribute: Attribute, at: Copy) => void,
 * }} Acts
 */

/** On which petals the tiles lie. */
const PLACES = [2, 1, 4, 5, 3, 0];

/** What the possibility that is pointed at would take. @returns {Copy[] | null} */
export function previewed() {
  const { pick, preview, hover, drag } = state.game;
  const at = drag ?? (pick.type === 'offer' ? pick : pick.type === 'none' ? hover : null);
  return at && preview !== null && !choiceOf(preview)?.reason ? takeAt(preview, at) : null;
}

/** What is lit: by the colour, by the pattern, or taken. @param {Copy} copy @returns {string} */
function light(copy) {
  const { pick, hover, hint } = state.game;
  if (pick.type === 'acquire') {
    if (pick.take.some((c) => sameCopy(c, copy))) return 'taken';
    return withCopy(pick, copy) ? 'other' : 'dim';
  }
  const shown = previewed();
  if (shown) return shown.some((c) => sameCopy(c, copy)) ? 'taken' : 'dim';
  const at = pick.type === 'offer' ? pick : pick.type === 'none' ? hover : null;
  if (!at) {
    if (hint && 'acquire' in hint && pick.type === 'none')
      return hint.take.some((c) => sameCopy(c, copy)) ? 'hinted' : '';
    return pick.type === 'none' ? '' : 'rest';
  }
  const [colour, pattern] = attributesOf(at.kind);
  const own = copy.kind === at.kind;
  if (own) return sameCopy(copy, { ...at }) ? 'pointed' : 'both';
  if (copy.kind[0] === colour) return 'by-colour';
  return Number(copy.kind[1]) === pattern ? 'by-pattern' : 'dim';
}

/** A hexagon on offer. @param {Copy} copy @param {number} x @param {number} y @param {number} nth @param {Acts} acts */
function offer(copy, x, y, nth, acts) {
  const cls = light(copy);
  const label = offerName(copy);
  const { pick } = state.game;
  const pressed =
    pick.type === 'acquire' ? String(cls === 'taken') : pick.type === 'offer' && sameCopy(copy, pick) ? 'true' : null;
  return s(
    'g',
    {
      class: `offer ${cls}`,
      key: `${copy.kind}-${copy.whole ? 'w' : nth}`,
      role: 'button',
      tabindex: '-1',
      'aria-label': label,
      'aria-pressed': pressed,
      'data-spot': `slot-${copy.from}-${copy.kind}${copy.whole ? 'w' : ''}`,
      'data-offer': copy.kind,
      'data-stop': `${copy.from}-${copy.kind}-${copy.whole ? 'w' : nth}`,
      onclick: () => acts.onOffer(copy),
      onpointerenter: (/** @type {PointerEvent} */ e) => e.pointerType === 'mouse' && acts.onPoint(copy),
      onpointerleave: (/** @type {PointerEvent} */ e) => e.pointerType === 'mouse' && acts.onPoint(null),
    },
    copy.whole ? s('circle', { class: 'halo', cx: 0, cy: 0, r: 128 }) : null,
    tile(copy.kind, x, y, copy.whole ? 0.95 : 1, cls === 'taken' || cls === 'pointed' || cls === 'hinted'),
    cls === 'by-colour' || cls === 'both' ? s('circle', { class: 'sign', cx: x - 26, cy: y - 34, r: 9 }) : null,
    cls === 'by-pattern' || cls === 'both'
      ? s('rect', { class: 'sign', x: x + 18, y: y - 42, width: 16, height: 16, rx: 3 })
      : null,
    cls === 'other' ? s('circle', { class: 'swap', cx: x, cy: y, r: 46 }) : null,
    s('path', { class: 'focus-ring', d: outline(x, y, 46) }),
  );
}

/** One of the two possibilities at a hexagon. @param {Attribute} attribute @param {Copy} at @param {Acts} acts */
function option(attribute, at, acts) {
  const { table, pick } = state.game;
  const choice = choiceOf(attribute);
  const label = text.t('web.all_of', { attribute: text.attribute(attribute) });
  const head = [icon(attributePiece(attribute)), h('span', { class: 'what' }, label)];
  if (!choice) return h('div', { class: 'option still' }, head);
  const take = takeAt(attribute, at) ?? choice.kinds.map((k) => k.copies[0]);
  const room = roomAfter(take);
  const fits = choice.reason
    ? reasonText(choice.reason)
    : text.t('web.room_after', {
        tiles: room.tiles,
        places: table?.rules.tile_places ?? 12,
        expansions: room.expansions,
      });
  const on = pick.type === 'acquire' && pick.attribute === attribute;
  return h(
    'button',
    {
      class: `option${on ? ' on' : ''}`,
      type: 'button',
      'data-attribute': attribute,
      'data-stop': String(attribute),
      'aria-disabled': choice.reason ? 'true' : null,
      'aria-pressed': on ? 'true' : null,
      onclick: () => acts.onAttribute(attribute, at),
      onpointerenter: () => acts.onPreview(attribute),
      onpointerleave: () => acts.onPreview(null),
      onfocus: () => acts.onPreview(attribute),
      onblur: () => acts.onPreview(null),
    },
    h('span', { class: 'row' }, head),
    h(
      'span',
      { class: 'row takes' },
      take.map((c) => (c.whole ? expansionIcon(c.kind, 'icon big') : tileIcon(c.kind))),
      h('span', { class: 'unseen' }, `${text.list(take.map((c) => text.thing(c.kind, c.whole)))}.`),
    ),
    h('span', { class: choice.reason ? 'no' : 'fits' }, [fits, ...(choice.reason ? [] : afterwards(take))].join(' ')),
  );
}

/** The card at the hexagon that is pointed at. @param {Copy} at @param {boolean} pinned @param {Acts} acts */
function card(at, pinned, acts) {
  const settled = state.game.pick.type === 'acquire';
  const several = attributesOf(at.kind).filter((a) => !choiceOf(a)?.reason && (choiceOf(a)?.takes.length ?? 0) > 1);
  return h(
    'div',
    {
      class: classes('pop', pinned && 'pinned', settled && 'settled'),
      role: 'group',
      'aria-label': text.t('action.acquire.title'),
      'data-zone': pinned ? 'options' : null,
      // Whoever is on the way to it with the mouse keeps it open.
      onpointerenter: () => acts.onPoint(at),
      onpointerleave: () => acts.onPoint(null),
    },
    pinned
      ? h(
          'button',
          { class: 'close', type: 'button', 'aria-label': text.t('action.cancel'), onclick: acts.onClose },
          '×',
        )
      : null,
    attributesOf(at.kind).map((a) => option(a, at, acts)),
    settled
      ? several.some((a) => state.game.pick.type === 'acquire' && a === state.game.pick.attribute)
        ? h('p', { class: 'note' }, text.t('web.copies'))
        : null
      : several.map((a) =>
          h(
            'button',
            { class: 'more copies', type: 'button', 'data-stop': `copies-${a}`, onclick: () => acts.onCopies(a, at) },
            text.t('web.choose_copies', { attribute: text.attribute(a) }),
          ),
        ),
  );
}

/** The first-player marker, in the corner beside the first expansion, while it is still to be had. */
function freeMarker() {
  const name = text.t('web.marker_free');
  return s(
    'g',
    { class: 'marker', role: 'img', 'aria-label': name },
    s('title', null, name),
    put('marker', -111, -107, 0.6),
  );
}

/** How many expansions lie in each column of a phone. @type {Record<number, number[]>} */
const COLUMNS = {
  1: [1],
  2: [1, 1],
  3: [1, 1, 1],
  4: [1, 2, 1],
  5: [2, 1, 2],
  6: [2, 2, 2],
  7: [2, 3, 2],
  8: [3, 2, 3],
};

/**
 * Where expansions lie on a small screen, row by row, in units of their drawing: columns that reach into each other's
 * gaps.
 * @param {number[]} columns
 */
function honeycomb(columns) {
  const rows = Math.max(...columns);
  const zigzag = columns.length > 1 && columns.every((k) => k === rows) && rows * columns.length !== 2;
  const wide = 284 + 226 * (columns.length - 1);
  const high = 262 * (rows + (zigzag ? 0.5 : 0)) + 34;
  const spots = columns.flatMap((k, c) =>
    Array.from({ length: k }, (_, r) => ({
      x: 226 * c,
      y: 262 * (r + (rows - k) / 2 + (zigzag && c === 1 ? 0.5 : 0)),
    })),
  );
  return { wide, high, spots: spots.sort((a, b) => a.y - b.y || a.x - b.x) };
}

/** @param {Acts} acts */
export function display(acts) {
  const { table, pick, hover } = state.game;
  const view = table?.state?.display;
  if (!view) return null;
  const stacked = view.slots.filter((x) => x.face === 'stack').length;
  const shown = view.slots.filter((x) => (x.face === 'stack' ? x.slot === view.top : x.face !== 'taken'));
  const at =
    pick.type === 'offer' ? pick : pick.type === 'acquire' ? pick.at : canAct() && pick.type === 'none' ? hover : null;
  const free = table?.state?.phase !== 'over' && (table?.state?.marker ?? null) === null;
  // Room for one stays where nothing lies any more.
  const n = Math.max(shown.length, 1);
  const comb = honeycomb(
    phone.matches ? (COLUMNS[n] ?? COLUMNS[8]) : [Math.ceil(n / 2), Math.floor(n / 2)].filter((k) => k > 0),
  );
  const pointed = at ? shown.findIndex((slot) => slot.slot === at.from) : -1;
  /** Where the nth lies: on a desk by column and row, on a small screen in units of the drawing. @param {number} n */
  const place = (n) => ({
    '--column': n % 2,
    '--row': Math.floor(n / 2),
    '--x': comb.spots[n]?.x ?? 0,
    '--y': comb.spots[n]?.y ?? 0,
  });
  return h(
    'div',
    { class: `slots n${n}`, 'data-zone': 'display', style: { '--wide': comb.wide, '--high': comb.high } },
    shown.map((slot, i) => {
      const top = slot.slot === view.top;
      const rest = top ? stacked - 1 : 0;
      return h(
        'div',
        {
          class: `slot${top ? ' top' : ''}`,
          key: `slot-${slot.slot}`,
          'data-spot': `slot-${slot.slot}`,
          style: place(i),
        },
        s(
          'svg',
          { viewBox: '-142 -138 284 296', role: 'group', 'aria-label': slotName(slot, rest) },
          top ? s('title', null, text.t('web.stack_of', { n: rest })) : null,
          Array.from({ length: Math.min(rest, 4) }, (_, n) => put('expansion-back', 0, (Math.min(rest, 4) - n) * 5, 1)),
          slot.face === 'up' && slot.kind ? put('expansion-front') : put('expansion-back'),
          top && rest > 0
            ? [
                s('text', { class: 'more', x: 0, y: 4 }, rest + 1),
                s('text', { class: 'more left', x: 0, y: 24 }, text.t('web.stack_left')),
              ]
            : null,
          slot.face === 'up' && slot.kind
            ? offer({ kind: slot.kind, from: slot.slot, whole: true }, ...position(DIRECTIONS[1]), 0, acts)
            : null,
          slot.tiles.map((kind, n) =>
            offer({ kind, from: slot.slot }, ...position(DIRECTIONS[PLACES[n % 6]]), n, acts),
          ),
          free && i === 0 ? freeMarker() : null,
        ),
      );
    }),
    free && shown.length === 0
      ? h(
          'div',
          { class: 'slot', key: 'marker', style: place(0) },
          s('svg', { viewBox: '-142 -138 284 296' }, freeMarker()),
        )
      : null,
    at && pointed >= 0
      ? h(
          'div',
          {
            class: classes('anchor', pointed % 2 === 1 && 'right', pointed >= 4 && 'low'),
            key: 'anchor',
            style: place(pointed),
          },
          card({ kind: at.kind, from: at.from, whole: at.whole }, pick.type !== 'none', acts),
        )
      : null,
  );
}
