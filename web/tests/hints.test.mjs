// Hints in words: why, what else there was and what that gives away, how often, and that others know.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirm, house, LANGUAGES, missingTexts, myTurn, person } from './quinta.mjs';
import { complaints, spills, tiny } from './screen.mjs';
import { phone } from './touch.mjs';
import { treeOf } from './tree.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();

const BOT = { who: 'bot', level: 'gardener' };

/**
 * A table, and the link to it.
 * @param {Page} page @param {object[]} seats @param {object} [options]
 */
async function table(page, seats, options = {}) {
  await page.goto(at.server.url);
  await page.waitForSelector('.name-button');
  const made = await page.request.post(`${at.server.url}/api/tables`, {
    data: { name: '', seats, options: { hints: true, first: { seat: 0 }, ...options } },
    headers: { origin: at.server.url },
  });
  const { id, invitation } = await made.json();
  await page.goto(`${at.server.url}/t/${id}`);
  return `${at.server.url}/t/${id}?i=${invitation}`;
}

const says = (/** @type {Page} */ page) => page.locator('.bar .says > .note').innerText();
const chips = (/** @type {Page} */ page) => page.locator('.hints [role=radio]');
const spoken = (/** @type {Page} */ page) =>
  page.evaluate(() => document.getElementById('live')?.textContent?.replace(/\s+/g, ' ') ?? '');

test('why, and what the second and third best give away', { timeout: 120000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await table(page, [{ who: 'me' }, BOT]);
  await myTurn(page);
  await page.click('[data-act="hint"]');
  await chips(page).first().waitFor();
  assert.equal(await chips(page).count(), 3, 'at the first turn there is always something else');
  assert.match(await says(page), /^Architect: .*Chance to win: \d+%$/);
  const before = await page.locator('.bar .sentence').innerText();
  for (const n of [1, 2]) {
    await chips(page).nth(n).click();
    await page.waitForSelector(`.hints [data-stop="hint-${n}"][aria-checked="true"]`);
    assert.match(await says(page), /^(Gives away about \d+ points?|Just as good) · /);
    // It is on the board as if it had been picked, and it is said.
    assert.notEqual(await page.locator('.bar .sentence').innerText(), before);
    assert.ok((await spoken(page)).includes((await says(page)).replace(/\s+/g, ' ')), await spoken(page));
    const label = await chips(page).nth(n).getAttribute('aria-label');
    assert.match(label ?? '', n === 1 ? /^Second best: / : /^Third best: /);
  }
  await page.selectOption('#adviser', 'gardener');
  await page.locator('.bar .note', { hasText: /^Garden?er: / }).waitFor();
  await confirm(page);
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  // Whose hint one likes is remembered.
  await myTurn(page);
  await page.reload();
  await myTurn(page);
  await page.click('[data-act="hint"]');
  await chips(page).first().waitFor();
  assert.equal(await page.locator('#adviser').inputValue(), 'gardener');
  // Whoever picks something else is left alone.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.hints', { state: 'detached' });
  await context.close();
});

test('by keys alone', { timeout: 120000 }, async () => {
  const { page, context } = await person(at.browser);
  await table(page, [{ who: 'me' }, BOT]);
  await myTurn(page);
  await page.focus('[data-act="hint"]');
  await page.keyboard.press('Enter');
  await chips(page).first().waitFor();
  await page.focus('[data-stop="hint-0"]');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-stop')), 'hint-1');
  await page.keyboard.press('Space');
  await page.waitForSelector('[data-stop="hint-1"][aria-checked="true"]');
  await context.close();
});

test('through the accessibility tree', { timeout: 120000 }, async () => {
  const { page, context } = await person(at.browser);
  await table(page, [{ who: 'me' }, BOT]);
  const tree = await treeOf(page);
  await tree.press('button', /^Hint$/);
  await tree.find('radio', /^Best: /);
  await tree.press('radio', /^Third best: /);
  await tree.find('StaticText', /^(Gives away about \d+ points?|Just as good) · /);
  await tree.press('button', /^(Take \d|Place|Buy|Pass$)/);
  await tree.find('StaticText', /^You ask for a hint\.$/);
  await context.close();
});

test('as often as the table allows, and the others know', { timeout: 120000 }, async () => {
  const [anna, ben] = [await person(at.browser), await person(at.browser)];
  const link = await table(anna.page, [{ who: 'me', name: 'Anna' }, { who: 'open' }], { hint_limit: 1 });
  await ben.page.goto(link);
  await ben.page.click('.seat.open .main');
  await myTurn(anna.page);
  const button = anna.page.locator('[data-act="hint"]');
  assert.equal(await button.innerText(), 'Hint (1)');
  await button.click();
  await chips(anna.page).first().waitFor();
  await ben.page.locator('.log', { hasText: 'Anna asks for a hint.' }).waitFor();
  assert.equal(await button.innerText(), 'Hint (0)');
  // The same position again costs nothing; the next one has none.
  await anna.page.selectOption('#adviser', 'designer');
  await anna.page.locator('.bar .note', { hasText: /^Garden designer: / }).waitFor();
  await confirm(anna.page);
  await myTurn(ben.page);
  await ben.page.click('[data-act="pass"]');
  await confirm(ben.page);
  await myTurn(anna.page);
  await button.click();
  await anna.page.locator('.bar .refusal', { hasText: 'all the hints' }).waitFor();
  assert.deepEqual(anna.problems, []);
  for (const one of [anna, ben]) await one.context.close();
});

test('on a phone and in every language, without overflow and axe clean', { timeout: 240000 }, async () => {
  for (const locale of LANGUAGES) {
    const { page, problems, context } = await phone(at.browser, { locale });
    await table(page, [{ who: 'me' }, BOT]);
    await myTurn(page);
    await page.locator('[data-act="hint"]').tap();
    await chips(page).first().waitFor();
    await chips(page).nth(1).tap();
    await page.waitForSelector('[data-stop="hint-1"][aria-checked="true"]');
    assert.deepEqual(await spills(page), [], locale);
    assert.deepEqual(await tiny(page), [], locale);
    assert.deepEqual(await complaints(page), [], locale);
    assert.deepEqual(await missingTexts(page), [], locale);
    assert.deepEqual(problems, []);
    await context.close();
  }
});
