// The commitment to a game's luck as it was seen before the deal: kept by this browser, or told by the link that led
// here.

/**
 * Who saw it: this browser, or whoever made the link; nobody who could tell us otherwise.
 * @typedef {{commitment: string, by: 'us' | 'link' | 'nobody'}} Seen
 */

const KEY = 'quinta.promises';
/** The most that are kept; the oldest go first. */
const MOST = 200;
/** How the part of an address behind # begins. */
const BEHIND = '#commitment=';

/** What is kept: the id of each game with its commitment. @returns {[string, string][]} */
function kept() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    // Unreadable, or storage is not available.
    return [];
  }
}

/** The id that a game was dealt under. @param {import('../../types.js').TableView} table */
const dealtAs = (table) => table.fair.tab ?? table.id;

/**
 * Keeps what a table promises before its deal; what was kept first stays.
 * @param {import('../../types.js').TableView} table
 */
export function keepPromise(table) {
  const [list, id] = [kept(), dealtAs(table)];
  if (list.some(([known]) => known === id)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...list, [id, table.fair.commitment]].slice(-MOST)));
  } catch {
    // The check then says that nobody has seen it.
  }
}

/** The table's commitment as it was seen before. @param {import('../../types.js').TableView} table @returns {Seen} */
export function seenPromise(table) {
  const own = kept().find(([id]) => id === dealtAs(table));
  if (own) return { commitment: own[1], by: 'us' };
  if (location.hash.startsWith(BEHIND)) return { commitment: location.hash.slice(BEHIND.length), by: 'link' };
  return { commitment: '', by: 'nobody' };
}

/** What a link to a game that is over ends with, so that whoever follows it can tell this game from another. */
export const promiseBehind = (/** @type {import('../../types.js').TableView} */ { stage, fair }) =>
  stage === 'over' ? BEHIND + fair.commitment : '';
