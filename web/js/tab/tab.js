// The tables in this browser, as the page sees them: `ask` and `connect` as with a server, and the guest's own data.
import { Refusal } from '../net/refusal.js';
import { newTable } from '../net/addresses.js';
import { isMissing, pauseAfter } from '../net/own.js';
import { language, t } from '../words/text.js';
import { ANYWHERE } from './endpoints.js';
import * as store from './store.js';

/**
 * @typedef {import('../../../crates/wire/wire.js').Endpoints} Endpoints
 * @typedef {import('../../../crates/wire/wire.js').Me} Me
 * @typedef {import('../net/socket.js').Handlers} Handlers
 * @typedef {import('../net/socket.js').Answer} Answer
 */

/** @type {Worker | null} */
let worker = null;
/**
 * The requests without an answer yet.
 * @type {Map<number, {done: (answer: any) => void, fail: (problem: Refusal) => void}>}
 */
const open = new Map();
let last = 0;
/** Who listens to which table. @type {Map<string, (message: any) => void>} */
const tables = new Map();
/** Called when a bot has to wait for the architect's net. */
let waits = () => {};
/** What was asked before the worker first spoke; its script may be missing. @type {object[] | null} */
let unheard = [];
/** How many workers had no script. */
let missing = 0;

/** The worker, started by the first request. */
function started() {
  if (worker) return worker;
  worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'quinta' });
  worker.onerror = async (event) => {
    if (!isMissing(event)) return;
    await pauseAfter(missing);
    missing += 1;
    worker = null;
    for (const question of unheard ?? []) started().postMessage(question);
  };
  worker.onmessage = ({ data }) => {
    unheard = null;
    if (data.waits) waits();
    if (data.message) tables.get(data.id)?.(data.message);
    const asked = open.get(data.number);
    open.delete(data.number);
    if (data.error) asked?.fail(new Refusal(data.error));
    else asked?.done(data.answer);
  };
  return worker;
}

/** @param {object} question */
function post(question) {
  const whole = { name: me().name, another: newTable(), ...question };
  unheard?.push(whole);
  started().postMessage(whole);
}

const KEY = 'quinta.me';

/** A random name for a guest. */
const guest = () => {
  const [place, creature] = crypto.getRandomValues(new Uint8Array(2));
  return t('guest.name', { place: t(`guest.place.${place % 20}`), creature: t(`guest.creature.${creature % 20}`) });
};

/** Who plays in this browser: as the server last told us, or a new guest. @returns {Me} */
function me() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof kept?.name === 'string') return kept;
  } catch {
    // Unreadable, or storage is not available.
  }
  return remember({ name: guest(), language: language() });
}

/** Keeps who we are. @template {Me | null} M @param {M} who @returns {M} */
export function remember(who) {
  try {
    if (who) localStorage.setItem(KEY, JSON.stringify(who));
  } catch {
    // Without storage there is a new guest at each visit.
  }
  return who;
}

/** @param {import('../../../crates/wire/wire.js').ChangeMe} change */
function changeMe({ name, ...rest }) {
  const long = name === undefined ? me().name : name.trim();
  if (!long || [...long].length > 40) throw new Refusal({ code: 'bad_name', message: 'a name has 1 to 40 characters' });
  return remember({ ...me(), ...rest, name: long });
}

/** What is answered without the worker. @type {Partial<Record<keyof Endpoints, (body: any) => Me>>} */
const ME = { 'GET /api/me': me, 'PATCH /api/me': changeMe };

/**
 * Whether this could be answered without a server. A table with an open seat could not: it waits for others.
 * @param {keyof Endpoints} endpoint @param {any} body
 */
export const answers = (endpoint, body) =>
  (endpoint in ME || endpoint in ANYWHERE) &&
  !(endpoint === 'POST /api/tables' && body.seats.some((/** @type {{who: string}} */ seat) => seat.who === 'open'));

/**
 * Answers a request as a server would.
 * @template {keyof Endpoints} E
 * @param {E} endpoint @param {Endpoints[E]['body']} body @param {string} id @returns {Promise<Endpoints[E]['answer']>}
 */
export async function ask(endpoint, body, id) {
  const known = ME[endpoint];
  if (known) return /** @type {any} */ (known(body));
  // Some browsers delete the data of sites that are seldom visited.
  if (endpoint === 'POST /api/tables') void navigator.storage?.persist?.().catch(() => false);
  return new Promise((done, fail) => {
    last += 1;
    open.set(last, { done, fail });
    post({ do: 'ask', number: last, endpoint, body, id });
  });
}

/** Opens a table in this tab. @param {string} id @param {Handlers} handlers @param {() => string} newId */
export function connect(id, handlers, newId) {
  /** @type {Map<string, (answer: Answer) => void>} */
  const waiting = new Map();
  tables.set(id, (message) => {
    if (message.type === 'snapshot') handlers.onOnline(true);
    if (message.id && (message.type === 'reply' || message.type === 'refused')) {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
    handlers.onMessage(message);
  });
  waits = () => handlers.onMessage({ type: 'refused', error: /** @type {any} */ ({ code: 'net', message: '' }) });
  post({ do: 'connect', id, since: handlers.since() });
  return {
    /** Sends a command. @param {import('../../types.js').Command} command @returns {Promise<Answer>} */
    send(command) {
      const message = { id: newId(), ...command };
      return new Promise((done) => {
        waiting.set(message.id, done);
        post({ do: 'send', id, message });
      });
    },
    close: () => tables.delete(id),
  };
}

/** The games in this browser, the last one first; none where storage is not available. */
export async function games() {
  const kept = await store.games().catch(() => []);
  return kept.map(({ table }) => table).sort((a, b) => b.last - a.last);
}
