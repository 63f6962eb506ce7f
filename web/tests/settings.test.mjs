// Every setting does what it says and stays after a reload; sounds, reduced motion.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquire, chance, house, missingTexts, myTurn, pass, person } from './quinta.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();

/** @param {import('playwright-core').BrowserContext} context @param {object[]} [seats] @param {object} [options] */
async function table(context, seats = [{ who: 'me' }, { who: 'bot', level: 'random' }], options = { first: { seat: 0 } }) {
  const answer = await context.request.post(`${at.server.url}/api/tables`, { headers: { origin: at.server.url }, data: { name: '', seats, options } });
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
  const paint = (/** @type {string} */ name) => page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name);
  const numeral = () => page.locator('.display-panel .numeral').first().evaluate((el) => getComputedStyle(el).display);
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
  await page.uncheck('#s-confirm');
  await page.check('#s-sounds');
  await page.reload();
  await myTurn(page);
  assert.equal(await on(page, 'theme'), 'dark');
  assert.notEqual(await paint('--q-paper'), usual.paper);
  assert.equal(await paint('--q-ink'), '#fff', 'the ink of high contrast by night');
  assert.ok((await size()) > usual.size * 1.2, `the sentence grew from ${usual.size} to ${await size()}`);
  assert.equal(await numeral(), 'none');
  assert.equal(await paint('--q-mark'), '0');
  const mark = await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.querySelector('#tile-b3 g[opacity]'))).opacity);
  assert.equal(mark, '0', 'the marks on the tiles are hidden');
  assert.equal(await page.locator('.mine-garden').evaluate((el) => getComputedStyle(el).animationName), 'none');
  // Without confirming, the choice of colour or pattern is the move.
  await page.locator('.display-panel [data-offer]').first().click();
  const before = await page.evaluate(() => document.querySelector('.log .lines')?.textContent);
  await page.locator('.pop.pinned .option:not([aria-disabled])').first().click();
  await page.waitForFunction((was) => document.querySelector('.log .lines')?.textContent !== was, before);
  await myTurn(page);
  await open(page);
  for (const [id, value] of [['s-theme', 'dark'], ['s-contrast', 'high'], ['s-size', '3'], ['s-numerals', 'off'], ['s-pace', '3'], ['s-motion', 'none']]) assert.ok(await page.locator(`#${id} input[value="${value}"]`).isChecked(), id);
  assert.ok(!(await page.isChecked('#s-marks')) && !(await page.isChecked('#s-confirm')) && (await page.isChecked('#s-sounds')));
  await page.click('#s-reset');
  await page.reload();
  await myTurn(page);
  assert.deepEqual([await on(page, 'theme'), await on(page, 'contrast'), await on(page, 'size'), await on(page, 'numerals'), await on(page, 'marks'), await on(page, 'motion')], ['light', 'normal', '1', 'on', 'on', 'normal']);
  assert.ok(Math.abs((await size()) - usual.size) < 1);
  assert.equal(await paint('--q-ink'), usual.ink);
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
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
  await page.goto(at.server.url);
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
