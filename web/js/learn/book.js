// The rule book: fetched once for each language, searched, and looked up by topic.
import { redraw } from '../state.js';
import { language } from '../words/text.js';
import { fileAt } from '../net/addresses.js';
import { fetchOwn } from '../net/own.js';

/**
 * @typedef {{type: 'plain' | 'strong', text: string} | {type: 'link', text: string, to: string}} Run
 * @typedef {{type: 'text', anchor: string, runs: Run[]}} Paragraph
 * @typedef {Paragraph | {type: 'list', items: Run[][]} | {type: 'picture', name: string, caption: string}
 *   | {type: 'table', head: string[], rows: string[][]}} Block
 * @typedef {{anchor: string, title: string, blocks: Block[]}} Section
 * @typedef {{title: string, sections: Section[], answers: Record<string, string>}} Book
 */

/** @type {Map<string, Book>} */
const books = new Map();
/** The languages that are being fetched. @type {Set<string>} */
const asked = new Set();

/** The book in the page's language, or null while it is being fetched; then there is a redraw. */
export function book() {
  const lang = language();
  const have = books.get(lang) ?? null;
  if (!have && !asked.has(lang)) void fetchBook(lang);
  return have;
}

/** @param {string} lang */
async function fetchBook(lang) {
  asked.add(lang);
  try {
    const answer = await fetchOwn(fileAt(`book/${lang}.json`));
    if (answer.ok) books.set(lang, await answer.json());
  } catch {
    // Offline: the next redraw tries again.
  }
  asked.delete(lang);
  if (books.has(lang)) redraw();
}

/**
 * The anchor for a question: a reason's code, a line of the score, a thing; or for an anchor itself.
 * @param {string} question
 */
export const anchorFor = (question) => book()?.answers[question] ?? question;

/**
 * A paragraph with what belongs to it, up to the next one.
 * @param {Book} of @param {string} anchor @returns {{section: Section, blocks: Block[]} | null}
 */
export function passage(of, anchor) {
  for (const section of of.sections) {
    const from =
      section.anchor === anchor ? 0 : section.blocks.findIndex((b) => b.type === 'text' && b.anchor === anchor);
    if (from < 0) continue;
    const rest = section.blocks.slice(from + 1).findIndex((b) => b.type === 'text');
    return { section, blocks: section.blocks.slice(from, rest < 0 ? undefined : from + 1 + rest) };
  }
  return null;
}

/** @param {Run[]} runs */
export const plain = (runs) => runs.map((r) => r.text).join('');

/** A text as it is searched: in lower case and without accents. @param {string} text */
export const folded = (text) =>
  text.toLocaleLowerCase().replaceAll('ł', 'l').replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');

/**
 * The paragraphs that have all of these words, those with the most of them in their heading first.
 * @param {Book} of @param {string} words
 * @returns {{section: Section, anchor: string, text: string}[]}
 */
export function search(of, words) {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  /** @type {{section: Section, anchor: string, text: string, rank: number}[]} */
  const found = [];
  for (const section of of.sections) {
    /** @type {{anchor: string, text: string} | null} */
    let last = null;
    const all = [];
    for (const b of section.blocks) {
      if (b.type === 'text') {
        last = { anchor: b.anchor, text: plain(b.runs) };
        all.push(last);
      } else if (last && b.type === 'list') last.text += ` ${b.items.map(plain).join(' ')}`;
      else if (last && b.type === 'table') last.text += ` ${b.rows.flat().join(' ')}`;
    }
    const title = folded(section.title);
    for (const one of all) {
      const text = folded(one.text);
      if (wanted.every((w) => text.includes(w) || title.includes(w)))
        found.push({ section, ...one, rank: wanted.filter((w) => title.includes(w)).length });
    }
  }
  return found.sort((a, b) => b.rank - a.rank);
}
