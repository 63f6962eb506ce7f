// Measures a whole game as a person meets it, and prints the figures. Run by hand, on a quiet machine: node
// web/tests/measure.mjs [games]
import { browse, chance, hand, move, myTurn, pass, person, serve } from './quinta.mjs';

const games = Number(process.argv[2] ?? 1);
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
    for (const e of /** @type {any[]} */ (list.getEntries()))
      seen.slow.push({
        name: e.name,
        id: e.interactionId,
        ms: e.duration,
        wait: e.processingStart - e.startTime,
        work: e.processingEnd - e.processingStart,
      });
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16 }));
  new PerformanceObserver((list) => {
    for (const e of /** @type {any[]} */ (list.getEntries())) {
      if (!e.hadRecentInput)
        seen.shifts.push({
          value: e.value,
          what: e.sources.map((/** @type {any} */ x) =>
            [
              x.node?.className?.baseVal ?? x.node?.className ?? x.node?.nodeName,
              ...[x.previousRect, x.currentRect].map((b) => [b.x, b.y, b.width, b.height].map(Math.round).join(' ')),
            ].join(': '),
          ),
        });
    }
  }).observe({ type: 'layout-shift' });
}

/** @param {number[]} all @param {number} part */
const quantile = (all, part) =>
  [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0;

const server = await serve();
const browser = await browse();
try {
  for (let n = 0; n < games; n += 1) {
    const { page, problems, context } = await person(browser);
    let bytes = 0;
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    line.on('Network.loadingFinished', (e) => {
      bytes += e.encodedDataLength;
    });
    await page.goto(server.url);
    await page.waitForSelector('#play-bot');
    await page.waitForLoadState('networkidle');
    const first = {
      bytes,
      paint: await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN),
    };
    await page.click('#play-bot');
    await myTurn(page);
    const loaded = bytes;
    await page.evaluate(listen);
    const below = chance(100 + n);
    let moves = 0;
    while (moves < 300 && (await myTurn(page)) === 'turn') {
      if (moves < 60) await move(page, below);
      else await pass(page, below);
      moves += 1;
    }
    const { slow, shifts, inputs } = await page.evaluate(() => {
      const seen = /** @type {any} */ (globalThis);
      return {
        slow: seen.slow,
        shifts: seen.shifts,
        inputs: ['pointerdown', 'click', 'keydown', 'pointerenter'].map((name) => [
          name,
          /** @type {any} */ (performance).eventCounts.get(name) ?? 0,
        ]),
      };
    });
    console.log(`game ${n + 1}: ${moves} moves`);
    console.log(
      `  over the wire, gzip: first page ${first.bytes} bytes, up to the first move ${loaded}, ` +
        `with the whole game ${bytes}`,
    );
    console.log(`  first paint ${Math.round(first.paint)} ms`);
    for (const [name, count] of inputs) {
      // What the browser does not report took less than 16 ms.
      const mine = slow.filter((/** @type {any} */ e) => e.name === name).map((/** @type {any} */ e) => e.ms);
      const all = [...Array.from({ length: Math.max(0, Number(count) - mine.length) }, () => 8), ...mine];
      console.log(
        `  ${name}: ${count} inputs, to paint p50 ${quantile(all, 0.5)} ms, p95 ${quantile(all, 0.95)} ms, ` +
          `most ${Math.max(0, ...mine)} ms`,
      );
    }
    for (const e of [...slow].sort((a, b) => b.ms - a.ms).slice(0, 6))
      console.log(`    ${e.name} ${e.ms} ms: waited ${Math.round(e.wait)}, worked ${Math.round(e.work)}`);
    const shifted = shifts.reduce((/** @type {number} */ a, /** @type {any} */ e) => a + e.value, 0);
    console.log(`  layout shift ${shifted.toFixed(4)} in ${shifts.length}`, shifts.slice(0, 8));
    console.log(`  console errors ${problems.length}`, problems.slice(0, 3));
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
