// What this tab answers of what a server would be asked, a row an endpoint: the page sees whether, the worker how.

/**
 * @typedef {import('../../../crates/wire/wire.js').Endpoints} Endpoints
 * @typedef {{name: string, id: string, another: string}} Asker who asks, about what, and an id that is free
 * @typedef {{
 *   ask: (question: object) => Promise<any>,
 *   askTable: (id: string, question: object) => Promise<any>,
 *   create: (how: 'create' | 'play_on', wish: any, asker: Asker) => unknown,
 *   review: (id: string, record: string) => unknown,
 *   reviewProgress: (id: string) => unknown,
 * }} Worker the module without and with a table, and what the worker keeps
 * @typedef {Partial<Record<keyof Endpoints, (worker: Worker, body: any, asker: Asker) => unknown>>} Answers
 */

/** A record as a text. @param {unknown} body */
const written = (body) => (typeof body === 'string' ? body : JSON.stringify(body));

/** What the tab can answer whatever it is asked about. @type {Answers} */
export const ANYWHERE = {
  'GET /api/about': (worker) => worker.ask({ do: 'about' }),
  'POST /api/tables': (worker, wish, asker) => worker.create('create', wish, asker),
  'POST /api/continuations': (worker, wish, asker) => worker.create('play_on', wish, asker),
  'POST /api/replays': (worker, body) => worker.ask({ do: 'replay_of', record: written(body) }),
  'POST /api/reviews': (worker, body, { another }) => worker.review(another, written(body)),
  'GET /api/lessons': (worker) => worker.ask({ do: 'lessons' }),
  'POST /api/lessons/{id}': (worker, { actions }, { id, name }) =>
    worker.ask({ do: 'lesson', lesson: id, name, actions }),
};

/** What it can answer about what is kept in this browser. @type {Answers} */
export const HERE = {
  'GET /api/games/{id}/record': (worker, _, { id }) => worker.askTable(id, { do: 'record' }),
  'GET /api/games/{id}/replay': (worker, _, { id }) => worker.askTable(id, { do: 'replay' }),
  'POST /api/games/{id}/review': async (worker, _, { id }) => {
    const record = await worker.askTable(id, { do: 'record' });
    return worker.review(`${id}-${record.events?.length}`, written(record));
  },
  'GET /api/reviews/{id}': (worker, _, { id }) => worker.reviewProgress(id),
};
