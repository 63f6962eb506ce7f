// Every setting does what it says and stays after a reload; sounds, reduced motion, the call when it is our turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquire, chance, happened, house, logged, missingTexts, myTurn, pass, person } from './quinta.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();

/** @param {import('playwright-core').BrowserContext} context @param {object[]} [seats] @param {object} [options] */
async function table(
  context,
  seats = [{ who: 'me' }, { who: 'bot', level: 'random' }],
  options = { first: { seat: 0 } },
) {
  const answer = await context.request.post(`${at.server.url}/api/tables`, {
    headers: { origin: at.server.url },
    data: { name: '', seats, options },
  });
  return `${at.server.url}/t/${(await answer.json()).id}`;
}

/** @param {Page} page */
const open = async (page) => {
  await page.locator('.topbar .tool').last().click();
  await page.waitForSelector('dialog[open] .settings');
};

/** @param {Page} page @param {string} id @param {string} value */
const pick = (page, id, value) => page.locator(`#${id} input[value="${value}"]`).check();

/** @param {Page} page @param {string} name */
const on = (page, name) => page.locator('html').getAttribute(`data-${name}`);

test('each setting changes what it says, stays after a reload, and can be put back', { timeout: 120000 }, async () => {
  const { page, problems, context } = await person(at.browser, { settings: { pace: 1, motion: 'normal' } });
  await page.goto(at.server.url);
  await page.goto(await table(context));
  await myTurn(page);
  const size = () => page.locator('.bar .sentence').evaluate((el) => el.getBoundingClientRect().height);
  const paint = (/** @type {string} */ name) =>
    page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name);
  const numeral = () =>
    page
      .locator('.display-panel .numeral')
      .first()
      .evaluate((el) => getComputedStyle(el).display);
  const usual = { size: await size(), ink: await paint('--q-ink'), paper: await paint('--q-paper') };
  assert.equal(await numeral(), 'inline', 'numerals are there in a first game');
  assert.equal(await paint('--q-mark'), '', 'marks are there');
  await open(page);
  await pick(page, 's-theme', 'dark');
  await pick(page, 's-contrast', 'high');
  await pick(page, 's-size', '3');
  await pick(page, 's-numerals', 'off');
  await page.uncheck('#s-marks');
  await pick(page, 's-pace', '3');
  await pick(page, 's-motion', 'none');
  await pick(page, 's-confirm-bots', 'never');
  await page.check('#s-sounds');
  await page.reload();
  await myTurn(page);
  assert.equal(await on(page, 'theme'), 'dark');
  assert.notEqual(await paint('--q-paper'), usual.paper);
  assert.equal(await paint('--q-ink'), '#fff', 'the ink of high contrast by night');
  assert.ok((await size()) > usual.size * 1.2, `the sentence grew from ${usual.size} to ${await size()}`);
  assert.equal(await numeral(), 'none');
  assert.equal(await paint('--q-mark'), '0');
  const mark = await page.evaluate(
    () => getComputedStyle(/** @type {Element} */ (document.querySelector('#tile-b3 g[opacity]'))).opacity,
  );
  assert.equal(mark, '0', 'the marks on the tiles are hidden');
  assert.equal(await page.locator('.mine-garden').evaluate((el) => getComputedStyle(el).animationName), 'none');
  // Without confirming, the choice of colour or pattern is the move.
  const before = await logged(page);
  await page.locator('.display-panel [data-offer]').first().click();
  // Where they take the same, the click on the hexagon is.
  const choice = page.locator('.pop.pinned:not(.settled) .option:not([aria-disabled])').first();
  await page.waitForFunction(
    (was) =>
      document.querySelector('.pop.pinned:not(.settled) .option') ||
      (document.querySelector('.log .lines')?.textContent ?? '') !== was,
    before,
  );
  if ((await logged(page)) === before) await choice.click();
  await happened(page, before);
  await myTurn(page);
  await open(page);
  for (const [id, value] of [
    ['s-theme', 'dark'],
    ['s-contrast', 'high'],
    ['s-size', '3'],
    ['s-numerals', 'off'],
    ['s-pace', '3'],
    ['s-motion', 'none'],
    ['s-confirm-people', 'always'],
    ['s-confirm-bots', 'never'],
  ])
    assert.ok(await page.locator(`#${id} input[value="${value}"]`).isChecked(), id);
  assert.ok(!(await page.isChecked('#s-marks')) && (await page.isChecked('#s-sounds')));
  await page.click('#s-reset');
  await page.reload();
  await myTurn(page);
  assert.deepEqual(
    [
      await on(page, 'theme'),
      await on(page, 'contrast'),
      await on(page, 'size'),
      await on(page, 'numerals'),
      await on(page, 'marks'),
      await on(page, 'motion'),
    ],
    ['light', 'normal', '1', 'on', 'on', 'normal'],
  );
  assert.ok(Math.abs((await size()) - usual.size) < 1);
  assert.equal(await paint('--q-ink'), usual.ink);
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('numerals stay, unless they are wanted in the first three games only', { timeout: 90000 }, async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  for (let game = 1; game <= 4; game += 1) {
    await page.goto(await table(context));
    await myTurn(page);
    assert.equal(await on(page, 'numerals'), 'on', `game ${game}`);
  }
  await open(page);
  await page.locator('#s-numerals').getByText('in the first three games').click();
  await page.reload();
  await myTurn(page);
  assert.equal(await on(page, 'numerals'), 'off');
  await context.close();
});

test('sounds are made only when they are wanted', { timeout: 60000 }, async () => {
  const { page, context } = await person(at.browser);
  await context.addInitScript(() => {
    const seen = /** @type {any} */ (globalThis);
    seen.notes = 0;
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function count() {
      seen.notes += 1;
      return make.call(this);
    };
  });
  const notes = () => page.evaluate(() => /** @type {any} */ (globalThis).notes);
  await page.goto(at.server.url);
  await page.goto(await table(context));
  await myTurn(page);
  await acquire(page, chance(3));
  await myTurn(page);
  assert.equal(await notes(), 0, 'silent at first');
  await open(page);
  await page.check('#s-sounds');
  assert.ok((await notes()) > 0, 'switching it on lets it be heard');
  await page.keyboard.press('Escape');
  const before = await notes();
  await acquire(page, chance(5));
  await myTurn(page);
  assert.ok((await notes()) > before, 'taking and our next turn are heard');
  await open(page);
  await page.uncheck('#s-sounds');
  await page.keyboard.press('Escape');
  const silent = await notes();
  await pass(page, () => 1);
  await myTurn(page);
  assert.equal(await notes(), silent, 'and silent again');
  await context.close();
});

test('a system that asks for little motion gets none', { timeout: 60000 }, async () => {
  const context = await at.browser.newContext({ reducedMotion: 'reduce', locale: 'en' });
  const page = await context.newPage();
  await page.goto(await table(context));
  await myTurn(page);
  assert.equal(await on(page, 'motion'), 'none');
  await page.evaluate(() => {
    const seen = /** @type {any} */ (globalThis);
    seen.flights = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function count(...how) {
      seen.flights += 1;
      return animate.apply(this, how);
    };
  });
  await acquire(page, chance(3));
  await myTurn(page);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).flights), 0, 'nothing flew');
  await context.close();
});

test(
  'our turn: title, sign, a message only after a click, and the next game that waits',
  { timeout: 90000 },
  async () => {
    const { page, problems, context } = await person(at.browser, { settings: { pace: 3 } });
    await context.addInitScript(() => {
      const seen = /** @type {any} */ (globalThis);
      seen.asked = 0;
      const ask = Notification.requestPermission.bind(Notification);
      Notification.requestPermission = (/** @type {any} */ back) => {
        seen.asked += 1;
        return ask(back);
      };
    });
    await page.goto(at.server.url);
    await page.waitForSelector('.name-button');
    // Two games for two people at one screen each: the first waits for us all the time.
    const friend = await at.browser.newContext({ locale: 'en' });
    const guest = await friend.newPage();
    await guest.goto(at.server.url);
    const first = await table(context);
    const second = await table(context, [{ who: 'me' }, { who: 'open' }], { first: { seat: 1 }, access: 'open' });
    await page.goto(first);
    await myTurn(page);
    assert.match(await page.title(), /^● /);
    assert.match((await page.locator('link[rel=icon]').getAttribute('href')) ?? '', /sign-turn/);
    await page.goto(second);
    await page.waitForSelector('.gathering');
    await guest.goto(second);
    await guest.click('.seat.open .main');
    await myTurn(guest);
    await page.waitForSelector('.topbar .next', { timeout: 10000 });
    assert.match((await page.locator('link[rel=icon]').getAttribute('href')) ?? '', /sign\.svg/);
    assert.equal(new URL((await page.locator('.topbar .next').getAttribute('href')) ?? '', at.server.url).href, first);
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).asked), 0, 'nobody was asked anything');
    await open(page);
    await context.grantPermissions(['notifications'], { origin: at.server.url });
    await page.click('#s-notify');
    await page.waitForSelector('#s-notify-off');
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).asked), 1);
    await page.keyboard.press('Escape');
    // Looking elsewhere: the message is the worker's.
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => true });
    });
    await pass(guest, () => 1);
    await page.waitForFunction(
      async () => (await (await navigator.serviceWorker.ready).getNotifications()).length > 0,
      null,
      { timeout: 10000 },
    );
    await page.waitForFunction(() => document.title.startsWith('● '));
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('Push API in incognito')),
      [],
      'nothing but that this browser has no push',
    );
    await context.close();
    await friend.close();
  },
);

test(
  'push: the page subscribes at the server and leaves again, and a push message becomes a notification',
  { timeout: 60000 },
  async () => {
    const { page, problems, context } = await person(at.browser);
    await context.grantPermissions(['notifications'], { origin: at.server.url });
    // A browser that is not installed has no push service: this one's answer is a subscription as RFC 8291 has it in
    // its example.
    await context.addInitScript(() => {
      const seen = /** @type {any} */ (globalThis);
      const key = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
      PushManager.prototype.getSubscription = async () => seen.subscription ?? null;
      PushManager.prototype.subscribe = async (/** @type {any} */ how) => {
        seen.serverKey = how.applicationServerKey;
        seen.subscription = {
          toJSON: () => ({
            endpoint: 'http://127.0.0.1:9/for/test',
            expirationTime: null,
            keys: { p256dh: key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
          }),
          unsubscribe: async () => {
            seen.subscription = null;
          },
        };
        return seen.subscription;
      };
    });
    await page.goto(at.server.url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await open(page);
    const answers = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/push') && answer.request().method() === 'PUT',
    );
    await page.click('#s-notify');
    assert.equal((await answers).status(), 204);
    await page.waitForSelector('#s-notify-off');
    const { key } = await (await fetch(`${at.server.url}/api/push/key`)).json();
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).serverKey), key);
    // What the push service would hand to the worker.
    const line = await context.newCDPSession(page);
    const registered = new Promise((done) => {
      line.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations }) => registrations.length && done(registrations[0].registrationId),
      );
    });
    await line.send('ServiceWorker.enable');
    const registrationId = /** @type {string} */ (await registered);
    await line.send('ServiceWorker.deliverPushMessage', {
      origin: at.server.url,
      registrationId,
      data: JSON.stringify({
        title: 'Your turn',
        body: 'Rain Mole has moved.',
        url: '/t/abcdefghij',
        tag: 'abcdefghij',
      }),
    });
    await page.waitForFunction(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).some(
        (n) => n.title === 'Your turn' && n.body === 'Rain Mole has moved.' && n.data.url === '/t/abcdefghij',
      ),
    );
    const left = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/push') && answer.request().method() === 'DELETE',
    );
    await page.click('#s-notify-off');
    assert.equal((await left).status(), 204);
    assert.deepEqual(problems, []);
    await context.close();
  },
);
