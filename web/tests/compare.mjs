// Pictures of an earlier program beside those of this one, scene by scene, for docs/before.md. Run by hand: node
// web/tests/compare.mjs EARLIER [folder] [scenes …]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browse, confirm, myTurn, person, program, serve } from './quinta.mjs';
import { photograph } from './screen.mjs';
import * as touch from './touch.mjs';

/** @typedef {import('playwright-core').Page} Page */

const [earlier, folder = fileURLToPath(new URL('../../docs/pictures/before', import.meta.url)), ...wanted] =
  process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await browse();

/** Presses the first of these that can be seen; false if there is none. @param {Page} page @param {string} selector */
async function press(page, selector) {
  const one = page.locator(selector).filter({ visible: true }).first();
  if (!(await one.count())) return false;
  await one.click({ force: true });
  return true;
}

/**
 * Makes a table and goes there.
 * @param {Page} page @param {string} url @param {object[]} seats @param {object} [options]
 */
async function table(page, url, seats, options = {}) {
  await page.goto(url);
  // The page has to know who it is first, or the table would be somebody else's.
  await page.waitForSelector('.name-button');
  const made = await page.request.post(`${url}/api/tables`, {
    data: { name: '', seats, options: { hints: true, ...options } },
    headers: { origin: url },
  });
  await page.goto(`${url}/t/${(await made.json()).id}`);
}

/** A game against a bot, some moves later. @param {Page} page @param {string} url @param {number} moves */
async function played(page, url, moves) {
  await table(page, url, [{ who: 'me' }, { who: 'bot', level: 'gardener' }], { first: { seat: 0 } });
  for (let n = 0; n < moves && (await myTurn(page)) !== 'over'; n += 1) await advised(page);
  await myTurn(page);
}

/** @param {Page} page */
async function advised(page) {
  await press(page, '[data-act=hint]');
  await page.waitForSelector('.bar.mine.picking');
  // A phone has two main buttons, one of which is seen.
  await ((page.viewportSize()?.width ?? 0) < 720 ? touch.confirm : confirm)(page);
}

/** Plays on until one of these can be chosen, and chooses it. @param {Page} page @param {string} selector */
async function once(page, selector) {
  while ((await myTurn(page)) !== 'over') {
    if (await press(page, selector)) return;
    await advised(page);
  }
}

/** A game to its end: some moves by advice, then passes. @param {Page} page @param {string} url */
async function over(page, url) {
  await played(page, url, 24);
  while ((await myTurn(page)) !== 'over') {
    await press(page, '[data-act=pass]');
    await confirm(page);
  }
  await page.waitForSelector('.fair.good');
}

/** What a guest of someone else's table sees. @param {Page} page @param {string} url */
async function invited(page, url) {
  const host = await browser.newContext();
  const post = async (/** @type {string} */ path, /** @type {object} */ data) =>
    (await host.request.post(`${url}${path}`, { headers: { origin: url }, data })).json();
  const { id, invitation } = await post('/api/tables', {
    name: '',
    seats: [{ who: 'me', name: 'Anna' }, { who: 'open' }],
    options: { first: { seat: 1 } },
  });
  await page.goto(`${url}/t/${id}?i=${invitation}`);
  await page.waitForSelector('.seat.open .main');
  return { host, command: (/** @type {object} */ data) => post(`/api/tables/${id}/commands`, data) };
}

/** @typedef {{hand?: boolean, size?: [number, number], show: (page: Page, url: string) => Promise<unknown>}} Scene */

/** @type {Record<string, Scene>} */
const scenes = {
  'first-page': {
    show: async (page, url) => {
      await page.goto(url);
      await page.waitForSelector('.lists');
    },
  },
  turn: { show: (page, url) => played(page, url, 9) },
  expansion: {
    show: async (page, url) => {
      await played(page, url, 2);
      await once(page, '.dock [data-expansion]:not(.cannot)');
      await press(page, '.mine-garden .gold:not(.pale)');
    },
  },
  taking: {
    show: async (page, url) => {
      await played(page, url, 3);
      await once(page, '.display-panel [data-offer]');
      await page.mouse.move(720, 20);
    },
  },
  placing: {
    show: async (page, url) => {
      await played(page, url, 5);
      await once(page, '.dock [data-tile]:not(.cannot)');
    },
  },
  end: { show: over },
  points: {
    show: async (page, url) => {
      await over(page, url);
      await press(page, '.ending .rest-buttons button');
      await page.waitForSelector('dialog[open] .chart');
    },
  },
  names: {
    show: async (page, url) => {
      await table(page, url, [{ who: 'me' }, { who: 'me' }, { who: 'me' }]);
      await myTurn(page);
    },
  },
  guest: { size: [900, 760], show: invited },
  proposal: {
    show: async (page, url) => {
      const { host, command } = await invited(page, url);
      await press(page, '.seat.open .main');
      await page.waitForSelector('.seat:nth-child(2).person');
      await command({ id: 'ready', type: 'ready', luck: '00'.repeat(32) });
      await page.waitForTimeout(500);
      await press(page, '#ready');
      await page.waitForSelector('.bar.mine');
      await command({ id: 'end', type: 'offer_end', agrees: true });
      await page.waitForTimeout(500);
      await host.close();
    },
  },
  'saved-game': {
    size: [900, 760],
    show: async (page, url) => {
      await page.goto(`${url}/r/`);
      await page.waitForSelector('main');
    },
  },
  'phone-turn': { hand: true, show: (page, url) => played(page, url, 6) },
  'phone-display': {
    hand: true,
    show: async (page, url) => {
      await played(page, url, 6);
      await press(page, '[data-spot=tab-display]');
      await press(page, '.display-panel [data-offer]');
    },
  },
  tablet: { hand: true, size: [768, 1024], show: (page, url) => played(page, url, 6) },
};

const servers = [await serve({ program: earlier }), await serve({ program })];
for (const [name, { hand, size, show }] of Object.entries(scenes)) {
  if (wanted.length && !wanted.includes(name)) continue;
  const pair = [];
  for (const server of servers) {
    // So that a move that was put together is seen before it is made.
    const settings = { confirmBots: 'always' };
    const { page, context } = await (hand
      ? touch.phone(browser, { size, settings })
      : person(browser, { size: size ?? [1440, 900], settings }));
    await show(page, server.url).catch((e) => console.log(`${name}, ${server.url}: ${e.message.split('\n')[0]}`));
    await page.waitForTimeout(500);
    pair.push((await page.screenshot({ type: 'png', scale: 'css' })).toString('base64'));
    await context.close();
  }
  const high = hand ? 700 : 480;
  const both = await browser.newPage({ viewport: { width: 1600, height: high } });
  await both.setContent(
    `<body style="margin:0;display:inline-flex;gap:12px;background:#fff">${pair
      .map((x) => `<img height="${high}" src="data:image/png;base64,${x}">`)
      .join('')}`,
  );
  const width = Math.ceil(await both.evaluate(() => document.body.getBoundingClientRect().width));
  await both.setViewportSize({ width, height: high });
  writeFileSync(join(folder, `${name}.webp`), await photograph(both, 60_000));
  console.log(name);
  await both.close();
}
await browser.close();
for (const server of servers) await server.stop();
