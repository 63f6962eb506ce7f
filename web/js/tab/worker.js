// The worker that runs the tables. It answers the page as a server would, with the same endpoints and messages.
import { ANYWHERE, HERE } from './endpoints.js';
import { Refusal, compile, start } from './module.js';
import { pool } from './pool.js';
import * as store from './store.js';
import { Table, errorOf, fresh } from './table.js';

/**
 * @typedef {import('./endpoints.js').Endpoints} Endpoints
 * @typedef {import('./endpoints.js').Asker} Asker
 * @typedef {{do: 'ask', number: number, endpoint: keyof Endpoints, body: any} & Asker} Ask
 * @typedef {{do: 'connect', since: number} & Asker} Connect
 * @typedef {{do: 'send', message: any} & Asker} Send
 */

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** What a move is judged with in a review: less than on a server, since there is one thread. */
const CARE = '5000sims';

const compiled = compile();
const started = compiled.then(start);
const thinkers = compiled.then((module) => pool(module, () => worker.postMessage({ waits: true })));
// Each request that waits for them reports the error.
for (const coming of [started, thinkers]) coming.catch(() => null);

/** The tables that are open. @type {Map<string, Promise<Table>>} */
const tables = new Map();

/** @param {string} id */
function table(id) {
  const open = async () => {
    const one = new Table(id, await started, await thinkers);
    await one.open();
    return one;
  };
  const known = tables.get(id) ?? open();
  tables.set(id, known);
  known.catch(() => tables.delete(id));
  return known;
}

/** How far each review is, and whether it failed. @type {Map<string, {progress: any, error?: any}>} */
const reviews = new Map();

/** Starts the review of a record, unless it was started before. @param {string} id @param {string} record */
async function review(id, record) {
  const known = reviews.get(id);
  if (known && !known.error) return known.progress;
  const one = { progress: { id, judged: 0, moves: 0 }, error: undefined };
  reviews.set(id, one);
  const done = (await thinkers).review({ id, record, budget: CARE }, (progress) => {
    one.progress = progress;
  });
  done.catch((problem) => {
    one.error = errorOf(problem);
  });
  return one.progress;
}

/** @param {string} id */
function reviewProgress(id) {
  const one = reviews.get(id);
  if (!one) throw new Refusal({ code: 'not_found', message: 'there is nothing here' });
  if (one.error) throw new Refusal(one.error);
  return one.progress;
}

/**
 * Makes a table and stores it.
 * @param {'create' | 'play_on'} how @param {any} wish @param {Asker} asker
 */
async function create(how, wish, { name, another }) {
  const module = await started;
  const made = module.ask({ do: how, wish, name, now: Date.now(), fresh: fresh(another) });
  const outcome = await store.append(made.store, made.lobby);
  if (outcome !== 'stored') throw { code: outcome, message: 'the table could not be stored' };
  return { id: another, invitation: '', link: '', link_is_local: true };
}

/** What endpoints are answered with. @type {import('./endpoints.js').Worker} */
const tools = {
  ask: async (question) => (await started).ask(question),
  askTable: async (id, question) => (await table(id)).ask(question),
  create,
  review,
  reviewProgress,
};

/** @param {Ask} asked */
async function answer({ number, endpoint, body, ...asker }) {
  try {
    const how = ANYWHERE[endpoint] ?? HERE[endpoint];
    if (!how) throw new Refusal({ code: 'not_found', message: 'this needs a server' });
    worker.postMessage({ number, answer: await how(tools, body, asker) });
  } catch (problem) {
    worker.postMessage({ number, error: errorOf(problem) });
  }
}

worker.onmessage = ({ data }) => {
  /** @type {Ask | Connect | Send} */
  const asked = data;
  if (asked.do === 'ask') {
    void answer(asked);
    return;
  }
  const { id, name, another } = asked;
  const tell = (/** @type {object} */ message) => worker.postMessage({ id, message });
  const done =
    asked.do === 'connect'
      ? table(id).then((one) => one.connect(name, asked.since, tell))
      : table(id).then((one) => one.command(name, asked.message, another));
  done.catch((problem) => tell({ type: 'refused', id: data.message?.id, error: errorOf(problem) }));
};
