// From a tab to a server and to none: a game that is handed over, and the exported site behind a plain file server.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chance, house, kept, missingTexts, move, myTurn, person, playOut, program, RESULT } from './quinta.mjs';

const at = house();
const LONG = { timeout: 400000 };

/** The number of the last event that the page knows. @param {import('playwright-core').Page} page */
const known = (page) =>
  page.evaluate(async () => (await /** @type {any} */ (globalThis).ours('state.js')).state.game.table?.number);

test('a game from the tab goes on on the server, and no longer in the tab', LONG, async () => {
  const { page, context, problems } = await person(at.browser);
  await page.goto(at.server.url);
  await kept(page);
  await context.setOffline(true);
  await page.click('#play-bot');
  const below = chance(61);
  for (let n = 0; n < 2; n += 1) {
    await myTurn(page);
    await move(page, below);
  }
  await myTurn(page);
  const [address, number] = [page.url(), await known(page)];
  const other = await context.newPage();
  await other.goto(address);
  await myTurn(other);
  const hand = async () => {
    await page.click('.topbar nav button:has(.menu)');
    await page.click('.menu button:has-text("Continue elsewhere")');
    await page.click('#hand-over');
  };
  // Without a network it stays where it is, and can be played on with.
  await hand();
  await page.waitForFunction(() => /cannot be reached/.test(document.querySelector('.bar')?.textContent ?? ''));
  await move(page, below);
  await myTurn(page);
  assert.ok((await known(page)) > number);
  await context.setOffline(false);
  const last = await known(page);
  await hand();
  await page.waitForURL(/\/t\/[A-Za-z0-9]+$/);
  await myTurn(page);
  assert.ok((await known(page)) >= last, 'everything has come along');
  await other.waitForURL(page.url());
  await move(page, below);
  await other.goto(address);
  await other.waitForURL(page.url());
  // Another person may watch, and is told what the proof of its luck is worth.
  const guest = await person(at.browser);
  await guest.page.goto(page.url());
  await guest.page.waitForSelector('.table');
  await page.evaluate(async () => {
    const { command } = await /** @type {any} */ (globalThis).ours('play/act.js');
    await command({ type: 'resign' });
  });
  await guest.page.waitForFunction(() => /not that nobody could have looked/.test(document.body.textContent ?? ''));
  await page.waitForSelector('.fair.good');
  assert.deepEqual([...problems, ...guest.problems], []);
  await guest.context.close();
  await context.close();
});

test('the exported site in a folder of a plain file server: a whole game, and no link to a server', LONG, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quinta-site-'));
  execFileSync(program, ['export-site', join(folder, 'games/quinta')]);
  const files = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => {
    files.kill();
    rmSync(folder, { recursive: true });
  });
  const port = await new Promise((done) => files.stdout.on('data', (text) => done(/port (\d+)/.exec(text)?.[1])));
  const url = `http://127.0.0.1:${port}/games/quinta/`;
  const { page, context, problems } = await person(at.browser);
  /** @type {string[]} */
  const outside = [];
  page.on('request', (asked) => {
    if (!asked.url().startsWith(url) && !asked.url().startsWith('blob:')) outside.push(asked.url());
  });
  await page.goto(url);
  await page.waitForSelector('#play-bot');
  assert.equal(await page.locator('#invite').count(), 0, 'nobody can be invited');
  await page.waitForSelector('.list');
  assert.equal(await page.locator('.list').count(), 1, 'my games, and no others');
  await page.click('#play-bot');
  await myTurn(page);
  assert.ok(page.url().startsWith(`${url}?t=tab-`));
  await page.click('.topbar nav button:has(.menu)');
  assert.equal(await page.locator('.menu button:has-text("Continue elsewhere")').count(), 0);
  await page.keyboard.press('Escape');
  await playOut(page, 71, 8);
  assert.match(await page.locator('.ending').innerText(), RESULT);
  const [record] = await Promise.all([page.waitForEvent('download'), page.click('#record')]);
  execFileSync(program, ['verify', await record.path()]);
  await page.click('#look-again');
  await page.waitForSelector('#step');
  await page.click('a.name');
  await page.click('.foot a:last-child');
  await page.waitForSelector('.book img, .book figure');
  await page.goto(`${url}?learn`);
  await page.click('#go-on');
  await page.waitForSelector('.display-panel [data-offer]');
  await page.goto(url);
  await page.click('#create');
  assert.equal(await page.locator('#o-access').count(), 0, 'nothing about others');
  await kept(page);
  await context.setOffline(true);
  await page.goto(url);
  await page.click('.list li a');
  await page.waitForSelector('.ending');
  assert.deepEqual(outside, []);
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});
