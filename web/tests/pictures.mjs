// Makes the pictures of docs/pictures anew from real games, played by advice. Run by hand: node web/tests/pictures.mjs
// [folder] [names …]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browse, confirm, myTurn, person, serve } from './quinta.mjs';
import { photograph } from './screen.mjs';
import * as touch from './touch.mjs';

/** @typedef {import('playwright-core').Page} Page */

const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const wanted = process.argv.slice(3);
mkdirSync(folder, { recursive: true });

/** Whether one of these is wanted. @param {...string} names */
const wants = (...names) => !wanted.length || names.some((name) => wanted.includes(name));

const server = await serve();
const browser = await browse();

/** @param {Page} page @param {string} name */
async function picture(page, name) {
  if (!wants(name)) return;
  await page.waitForTimeout(500);
  writeFileSync(join(folder, `${name}.webp`), await photograph(page, 60_000));
  console.log(name);
}

/**
 * A table, made as a program would; the game begins by itself.
 * @param {Page} page @param {number} bots @param {object} [options]
 */
async function table(page, bots, options = {}) {
  await page.goto(server.url);
  await page.waitForSelector('#play-bot');
  const seats = [
    { who: 'me' },
    ...['gardener', 'designer', 'seedling'].slice(0, bots).map((level) => ({ who: 'bot', level })),
  ];
  const made = await page.request.post(`${server.url}/api/tables`, {
    data: { name: '', seats, options: { hints: true, ...options } },
    headers: { origin: server.url },
  });
  await page.goto(`${server.url}/t/${(await made.json()).id}`);
  await myTurn(page);
}

/** Does what the bot would do; false once the game is over. @param {Page} page */
async function byAdvice(page) {
  if ((await myTurn(page)) === 'over') return false;
  await page.click('[data-act="hint"]');
  await confirm(page);
  return true;
}

/** Plays by advice until this is true, or the game is over. @param {Page} page @param {() => Promise<boolean>} until */
async function until(page, until) {
  for (let n = 0; n < 200; n += 1) {
    if ((await myTurn(page)) === 'over' || (await until())) return;
    await byAdvice(page);
  }
}

/** @param {Page} page */
const round = async (page) => Number(/\d/.exec(await page.locator('.topbar .title').innerText())?.[0] ?? 4);

try {
  const calm = { size: /** @type {[number, number]} */ ([1280, 800]) };
  if (
    wants(
      'first-page',
      'table-two',
      'acquiring',
      'placing',
      'payment',
      'refusal',
      'night',
      'greyscale',
      'game-end',
      'points',
      'replay',
    )
  ) {
    const { page, context } = await person(browser, calm);
    await page.goto(server.url);
    await page.waitForSelector('.lists');
    await picture(page, 'first-page');
    await table(page, 1);
    await until(
      page,
      async () =>
        (await round(page)) >= 2 &&
        (await page.locator('[data-offer]').count()) > 4 &&
        (await page.locator('.mine-garden .hex').count()) > 6,
    );
    await picture(page, 'table-two');
    await page.locator('.display-panel [data-offer]').first().hover({ force: true });
    await page.locator('.display-panel [data-offer]').first().click({ force: true });
    await page.locator('.pop.pinned .option').first().hover();
    await picture(page, 'acquiring');
    await page.keyboard.press('Escape');
    const dear = async () => {
      for (const tile of await page.locator('.dock [data-tile]:not(.cannot)').all()) {
        await tile.click();
        if ((await page.locator('.mine-garden .gold').count()) > 1 && (await page.locator('.bar .payment').count()) > 1)
          return true;
        await page.keyboard.press('Escape');
      }
      return false;
    };
    await until(page, dear);
    await page.mouse.move(5, 5);
    await picture(page, 'placing');
    await page.locator('.mine-garden .gold').last().click({ force: true });
    await picture(page, 'payment');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const refused = async () => {
      for (const tile of await page.locator('.dock [data-tile]:not(.cannot)').all()) {
        await tile.click();
        for (const hit of await page.locator('.mine-garden .hit').all()) {
          await hit.click({ force: true });
          if (await page.locator('.in-the-way').count()) return true;
        }
        await page.keyboard.press('Escape');
      }
      return false;
    };
    await until(page, refused);
    await page.mouse.move(5, 5);
    await page.waitForTimeout(1200);
    await picture(page, 'refusal');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await picture(page, 'night');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.evaluate(() => {
      document.documentElement.style.filter = 'grayscale(1)';
    });
    await picture(page, 'greyscale');
    await page.evaluate(() => {
      document.documentElement.style.filter = '';
    });
    await until(page, async () => false);
    await page.waitForSelector('.fair.good');
    await picture(page, 'game-end');
    await page.locator('.ending .rest-buttons button').first().click();
    await picture(page, 'points');
    await page.keyboard.press('Escape');
    await page.click('#look-again');
    await page.waitForSelector('#step');
    await page.locator('#step').fill('30');
    await picture(page, 'replay');
    await context.close();
  }
  if (wants('round-end')) {
    const { page, context } = await person(browser, { ...calm, settings: { pace: 1, motion: 'normal' } });
    await table(page, 3);
    for (let n = 0; n < 60 && (await round(page)) < 2; n += 1) {
      await page.waitForSelector('.bar.mine, .counting', { timeout: 60000 });
      if (await page.locator('.counting').count()) {
        await page.waitForSelector('.hex.lit');
        await picture(page, 'round-end');
        break;
      }
      await byAdvice(page);
    }
    await context.close();
  }
  if (wants('table-four')) {
    const { page, context } = await person(browser, calm);
    await table(page, 3);
    await until(page, async () => (await round(page)) >= 3 && (await page.locator('[data-offer]').count()) > 6);
    await picture(page, 'table-four');
    await context.close();
  }
  if (wants('contrast')) {
    const { page, context } = await person(browser, { ...calm, settings: { contrast: 'high', size: 2 } });
    await table(page, 1);
    await until(page, async () => (await round(page)) >= 2);
    await picture(page, 'contrast');
    await context.close();
  }
  if (wants('tablet')) {
    const { page, context } = await touch.phone(browser, { size: [820, 1180] });
    await table(page, 2);
    await until(page, async () => (await round(page)) >= 2);
    await picture(page, 'tablet');
    await context.close();
  }
  if (wants('phone')) {
    const { page, context } = await touch.phone(browser, { settings: { pace: 1, motion: 'normal' } });
    /** @type {Map<string, string>} */
    const shots = new Map();
    const shot = async (/** @type {string} */ name) => {
      await page.waitForTimeout(500);
      shots.set(name, (await page.screenshot({ type: 'jpeg', quality: 85 })).toString('base64'));
    };
    await table(page, 1);
    const below = () => 0;
    for (let n = 0; n < 60 && shots.size < 4; n += 1) {
      const now = await touch.myTurn(page, true);
      if (now === 'over') break;
      if (now === 'count') {
        await page.waitForSelector('.hex.lit');
        await shot('count');
        await touch.myTurn(page);
      }
      if (n === 4)
        await touch.acquire(page, below, async (moment) => {
          if (moment === 'display' || moment === 'acquiring') await shot(moment);
        });
      else if (n > 4 && !shots.has('payment'))
        await touch.move(page, below, async (moment) => {
          if (moment === 'payment') await shot(moment);
        });
      else {
        await touch.tap(page.locator('[data-act="hint"]'));
        await page.waitForSelector('.bar.mine.picking');
        await touch.confirm(page);
      }
    }
    const sheet = await browser.newPage({ viewport: { width: 4 * 300 + 100, height: 649 + 40 } });
    const images = [...shots.values()].map(
      (x) => `<img width="300" height="649" style="border-radius:16px" src="data:image/jpeg;base64,${x}">`,
    );
    await sheet.setContent(`<body style="margin:20px;display:flex;gap:20px;background:#e9efe2">${images.join('')}`);
    await picture(sheet, 'phone');
    await sheet.close();
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
