// The page as an app: manifest, icons, and no network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { door } from './door.mjs';
import { house, kept, person } from './quinta.mjs';

const at = house();

test('the manifest names icons that are there', async () => {
  const page = await (await fetch(at.server.url)).text();
  const href = /rel="manifest" href="([^"]+)"/.exec(page)?.[1];
  const answer = await fetch(new URL(href ?? '', at.server.url));
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
    const found = await fetch(new URL(icon.src, at.server.url));
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

test('without a network the page itself is there, in its language, and says so', { timeout: 60000 }, async () => {
  const way = await door(at.server.url);
  const { page, context } = await person(at.browser, { locale: 'pl' });
  await page.goto(way.url);
  await kept(page);
  way.how.shut = true;
  await page.goto(way.url);
  await page.waitForSelector('.home .away');
  assert.equal(await page.locator('html').getAttribute('lang'), 'pl');
  assert.match(await page.locator('.away').innerText(), /w tej przeglądarce/);
  assert.ok(await page.locator('#invite').isDisabled(), 'nobody can be invited now');
  const letters = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter((x) => /^"?Quinta( Name)?"?$/.test(x.family)).map((x) => x.status);
  });
  assert.ok(letters.includes('loaded') && !letters.includes('error'), `our letters are there: ${letters}`);
  way.how.shut = false;
  await page.waitForSelector('.home:not(:has(.away)) #invite:not([disabled])');
  await context.close();
  way.close();
});
