// A door before servers, for tests in which none can be reached, none answers, or one follows another; and a later
// build for them.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './quinta.mjs';

/**
 * A door before a server: it can be shut, be mute to those who want a table, and lead elsewhere.
 * @param {string} url
 */
export async function door(url) {
  /** @type {{shut: boolean, mute: boolean, behind: (path: string) => string}} */
  const how = { shut: false, mute: false, behind: () => url };
  const house = createServer((from, to) => {
    if (how.shut) {
      from.socket.destroy();
      return;
    }
    // A server that has heard the question and does not answer.
    if (how.mute && from.url === '/api/tables' && from.method === 'POST') return;
    const behind = how.behind(from.url ?? '');
    const { host: _, ...headers } = from.headers;
    if (headers.origin) headers.origin = behind;
    const asked = request(`${behind}${from.url}`, { method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
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

/** A later build of the program: a copy with another word in its English catalogue, and so with another version. */
export function laterBuild() {
  const bytes = readFileSync(program);
  const [word, other] = ['"web.reload": "Reload"', '"web.reload": "Anew!!"'].map((text) => Buffer.from(text));
  if (!bytes.includes(word)) throw new Error(`${program} has no English catalogue`);
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at)) other.copy(bytes, at);
  const folder = mkdtempSync(join(tmpdir(), 'quinta-later-'));
  const copy = join(folder, 'quinta');
  writeFileSync(copy, bytes);
  chmodSync(copy, 0o755);
  return { program: copy, remove: () => rmSync(folder, { recursive: true }) };
}

/** The version of a page that is shown. @param {import('playwright-core').Page} page */
export const shownVersion = (page) =>
  page.evaluate(() => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
    return /\/v\/([0-9a-f]+)\//.exec(script.src)?.[1];
  });
