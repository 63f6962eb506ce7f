// Measures the table in the tab and prints the figures: what a first visit loads, how soon the first table is there,
// whether the page stutters while a bot thinks, memory, and simulations beside the native program's. Run by hand, with
// a release build on a quiet machine: QUINTA=$PWD/target/release/quinta node web/tests/tabtime.mjs. A slow phone is a
// CHROMIUM that goes into a cgroup with a sixth of a core and becomes the browser there.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { browse, chance, kept, move, myTurn, person, program, serve } from './quinta.mjs';
import { firstVisit } from './weight.mjs';

/** What each position is thought about with. */
const SIMULATIONS = 20000;

/** The architect's positions of the same-seed tests: questions to the module. */
const jobs = readFileSync(new URL('../../crates/tab/tests/moves.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line).question)
  .filter((job) => job.level === 'architect')
  .slice(0, 6)
  .map((job) => ({ ...job, budget: `${SIMULATIONS}sims`, seed: 1 }));

/** How long the first table takes, from nothing: a worker, the module, a table that is stored. */
async function firstTable(/** @type {import('playwright-core').Browser} */ browser, /** @type {string} */ url) {
  const { page, context } = await person(browser);
  await page.goto(url);
  await kept(page);
  /** @type {number[]} */
  const times = [];
  for (let n = 0; n < 7; n += 1) {
    await page.reload();
    await page.waitForSelector('#play-bot');
    times.push(
      await page.evaluate(async () => {
        const { ask } = await /** @type {any} */ (globalThis).ours('tab/tab.js');
        const seats = [{ who: 'me' }, { who: 'bot', level: 'gardener' }];
        const began = performance.now();
        await ask('POST /api/tables', { name: '', seats, options: {} }, '');
        return performance.now() - began;
      }),
    );
  }
  times.sort((a, b) => a - b);
  const [median, longest] = [times[3], times[6]].map((x) => x.toFixed(0));
  console.log(`first table: median ${median} ms, longest ${longest} ms`);
  await context.close();
}

/** Long tasks of the page's own thread while an architect thinks. */
async function stutter(/** @type {import('playwright-core').Browser} */ browser, /** @type {string} */ url) {
  const { page, context } = await person(browser);
  await page.goto(url);
  await kept(page);
  await context.setOffline(true);
  await page.evaluate(async () => {
    const { create } = await /** @type {any} */ (globalThis).ours('pages/home.js');
    const seats = [{ who: 'me' }, { who: 'bot', level: 'architect' }];
    await create({ name: '', seats, options: { undo: 'free' } });
  });
  await myTurn(page);
  const below = chance(3);
  let [longest, thoughts] = [0, 0];
  for (let n = 0; n < 12 && (await myTurn(page)) === 'turn'; n += 1) {
    await move(page, below);
    // From when our move is drawn to when the bot's answer comes.
    longest = Math.max(
      longest,
      await page.evaluate(async () => {
        const { state } = await /** @type {any} */ (globalThis).ours('state.js');
        /** @type {number[]} */
        const long = [];
        const watch = new PerformanceObserver((list) => long.push(...list.getEntries().map((x) => x.duration)));
        watch.observe({ type: 'longtask' });
        while (!state.game.choices && state.game.table.stage === 'playing')
          await new Promise((done) => setTimeout(done, 20));
        watch.takeRecords().forEach((x) => long.push(x.duration));
        watch.disconnect();
        return Math.max(0, ...long);
      }),
    );
    thoughts += 1;
  }
  console.log(
    `${thoughts} thoughts of an architect: longest task of the page ${longest.toFixed(0)} ms (0: none above 50)`,
  );
  await context.close();
}

/** Simulations a second in a worker of the page, and what its module has in memory after that. */
async function inTab(/** @type {import('playwright-core').Browser} */ browser, /** @type {string} */ url) {
  const { page, context } = await person(browser);
  await page.goto(url);
  await kept(page);
  const speeds = await page.evaluate(async (questions) => {
    const { compile } = await /** @type {any} */ (globalThis).ours('tab/module.js');
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
    const worker = new Worker(new URL('tab/think_worker.js', script.src), { type: 'module' });
    worker.postMessage({ module: await compile() });
    const ask = (/** @type {any} */ job, /** @type {number} */ number) =>
      new Promise((done, fail) => {
        worker.onmessage = ({ data }) => (data.error ? fail(new Error(data.error.message)) : done(data.answer));
        worker.postMessage({ number, job });
      });
    // The net is read, and the code warm, before time counts.
    await ask(questions[0], 0);
    /** @type {number[]} */
    const all = [];
    for (const [n, { do: _, ...job }] of questions.entries()) {
      const began = performance.now();
      const { simulations } = await ask(job, n + 1);
      all.push(simulations / ((performance.now() - began) / 1000));
    }
    return all;
  }, jobs);
  const memory = await page.evaluate(async (questions) => {
    const { compile, start } = await /** @type {any} */ (globalThis).ours('tab/module.js');
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
    const module = await start(await compile());
    module.loadNet(await (await fetch(new URL('../tab/architect.net', script.src))).arrayBuffer());
    for (const job of questions) module.ask({ ...job, budget: '900ms' });
    return module.memory();
  }, jobs);
  await context.close();
  return { speeds, memory };
}

/** The same in the native program, by the engine protocol. @returns {Promise<number[]>} */
async function native() {
  const engine = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const ask = async (/** @type {string} */ command) => {
    engine.stdin.write(`${command}\n`);
    /** @type {string[]} */
    const answer = [];
    for (;;) {
      const line = String((await lines.next()).value);
      if (line === 'ok') return answer;
      if (line.startsWith('error')) throw new Error(`${command.slice(0, 40)}: ${line}`);
      answer.push(line);
    }
  };
  await ask('set bot architect');
  await ask('set seed 1');
  /** @type {number[]} */
  const all = [];
  for (const [n, job] of [jobs[0], ...jobs].entries()) {
    const { position, rules } = job;
    await ask(
      `position ${JSON.stringify({ format: 'quinta-position', version: 1, board: 'custom', rules, position })}`,
    );
    const began = performance.now();
    const told = (await ask(`go sims ${SIMULATIONS}`)).find((line) => line.startsWith('info simulations'));
    if (n) all.push(Number(told?.split(' ')[2]) / ((performance.now() - began) / 1000));
  }
  engine.stdin.end('quit\n');
  return all;
}

const server = await serve();
const browser = await browse();
try {
  const { playable, module } = await firstVisit(browser, server.url);
  console.log(`first visit: ${playable} bytes until a game can be played, module ${module} bytes`);
  await firstTable(browser, server.url);
  await stutter(browser, server.url);
  const { speeds, memory } = await inTab(browser, server.url);
  const beside = await native();
  console.log(`memory of a module that thinks: ${(memory / 2 ** 20).toFixed(1)} MiB`);
  const parts = speeds.map((speed, n) => speed / beside[n]).sort((a, b) => a - b);
  const k = (/** @type {number[]} */ all) => all.map((x) => `${(x / 1000).toFixed(1)}k`).join(' ');
  console.log(`simulations/s in the tab ${k(speeds)}, natively ${k(beside)}`);
  const [median, least] = [parts[Math.floor(parts.length / 2)], parts[0]].map((part) => (100 * part).toFixed(0));
  console.log(`of native: median ${median}%, least ${least}%`);
} finally {
  await browser.close();
  await server.stop();
}
