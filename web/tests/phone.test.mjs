// The table on a telephone: whole games by touch alone, nothing too small, nothing beyond the edge.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, chance, hand, house, LANGUAGES, missingTexts } from './quinta.mjs';
import { spills, tiny } from './screen.mjs';
import * as touch from './touch.mjs';

const at = house();

/**
 * Makes a table as its page would.
 * @param {import('playwright-core').BrowserContext} context @param {object[]} seats @param {object} [options]
 * @returns {Promise<string>} its address
 */
async function table(context, seats, options = {}) {
  // The page has to know who it is first, or the table would be somebody else's.
  while (!(await context.cookies(at.server.url)).length) await context.pages()[0].waitForTimeout(20);
  const answer = await context.request.post(`${at.server.url}/api/tables`, {
    headers: { origin: at.server.url },
    data: { name: '', seats, options },
  });
  return `${at.server.url}/t/${(await answer.json()).id}`;
}

/** Passes for everybody until the game is over, the short way. @param {import('playwright-core').Page} page */
const passOut = (page) =>
  page.evaluate(async () => {
    const at = `/api/tables/${location.pathname.slice(3)}`;
    for (let n = 0; n < 30; n += 1) {
      const { table: now } = await (await fetch(at)).json();
      if (now.stage === 'over') return;
      await fetch(`${at}/commands`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          id: `pass-${n}`,
          type: 'act',
          at: now.number,
          seat: now.state.turn,
          action: { pass: { tiles: [], expansions: [] } },
        }),
      });
    }
  });

const bot = { who: 'bot', level: 'random' };

test('a whole game at 390 by 844, by touch alone', { timeout: 120000 }, async () => {
  const { page, problems, context } = await touch.phone(at.browser);
  await page.goto(at.server.url);
  await page.goto(await table(context, [{ who: 'me' }, bot], { hints: true }));
  /** @type {Set<string>} */
  const seen = new Set();
  hand.clicks = {};
  const moves = await touch.playOut(page, 12, 16, async (moment) => {
    if (seen.has(moment)) return;
    seen.add(moment);
    assert.deepEqual(await tiny(page), [], moment);
    assert.deepEqual(await spills(page), [], moment);
  });
  for (const what of ['display', 'acquiring', 'acquired', 'placing', 'passing'])
    assert.ok(seen.has(what), `${what} was seen: ${[...seen]}`);
  assert.ok(moves.includes('place') && moves.includes('acquire'), `${moves}`);
  for (const name of ['acquire', 'place', 'expand', 'buy'])
    for (const n of hand.clicks[name] ?? []) assert.ok(n <= 3, `${name} took ${n} taps`);
  await page.waitForSelector('.fair.good', { timeout: 10000 });
  assert.deepEqual(await tiny(page), [], 'over');
  assert.deepEqual(await spills(page), [], 'over');
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a name is cut only where there is no room for it', { timeout: 60000 }, async () => {
  const { page, context } = await touch.phone(at.browser);
  await page.goto(at.server.url);
  const names = ['Li', 'Bartholomea K.', 'Zoe', 'Anna-Maria'];
  await page.goto(
    await table(
      context,
      names.map((name) => ({ who: 'me', name })),
    ),
  );
  await touch.myTurn(page);
  const cut = await page
    .locator('.strip-scores .name')
    .evaluateAll((all) => all.filter((x) => x.scrollWidth > x.clientWidth).map((x) => x.textContent));
  assert.deepEqual(cut, []);
  await context.close();
});

test('where nothing lies on the display nothing leads there', { timeout: 60000 }, async () => {
  const { page, context } = await touch.phone(at.browser);
  await page.goto(at.server.url);
  await page.goto(await table(context, [{ who: 'me' }, bot], { first: { seat: 0 } }));
  await touch.myTurn(page);
  assert.equal(await page.locator('.main.take').count(), 1);
  await page.evaluate(async () => {
    const { drawNow, state } = await /** @type {any} */ (globalThis).ours('state.js');
    state.game.choices.acquire = [];
    drawNow();
  });
  assert.equal(await page.locator('.main.take, .tab.look').count(), 0);
  await context.close();
});

test('the end shows the garden, whatever lay over it', { timeout: 60000 }, async () => {
  const { page, context } = await touch.phone(at.browser);
  await page.goto(at.server.url);
  await page.goto(await table(context, [{ who: 'me' }, { who: 'me', name: 'Zoe' }]));
  await touch.myTurn(page);
  await touch.tap(page.locator('[data-spot="tab-display"]'));
  await page.waitForSelector('.table.tab-display');
  await passOut(page);
  while ((await touch.myTurn(page)) !== 'over');
  await page.waitForSelector('.table.tab-garden .bar.ending');
  await context.close();
});

test('nothing happens by accident where every move is confirmed', { timeout: 60000 }, async () => {
  const { page, context } = await touch.phone(at.browser, { settings: { confirmBots: 'always' } });
  await page.goto(at.server.url);
  await page.goto(await table(context, [{ who: 'me' }, bot], { first: { seat: 0 } }));
  await touch.myTurn(page);
  const log = () => page.evaluate(() => document.querySelector('.log .lines')?.textContent);
  const was = await log();
  await touch.tap(page.locator('.main.take'));
  await page.locator('.display-panel [data-offer]').first().tap();
  assert.equal(await page.locator('.pop .option').count(), 2, 'both possibilities are shown');
  for (const option of await page.locator('.pop .option').all())
    assert.ok(await option.locator('.takes svg').count(), 'with what each would take');
  if (!(await asked(page))) await page.locator('.pop .option:not([aria-disabled])').first().tap();
  assert.equal(await log(), was, 'choosing is not yet taking');
  await touch.tap(page.locator('.bar .first .second'));
  await touch.tap(page.locator('[data-spot=tab-garden]'));
  // A nervous finger: twice on the same spot.
  for (const button of await page.locator('.bar button:not([disabled])').all()) {
    const box = await button.boundingBox();
    if (!box) continue;
    for (let n = 0; n < 2; n += 1) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    assert.equal(await log(), was, 'twice on one spot does nothing');
    await page.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
    const garden = page.locator('[data-spot=tab-garden]');
    await touch.tap(garden);
    await page.waitForSelector('.rest-buttons button:visible');
  }
  await context.close();
});

test('two fingers or a button bring the garden closer, and a drag is no tap', { timeout: 60000 }, async () => {
  const { page, context } = await touch.phone(at.browser, { size: [360, 740] });
  await page.goto(at.server.url);
  await page.goto(await table(context, [{ who: 'me' }, bot], { first: { seat: 0 } }));
  await touch.myTurn(page);
  const wide = () =>
    page
      .locator('.mine-garden .hit')
      .first()
      .evaluate((el) => el.getBoundingClientRect().width);
  const place = () =>
    page
      .locator('.mine-garden .hit')
      .first()
      .evaluate((el) => el.getBoundingClientRect().x);
  const usual = await wide();
  assert.ok(usual >= 39.5, `a cell is ${usual} wide`);
  await touch.tap(page.locator('.zoom.in'));
  await page.waitForFunction(
    (was) => (document.querySelector('.mine-garden .hit')?.getBoundingClientRect().width ?? 0) > was * 1.5,
    usual,
  );
  await touch.tap(page.locator('.zoom.out'));
  await page.waitForFunction(
    (was) => (document.querySelector('.mine-garden .hit')?.getBoundingClientRect().width ?? 0) < was * 1.05,
    usual,
  );
  const fingers = await context.newCDPSession(page);
  const send = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {[number, number][]} */ points,
  ) => fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await send('touchStart', [
    [160, 250],
    [200, 250],
  ]);
  for (let n = 1; n <= 6; n += 1)
    await send('touchMove', [
      [160 - n * 8, 250],
      [200 + n * 8, 250],
    ]);
  await send('touchEnd', []);
  await page.waitForFunction(
    (was) => (document.querySelector('.mine-garden .hit')?.getBoundingClientRect().width ?? 0) > was * 1.5,
    usual,
  );
  const before = await place();
  await send('touchStart', [[180, 250]]);
  for (let n = 1; n <= 6; n += 1) await send('touchMove', [[180 - n * 10, 250]]);
  await send('touchEnd', []);
  await page.waitForFunction(
    (was) => (document.querySelector('.mine-garden .hit')?.getBoundingClientRect().x ?? 0) < was - 30,
    before,
  );
  assert.equal(await page.locator('.bar .refusal').count(), 0, 'a drag chose nothing');
  await context.close();
});

test('lying, and on a tablet: everything in reach', { timeout: 90000 }, async () => {
  for (const size of /** @type {[number, number][]} */ ([
    [844, 390],
    [820, 1180],
    [1024, 768],
  ])) {
    const { page, problems, context } = await touch.phone(at.browser, { size });
    await page.goto(at.server.url);
    await page.goto(await table(context, [{ who: 'me' }, bot]));
    const below = chance(9);
    /** @type {Set<string>} */
    const seen = new Set();
    for (let n = 0; n < 3; n += 1) {
      await touch.myTurn(page);
      await touch.move(page, below, async (moment) => {
        if (seen.has(moment)) return;
        seen.add(moment);
        assert.deepEqual(await tiny(page), [], `${size} ${moment}`);
        assert.deepEqual(await spills(page), [], `${size} ${moment}`);
      });
    }
    const garden = await page.locator('.mine-garden .garden').boundingBox();
    assert.ok(
      garden && garden.y >= 0 && garden.y + garden.height <= size[1] + 1,
      `the garden is on the screen: ${JSON.stringify(garden)}`,
    );
    assert.ok(
      await page.evaluate(() => document.scrollingElement && document.scrollingElement.scrollHeight <= innerHeight + 1),
      `${size} fits without scrolling`,
    );
    assert.deepEqual(problems, []);
    await context.close();
  }
});

const LONG = [
  'Maximiliane von und zu Hohenlohe-Oehring',
  'Przemysław Szczęsnowicz-Brzęczyszczykiew',
  'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
  'Anne-Françoise de la Rochefoucauld-Doud.',
];

for (const locale of LANGUAGES) {
  test(
    `360 pixels, four players with long names, ${locale}: every page and state keeps within the edges`,
    { timeout: 90000 },
    async () => {
      const { page, problems, context } = await touch.phone(at.browser, { locale, size: [360, 740] });
      const fits = async (/** @type {string} */ where) => {
        assert.deepEqual(await spills(page), [], `${locale}, ${where}`);
        assert.deepEqual(await tiny(page), [], `${locale}, ${where}`);
      };
      const shut = async () => {
        await page.locator('dialog[open] .close').tap();
        await page.waitForSelector('dialog[open]', { state: 'detached' });
      };
      await page.goto(at.server.url);
      await page.waitForSelector('.lists');
      await fits('first page');
      for (const opener of ['#create', '.name-button', '.topbar .help', '.topbar .tool:last-child']) {
        await touch.tap(page.locator(opener));
        await page.waitForSelector('dialog[open]');
        if (opener === '#create') for (let n = 0; n < 2; n += 1) await touch.tap(page.locator('#add-seat'));
        await fits(opener);
        await shut();
      }
      await page.goto(
        await table(context, [{ who: 'me', name: LONG[0] }, { who: 'open' }, bot, { who: 'me', name: LONG[2] }]),
      );
      await page.waitForSelector('.gathering');
      await fits('before the game');
      await page.goto(`${at.server.url}/t/aaaaaaaaaa`);
      await page.waitForSelector('.plain-page a');
      await fits('no such table');
      await page.goto(
        await table(
          context,
          LONG.map((name) => ({ who: 'me', name })),
          { hints: true },
        ),
      );
      await touch.myTurn(page);
      await fits('the table');
      for (const tab of ['display', 'others', 'scores', 'garden']) {
        await touch.tap(page.locator(`[data-spot=tab-${tab}]`));
        await fits(`tab ${tab}`);
      }
      for (const opener of [
        '.topbar .tool:nth-child(1)',
        '.topbar .tool:nth-child(2)',
        '.strip-scores .one',
        '.strip-scores .one:last-child',
      ]) {
        await touch.tap(page.locator(opener).first());
        await page.waitForSelector('dialog[open]');
        await fits(opener);
        await shut();
      }
      const below = chance(4);
      /** @type {Set<string>} */
      const seen = new Set();
      const look = async (/** @type {string} */ moment) => {
        if (!seen.has(moment)) await fits(moment);
        seen.add(moment);
      };
      for (let n = 0; n < 6; n += 1) {
        await touch.myTurn(page);
        await touch.move(page, below, look);
      }
      await touch.pass(page, below, look);
      await passOut(page);
      while ((await touch.myTurn(page)) !== 'over');
      await fits('over');
      await touch.tap(page.locator('.ending .rest-buttons button').first());
      await page.waitForSelector('dialog[open] .breakdown');
      await touch.tap(page.locator('dialog[open] .breakdown summary').first());
      await fits('where the points come from');
      assert.deepEqual(await missingTexts(page), []);
      assert.deepEqual(
        problems.filter((problem) => !problem.includes('/api/tables/aaaaaaaaaa')),
        [],
        'nothing but the table that is not there',
      );
      await context.close();
    },
  );
}
