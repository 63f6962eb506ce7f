// Nothing moves by itself while a game is played: what is on the screen stays where it is as turns begin and end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance, house, move, myTurn, pass, person } from './quinta.mjs';
import * as touch from './touch.mjs';

const at = house();

for (const [name, locale, size] of /** @type {[string, string, [number, number]][]} */ ([
  ['on a desk', 'fr', [1440, 900]],
  ['on a tablet', 'de', [820, 1180]],
  ['on a phone', 'pl', [390, 844]],
])) {
  test(`nothing moves by itself ${name}`, { timeout: 180000 }, async () => {
    const hand = size[0] < 720;
    const { page, problems, context } = hand
      ? await touch.phone(at.browser, { locale, size })
      : await person(at.browser, { locale, size });
    const by = hand ? touch : { move, myTurn, pass };
    await page.goto(at.server.url);
    await page.click('#play-bot');
    await by.myTurn(page);
    await page.evaluate(() => {
      const seen = /** @type {any} */ (globalThis);
      seen.shifts = [];
      new PerformanceObserver((list) => {
        for (const e of /** @type {any[]} */ (list.getEntries()))
          if (!e.hadRecentInput)
            seen.shifts.push(
              ...e.sources.flatMap((/** @type {any} */ x) => {
                const { node, previousRect: from, currentRect: to } = x;
                const what = node?.className?.baseVal ?? node?.className ?? node?.nodeName;
                // What only grows or shrinks where it is does not move.
                return from.x === to.x && from.y === to.y ? [] : `${what} from ${from.x},${from.y} to ${to.x},${to.y}`;
              }),
            );
      }).observe({ type: 'layout-shift' });
      // Where the garden is drawn, turn by turn, whatever has been touched.
      seen.places = new Set();
      new MutationObserver(() => {
        const garden = document.querySelector('.mine-garden .ground');
        if (!garden || document.querySelector('.bar.picking, .ending')) return;
        const { x, y, width, height } = garden.getBoundingClientRect();
        seen.places.add([x, y, width, height].map(Math.round).join());
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    const below = chance(41);
    for (let n = 0; n < 12; n += 1) {
      if ((await by.myTurn(page)) === 'over') break;
      await (n < 9 ? by.move(page, below) : by.pass(page, below));
    }
    await by.myTurn(page);
    const { shifts, places } = await page.evaluate(() => ({
      shifts: /** @type {any} */ (globalThis).shifts,
      places: [.../** @type {any} */ (globalThis).places],
    }));
    assert.deepEqual(shifts, []);
    assert.equal(places.length, 1, `the garden stays where it is: ${places.join(' and ')}`);
    assert.deepEqual(problems, []);
    await context.close();
  });
}
