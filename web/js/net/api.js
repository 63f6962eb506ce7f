// Questions to the server over HTTP.

/** An answer that says no. */
export class Refusal extends Error {
  /** @param {{code: string, data?: unknown, message: string}} error */
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

/** The answer to the first question tells the browser who we are. @type {Promise<unknown> | null} */
let first = null;

/**
 * A body that is a text goes as it is.
 * @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  // Asked at the same time, two questions of a newcomer would make them two people.
  await first;
  /** @type {Response} */
  let answer;
  try {
    const asked = fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    first ??= asked.catch(() => null);
    answer = await asked;
  } catch {
    throw new Refusal({ code: 'offline', message: 'the server cannot be reached' });
  }
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(data?.error ?? { code: 'other', message: String(answer.status) });
  return data;
}
