// The coach of first games: asks before a move that gives away much, says what paid, and never comes among people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirm, house, LANGUAGES, missingTexts, myTurn, pass, person, playOut } from './quinta.mjs';
import { complaints, spills, tiny } from './screen.mjs';
import { phone } from './touch.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();

/** A game against a bot, as the first page begins one. @param {Page} page */
async function play(page) {
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
}

/** To pass at the very beginning gives away much, whatever was dealt. @param {Page} page */
async function passAtOnce(page) {
  await page.click('[data-act="pass"]');
  await page.click('.bar .first .main');
}

const asked = (/** @type {Page} */ page) => page.locator('dialog[open] #coach-anyway');

test('it asks once, shows what is better, and can be overruled', { timeout: 120000 }, async () => {
  const { page, problems, context } = await person(at.browser, { settings: { coach: 'first' } });
  await play(page);
  await passAtOnce(page);
  await asked(page).waitFor();
  const words = await page.locator('dialog[open] .content').innerText();
  assert.match(words, /This gives away about (\d+) points: pass\./);
  assert.match(words, /Garden designer would rather do this: (take|place|buy)/);
  await page.click('#coach-show');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.waitForSelector('.bar.mine.picking .first .main:not([aria-disabled])');
  assert.doesNotMatch(await page.locator('.bar .sentence').innerText(), /^Pass/);
  // Who has been asked is not asked again: the round goes by without a further move.
  const before = await page.locator('.log .lines').innerText();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await passAtOnce(page);
  await page.waitForFunction(
    (was) => /** @type {HTMLElement} */ (document.querySelector('.log .lines')).innerText !== was,
    before,
  );
  assert.equal(await asked(page).count(), 0);
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('after a round one sentence says what paid and what did not', { timeout: 120000 }, async () => {
  const { page, context } = await person(at.browser, { settings: { coach: 'first' } });
  await play(page);
  await passAtOnce(page);
  await asked(page).click();
  const shown = await page.waitForFunction(() => document.querySelector('.counting .coach')?.textContent ?? false);
  const words = String(await shown.jsonValue());
  assert.match(words, /^Nothing in your garden scored this round; “pass” \(about \d+ points given away\)/);
  const said = await page.evaluate(() => document.getElementById('live')?.textContent ?? '');
  assert.ok(said.includes(words), said);
  await context.close();
});

test('it is switched off where it asks and in the settings', { timeout: 120000 }, async () => {
  const { page, context } = await person(at.browser, { settings: { coach: 'always' } });
  await play(page);
  await passAtOnce(page);
  await asked(page).waitFor();
  await page.click('#coach-off');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.locator('.topbar .tool').last().click();
  assert.ok(await page.locator('#s-coach input[value="never"]').isChecked());
  await page.keyboard.press('Escape');
  await confirm(page);
  await page.waitForSelector('.counting, .bar:not(.mine)');
  assert.equal(await asked(page).count(), 0);
  await context.close();
});

test('never in games with people, and not for those who have played a while', { timeout: 120000 }, async () => {
  const anna = await person(at.browser, { settings: { coach: 'first' } });
  const ben = await person(at.browser, { settings: { coach: 'always' } });
  /** @type {string[]} */
  const loaded = [];
  for (const { page } of [anna, ben]) page.on('request', (r) => loaded.push(r.url()));
  await anna.page.goto(at.server.url);
  await anna.page.waitForSelector('.name-button');
  const made = await anna.page.request.post(`${at.server.url}/api/tables`, {
    data: {
      name: '',
      seats: [{ who: 'me' }, { who: 'open' }, { who: 'bot', level: 'random' }],
      options: { hints: true, first: { seat: 1 } },
    },
    headers: { origin: at.server.url },
  });
  const { id, invitation } = await made.json();
  await anna.page.goto(`${at.server.url}/t/${id}`);
  await ben.page.goto(`${at.server.url}/t/${id}?i=${invitation}`);
  await ben.page.click('.seat.open .main');
  await myTurn(ben.page);
  await pass(ben.page, () => 1);
  assert.equal(loaded.filter((x) => x.includes('/coach.js')).length, 0);
  await anna.page.evaluate(() => localStorage.setItem('quinta.games', '["a","b","c","d"]'));
  await play(anna.page);
  await pass(anna.page, () => 1);
  assert.equal(loaded.filter((x) => x.includes('/coach.js')).length, 0);
  for (const one of [anna, ben]) await one.context.close();
});

test('on a phone and in every language, without overflow and axe clean', { timeout: 240000 }, async () => {
  for (const locale of LANGUAGES) {
    const { page, problems, context } = await phone(at.browser, { locale, settings: { coach: 'first' } });
    await page.goto(at.server.url);
    await page.locator('#play-bot').tap();
    await myTurn(page);
    await page.locator('.rest-buttons [data-act="pass"]').tap();
    await page.locator('.bar .first .main').tap();
    await asked(page).waitFor();
    assert.deepEqual(await spills(page), [], locale);
    assert.deepEqual(await tiny(page), [], locale);
    assert.deepEqual(await complaints(page), [], locale);
    assert.deepEqual(await missingTexts(page), [], locale);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('after a lost first game the lesson that fits is offered', { timeout: 240000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await play(page);
  // Who only passes loses to anyone who gardens.
  await playOut(page, 1, 0);
  const link = page.locator('.ending #chapter');
  await link.waitFor();
  assert.match(
    await page.locator('.ending .chapter').innerText(),
    /^This made the difference: (Groups|scoring wheel)\./,
  );
  assert.deepEqual(await complaints(page), []);
  const title = await link.innerText();
  await link.click();
  await page.waitForSelector('.lesson:not(.done) ~ main .bar.mine');
  assert.ok((await page.locator('.lesson h2').innerText()).endsWith(title));
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});
