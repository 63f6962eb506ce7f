// Measures how long a hint takes, from the question to the answer over HTTP, and prints the figures. Run by hand, with
// a release build on a quiet machine: QUINTA=target/release/quinta node web/tests/hinttime.mjs [level] [games]
import { serve } from './quinta.mjs';

const [level = 'designer', games = '3'] = process.argv.slice(2);
const server = await serve();
try {
  const { token } = await (await fetch(`${server.url}/api/token`, { method: 'POST' })).json();
  let ids = 0;
  /** The time of the last answer, in milliseconds. */
  let took = 0;
  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  const ask = async (method, path, body) => {
    const began = performance.now();
    const answer = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    took = performance.now() - began;
    if (answer.status !== 429) return answer.json();
    await new Promise((done) => setTimeout(done, 1000));
    return ask(method, path, body);
  };
  /** @type {number[]} */
  const times = [];
  for (let game = 0; game < Number(games); game += 1) {
    const options = { hints: true, first: { seat: 0 } };
    const seats = [{ who: 'me' }, { who: 'bot', level: 'random' }];
    const { id } = await ask('POST', '/api/tables', { name: '', seats, options });
    const command = (/** @type {object} */ what) =>
      ask('POST', `/api/tables/${id}/commands`, { id: `c${(ids += 1)}`, ...what });
    await command({ type: 'ready', luck: '' });
    for (let since = 0, wait = 0; ;) {
      const { table, choices } = await ask('GET', `/api/tables/${id}/events?since=${since}&wait=${wait}`);
      if (table.stage === 'over') break;
      since = table.number;
      wait = choices ? 0 : 25;
      if (!choices) continue;
      const { hint } = await command({ type: 'hint', level });
      times.push(took);
      await command({ type: 'act', at: choices.at, action: hint });
    }
  }
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ part) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
  console.log(`${times.length} hints of the ${level}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`);
} finally {
  await server.stop();
}
