// Everything on the table explains itself, and the log shows what happened in pictures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquire, chance, house, missingTexts, myTurn, person } from './quinta.mjs';

const at = house();

test('pointing at a thing or coming to it by keys says what it is', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
  const tip = page.locator('.tip');
  const says = async (/** @type {string} */ selector) => {
    // The one before stays for a moment, for whoever is on the way to its link.
    await page.mouse.move(2, 2);
    await tip.waitFor({ state: 'detached' });
    await page.locator(selector).first().hover({ force: true });
    await tip.waitFor();
    return tip.innerText();
  };
  assert.equal(await says('.mine-garden [data-cell="0,0"]'), 'Fountain: 0 of 6 around it. All six bring 1 joker. Rule');
  assert.match(
    await says('.mine-garden [data-cell="2,-1"]'),
    /^Statue .*: 0 of 6 around it\. All six bring 2 jokers\. Rule$/,
  );
  assert.match(await says('.dock .joker'), /^Joker Rule$/);
  await page.keyboard.press('Escape');
  assert.equal(await tip.count(), 0, 'Escape puts it away');
  await page.keyboard.press('g');
  await page.keyboard.press('ArrowRight');
  assert.match(await tip.innerText(), /space/, 'the focus explains as well');
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('the log has pictures, calls us you, and folds what was drawn into the move', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
  assert.ok(await acquire(page, chance(1)));
  await page.waitForFunction(() => /You take/.test(document.querySelector('.log')?.textContent ?? ''));
  const mine = page.locator('.log li.acquired', { hasText: 'You take' }).first();
  assert.ok((await mine.locator('.pictures svg').count()) >= 2, 'the attribute and what it took');
  await page.waitForSelector('.log li.acquired .pictures.after svg', { state: 'attached' });
  assert.equal(await page.locator('.log li.acquired ~ li.drawn').count(), 0, 'no line of its own for what was drawn');
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a game can be removed from the lists, and brought back', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
  await page.goto(at.server.url);
  await page.click('.list li .close');
  await page.waitForSelector('.list li', { state: 'detached' });
  await page.reload();
  await page.waitForSelector('.list .more');
  assert.equal(await page.locator('.list li').count(), 0, 'it stays removed');
  await page.click('.list .more');
  await page.waitForSelector('.list li .close');
  assert.deepEqual(problems, []);
  await context.close();
});
