// What can be followed: the others' moves one after the other, the count at the end of a round, hexagon by hexagon.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquire, chance, confirm, hold, holdable, house, myTurn, person } from './quinta.mjs';

const at = house();

/** @param {import('playwright-core').Page} page @param {object[]} seats @param {object} options */
async function table(page, seats, options) {
  await page.goto(at.server.url);
  await page.waitForSelector('.name-button');
  const made = await page.request.post(`${at.server.url}/api/tables`, {
    data: { name: '', seats, options },
    headers: { origin: at.server.url },
  });
  await page.goto(`${at.server.url}/t/${(await made.json()).id}`);
  await myTurn(page);
}

test('bots move one after the other, and can be skipped', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser, { settings: { pace: 2, motion: 'normal' } });
  await holdable(context);
  await table(page, [{ who: 'me' }, ...['seedling', 'seedling', 'seedling'].map((level) => ({ who: 'bot', level }))], {
    first: { seat: 0 },
  });
  // Which sentences came one after the other, and whether pieces were under way.
  await page.evaluate(() => {
    const seen = /** @type {any} */ (globalThis);
    seen.said = [];
    seen.flew = 0;
    const look = () => {
      const text = document.querySelector('.bar .sentence')?.textContent;
      if (text && text !== seen.said[seen.said.length - 1]) seen.said.push(text);
      seen.flew = Math.max(seen.flew, document.querySelectorAll('.flying').length);
    };
    // Frames are left out on a busy machine, changes are not.
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
    look();
  });
  assert.ok(await acquire(page, chance(1)));
  await myTurn(page);
  const { said, flew } = await page.evaluate(() => ({
    said: /** @type {any} */ (globalThis).said,
    flew: /** @type {any} */ (globalThis).flew,
  }));
  const starts = [1, 2, 3].map((n) => said.findIndex((/** @type {string} */ x) => x.startsWith(`Seedling ${n} `)));
  assert.ok(
    starts.every((n) => n >= 0),
    JSON.stringify(said),
  );
  assert.ok(starts[0] < starts[1] && starts[1] < starts[2], `one after the other: ${JSON.stringify(said)}`);
  assert.ok(flew > 0, 'pieces fly');
  const recent = await page.locator('.log li.recent').allInnerTexts();
  assert.ok(
    [1, 2, 3].every((n) => recent.some((line) => line.includes(`Seedling ${n} `))),
    `since the last turn: ${recent}`,
  );
  // Once more, at a slow pace, and skipped.
  await page.locator('.topbar .tool').last().click();
  await page.locator('#s-pace label').first().click();
  await page.keyboard.press('Escape');
  await hold(page, true);
  assert.ok(await acquire(page, chance(2)));
  await page.waitForFunction(() => /^Seedling 1 /.test(document.querySelector('.bar .sentence')?.textContent ?? ''));
  // What is skipped is not said: from here on only our own turn is.
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).said.length = 0;
  });
  await page.locator('.bar .first .main', { hasText: 'Skip' }).click();
  await hold(page, false);
  await myTurn(page);
  const after = await page.evaluate(() => /** @type {any} */ (globalThis).said);
  assert.ok(!after.some((/** @type {string} */ x) => /^Seedling 3 /.test(x)), `skipped: ${after}`);
  assert.deepEqual(problems, []);
  await context.close();
});

test('at the end of a round each hexagon lights up as it is counted', { timeout: 90000 }, async () => {
  const { page, problems, context } = await person(at.browser, { settings: { motion: 'normal' } });
  await holdable(context);
  await table(
    page,
    [
      { who: 'me', name: 'Anna' },
      { who: 'me', name: 'Bruno' },
    ],
    { hints: true },
  );
  // By advice, until something in a garden scores this round.
  for (
    let n = 0;
    n < 40 && !/Worth now: [1-9]\d* this round/.test(await page.locator('.worth:visible').innerText());
    n += 1
  ) {
    await page.click('[data-act="hint"]');
    await confirm(page);
    await myTurn(page);
  }
  await page.locator('.topbar .tool').last().click();
  await page.locator('#s-pace label').first().click();
  await page.keyboard.press('Escape');
  const left = await page.locator('.slot.top .more').count();
  await hold(page, true);
  for (let n = 0; n < 2 && !(await page.locator('.counting').count()); n += 1) {
    await myTurn(page);
    await page.click('[data-act="pass"]');
    await page.click('.bar .first .main');
    await page.waitForSelector('.counting, .bar.mine:not(.picking)');
  }
  await page.waitForSelector('.counting .col.on');
  // Nothing of the next round shows while this one is counted.
  assert.match(await page.locator('.topbar .title').innerText(), /Round 1 of 4/);
  assert.equal(await page.locator('.slot.top .more').count(), left, 'the stack is the one that was played from');
  await page.waitForSelector('.mine-garden use[href="#chosen"]');
  assert.ok(await page.locator('.mine-garden .hex.dim, .mine-garden g.dim').count(), 'the rest is dimmed');
  assert.match(await page.locator('.counting h2').innerText(), /^Round 1$/);
  await page.locator('.counting .main', { hasText: 'Skip' }).click();
  await hold(page, false);
  await page.locator('.counting .main', { hasText: 'Go on' }).click();
  await page.waitForSelector('.counting', { state: 'detached' });
  assert.match(await page.locator('.topbar .title').innerText(), /Round 2 of 4/);
  await myTurn(page);
  assert.deepEqual(problems, []);
  await context.close();
});
