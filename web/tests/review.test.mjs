// A look back at a game: asked for, waited for, gone through by mouse, by keys and on a phone, in four languages.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { browse, LANGUAGES, missingTexts, person, playOut, program, serve } from './quinta.mjs';
import { complaints, spills, tiny } from './screen.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {{server: Awaited<ReturnType<typeof serve>>, browser: import('playwright-core').Browser, games: string}} */
const at = /** @type {any} */ ({});

before(async () => {
  const data = mkdtempSync(join(tmpdir(), 'quinta-review-'));
  // A shallow look is as good as a deep one here.
  writeFileSync(join(data, 'quinta.toml'), 'review_simulations = 20\n');
  at.server = await serve({ data });
  at.browser = await browse();
  at.games = mkdtempSync(join(tmpdir(), 'quinta-games-'));
});
after(async () => {
  await at.browser?.close();
  await at.server?.stop();
  rmSync(at.games, { recursive: true });
});

/** A record of random play, which gives a lot away. @param {number} players @param {number} seed */
function record(players, seed) {
  const folder = join(at.games, `${players}-${seed}`);
  const how = ['--players', String(players), '--seed', String(seed), '--policy', 'random', '--games', '1'];
  execFileSync(program, ['record', ...how, '--out', folder]);
  return join(folder, readdirSync(folder)[0]);
}

/** Opens a record and has it looked back at. @param {Page} page @param {string} file */
async function lookBack(page, file) {
  await page.goto(`${at.server.url}/r/`);
  await page.setInputFiles('#record-file', file);
  await page.click('#look-back');
  await page.waitForSelector('.review.done');
}

/** The move that is shown, as the bar says. @param {Page} page */
const move = async (page) => Number((await page.locator('.replay output').innerText()).split('/')[0]);

/** What is lit on the board: what would be taken, and what would be built. @param {Page} page */
const lit = (page) => page.locator('.display-panel .hinted, .mine-garden .fresh').count();

test('the moments of a record, each with what was better', { timeout: 120000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await lookBack(page, record(2, 7));
  const moments = page.locator('[data-moment]');
  assert.equal(await moments.count(), 5, 'random play gives a lot away');
  assert.equal(await page.locator('.curve .moment').count(), 5);
  assert.match((await page.locator('.curve').getAttribute('aria-label')) ?? '', /expected lead.*Player 1: at best/);
  const numbers = (await moments.allInnerTexts()).map((x) => parseInt(x, 10));
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => a - b),
    'in their order',
  );
  for (const n of numbers) {
    await page.click(`[data-moment="${n}"]`);
    assert.equal(await move(page), n);
    assert.ok(page.url().endsWith(`#move=${n}`), 'a link to the moment');
    const played = await page.locator('.bar .sentence').innerText();
    assert.match(await page.locator('.verdict .grade').innerText(), /: [\d.]+ points? given away$/);
    assert.match(await page.locator('.verdict .better').innerText(), /^Better: Player \d .* Expected lead \S+ instead/);
    // One alternative at a time, on the board and in words, and then the move that was made again.
    for (let other = 0; ; other += 1) {
      assert.ok(other <= 3, 'three at the most');
      await page.click('#compare');
      const says = await page.locator('.bar .sentence').innerText();
      if (says === played) break;
      assert.match(says, /^Instead: Player \d/);
      if (/takes|places|lays/.test(says)) assert.ok((await lit(page)) > 0, `not on the board: ${says}`);
    }
  }
  await page.locator('.curve').click({ position: { x: 2, y: 20 } });
  assert.ok((await move(page)) <= 1, 'the curve leads there too');
  assert.deepEqual(await complaints(page), []);
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test(
  'a game from its end: kept for all, gone through by keys, by rounds and by itself',
  { timeout: 240000 },
  async () => {
    const { page, problems, context } = await person(at.browser);
    await page.goto(at.server.url);
    await page.click('#play-bot');
    await playOut(page, 3, 2);
    await page.click('#look-again');
    await page.focus('#look-back');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.review.done');
    const link = page.url().split('#')[0];
    await page.focus('#main');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await move(page), 2);
    await page.keyboard.press('PageDown');
    assert.match(await page.locator('.topbar').innerText(), /Round 2 of 4/);
    const second = await move(page);
    await page.keyboard.press('PageUp');
    assert.equal(await move(page), 0);
    await page.click('#round-2');
    assert.equal(await move(page), second);
    await page.click('#run');
    await page.waitForFunction(
      (n) => Number(document.querySelector('.replay output')?.textContent?.split('/')[0]) > n,
      second,
    );
    assert.equal(await page.getAttribute('#run', 'aria-pressed'), 'true');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.getAttribute('#run', 'aria-pressed'), 'false', 'whoever steps, stops it');

    // Someone else follows a link to a move, and the look back is there at once.
    const other = await person(at.browser, { locale: 'de' });
    await other.page.goto(`${link}#move=${second}`);
    await other.page.waitForSelector('#step');
    assert.equal(await move(other.page), second);
    const asked = other.page.waitForResponse((r) => r.url().endsWith('/review'));
    await other.page.click('#look-back');
    assert.ok((await (await asked).json()).review, 'nothing is worked out again');
    await other.page.waitForSelector('.review.done');
    assert.deepEqual([...problems, ...other.problems], []);
    await context.close();
    await other.context.close();
  },
);

test('a table of four on a phone, in four languages', { timeout: 240000 }, async () => {
  const file = record(4, 5);
  for (const locale of LANGUAGES) {
    for (const size of /** @type {[number, number][]} */ ([
      [390, 844],
      [844, 390],
      [1440, 900],
    ])) {
      const { page, problems, context } = await person(at.browser, { locale, size });
      await lookBack(page, file);
      assert.equal(await page.locator('.curve .lead').count(), 4, 'a line for each');
      await page.locator('[data-moment]').first().click();
      await page.click('#compare');
      assert.deepEqual(await spills(page), [], `${locale} ${size}`);
      if (size[0] === 390) assert.deepEqual(await tiny(page), [], locale);
      assert.deepEqual(await missingTexts(page), []);
      assert.deepEqual(problems, []);
      await context.close();
    }
  }
});

test('playing on from a position', { timeout: 240000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(`${at.server.url}/r/`);
  await page.setInputFiles('#record-file', record(2, 8));
  await page.waitForSelector('#step');
  await page.locator('#step').fill('12');
  await page.locator('.replay .rest-buttons [aria-pressed]').nth(1).click();
  // Whose garden is shown goes on with it; bots move meanwhile, but nobody touches another's garden.
  const garden = () =>
    page.evaluate(async () => {
      const { state } = await /** @type {any} */ (globalThis).ours('state.js');
      return state.game.table.state.players[1].garden;
    });
  const before = await garden();
  await page.click('#play-on');
  await page.waitForURL(/\/t\/\w{10}$/);
  await page.waitForFunction(() => document.querySelector('.log .lines')?.textContent?.includes('after 12 moves'));
  assert.deepEqual(await garden(), before);
  await playOut(page, 5, 3);
  // Its luck was drawn anew, so not all of it can be checked.
  await page.waitForSelector('.fair.open');
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});
