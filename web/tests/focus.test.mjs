// Where the focus goes: out of and back into sheets, past the top bar, once into each part of the table, and never
// nowhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { house, myTurn, person } from './quinta.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();

/** @param {Page} page @returns {Promise<string>} */
const focus = (page) =>
  page.evaluate(() => {
    const el = document.activeElement;
    return el === document.body ? '' : (el?.getAttribute('aria-label') ?? el?.textContent ?? '');
  });

/** Whether what has the focus shows it. @param {Page} page */
const visible = (page) =>
  page.evaluate(() => {
    const el = /** @type {Element} */ (document.activeElement);
    const ring = el.querySelector(':scope > .focus-ring');
    return ring ? getComputedStyle(ring).stroke !== 'none' : getComputedStyle(el).outlineStyle === 'solid';
  });

test('sheets take the focus and give it back', { timeout: 300000 }, async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.waitForSelector('#play-bot');
  await page.keyboard.press('Tab');
  assert.equal(await focus(page), 'Skip to the content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'MAIN');
  for (const [open, title] of [
    ['Settings', 'Settings'],
    ['How to play', 'How to play'],
  ]) {
    await page.getByRole('button', { name: open, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    assert.ok(await page.evaluate(() => document.activeElement?.closest('dialog')), `${title} has the focus`);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
    assert.equal(await focus(page), open, 'and gives it back');
  }
  await page.locator('#play-bot').press('Enter');
  await myTurn(page);
  // A sheet that leads to another one gives the focus back to where the first was opened.
  await page.getByRole('button', { name: 'Menu' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Where the points come from' }).press('Enter');
  await page.waitForSelector('dialog[open] .chart');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  assert.equal(await focus(page), 'Menu');
  // And a cell of a garden is found again although the garden was drawn anew.
  await page.keyboard.press('g');
  await page.keyboard.press('ArrowRight');
  const cell = await focus(page);
  assert.match(cell, /by the fountain, east/);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open] .keys');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  assert.equal(await focus(page), cell);
  await context.close();
});

test('Tab comes to each part of the table once, and the focus is seen everywhere', { timeout: 300000 }, async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.skip'))?.focus());
  const seen = [];
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(
      () =>
        document.activeElement?.closest('[data-zone]')?.getAttribute('data-zone') ??
        document.activeElement?.getAttribute('class') ??
        '',
    );
    if (
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.classList.contains('skip'),
      )
    )
      break;
    assert.ok(await visible(page), `the focus is seen on ${at}`);
    seen.push(at);
  }
  for (const zone of ['display', 'garden'])
    assert.equal(seen.filter((x) => x === zone).length, 1, `${zone} is one stop of ${seen}`);
  assert.ok(seen.length < 25, `${seen.length} stops: ${seen}`);
  await context.close();
});

test('the focus stays while others move, and when its own element goes', { timeout: 300000 }, async () => {
  const { page, context } = await person(at.browser, { settings: { pace: 2 } });
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
  await page.evaluate(() => {
    const kept = /** @type {any} */ (globalThis);
    kept.lost = 0;
    const watch = () => {
      if (document.activeElement === document.body) kept.lost += 1;
      requestAnimationFrame(watch);
    };
    document.getElementById('main')?.focus();
    watch();
  });
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await myTurn(page);
  await page.keyboard.press('d');
  // The button for taking back cannot be used any more once something new is seen; the line for moves can be closed.
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).lost), 0);
  assert.match(await focus(page), /fountain/i);
  await context.close();
});

for (const [lang, keys, sheet] of [
  ['en', 'Keys', /turn an expansion/],
  ['fr', 'Touches', /tourner un agrandissement/],
  ['de', 'Tasten', /einen Ausbau drehen/],
  ['pl', 'Klawisze', /obróć kafel/],
]) {
  test(`? shows the keys in ${lang}`, { timeout: 120000 }, async () => {
    const { page, context } = await person(at.browser, { locale: String(lang) });
    await page.goto(at.server.url);
    await page.waitForSelector('#play-bot');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: String(keys) });
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /** @type {RegExp} */ (sheet));
    await context.close();
  });
}
