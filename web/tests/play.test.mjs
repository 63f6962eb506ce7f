// Whole games by clicks: against a bot, by link, at one screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RESULT, chance, confirm, hand, house, missingTexts, move, myTurn, pass, person, playOut } from './quinta.mjs';

const at = house();

test('a whole game against a bot, by one click and then by clicks', { timeout: 240000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await page.waitForURL(/\/t\/\w{10}$/);
  await myTurn(page);
  assert.match(await page.title(), /^● /, 'the title says that it is our turn');
  hand.clicks = {};
  const moves = await playOut(page, 1);
  assert.ok(moves.length >= 4, `${moves}`);
  for (const name of ['acquire', 'place', 'expand', 'buy', 'pass'])
    for (const n of hand.clicks[name] ?? []) assert.ok(n <= 2, `${name} took ${n} clicks`);
  assert.match(await page.locator('.ending .sentence').innerText(), RESULT);
  const fenced = await page
    .locator('.garden:has(.fences)')
    .evaluateAll((all) => all.map((one) => ['.hex', '.fence ~ .numeral'].map((x) => one.querySelectorAll(x).length)));
  assert.ok(fenced.length > 0);
  for (const [hexes, numerals] of fenced) assert.equal(numerals, hexes, 'no line around a group covers a numeral');
  await page.waitForSelector('.fair.good', { timeout: 10000 });
  await page.click('.ending .rest-buttons button');
  assert.equal((await page.locator('.chart rect').count()) > 3, true, 'the chart has columns');
  await page.keyboard.press('Escape');
  const [record] = await Promise.all([page.waitForEvent('download'), page.click('.ending a[download]')]);
  assert.match(record.suggestedFilename(), /^quinta-\w{10}\.json$/);
  const old = page.url();
  const ranks = (await page.locator('.ranks b').allInnerTexts()).map(Number);
  await page.click('#look-again');
  await page.click('#step-last');
  assert.deepEqual(
    (await page.locator('.side .score, .strip-side .score').allInnerTexts()).map(Number).sort((a, b) => b - a),
    ranks,
    'the game looked at again ends as it did',
  );
  await page.goBack();
  await page.click('.ending .first .main');
  await page.waitForURL((url) => url.href !== old && /^\/t\//.test(url.pathname));
  await page.waitForSelector('.bar, .gathering');
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a guest sits under the name that they typed, which is no bot’s', { timeout: 120000 }, async () => {
  const host = await person(at.browser);
  await host.page.goto(at.server.url);
  await host.page.click('#invite');
  const link = await host.page.locator('#link').inputValue();
  const guests = [];
  for (const [typed, is] of [
    ['Architect', null],
    ['Zoe', 'Zoe'],
  ]) {
    const guest = await person(at.browser);
    guests.push(guest);
    await guest.page.goto(link);
    await guest.page.fill('#guest-name', String(typed));
    await guest.page.click('.seat.open .main');
    if (is === null) {
      assert.match(await guest.page.locator('.refusal').innerText(), /A bot has that name/);
      continue;
    }
    // With both seats taken the game begins: everybody sees the same name, after a reload too.
    await guest.page.waitForSelector('.bar');
    const id = new URL(link).pathname.slice(3);
    for (const reloads of [false, true]) {
      if (reloads) await guest.page.reload();
      for (const { page } of [host, guest]) {
        const { table } = await (await page.request.get(`${at.server.url}/api/tables/${id}`)).json();
        assert.equal(table.seats[1].name, is);
      }
    }
    await host.page.locator('body', { hasText: 'Zoe' }).waitFor();
  }
  for (const { context } of [host, ...guests]) await context.close();
});

test('two browsers against each other, by link', { timeout: 240000 }, async () => {
  const host = await person(at.browser);
  const guest = await person(at.browser, { locale: 'de' });
  await host.page.goto(at.server.url);
  await host.page.click('#invite');
  const link = await host.page.locator('#link').inputValue();
  assert.match(link, /\/t\/\w{10}\?i=/);
  await guest.page.goto(link);
  await guest.page.click('.seat.open .main');
  const below = chance(7);
  for (let n = 0; n < 200; n += 1) {
    const who = await Promise.race([host, guest].map((x) => myTurn(x.page).then(() => x)));
    if (await who.page.locator('.ending').count()) break;
    if (n < 24) await move(who.page, below);
    else await pass(who.page, below);
  }
  for (const { page } of [host, guest]) {
    await page.waitForSelector('.ending');
    await page.waitForSelector('.fair.good', { timeout: 10000 });
  }
  // One of them would like another game; the other one is shown the way there.
  await host.page.click('.ending .first button');
  await guest.page.click('.ending .first a');
  for (const { page, problems, context } of [host, guest]) {
    await page.waitForSelector('.bar:not(.ending)');
    assert.equal(await page.locator('.strip-side .score').innerText(), '15');
    assert.deepEqual(await missingTexts(page), []);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('several people at one screen', { timeout: 240000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#create');
  await page.selectOption('#seat-1', 'me');
  await page.locator('.seat-row input').nth(0).fill('Anna');
  await page.locator('.seat-row input').nth(1).fill('Bruno');
  await page.click('#make-table');
  await myTurn(page);
  const first = await page.locator('.bar .sentence').innerText();
  assert.match(first, /^(Anna|Bruno), your turn$/);
  const below = chance(3);
  await move(page, below);
  await myTurn(page);
  assert.notEqual(await page.locator('.bar .sentence').innerText(), first, 'the other one is to move');
  await playOut(page, 5, 16);
  assert.deepEqual(problems, []);
  await context.close();
});

test('at one screen everybody has a name of their own', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  const me = await page.locator('.name-button').innerText();
  await page.click('#create');
  await page.selectOption('#seat-1', 'me');
  await page.click('#add-seat');
  await page.selectOption('#seat-2', 'me');
  await page.locator('.seat-row input').nth(2).fill('Carla');
  await page.click('#make-table');
  await myTurn(page);
  const names = await page.evaluate(async () => {
    const { state } = await /** @type {any} */ (globalThis).ours('state.js');
    return state.game.table.seats.map((/** @type {any} */ x) => x.name);
  });
  assert.deepEqual(names, [me, 'Player 2', 'Carla']);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a move can be taken back until something new is seen', { timeout: 120000 }, async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#create');
  await page.selectOption('#seat-1', 'me');
  await page.click('#make-table');
  await myTurn(page);
  // Taking draws new tiles; buying shows nothing new.
  await page.locator('[data-act="buy"]').click();
  await page.locator('.mine-garden .area.open').first().click({ force: true });
  const score = await page.locator('.strip-side .score').innerText();
  await confirm(page);
  await page.click('[data-act="undo"]:not([disabled])');
  await page.waitForFunction(
    (was) =>
      document.querySelector('.strip-side .score')?.textContent === was &&
      !document.querySelector('.mine-garden .area use[href="#expansion-back"]'),
    score,
  );
  await context.close();
});
