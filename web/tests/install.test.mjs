// The page as an app: manifest, icons, the offline page, and no old code after an upgrade.
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { test } from 'node:test';
import { house, person } from './quinta.mjs';

const at = house();

/** The version of the program that comes after the one that runs. */
const NEXT = 'fedcba9876543210';

/** A door before the server that can be shut, and behind which the program can be exchanged. */
async function door() {
  const how = { shut: false, added: '' };
  const house = createServer((from, to) => {
    if (how.shut) {
      from.socket.destroy();
      return;
    }
    const { host: _, 'accept-encoding': __, ...headers } = from.headers;
    if (how.added) delete headers['if-none-match'];
    if (headers.origin) headers.origin = at.server.url;
    const asked = request(`${at.server.url}${from.url}`, { method: from.method, headers }, (answer) => {
      // The new program's page names another version, and its code does one thing more.
      const page = how.added && from.url === '/';
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

test('the manifest names icons that are there', async () => {
  const page = await (await fetch(at.server.url)).text();
  const href = /rel="manifest" href="([^"]+)"/.exec(page)?.[1];
  const answer = await fetch(`${at.server.url}${href}`);
  assert.match(answer.headers.get('content-type') ?? '', /manifest\+json/);
  const manifest = await answer.json();
  for (const key of ['name', 'short_name', 'start_url', 'display', 'background_color', 'theme_color'])
    assert.ok(manifest[key], key);
  for (const purpose of ['any', 'maskable'])
    for (const size of ['192x192', '512x512'])
      assert.ok(
        manifest.icons.some(
          (/** @type {any} */ x) => x.purpose === purpose && x.sizes === size && x.type === 'image/png',
        ),
        `${purpose} ${size}`,
      );
  for (const icon of manifest.icons) {
    const found = await fetch(`${at.server.url}${icon.src}`);
    assert.equal(found.status, 200, icon.src);
    assert.equal(found.headers.get('content-type'), icon.type);
    if (icon.type !== 'image/png') continue;
    const bytes = Buffer.from(await found.arrayBuffer());
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, icon.sizes, 'as large as it says');
  }
  for (const sign of ['/art/sign.svg', '/art/sign-turn.svg'])
    assert.equal((await fetch(`${at.server.url}${sign}`)).headers.get('content-type'), 'image/svg+xml');
});

test('Chromium finds nothing that keeps it from installing', { timeout: 60000 }, async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const session = await context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A window without a history is what tests are run in.
  assert.deepEqual(
    installabilityErrors.map((x) => x.errorId).filter((x) => x !== 'in-incognito'),
    [],
  );
  await context.close();
});

test(
  'without a network the offline page appears, in the language of the page, and goes away by itself',
  { timeout: 60000 },
  async () => {
    const way = await door();
    const { page, context } = await person(at.browser, { locale: 'pl' });
    await page.goto(way.url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(
      async () => (await (await caches.open('quinta-offline')).match('/offline.html')) !== undefined,
    );
    way.how.shut = true;
    await page.goto(`${way.url}/t/abcdefghij`).catch(() => null);
    await page.waitForFunction(() => document.querySelector('#what')?.textContent === 'Brak połączenia');
    assert.ok(await page.locator('#again').isVisible());
    assert.equal(await page.locator('html').getAttribute('lang'), 'pl');
    const letters = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter((x) => /^"?Quinta( Name)?"?$/.test(x.family)).map((x) => x.status);
    });
    assert.ok(letters.includes('loaded') && !letters.includes('error'), `our letters are there: ${letters}`);
    way.how.shut = false;
    await page.waitForSelector('.plain-page a.main', { timeout: 15000 });
    assert.equal(new URL(page.url()).pathname, '/t/abcdefghij', 'the same address as before');
    await context.close();
    way.close();
  },
);

test('a new version replaces the old one at the next load', { timeout: 60000 }, async () => {
  const way = await door();
  const { page, context } = await person(at.browser);
  await page.goto(way.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector('#play-bot');
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null), 'the worker is in charge');
  way.how.added = '\nglobalThis.upgraded = true;\n';
  await page.reload();
  await page.waitForFunction(() => /** @type {any} */ (globalThis).upgraded === true);
  await context.close();
  way.close();
});
