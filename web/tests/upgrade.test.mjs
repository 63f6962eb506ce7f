// An upgrade under open pages: servers of two versions behind one address, and an old page at a new server.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { door, laterBuild, shownVersion } from './door.mjs';
import { browse, chance, move, myTurn, person, serve, visitor } from './quinta.mjs';

const later = laterBuild();
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await browse();
});
after(async () => {
  await browser?.close();
  later.remove();
});

/** The version whose page a server sends. @param {string} url */
const versionOf = async (url) => /\/v\/([0-9a-f]+)\//.exec(await (await fetch(url)).text())?.[1] ?? '';

/**
 * Waits until the service worker of this version is in charge.
 * @param {import('playwright-core').Page} page @param {string} version
 */
async function inCharge(page, version) {
  await page.evaluate(async () => (await /** @type {any} */ (globalThis).ours('net/install.js')).keepAll());
  await page.evaluate(async (of) => {
    const container = navigator.serviceWorker;
    while (!container.controller?.scriptURL.endsWith(`?v=${of}`)) await new Promise((done) => setTimeout(done, 100));
  }, version);
}

test(
  'one server after the other: nothing of the old version is kept under the new one',
  { timeout: 300000 },
  async () => {
    const [old, next] = [await serve(), await serve({ program: later.program })];
    const [before, now] = [await versionOf(old.url), await versionOf(next.url)];
    assert.notEqual(before, now);
    const way = await door(old.url);
    const { page, context } = await person(browser);
    await page.goto(way.url);
    await page.waitForSelector('#play-bot');
    await inCharge(page, before);

    // The page comes from the new server, and its files are asked for at the old one, which does not have them.
    way.how.behind = (path) => (path.startsWith('/v/') || path.startsWith('/sw.js') ? old.url : next.url);
    await page.goto(way.url);
    await page.waitForSelector('#again:not([hidden])');
    assert.match(await page.locator('#again').innerText(), /Trying again.*Nouvel\s+essai.*Neuer\s+Versuch.*Ponawiam/s);
    assert.equal(await shownVersion(page), now);

    // Each file is first asked for at the old server, then at the new one.
    const asked = new Set();
    way.how.behind = (path) => {
      const first = (path.startsWith('/v/') || path.startsWith('/sw.js')) && !asked.has(path);
      asked.add(path);
      return first ? old.url : next.url;
    };
    await page.waitForSelector('#play-bot', { timeout: 120000 });
    assert.equal(await shownVersion(page), now);
    await inCharge(page, now);

    // Without any server it is the new version, and all of it.
    way.how.shut = true;
    await page.goto(way.url);
    await page.waitForSelector('#play-bot');
    assert.equal(await shownVersion(page), now);
    const kept = await page.evaluate(async (version) => {
      const cache = await caches.open(`quinta-${version}`);
      const files = (await cache.keys()).filter((request) => request.url.includes('/v/'));
      const hash = async (/** @type {Request} */ file) => {
        const bytes = await (await cache.match(file))?.arrayBuffer();
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer()));
        return [new URL(file.url).pathname, Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')];
      };
      return Promise.all(files.map(hash));
    }, now);
    const { files } = await (await fetch(`${next.url}/v/${now}/files.json`)).json();
    assert.ok(kept.length >= Object.keys(files).length - 1, `${kept.length} files`);
    for (const [path, hash] of kept) {
      const sent = Buffer.from(await (await fetch(next.url + path)).arrayBuffer());
      assert.equal(hash, createHash('sha256').update(sent).digest('hex'), path);
    }
    await page.click('#play-bot');
    await myTurn(page);
    await move(page, chance(5));
    await context.close();
    way.close();
    await Promise.all([old.stop(), next.stop()]);
  },
);

test('a game without a server begins although each of its files is missing at first', { timeout: 120000 }, async () => {
  const [old, next] = [await serve(), await serve({ program: later.program })];
  const way = await door(next.url);
  const { page, context } = await visitor(browser, { locale: 'en', serviceWorkers: 'block' }, {}, 60000);
  await page.goto(way.url);
  await page.waitForSelector('#play-bot');
  const asked = new Set();
  way.how.behind = (path) => {
    const first = path.startsWith('/v/') && !asked.has(path);
    asked.add(path);
    return first ? old.url : next.url;
  };
  way.how.mute = true;
  await page.click('#play-bot');
  await myTurn(page);
  assert.match(page.url(), /\?t=tab-/);
  await move(page, chance(9));
  await myTurn(page);
  assert.ok(
    [...asked].some((path) => path.endsWith('think_worker.js')),
    'a bot has thought',
  );
  await context.close();
  way.close();
  await Promise.all([old.stop(), next.stop()]);
});

test('an old page at a new server says so, and is loaded again while nobody looks', { timeout: 120000 }, async () => {
  const old = await serve();
  const { page, context } = await visitor(browser, { locale: 'en', serviceWorkers: 'block' }, {}, 60000);
  await page.goto(old.url);
  await page.waitForSelector('#play-bot');
  await page.click('#play-bot');
  await page.waitForURL(/\/t\//);
  await myTurn(page);
  const before = await shownVersion(page);
  await old.halt();
  const next = await serve({ data: old.data, port: Number(new URL(old.url).port), program: later.program });
  await page.waitForSelector('.topbar button.next');
  // A part of the page that was not needed until now is gone; people are told, and stay where they are.
  await page.locator('[data-act="hint"]').click();
  await page.waitForFunction(() => /new version/.test(document.querySelector('.bar')?.textContent ?? ''));
  await move(page, chance(7));
  assert.equal(await shownVersion(page), before);
  await myTurn(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForFunction((was) => !document.head.innerHTML.includes(String(was)), before);
  await myTurn(page);
  await page.waitForSelector('.topbar button.next', { state: 'detached' });
  await context.close();
  await next.stop();
});
