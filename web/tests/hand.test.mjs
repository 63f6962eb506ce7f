// Each kind of move by hand, with everything that the page shows on the way. House rules make sure that it comes up:
// one tile a stack top, jokers to pay with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, chance, confirm, house, myTurn, person } from './quinta.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();

/** Two at one screen, by these rules. @param {Page} page @param {object} rules */
async function table(page, rules) {
  await page.goto(at.server.url);
  await page.waitForSelector('.name-button');
  const { boards } = await (await page.request.get(`${at.server.url}/api/about`)).json();
  const made = await page.request.post(`${at.server.url}/api/tables`, {
    data: {
      name: '',
      seats: [
        { who: 'me', name: 'Anna' },
        { who: 'me', name: 'Bruno' },
      ],
      options: { board: 'custom', rules: { ...boards.front, ...rules }, first: { seat: 0 } },
    },
    headers: { origin: at.server.url },
  });
  await page.goto(`${at.server.url}/t/${(await made.json()).id}`);
  await myTurn(page);
}

/** Where the printed hexagon of the expansion that is being laid would lie. @param {Page} page */
const printed = (page) =>
  page
    .locator('.mine-garden .ghost use')
    .nth(1)
    .getAttribute('x')
    .then(async (x) => `${x},${await page.locator('.mine-garden .ghost use').nth(1).getAttribute('y')}`);

test('taking, laying, turning, placing, buying, passing', { timeout: 90000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await table(page, { tiles_on_top: 1, start_jokers: 12, tile_places: 24 });

  // Anna takes the tile. Pointing at it shows both possibilities, what they take and whether it fits.
  await page.locator('[data-offer]').first().hover({ force: true });
  await page.waitForSelector('.pop .option');
  assert.equal(await page.locator('.pop .option').count(), 2);
  // Colour and pattern take the same: there is nothing to choose.
  await page.locator('[data-offer]').first().click({ force: true });
  assert.equal(await page.locator('.offer.taken').count(), 1, 'what it takes is lit');
  assert.equal(await page.locator('.dock .place.coming').count(), 1, 'and shown where it would go');
  assert.match(await page.locator('.pop .fits').first().innerText(), /^Fits\. Free after that: 11 of 24/);
  assert.equal(await page.locator('.bar .first .main').innerText(), 'Take 1 hexagon');
  await confirm(page);

  // Bruno takes the garden expansion that has been turned up.
  await myTurn(page);
  const whole = page.locator('.slot:not(.top) [data-offer]').first();
  await whole.click({ force: true });
  if (!(await asked(page))) await page.locator('.pop.pinned .option:not([aria-disabled])').first().click();
  await confirm(page);

  // Anna places her tile: golden cells, the cheapest payment beside the target, the others a click away.
  await myTurn(page);
  const kind = await page.locator('.dock [data-tile]').first().getAttribute('data-tile');
  await page.locator('.dock [data-tile]').first().click();
  assert.equal(await page.locator('.mine-garden .gold').count(), 6, 'all six spaces by the fountain');
  await page.locator('.mine-garden .gold').first().click({ force: true });
  const cost = Number(kind?.[1]);
  if (cost > 1) {
    assert.equal(await page.locator('.mine-garden .chip use').count(), cost - 1, 'one joker for each that is missing');
    assert.equal(await page.locator('.dock .place.pays').count(), cost - 1);
  } else assert.match(await page.locator('.bar').innerText(), /costs only itself/);
  await confirm(page);

  // Bruno lays the expansion and turns it: by key, wheel, button and click.
  await myTurn(page);
  await page.locator('.dock [data-expansion]').click();
  assert.equal(await page.locator('.mine-garden .area.open').count(), 6);
  await page.locator('.mine-garden .gold').first().click({ force: true });
  const seen = [await printed(page)];
  const turned = async (/** @type {string} */ how) => {
    const now = await printed(page);
    assert.notEqual(now, seen[seen.length - 1], `turned by ${how}`);
    seen.push(now);
  };
  await page.keyboard.press('r');
  await turned('key');
  const box = await page.locator('.mine-garden .garden').boundingBox();
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(
    (was) => {
      const use = document.querySelectorAll('.mine-garden .ghost use')[1];
      return use && `${use.getAttribute('x')},${use.getAttribute('y')}` !== was;
    },
    seen[seen.length - 1],
  );
  await turned('wheel');
  await page.locator('.turns button').first().click();
  await turned('button');
  await page.locator('.mine-garden .gold').first().click({ force: true });
  await turned('click');
  // A second click on the same spot confirms.
  await page.locator('.mine-garden .area.open.on .ring').click({ force: true });
  await page.waitForFunction(
    () => document.querySelectorAll('.other .garden use[href="#expansion-front"]').length === 1,
  );

  // Anna buys: the price stands on every free area.
  await myTurn(page);
  await page.locator('[data-act="buy"]').click();
  assert.deepEqual(await page.locator('.mine-garden .price text').allTextContents(), Array(6).fill('−6'));
  assert.match(await page.locator('.bar .sentence').innerText(), /costs 6 points/);
  await page.locator('.mine-garden .area.open').nth(2).click({ force: true });
  assert.equal(await page.locator('.bar .first .main').innerText(), 'Buy for 6 points');
  await confirm(page);

  // Bruno takes something and Anna passes: what is discarded says what it costs.
  await myTurn(page);
  await page.locator('.slot.top [data-offer]').first().click({ force: true });
  if (!(await asked(page))) await page.locator('.pop.pinned .option').first().click();
  await confirm(page);
  await myTurn(page);
  await page.click('[data-act="pass"]');
  assert.match(await page.locator('.bar .says').innerText(), /lose 1 point.*You begin the next round/s);
  await confirm(page);
  await myTurn(page);
  const held = await page.locator('.dock [data-tile]').first().getAttribute('data-tile');
  await page.click('[data-act="pass"]');
  await page.locator('.dock [data-tile]').first().click();
  assert.equal(
    await page.locator('.bar .sentence').innerText(),
    `Pass and lose ${held?.[1]} point${held?.[1] === '1' ? '' : 's'}?`,
  );
  assert.equal(await page.locator('.dock .place.drops').count(), 1);
  await page.keyboard.press('Escape');
  assert.deepEqual(problems, []);
  await context.close();
});

test('where a kind lies there twice, one of them is chosen', { timeout: 90000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  const below = chance(12);
  let chosen = false;
  for (let games = 0; games < 4 && !chosen; games += 1) {
    await table(page, { tile_places: 60, stack_sizes: [8, 8, 8] });
    for (let n = 0; n < 8 && !chosen; n += 1) {
      await myTurn(page);
      const offers = await page
        .locator('[data-offer]')
        .evaluateAll((all) =>
          all.map((e) => ({ kind: e.getAttribute('data-offer'), spot: e.getAttribute('data-spot') ?? '' })),
        );
      // Two tiles in two places: two on one expansion are the same, and a whole expansion may not fit.
      const twin = (/** @type {{kind: string | null, spot: string}} */ a) =>
        offers.find((x) => x.kind === a.kind && x.spot !== a.spot && !x.spot.endsWith('w') && !a.spot.endsWith('w'));
      const twice = offers.findIndex((x) => twin(x));
      await page
        .locator('[data-offer]')
        .nth(twice >= 0 ? twice : below(offers.length))
        .click({ force: true });
      // What takes the same either way has been chosen already.
      const option = '.pop.pinned .option:not([aria-disabled])';
      await page.waitForSelector(`${option}, .bar.mine.picking .first .main:not([aria-disabled])`);
      if (!(await asked(page))) await page.locator(option).first().click();
      if (twice >= 0) {
        assert.match(await page.locator('.pop').innerText(), /more than once/);
        const spot = twin(offers[twice])?.spot;
        await page.locator(`.offer.other[data-spot="${spot}"]`).first().click({ force: true });
        await page.waitForSelector(`.offer[data-spot="${spot}"].taken`);
        chosen = true;
      }
      await confirm(page);
    }
  }
  assert.ok(chosen, 'some kind lay there twice');
  assert.deepEqual(problems, []);
  await context.close();
});
