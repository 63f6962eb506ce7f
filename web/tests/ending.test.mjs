// The end of a game: the points add up with their losses, the lists call us "you", and the sums of a round can be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquire, chance, confirm, house, missingTexts, myTurn, pass, person } from './quinta.mjs';

const at = house();

test('the chart adds up, losses hang below the line, and we are "you"', { timeout: 120000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
  // Whatever is taken and never placed is lost at the end.
  assert.ok(await acquire(page, chance(3)));
  while ((await myTurn(page)) !== 'over') await pass(page, () => 1);
  await page.locator('.ending .rest-buttons button').first().click();
  await page.waitForSelector('dialog[open] .chart');
  const columns = await page.evaluate(() => {
    const svg = /** @type {SVGSVGElement} */ (document.querySelector('dialog[open] .chart svg'));
    return [...svg.querySelectorAll(':scope > g')].map((g) => ({
      parts: [...g.querySelectorAll('.part')].map((part) => ({
        points: Number(part.getAttribute('data-points')),
        y: Number(part.getAttribute('y')),
        // A hair of paper is left between two parts.
        height: Number(part.getAttribute('height')) + 1,
      })),
      line: Number(/M[\d.]+ ([\d.]+)/.exec(g.querySelector('.line')?.getAttribute('d') ?? '')?.[1]),
      label: g.querySelector('.sum')?.textContent ?? '',
      who: g.querySelector('.who')?.textContent,
    }));
  });
  const ranks = Object.fromEntries(
    await page
      .locator('.ending .ranks li')
      .evaluateAll((all) => all.map((li) => [...li.children].map((part) => part.textContent ?? ''))),
  );
  assert.equal(columns.length, 2);
  assert.deepEqual(columns.map((x) => x.who).sort(), ['Sprout', 'You']);
  const scale = new Set();
  for (const { parts, line, label, who } of columns) {
    const gains = parts.filter((x) => x.points > 0);
    const losses = parts.filter((x) => x.points < 0);
    const sum = (/** @type {typeof parts} */ of) => of.reduce((all, x) => all + x.points, 0);
    const score = Number(ranks[String(who)]);
    assert.equal(sum(parts), score, `the parts of ${who} are the score`);
    const spelt = losses.length ? `${sum(gains)} − ${-sum(losses)} = ${score}` : String(score);
    assert.equal(label, spelt, 'and the label says how');
    for (const x of gains) assert.ok(x.y + x.height <= line + 1.5, 'what was won stands on the line');
    for (const x of losses) assert.ok(x.y >= line, 'what was lost hangs below it');
    for (const x of parts) if (x.height > 1) scale.add((x.height / Math.abs(x.points)).toFixed(3));
  }
  assert.equal(scale.size, 1, `one length for a point: ${[...scale]}`);
  const mine = columns.find((x) => x.who === 'You');
  assert.ok(
    mine?.parts.some((x) => x.points < 0),
    'what we did not place is drawn as a loss',
  );
  assert.deepEqual(
    (await page.locator('dialog[open] .breakdown caption').allInnerTexts()).slice(0, 2).sort(),
    ['Sprout', 'You'],
    'the tables call us you as well',
  );
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('without motion the sums of a round stay until they are put away', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser, { settings: { motion: 'none' } });
  // Nobody's patience ends: what goes at once goes, what would go after five seconds stays.
  await context.addInitScript(() => {
    const { setTimeout: later } = globalThis;
    const patient = (/** @type {any} */ what, /** @type {number} */ ms) => later(what, ms >= 5000 ? 1e8 : ms);
    Object.assign(globalThis, { setTimeout: patient });
  });
  await page.goto(at.server.url);
  const made = await page.request.post(`${at.server.url}/api/tables`, {
    headers: { origin: at.server.url },
    data: {
      name: '',
      seats: [
        { who: 'me', name: 'Anna' },
        { who: 'me', name: 'Bruno' },
      ],
      options: {},
    },
  });
  await page.goto(`${at.server.url}/t/${(await made.json()).id}`);
  for (let n = 0; n < 2; n += 1) {
    await page.waitForSelector('.bar.mine');
    await page.click('[data-act="pass"]');
    await confirm(page);
  }
  const sums = page.locator('.counting .col h3');
  await sums.nth(1).waitFor();
  assert.match((await sums.allTextContents()).sort().join(), /^Anna\d+,Bruno\d+$/);
  await page.locator('.counting .main', { hasText: 'Go on' }).click();
  await page.waitForSelector('.counting', { state: 'detached' });
  await page.waitForFunction(() => /Round 2 of 4/.test(document.querySelector('.topbar .title')?.textContent ?? ''));
  assert.deepEqual(problems, []);
  await context.close();
});
