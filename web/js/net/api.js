// Questions to the server over HTTP.

/** @typedef {import('../../../crates/wire/wire.js').Endpoints} Endpoints */

/** An answer that says no. */
export class Refusal extends Error {
  /** @param {import('../../types.js').Problem} error */
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

/** What went wrong, whatever was thrown. @param {unknown} thrown @returns {import('../../types.js').Problem} */
export const problemOf = (thrown) =>
  thrown instanceof Refusal ? thrown.error : { code: 'other', message: String(thrown) };

/** The answer to the first question tells the browser who we are. @type {Promise<unknown> | null} */
let first = null;

/**
 * Asks one of the server's endpoints. A body that is a text goes as it is.
 * @template {keyof Endpoints} E
 * @param {E} endpoint @param {Endpoints[E]['body']} [body] @param {{id?: string, since?: number}} [at]
 * @returns {Promise<Endpoints[E]['answer']>}
 */
export async function ask(endpoint, body, { id = '', since } = {}) {
  // Asked at the same time, two questions of a newcomer would make them two people.
  await first;
  const [method, path] = endpoint.split(' ');
  const url = path.replace('{id}', id) + (since === undefined ? '' : `?since=${since}`);
  /** @type {Response} */
  let answer;
  try {
    const asked = fetch(url, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    first ??= asked.catch(() => null);
    answer = await asked;
  } catch {
    throw new Refusal({ code: 'offline', message: 'the server cannot be reached' });
  }
  const data = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new Refusal(data?.error ?? { code: 'other', message: String(answer.status) });
  return data;
}
