// A door before the server, for tests in which it cannot be reached, does not answer, or is replaced by a newer one.
import { createServer, request } from 'node:http';

/** The version of the program that comes after the one that runs. */
const NEXT = 'fedcba9876543210';

/**
 * A door before a server: it can be shut, be mute to those who want a table, and the program behind it be exchanged.
 * @param {string} behind
 */
export async function door(behind) {
  const how = { shut: false, added: '', mute: false };
  const house = createServer((from, to) => {
    if (how.shut) {
      from.socket.destroy();
      return;
    }
    // A server that has heard the question and does not answer.
    if (how.mute && from.url === '/api/tables' && from.method === 'POST') return;
    const { host: _, 'accept-encoding': __, ...headers } = from.headers;
    if (how.added) delete headers['if-none-match'];
    if (headers.origin) headers.origin = behind;
    const asked = request(`${behind}${from.url}`, { method: from.method, headers }, (answer) => {
      // The new program's page names another version, and its code does one thing more.
      const page = how.added && /^\/(\?.*)?$/.test(from.url ?? '');
      const changed = page || (how.added && from.url === `/v/${NEXT}/js/main.js`);
      const kept = Object.entries(answer.headers).filter(
        ([name]) => !changed || !['etag', 'content-length'].includes(name),
      );
      to.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      if (!changed) {
        answer.pipe(to);
        return;
      }
      /** @type {Buffer[]} */
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        to.end(page ? text.replaceAll(/\/v\/[0-9a-f]+\//g, `/v/${NEXT}/`) : text + how.added);
      });
    });
    asked.on('error', () => to.destroy());
    from.pipe(asked);
  });
  await new Promise((done) => house.listen(0, '127.0.0.1', () => done(null)));
  // A test that failed leaves it open, and is over all the same.
  house.unref();
  const { port } = /** @type {import('node:net').AddressInfo} */ (house.address());
  return {
    how,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      house.closeAllConnections();
      house.close();
    },
  };
}
