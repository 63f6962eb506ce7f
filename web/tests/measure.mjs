// Measures whole games as a person meets them, at a desk and with a finger, and prints the figures. Run by hand, on a
// quiet machine: node web/tests/measure.mjs [--games 1] [--program FILE]… Each program that is named is measured;
// without one it is the program under test.
import { parseArgs } from 'node:util';
import * as desk from './quinta.mjs';
import * as touch from './touch.mjs';

const { browse, hand, person, program, serve } = desk;

/** @typedef {import('playwright-core').Page} Page */

const { values } = parseArgs({
  options: { games: { type: 'string', default: '1' }, program: { type: 'string', multiple: true } },
});
// Otherwise what pointing at a thing shows and what pressing it shows would be one picture.
hand.points = 120;

/**
 * Listens in the page: every input that took 16 ms or more until the next frame was on the screen, every shift that no
 * input asked for.
 */
function listen() {
  const seen = /** @type {any} */ (globalThis);
  seen.slow = [];
  seen.shifts = [];
  new PerformanceObserver((list) => {
    for (const e of /** @type {any[]} */ (list.getEntries())) seen.slow.push({ name: e.name, ms: e.duration });
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16 }));
  new PerformanceObserver((list) => {
    for (const e of /** @type {any[]} */ (list.getEntries()))
      if (!e.hadRecentInput)
        seen.shifts.push({
          value: e.value,
          what: e.sources.map((/** @type {any} */ x) => x.node?.className?.baseVal ?? x.node?.className ?? ''),
        });
  }).observe({ type: 'layout-shift' });
}

/** @param {number[]} all @param {number} part */
const quantile = (all, part) =>
  [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0;

/** The bytes that come over the wire, headers included. @param {Page} page */
async function weigh(page) {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const sum = { bytes: 0 };
  line.on('Network.loadingFinished', (e) => {
    sum.bytes += e.encodedDataLength;
  });
  return sum;
}

/**
 * Plays a game and prints what it was like.
 * @param {Page} page @param {string} url @param {number} seed @param {typeof desk | typeof touch} by
 */
async function game(page, url, seed, by) {
  const sum = await weigh(page);
  await page.goto(url);
  await page.waitForSelector('#play-bot');
  await page.waitForLoadState('networkidle');
  const first = sum.bytes;
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
  await page.click('#play-bot');
  await by.myTurn(page);
  const loaded = sum.bytes;
  await page.evaluate(listen);
  hand.clicks = {};
  const moves = await by.playOut(page, seed, 60);
  const { slow, shifts, inputs } = await page.evaluate(() => {
    const seen = /** @type {any} */ (globalThis);
    return {
      slow: /** @type {{name: string, ms: number}[]} */ (seen.slow),
      shifts: /** @type {{value: number, what: string[]}[]} */ (seen.shifts),
      inputs: ['pointerdown', 'click', 'keydown', 'pointerenter'].map((name) => ({
        name,
        count: Number(/** @type {any} */ (performance).eventCounts.get(name) ?? 0),
      })),
    };
  });
  console.log(`  ${moves.length} moves; first paint ${Math.round(paint)} ms`);
  console.log(`  over the wire: first page ${first} bytes, up to the first move ${loaded}, in all ${sum.bytes}`);
  for (const [name, all] of Object.entries(hand.clicks)) {
    const mean = all.reduce((a, b) => a + b, 0) / all.length;
    console.log(`  clicks, ${name}: ${mean.toFixed(2)} in the mean of ${all.length}, most ${Math.max(...all)}`);
  }
  for (const { name, count } of inputs) {
    if (!count) continue;
    // What the browser does not report took less than 16 ms.
    const mine = slow.filter((e) => e.name === name).map((e) => e.ms);
    const all = [...Array.from({ length: Math.max(0, count - mine.length) }, () => 8), ...mine];
    console.log(
      `  ${name} to picture: ${count} inputs, p50 ${quantile(all, 0.5)} ms, p95 ${quantile(all, 0.95)} ms, ` +
        `most ${Math.max(0, ...mine)} ms`,
    );
  }
  const shifted = shifts.reduce((a, e) => a + e.value, 0);
  console.log(`  layout shift ${shifted.toFixed(4)} in ${shifts.length}`, ...shifts.slice(0, 4).map((e) => e.what));
}

const browser = await browse();
for (const file of values.program ?? [program]) {
  const server = await serve({ program: file });
  for (const [where, by] of /** @type {const} */ ([
    ['a desk', desk],
    ['a phone', touch],
  ]))
    for (let n = 0; n < Number(values.games); n += 1) {
      console.log(`${file}, ${where}, game ${n + 1}`);
      const { page, problems, context } = await (by === desk ? person(browser) : touch.phone(browser));
      await game(page, server.url, 100 + n, by).catch((e) => console.log(`  given up: ${e.message.split('\n')[0]}`));
      if (problems.length) console.log('  problems on the page:', problems.slice(0, 3));
      await context.close();
    }
  await server.stop();
}
await browser.close();
