// Random legal games through the page: no dead end, no error. GAMES says how many (3 unless told).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browse, missingTexts, myTurn, person, playOut, serve } from './quinta.mjs';

const games = Number(process.env.GAMES ?? 3);

test(`${games} random games without a dead end`, { timeout: games * 180000 }, async () => {
  const server = await serve();
  const browser = await browse();
  try {
    for (let n = 0; n < games; n += 1) {
      const { page, problems, context } = await person(browser);
      await page.goto(server.url);
      await page.click('#create');
      await page.selectOption('#seat-1', 'bot:random');
      for (let more = 0; more < n % 3; more += 1) {
        await page.click('#add-seat');
        await page.selectOption(`#seat-${2 + more}`, 'bot:random');
      }
      await page.selectOption('#o-board', n % 2 ? 'back' : 'front');
      await page.click('#make-table');
      await myTurn(page);
      await playOut(page, 1000 + n);
      assert.deepEqual(problems, [], `game ${n}`);
      assert.deepEqual(await missingTexts(page), [], `game ${n}`);
      await context.close();
    }
  } finally {
    await browser.close();
    await server.stop();
  }
});
