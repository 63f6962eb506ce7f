// The end of a game tells whether luck was fair, by the commitment that was seen before it, and offers it to others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { house, missingTexts, myTurn, pass, person } from './quinta.mjs';

const at = house();

test(
  'who saw the commitment is told luck was fair, who did not is told what that is worth',
  { timeout: 120000 },
  async () => {
    const { page, problems, context } = await person(at.browser);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: at.server.url });
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.goto(at.server.url);
    await page.click('#play-bot');
    while ((await myTurn(page)) !== 'over') await pass(page, () => 1);
    await page.waitForSelector('.ending .fair.good');
    const link = new URL(page.url()).pathname;
    const answer = await page.request.get(`${at.server.url}/api/tables/${link.split('/').pop()}`);
    const { commitment } = (await answer.json()).table.fair;

    await page.click('.ending .fair .details');
    const sheet = page.locator('dialog[open]');
    assert.equal(await sheet.locator('.whole').innerText(), `Commitment: ${commitment}`);
    await sheet.locator('.buttons button').click();
    await sheet.locator('.note', { hasText: 'The commitment is copied.' }).waitFor();
    assert.equal(await clipboard(), commitment);
    assert.deepEqual(await missingTexts(page), []);
    await page.keyboard.press('Escape');

    // The link to a game that is over carries it.
    await page.locator('.topbar nav button:has(.menu)').click();
    await sheet.getByText('Copy the link').click();
    await page.waitForSelector('dialog[open]', { state: 'detached' });
    assert.equal(await clipboard(), `${at.server.url}${link}#commitment=${commitment}`);

    // This browser has seen it before the game, and knows that after a reload as well.
    await page.reload();
    await page.waitForSelector('.ending .fair.good');

    for (const [behind, grade, says] of [
      ['', 'open', /did not see that before the game/],
      [`#commitment=${commitment}`, 'good', /as the commitment in your link says/],
      [`#commitment=${'0'.repeat(64)}`, 'bad', /not the one it committed to/],
    ]) {
      const other = await person(at.browser);
      await other.page.goto(`${at.server.url}${link}${behind}`);
      const line = other.page.locator(`.ending .fair.${grade}`);
      await line.waitFor();
      assert.match(await line.innerText(), /** @type {RegExp} */ (says));
      assert.deepEqual(other.problems, []);
      await other.context.close();
    }
    assert.deepEqual(problems, []);
    await context.close();
  },
);
