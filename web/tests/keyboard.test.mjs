// Whole games by keys alone: nothing here points or clicks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RESULT, atOneScreen, happened, house, missingTexts, myTurn, person } from './quinta.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();

/**
 * What has the focus: its classes, and its words.
 * @param {Page} page @returns {Promise<{what: string, words: string}>}
 */
const focus = (page) =>
  page.evaluate(() => {
    const el = document.activeElement;
    return {
      what:
        el === document.body ? '' : `${el?.tagName.toLowerCase()} ${el?.getAttribute('class') ?? ''} ${el?.id ?? ''}`,
      words: el?.getAttribute('aria-label') ?? el?.textContent ?? '',
    };
  });

/** Presses keys one after the other; the focus is somewhere after each. @param {Page} page @param {...string} keys */
async function press(page, ...keys) {
  for (const key of keys) {
    await page.keyboard.press(key);
    assert.notEqual((await focus(page)).what, '', `the focus is lost after ${key}`);
  }
}

/**
 * Goes on with Tab until the focus is on something.
 * @param {Page} page @param {(at: {what: string, words: string}) => boolean} is @param {string} [key]
 */
async function tabTo(page, is, key = 'Tab') {
  for (let n = 0; n < 60; n += 1) {
    if (is(await focus(page))) return n;
    await page.keyboard.press(key);
  }
  return assert.fail('Tab does not lead there');
}

/** Confirms with Enter on the main button, and waits for the move. @param {Page} page */
async function go(page) {
  const at = await focus(page);
  assert.match(at.what, /^button main/, `the main button has the focus, not ${at.what}`);
  const before = await page.locator('.log .lines').textContent();
  await page.keyboard.press('Enter');
  await happened(page, before ?? '');
}

/** @type {Record<string, (page: Page, n: number) => Promise<boolean>>} */
const WAYS = {
  async place(page) {
    const i = await page
      .locator('.dock [data-tile]')
      .evaluateAll((all) => all.findIndex((x) => !x.classList.contains('cannot')));
    if (i < 0 || i > 9) return false;
    await press(page, String((i + 1) % 10));
    if (!/gold/.test((await focus(page)).what)) {
      await press(page, 'Escape');
      return false;
    }
    await press(page, 'ArrowRight');
    if (!/gold/.test((await focus(page)).what)) await press(page, 'ArrowLeft');
    if (!/gold/.test((await focus(page)).what)) await press(page, 'Escape', String((i + 1) % 10));
    await press(page, 'Enter');
    // Another payment, where there is one: Shift and Tab lead to it, the arrows choose.
    if ((await page.locator('.payment').count()) > 1) {
      await press(page, 'Shift+Tab');
      await tabTo(page, (at) => /payment/.test(at.what), 'Shift+Tab');
      await press(page, 'ArrowRight');
      assert.equal(
        await page.locator('.payment[aria-checked="true"]').evaluate((x) => x === document.activeElement),
        true,
        'the payment with the focus is chosen',
      );
      await tabTo(page, (at) => /^button main/.test(at.what));
    }
    await go(page);
    return true;
  },
  async expand(page) {
    const all = page.locator('.dock [data-expansion]');
    // The key goes from one to the next: on to the first that can be paid for.
    const i = await all.evaluateAll((all) => all.findIndex((x) => !x.classList.contains('cannot')));
    if (i < 0) return false;
    for (let n = 0; n <= i; n += 1) await press(page, 'e');
    if (!/gold/.test((await focus(page)).what)) {
      await press(page, 'Escape');
      return false;
    }
    await press(page, 'Enter');
    await press(page, 'r', 'r', 'R');
    await go(page);
    return true;
  },
  async acquire(page, n) {
    await press(page, 'd', 'Home');
    for (let i = 0; i < n % 4; i += 1) await press(page, i % 2 ? 'ArrowDown' : 'ArrowRight');
    await press(page, 'Enter');
    if (!(await page.locator('.pop.pinned .option:not([aria-disabled])').count())) {
      await press(page, 'Escape');
      return false;
    }
    // Where colour and pattern take the same there is nothing to choose.
    if (/option/.test((await focus(page)).what)) await press(page, 'Enter');
    await go(page);
    return true;
  },
  async buy(page) {
    await tabTo(page, (at) => at.words === 'Buy…');
    await press(page, 'Enter');
    await press(page, 'ArrowRight', 'Enter');
    await go(page);
    return true;
  },
  async pass(page) {
    await tabTo(page, (at) => at.words === 'Pass…');
    await press(page, 'Enter');
    await go(page);
    return true;
  },
};

test('a whole game by keys, from the first page to the final score', { timeout: 600000 }, async () => {
  const { page, problems, context } = await person(at.browser, { settings: { confirmBots: 'always' } });
  await page.goto(at.server.url);
  await page.waitForSelector('#play-bot');
  await tabTo(page, (at) => at.words === 'Play against a bot');
  await page.keyboard.press('Enter');
  await myTurn(page);
  const played = new Set();
  for (let n = 0, round = ''; (await myTurn(page)) !== 'over';) {
    const now = await page.locator('.topbar .title').innerText();
    if (now !== round) n = 0;
    round = now;
    const ways = !played.has('buy') ? ['buy'] : n < 3 ? ['place', 'expand', 'acquire', 'pass'] : ['pass'];
    for (const way of ways) {
      if (await WAYS[way](page, n)) {
        played.add(way);
        break;
      }
    }
    n += 1;
  }
  for (const way of ['buy', 'acquire', 'place', 'pass']) assert.ok(played.has(way), `${way} was played`);
  assert.match((await focus(page)).words, RESULT, 'the focus is on the result');
  await tabTo(page, (at) => at.words === 'Where the points come from');
  await press(page, 'Enter');
  await page.waitForSelector('dialog[open] .chart');
  await press(page, 'Escape');
  assert.equal((await focus(page)).words, 'Where the points come from', 'and back');
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a move by keys is taken back with u, given up with Escape', { timeout: 300000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await atOneScreen(page, at.server.url, {});
  await press(page, 'g');
  await WAYS.buy(page, 0);
  await myTurn(page);
  assert.equal(await page.locator('.other .score').innerText(), '9');
  await press(page, 'u');
  await page.waitForFunction(() => document.querySelector('.strip-side .score')?.textContent === '15');
  // Each step of a move leads on, and Escape back the same way.
  await press(page, 'd', 'Home');
  const begun = await focus(page);
  await press(page, 'Enter');
  assert.match((await focus(page)).what, /option|button main/);
  await press(page, 'Escape');
  assert.deepEqual(await focus(page), begun);
  assert.deepEqual(problems, []);
  await context.close();
});
