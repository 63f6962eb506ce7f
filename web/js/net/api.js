// Questions to the server over HTTP, or to the table in this tab where that is where they belong.
import * as tab from '../tab/tab.js';
import { alone, isHere } from './addresses.js';
import { Refusal, problemOf } from './refusal.js';

/** @typedef {import('../../../crates/wire/wire.js').Endpoints} Endpoints */

/** How long a server may take for what this tab can do as well, in milliseconds: to make a table, and anything else. */
const PATIENCE = { table: 1000, other: 5000 };

/** What keeps a server from an answer for now: it cannot be reached, or its limits for our address are used up. */
const NOT_NOW = ['offline', 'too_many'];

/** The answer to the first question tells the browser who we are. @type {Promise<unknown> | null} */
let first = null;

/**
 * Asks one of the server's endpoints. A body that is a text goes as it is. What the tab can answer as well, it answers
 * where the server does not, or not now.
 * @template {keyof Endpoints} E
 * @param {E} endpoint @param {Endpoints[E]['body']} [body] @param {{id?: string, since?: number}} [at]
 * @returns {Promise<Endpoints[E]['answer']>}
 */
export async function ask(endpoint, body, { id = '', since } = {}) {
  if (alone || isHere(id)) return tab.ask(endpoint, body, id);
  const [method, path] = endpoint.split(' ');
  const url = path.replace('{id}', id) + (since === undefined ? '' : `?since=${since}`);
  const other = tab.answers(endpoint, body);
  const patience = !other ? undefined : endpoint === 'POST /api/tables' ? PATIENCE.table : PATIENCE.other;
  try {
    const answer = await overNetwork(method, url, body, patience);
    // Without a network we are still who we were.
    if (path === '/api/me') tab.remember(answer);
    return answer;
  } catch (problem) {
    if (!other || !NOT_NOW.includes(problemOf(problem).code)) throw problem;
    return tab.ask(endpoint, body, id);
  }
}

/** The server's lobby. */
export const lobby = () => overNetwork('GET', '/api/tables', undefined, PATIENCE.other);

/**
 * @param {string} method @param {string} url @param {unknown} body @param {number} [patience] in milliseconds
 * @returns {Promise<any>}
 */
async function overNetwork(method, url, body, patience) {
  const unreachable = () => new Refusal({ code: 'offline', message: 'the server cannot be reached' });
  const signal = patience === undefined ? undefined : AbortSignal.timeout(patience);
  // Asked at the same time, two questions of a newcomer would make them two people.
  const late = new Promise((_, fail) => signal?.addEventListener('abort', () => fail(unreachable())));
  await (signal ? Promise.race([first, late]) : first);
  /** @type {Response} */
  let answer;
  /** @type {any} */
  let data;
  try {
    const asked = fetch(url, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal,
    });
    first ??= asked.catch(() => null);
    answer = await asked;
    data = await answer.json().catch(() => undefined);
  } catch {
    throw unreachable();
  }
  // Where a proxy answers in place of a server that is not there.
  if (!answer.ok && !data?.error && answer.status >= 502) throw unreachable();
  if (!answer.ok) throw new Refusal(data?.error ?? { code: 'other', message: String(answer.status) });
  return data;
}
