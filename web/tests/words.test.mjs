// Every word on the page comes from a catalogue: with one that is written in another alphabet, nothing in ours may be
// left.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chance, house, move, myTurn, pass, person } from './quinta.mjs';

const at = house();

/** The English catalogue with every letter of a text changed; what is filled in stays. */
function foreign() {
  const change = (/** @type {string} */ text) =>
    text.replace(/\{\w+\}|[A-Za-z]/g, (x) => (x.length > 1 ? x : x === x.toUpperCase() ? 'Ж' : 'ж'));
  const english = JSON.parse(readFileSync(new URL('../../locales/en.json', import.meta.url), 'utf8'));
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => [
      key,
      typeof text === 'string'
        ? change(text)
        : Object.fromEntries(Object.entries(text).map(([form, one]) => [form, change(String(one))])),
    ]),
  );
}

/**
 * Texts in our alphabet: what is read, pointed at or read aloud.
 * @param {import('playwright-core').Page} page @returns {Promise<string[]>}
 */
const latin = (page) =>
  page.evaluate(() => {
    const found = new Set();
    // Names of keys and of languages, links and hashes are the same in every language.
    const own = 'kbd, code, #s-language, .sprite, script, style, noscript, #link';
    const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!node.parentElement?.closest(own) && /[A-Za-z]{2,}/.test(node.nodeValue ?? '')) found.add(node.nodeValue);
    }
    for (const el of document.querySelectorAll('*')) {
      if (el.closest(own)) continue;
      for (const name of [
        'aria-label',
        'title',
        'placeholder',
        'alt',
        'aria-valuetext',
        'aria-description',
        'aria-roledescription',
      ]) {
        const text = el.getAttribute(name);
        if (text && /[A-Za-z]{2,}/.test(text)) found.add(`${name}: ${text}`);
      }
    }
    return /** @type {string[]} */ ([...found]);
  });

test('no text is written into the code', { timeout: 120000 }, async () => {
  const { page, context } = await person(at.browser);
  await context.route('**/locales/en.json', (route) => route.fulfill({ json: foreign() }));
  await page.goto(at.server.url);
  await page.click('.name-button');
  await page.fill('#who', 'Ωω');
  await page.click('dialog .main');
  await page.waitForSelector('dialog', { state: 'detached' });
  /** @type {Record<string, string[]>} */
  const left = {};
  const look = async (/** @type {string} */ where) => {
    const texts = await latin(page);
    if (texts.length) left[where] = texts;
  };
  await look('first page');
  await page.click('#create');
  await page.check('#o-house');
  await page.selectOption('#seat-1', 'me');
  await look('create');
  await page.keyboard.press('Escape');
  await page.click('#invite');
  await page.waitForSelector('.gathering');
  await look('gathering');
  await page.goto(at.server.url);
  await page.click('#play-bot');
  const below = chance(19);
  for (let n = 0; n < 100 && (await myTurn(page)) === 'turn'; n += 1) {
    await page
      .locator('.display-panel [data-offer]')
      .first()
      .click({ force: true, timeout: 500 })
      .catch(() => null);
    await page
      .locator('.dock [data-tile]')
      .first()
      .click({ timeout: 500 })
      .catch(() => null);
    await page
      .locator('.mine-garden .hit')
      .first()
      .click({ force: true, timeout: 500 })
      .catch(() => null);
    await look(`move ${n}`);
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape');
    if (n === 2) {
      for (const tool of await page.locator('.topbar .tool').all()) {
        await tool.click();
        await look('a tool');
        await page.keyboard.press('Escape');
      }
      for (const opener of ['.rest:visible', '.worth:visible', '.other .look:visible']) {
        await page.locator(opener).first().click();
        await look(opener);
        await page.keyboard.press('Escape');
      }
    }
    if (n < 8) await move(page, below);
    else await pass(page, below);
    if (n > 8 && n % 3) await page.keyboard.press('Escape');
  }
  await page.waitForSelector('.fair.good');
  await look('ending');
  await page.locator('.ending .rest-buttons button').first().click();
  await look('points');
  await page.keyboard.press('Escape');
  await page.click('#look-again');
  await page.waitForSelector('#step');
  await page.click('#step-last');
  await look('once more');
  await page.goto(`${at.server.url}/r/`);
  await page.waitForSelector('#record-file', { state: 'attached' });
  await look('record');
  await page.goto(`${at.server.url}/t/aaaaaaaaaa`);
  await page.waitForSelector('.plain-page a.main');
  await look('no table');
  assert.deepEqual(left, {});
  await context.close();
});
