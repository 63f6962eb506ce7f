// Every text that the page shows comes from a catalogue; this file fills in its gaps.
import * as hex from '../draw/hex.js';
import { forget } from '../draw/vdom.js';

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */

/** The languages that there are catalogues of. */
export const LANGUAGES = ['en', 'fr', 'de', 'pl'];

/** @type {Catalogue} */
let catalogue = {};
let lang = 'en';
/** Which form a number asks for; made once, for making it takes longer than a text. */
let plural = new Intl.PluralRules(lang);
/** Keys that were asked for and are not there, for the tests. @type {Set<string>} */
const missing = new Set();
Object.assign(globalThis, { quintaMissingTexts: missing });

/** What a language calls itself. @param {string} code */
export const ownName = (code) => {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
};

/** The language of the page. */
export const language = () => lang;

/** Loads a language's catalogue. @param {string} code */
export async function load(code) {
  const answer = await fetch(new URL(`../../locales/${code}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no catalogue for ${code}`);
  catalogue = await answer.json();
  lang = code;
  plural = new Intl.PluralRules(lang);
  forget();
  document.documentElement.lang = code;
}

/** The best of our languages for this browser. @param {string | undefined} kept */
export function preferred(kept) {
  for (const tag of [kept ?? '', ...navigator.languages]) {
    const code = tag.slice(0, 2).toLowerCase();
    if (LANGUAGES.includes(code)) return code;
  }
  return 'en';
}

/**
 * A text. Where its form depends on a number, that is `n`.
 * @param {string} key @param {Record<string, string | number>} [args]
 */
export function t(key, args = {}) {
  const entry = catalogue[key];
  if (entry === undefined) {
    missing.add(key);
    return key;
  }
  const form = typeof entry === 'string' ? entry : (entry[plural.select(Number(args.n))] ?? entry.other);
  return form.replace(/\{(\w+)\}/g, (whole, gap) => (gap in args ? String(args[gap]) : whole));
}

/** Whether there is such a text. @param {string} key */
export const has = (key) => key in catalogue;

/** What follows this prefix in the keys of the catalogue, in its order. @param {string} prefix */
export const keysAfter = (prefix) =>
  Object.keys(catalogue).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

/** A text as the start of a sentence. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);

/** Points that are won or lost. @param {number} points */
export const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/**
 * A number as the language writes it, with one decimal at the most.
 * @param {number} of @param {'negative' | 'exceptZero'} [sign] when it has a sign
 */
export const decimal = (of, sign = 'negative') =>
  new Intl.NumberFormat(lang, { maximumFractionDigits: 1, signDisplay: sign }).format(of).replace('-', '−');

/** A day as the language writes it. @param {number} time in milliseconds since 1970 */
export const day = (time) => new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'long' }).format(time);

/** @param {string} kind */
export const kind = (kind) => t(`kind.${kind}`);

/** @param {string | number} of */
export const attribute = (of) => (typeof of === 'number' ? t(`pattern.${of}`) : t(`colour.${of}`));

/** @param {string} of @param {boolean} [whole] */
export const thing = (of, whole) => t(whole ? 'thing.expansion' : 'thing.tile', { kind: kind(of) });

/** A list as it is read aloud. @param {string[]} items */
export function list(items) {
  if (items.length < 2) return items[0] ?? '';
  return t('list.two', { first: items.slice(0, -1).join(', '), last: items[items.length - 1] });
}

/** @param {number} area */
export const area = (area) => t(`direction.${area}`);

/** Where a cell lies. @param {readonly number[]} at */
export function cell(at) {
  const where = hex.inArea(at);
  if (where) {
    const there = t(`direction.${where.area}`);
    return where.petal === 6
      ? t('cell.centre', { area: there })
      : t('cell.petal', { area: there, direction: t(`direction.${where.petal}`) });
  }
  const d = hex.DIRECTIONS.findIndex((x) => hex.same(x, at));
  if (d >= 0) return t('cell.fountain', { direction: t(`direction.${d}`) });
  const f = hex.FIGURES.findIndex((x) => hex.same(x, at));
  return f >= 0 ? t(f % 2 ? 'feature.bench' : 'feature.statue') : t('feature.fountain');
}

/** @param {readonly (readonly number[])[]} of */
export const cells = (of) => of.map(cell).join('; ');

/** What is paid or discarded, in words. @param {{tiles?: string[], expansions?: string[], jokers?: number}} of */
export function payment(of) {
  const items = (of.tiles ?? []).map((k) => kind(k));
  for (const k of of.expansions ?? []) items.push(thing(k, true));
  if (of.jokers) items.push(t('count.jokers', { n: of.jokers }));
  return list(items);
}
