// axe finds nothing on any page and in any state, by day and by night, in four languages. AXE=all crosses every state
// with all of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { atOneScreen, finish, hold, holdable, house, kept, LANGUAGES, logged, myTurn, person } from './quinta.mjs';

/** @typedef {import('playwright-core').Page} Page */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TRANSLATIONS = LANGUAGES.filter((code) => code !== 'en');
/** By day in English and by night in another language, from state to state the next; or everything. */
const passes = (/** @type {number} */ n) =>
  process.env.AXE === 'all'
    ? LANGUAGES.flatMap((l) => [
        ['light', l],
        ['dark', l],
      ])
    : [
        ['light', 'en'],
        ['dark', TRANSLATIONS[n % TRANSLATIONS.length]],
      ];

const at = house();

/** Someone whose page can be looked through; long waits can be held, so that a state stays. */
async function visitor() {
  const all = await person(at.browser);
  await all.context.addInitScript(axe);
  await holdable(all.context);
  /** @type {string[]} */
  const found = [];
  let visits = 0;
  /** Looks at the state that the page is in. @param {string} name */
  const look = async (name) => {
    for (const [theme, lang] of passes(visits)) {
      found.push(
        ...(await all.page.evaluate(
          async ([theme, lang, name]) => {
            const text = await /** @type {any} */ (globalThis).ours('words/text.js');
            const { drawNow } = await /** @type {any} */ (globalThis).ours('state.js');
            document.documentElement.dataset.theme = theme;
            if (text.language() !== lang) await text.load(lang);
            drawNow();
            // The sprite is a store of drawings that is never shown.
            const result = await /** @type {any} */ (globalThis).axe.run(
              { exclude: ['.sprite'] },
              { resultTypes: ['violations'], preload: false, iframes: false },
            );
            return result.violations.map(
              (/** @type {any} */ v) =>
                `${name}, ${theme}, ${lang}: ${v.id}: ${v.nodes
                  .slice(0, 3)
                  .map((/** @type {any} */ n) => `${n.target} ${(n.any[0] ?? n.all[0] ?? n.none[0])?.message ?? ''}`)
                  .join(' | ')}`,
            );
          },
          [theme, lang, name],
        )),
      );
    }
    visits += 1;
    await all.page.evaluate(async () => {
      await (await /** @type {any} */ (globalThis).ours('words/text.js')).load('en');
      (await /** @type {any} */ (globalThis).ours('state.js')).drawNow();
    });
  };
  /** Looks at a sheet and closes it again. @param {string} name @param {() => Promise<unknown>} open */
  const sheet = async (name, open) => {
    await open();
    await all.page.waitForSelector('dialog[open]');
    await look(name);
    await all.page.keyboard.press('Escape');
    await all.page.waitForSelector('dialog[open]', { state: 'detached' });
  };
  return { ...all, found, look, sheet };
}

/**
 * Takes as little as possible with one of these hexagons; false where none of them can be taken.
 * @param {Page} page @param {import('playwright-core').Locator} offers
 */
async function takeLittle(page, offers) {
  const before = await logged(page);
  const options = page.locator('.pop.pinned .option:not([aria-disabled])');
  for (let n = 0, all = await offers.count(); n < all; n += 1) {
    await offers.nth(n).click({ force: true });
    const settled = await page.locator('.pop.pinned.settled').count();
    const sizes = await options.evaluateAll((all) => all.map((x) => x.querySelectorAll('.takes .icon').length));
    if (!settled && sizes.length) await options.nth(sizes.indexOf(Math.min(...sizes))).click();
    if (settled || sizes.length) {
      await finish(page, before);
      await myTurn(page);
      return true;
    }
    await page.keyboard.press('Escape');
  }
  return false;
}

test('the first page and its sheets', { timeout: 600000 }, async () => {
  const { page, found, look, sheet, context } = await visitor();
  await page.goto(`${at.server.url}/t/aaaaaaaaaa`);
  await page.waitForSelector('.plain-page a.main');
  await look('no such table');
  await page.goto(`${at.server.url}/r/`);
  await page.waitForSelector('.record-page');
  await look('a record of one’s own');
  await page.goto(at.server.url);
  await page.click('#invite');
  await page.waitForSelector('#link');
  await look('gathering');
  await page.goto(at.server.url);
  await page.waitForSelector('.lists li');
  await look('home');
  await sheet('create', () => page.click('#create'));
  await sheet('house rules', async () => {
    await page.click('#create');
    await page.check('#o-house');
  });
  await sheet('name', () => page.click('.name-button'));
  await sheet('settings', () => page.getByRole('button', { name: 'Settings' }).click());
  await sheet('help', () => page.locator('.topbar .help').click());
  await sheet('keys', () => page.keyboard.press('?'));
  assert.deepEqual(found, []);
  await context.close();
});

test('every state of a turn', { timeout: 600000 }, async () => {
  const { page, found, look, sheet, context } = await visitor();
  await atOneScreen(page, at.server.url, { hints: true });
  await look('own turn');
  await page.locator('.display-panel [data-offer]').first().click({ force: true });
  await look('a hexagon of the display');
  await page.locator('.pop.pinned .option:not([aria-disabled])').first().click();
  await look('acquiring');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.waitForSelector('#notation');
  await page.keyboard.type('plant a tree');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.bar .refusal');
  await look('refusal');
  await sheet('writing moves', () => page.locator('.notation .plain').click());
  await page.locator('#notation').press('Escape');
  // Until someone can lay an expansion: empty expansions are turned up, and then taken.
  const laying = page.locator('.dock [data-expansion]:not(.cannot)');
  const placing = page.locator('.dock [data-tile]:not(.cannot)');
  const shown = new Set();
  for (let n = 0; n < 30 && shown.size < 2; n += 1) {
    if (!shown.has('tile') && (await placing.count())) {
      await placing.first().click();
      await look('choosing a space');
      await page.locator('.mine-garden .gold').first().click({ force: true });
      await look('payment');
      const more = page.locator('.payments .more');
      if (await more.count()) await sheet('all payments', () => more.click());
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      shown.add('tile');
    }
    if (!shown.has('expansion') && (await laying.count())) {
      await laying.first().click();
      await page.locator('.mine-garden .gold').first().click({ force: true });
      await look('laying an expansion');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      shown.add('expansion');
    }
    if (await takeLittle(page, page.locator('.display-panel [data-spot$="w"]'))) continue;
    if (await takeLittle(page, page.locator('.display-panel [data-offer]'))) continue;
    const before = await logged(page);
    await page.getByRole('button', { name: 'Pass…' }).click();
    await finish(page, before);
    await myTurn(page);
  }
  assert.deepEqual([...shown].sort(), ['expansion', 'tile']);
  await page.getByRole('button', { name: 'Buy…' }).click();
  await look('buying');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pass…' }).click();
  await look('passing');
  await page.keyboard.press('Escape');
  for (const [name, open] of /** @type {[string, import('playwright-core').Locator][]} */ ([
    ['counts', page.locator('.rest:visible').first()],
    ['outlook', page.locator('.worth:visible').first()],
    ['another garden', page.locator('.other .look:visible').first()],
    ['menu', page.getByRole('button', { name: 'Menu' })],
    ['phrases', page.getByRole('button', { name: 'Say something' })],
  ]))
    await sheet(name, () => open.click());
  assert.deepEqual(found, []);
  await context.close();
});

test('others’ turns, the count, the end', { timeout: 600000 }, async () => {
  const { page, found, look, sheet, context } = await visitor();
  await page.goto(at.server.url);
  await page.evaluate(() => localStorage.setItem('quinta.settings', JSON.stringify({ pace: 1, coach: 'never' })));
  await page.reload();
  await page.click('#play-bot');
  await myTurn(page);
  const pass = async () => {
    await page.getByRole('button', { name: 'Pass…' }).click();
    await page.locator('.bar .first .main').click();
  };
  await hold(page, true);
  await pass();
  await page.waitForFunction(() => document.querySelector('.bar .first .main')?.textContent === 'Skip');
  await look('someone else moves');
  // What is held is skipped, move by move; the count comes while waits are held, and stays.
  await page.evaluate(async () => {
    while (!document.querySelector('.counting')) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      await new Promise((done) => setTimeout(done, 100));
    }
  });
  await look('the count of a round');
  await hold(page, false);
  for (;;) {
    await page.keyboard.press('Escape');
    const end = await page.waitForFunction(
      () => {
        if (document.querySelector('.ending')) return 'over';
        if (document.querySelector('.counting')) return 'count';
        return document.querySelector('.bar.mine') ? 'turn' : false;
      },
      null,
      { timeout: 60000 },
    );
    const what = await end.jsonValue();
    if (what === 'turn') await pass();
    if (what === 'over') break;
    await page.waitForTimeout(100);
  }
  await page.waitForSelector('.fair.good', { timeout: 30000 });
  await look('the end');
  await sheet('where the points come from', () =>
    page.getByRole('button', { name: 'Where the points come from' }).click(),
  );
  await page.goto(page.url().replace('/t/', '/r/'));
  await page.waitForSelector('.bar.replay');
  await page.locator('#step-on').click();
  await look('a game looked at again');
  assert.deepEqual(found, []);
  await context.close();
});

test('a table in the tab, without a network', { timeout: 120000 }, async () => {
  const { page, context, look, sheet, found } = await visitor();
  await page.goto(at.server.url);
  await kept(page);
  await context.setOffline(true);
  await page.waitForSelector('.home .away');
  await look('the first page without a network');
  await page.evaluate(async () => {
    const { create } = await /** @type {any} */ (globalThis).ours('pages/home.js');
    const seats = ['Anna', 'Bruno'].map((name) => ({ who: 'me', name }));
    await create({ name: '', seats, options: { undo: 'free' } });
  });
  await myTurn(page);
  await sheet('the menu with its promise', () => page.click('.topbar nav button:has(.menu)'));
  await page.click('.topbar nav button:has(.menu)');
  await sheet('handing it over', () => page.click('.menu button:has-text("Continue elsewhere")'));
  await page.evaluate(async () => {
    const { command } = await /** @type {any} */ (globalThis).ours('play/act.js');
    await command({ type: 'resign' });
  });
  await page.waitForSelector('.ending .fair');
  await look('the end of a game in the tab');
  await page.goto(at.server.url);
  await page.waitForSelector('.list');
  await look('my games, one of them in this browser');
  assert.deepEqual(found, []);
  await context.close();
});
