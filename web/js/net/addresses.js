// Addresses of pages and files, on a server and on a static site, and what an address shows.

/** Whether this is a static site: its one page is `index.html`, and the query says what it shows. */
export const alone = document.querySelector('meta[name="quinta-site"][content="static"]') !== null;

/** The first page. */
export const home = alone ? './' : '/';

/** The prefix of ids of tables in this browser. */
const OURS = 'tab-';

/** Whether this is a table in this browser. @param {string} id */
export const isHere = (id) => id.startsWith(OURS);

/** An id for a table in this browser. */
export const newTable = () =>
  OURS + Array.from(crypto.getRandomValues(new Uint8Array(10)), (b) => (b % 36).toString(36)).join('');

/** A table. @param {string} id */
export const tableAt = (id) => (isHere(id) ? `${home}?t=${id}` : `/t/${id}`);

/** A game that is looked at again; without an id a record of one's own. @param {string} [id] */
export function replayAt(id = '') {
  if (isHere(id)) return `${home}?r=${id}`;
  return alone ? `${home}?r` : `/r/${id}`;
}

/** The rule book, at a paragraph if one is named. @param {string} [anchor] */
export const rulesAt = (anchor) => (alone ? `${home}?rules` : '/rules') + (anchor ? `#${anchor}` : '');

/** The lessons, or one of them. @param {string} [lesson] */
export function learnAt(lesson) {
  if (alone) return `${home}?learn${lesson ? `=${lesson}` : ''}`;
  return lesson ? `/learn/${lesson}` : '/learn';
}

/** A file that belongs to this version of the page. @param {string} name */
export const fileAt = (name) => new URL(`../../${name}`, import.meta.url).href;

/** The version of the page, from the address of this file. */
export const version = /\/v\/([^/]+)\//.exec(import.meta.url)?.[1] ?? 'now';

/**
 * What an address shows: the id of a table, lesson or replay, or one of the other pages.
 * @param {{pathname: string, search: string}} address
 */
export function shownAt({ pathname, search }) {
  const asked = new URLSearchParams(search);
  const path = alone ? '' : pathname;
  const named = (/** @type {string} */ name) => asked.get(name) || null;
  return {
    table: named('t') ?? /^\/t\/([A-Za-z0-9]+)/.exec(path)?.[1] ?? null,
    /** Nothing in it: a record of one's own. */
    replay: asked.get('r') ?? /^\/r\/([A-Za-z0-9]*)/.exec(path)?.[1] ?? null,
    lesson: named('learn') ?? /^\/learn\/([a-z]+)/.exec(path)?.[1] ?? null,
    lessons: asked.get('learn') === '' || path === '/learn',
    rules: asked.has('rules') || path === '/rules',
  };
}
