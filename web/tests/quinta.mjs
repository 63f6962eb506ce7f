// Starts the real server and real browsers, and knows how a person plays: by looking at the page and clicking.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium, errors } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Page */

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The program under test. */
export const program = process.env.QUINTA ?? join(root, 'target/debug/quinta');
/** The languages that there are texts in, English first. */
export const LANGUAGES = readdirSync(join(root, 'locales'))
  .flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? [])
  .sort((a, b) => Number(b === 'en') - Number(a === 'en'));
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Starts a server with a fresh database. @param {{data?: string, port?: number, program?: string}} [how] */
export async function serve({
  data = mkdtempSync(join(tmpdir(), 'quinta-web-')),
  port = 0,
  program: file = program,
} = {}) {
  if (!existsSync(file)) throw new Error(`${file} is missing: cargo build -p quinta`);
  const child = spawn(file, ['serve', '--port', String(port), '--data', data], {
    // Push messages go nowhere but to this machine.
    env: { ...process.env, QUINTA_PUSH_SERVICES: 'http://127.0.0.1:9' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A test that failed may have left it running, and is over all the same.
  process.once('exit', () => child.kill());
  const url = await new Promise((done, fail) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /http:\/\/\S+/.exec(said);
      if (found) done(found[0].replace(/\/$/, ''));
    });
    child.on('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  return {
    url: /** @type {string} */ (url),
    data,
    /** Ends the server; the data stay. */
    async halt() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
    async stop() {
      await this.halt();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** How browsers are started. */
const started = {
  executablePath: browserPath,
  // A machine's other fonts neither hide nor cause anything.
  env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)) },
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

export const browse = () => chromium.launch(started);

/** A browser that keeps in a folder what it has, with one page. @param {string} folder @param {string[]} [flags] */
export async function browseAs(folder, flags = []) {
  const context = await chromium.launchPersistentContext(folder, { ...started, args: [...started.args, ...flags] });
  return { context, page: await furnished(context, {}, 60000) };
}

/** The pages that are open. */
const pages = /** @type {Set<Page>} */ (new Set());
// A test that fails leaves pictures of them behind, where a folder is named.
afterEach(async (test) => {
  const folder = process.env.QUINTA_PICTURES;
  if (folder && !(/** @type {{ passed?: boolean }} */ (test).passed ?? true)) {
    const name = test.name.replace(/[^\w-]+/g, '-').slice(0, 80);
    for (const [number, page] of [...pages].entries()) {
      await page.screenshot({ path: join(folder, `${name}-${number}.png`), timeout: 5000 }).catch(() => {});
    }
  }
});

/** One server and one browser for all tests of a file. */
export function house() {
  /** @type {{server: Awaited<ReturnType<typeof serve>>, browser: import('playwright-core').Browser}} */
  const both = /** @type {any} */ ({});
  before(async () => {
    both.server = await serve();
    both.browser = await browse();
  });
  after(async () => {
    await both.browser?.close();
    await both.server?.stop();
  });
  return both;
}

/** In the page: `ours(file)` is a module of it, the very one that runs there. */
export function modules() {
  Object.assign(globalThis, {
    ours: async (/** @type {string} */ file) => {
      const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
      const all = await import(new URL('page.js', script.src).href);
      const name = `$${file.replace(/\.js$/, '').replaceAll('/', '_')}`;
      return all[name] ?? import(new URL(file, script.src).href);
    },
  });
}

/**
 * A page in a browser whose owner likes these settings.
 * @param {import('playwright-core').BrowserContext} context @param {object} settings
 * @param {number} patience in milliseconds
 */
async function furnished(context, settings, patience) {
  await context.addInitScript(
    (kept) => {
      if (!localStorage.getItem('quinta.settings')) localStorage.setItem('quinta.settings', kept);
    },
    JSON.stringify({ pace: 3, motion: 'none', coach: 'never', ...settings }),
  );
  await context.addInitScript(modules);
  const page = await context.newPage();
  pages.add(page);
  page.once('close', () => pages.delete(page));
  page.setDefaultTimeout(patience);
  return page;
}

/**
 * Lets the long waits of pages be held, so that a state stays until it has been looked at.
 * @param {import('playwright-core').BrowserContext} context
 */
export const holdable = (context) =>
  context.addInitScript(() => {
    const { setTimeout: later } = globalThis;
    const held = (/** @type {any} */ what, /** @type {number} */ ms) =>
      later(what, ms >= 300 && /** @type {any} */ (globalThis).hold ? 1e8 : ms);
    Object.assign(globalThis, { setTimeout: held });
  });

/**
 * Holds the waits that begin from now on, or no more; those that are held end when somebody skips them.
 * @param {Page} page @param {boolean} on
 */
export const hold = (page, on) => page.evaluate((on) => void Object.assign(globalThis, { hold: on }), on);

/**
 * Someone with a browser of their own; what goes wrong on the page is kept in `problems`.
 * @param {import('playwright-core').Browser} browser @param {import('playwright-core').BrowserContextOptions} device
 * @param {object} settings @param {number} patience in milliseconds
 */
export async function visitor(browser, device, settings, patience) {
  const context = await browser.newContext(device);
  const page = await furnished(context, settings, patience);
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (e) => problems.push(`${e.message} ${e.stack ?? ''}`));
  page.on('console', (m) => {
    if (
      m.type() === 'error' &&
      !/ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|INTERNET_DISCONNECTED)|WebSocket connection/.test(m.text())
    )
      problems.push(`${m.text()} ${m.location().url}`);
  });
  return { context, page, problems };
}

/**
 * A person at a desk.
 * @param {import('playwright-core').Browser} browser
 * @param {{locale?: string, settings?: object, size?: [number, number]}} [how]
 */
export const person = (browser, { locale = 'en', settings = {}, size = [1440, 900] } = {}) =>
  visitor(browser, { locale, viewport: { width: size[0], height: size[1] } }, settings, 60000);

/**
 * Waits until the browser has kept all that the page needs without a network. The architect's net comes last: a network
 * that goes away while it is fetched would be a problem on the page.
 * @param {Page} page
 */
export async function kept(page) {
  // The page itself waits until nobody is busy with it.
  await page.evaluate(async () => (await /** @type {any} */ (globalThis).ours('net/install.js')).keepAll());
  await page.evaluate(() => navigator.serviceWorker.ready);
  const names = [new URL('./', page.url()).href, await netOf(page)];
  await page.evaluate(async (names) => {
    for (const name of names) while (!(await caches.match(name))) await new Promise((done) => setTimeout(done, 50));
  }, names);
}

/** Where the architect's net is. @param {Page} page */
const netOf = (page) =>
  page.evaluate(() => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
    return new URL('../tab/architect.net', script.src).href;
  });

/** Repeatable chance. @param {number} seed */
export function chance(seed) {
  let x = seed >>> 0 || 1;
  return (/** @type {number} */ n) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * n);
  };
}

/**
 * Waits until it is this page's turn or the game is over; the sums of a round are waved away.
 * @param {Page} page @returns {Promise<'turn' | 'over'>}
 */
export async function myTurn(page) {
  for (;;) {
    const what = await page.waitForFunction(
      () => {
        if (document.querySelector('.ending')) return 'over';
        if (document.querySelector('.bar.mine')) return 'turn';
        return document.querySelector('.counting .main') ? 'count' : false;
      },
      null,
      { timeout: 120000 },
    );
    const now = await what.jsonValue();
    if (now !== 'count') return /** @type {'turn' | 'over'} */ (now);
    await page.keyboard.press('Escape');
  }
}

/**
 * Anna and Bruno at one screen, by the page itself; it is the turn of one of them.
 * @param {Page} page @param {string} url @param {object} options
 */
export async function atOneScreen(page, url, options) {
  await page.goto(url);
  await page.waitForSelector('#create');
  await page.evaluate(async (how) => {
    const { create } = await /** @type {any} */ (globalThis).ours('pages/home.js');
    await create({
      name: '',
      seats: [
        { who: 'me', name: 'Anna' },
        { who: 'me', name: 'Bruno' },
      ],
      options: how,
    });
  }, options);
  await myTurn(page);
}

/**
 * How long someone points at a thing before pressing it, in milliseconds; nobody presses in the very moment in which
 * the
 * pointer arrives, but tests are in a hurry. And how often they have pressed, for those who count.
 */
export const hand = { points: 0, presses: 0, clicks: /** @type {Record<string, number[]>} */ ({}) };

/** Makes a move and writes down how many presses it took. @param {() => Promise<string>} make */
export async function counted(make) {
  hand.presses = 0;
  const name = await make();
  hand.clicks[name] = [...(hand.clicks[name] ?? []), hand.presses];
  return name;
}

/** Points at a thing and clicks it. @param {import('playwright-core').Locator} one @param {boolean} force */
async function press(one, force) {
  if (hand.points) {
    await one.hover({ force });
    await one.page().waitForTimeout(hand.points);
  }
  hand.presses += 1;
  await one.click({ force, timeout: 15000 });
}

/** How the end of a game is told. */
export const RESULT = /wins with \d+ points?\.|share the victory|You (won|lost) by \d+ points?/;

/** What has happened so far. @param {Page} page */
export const logged = (page) => page.evaluate(() => document.querySelector('.log .lines')?.textContent ?? '');

/**
 * Waits until something has happened since then; what ends a round is written down after its count. A coach is told to
 * let it happen.
 * @param {Page} page @param {string} before
 */
export async function happened(page, before) {
  for (;;) {
    const what = await page.waitForFunction((was) => {
      if (document.querySelector('#coach-anyway')) return 'asked';
      return document.querySelector('.counting') || (document.querySelector('.log .lines')?.textContent ?? '') !== was
        ? 'happened'
        : false;
    }, before);
    if ((await what.jsonValue()) === 'happened') return;
    await page.click('#coach-anyway');
  }
}

/** Clicks the main button and waits until the move has happened. @param {Page} page */
export async function confirm(page) {
  const before = await logged(page);
  await press(page.locator('.bar .first .main:not([disabled])'), false).catch(async (e) => {
    throw new Error(`nothing to confirm: ${await page.locator('.bar').innerText()}`, { cause: e });
  });
  await happened(page, before);
}

/** Whether the move that was put together waits to be confirmed, and not for what a coach asks. @param {Page} page */
export const asked = (page) =>
  page.locator('body:not(:has(dialog[open])) .bar.mine.picking .first .main:not([aria-disabled])').count();

/**
 * Confirms where that is asked for, and waits until the move has happened.
 * @param {Page} page @param {string} before
 */
export async function finish(page, before) {
  if (await asked(page)) await press(page.locator('.bar.mine .first .main'), false);
  await happened(page, before);
}

/**
 * Clicks one of these; by force where another part of the drawing lies over it.
 * @param {Page} page @param {string} selector @param {(n: number) => number} below @param {boolean} [force]
 */
async function clickOne(page, selector, below, force = true) {
  const all = page.locator(selector);
  for (;;) {
    const n = await all.count();
    if (n === 0) return false;
    const chosen = below(n);
    try {
      await press(all.nth(chosen), force);
      return true;
    } catch (problem) {
      // What lay there may be gone since it was counted; then there is less to choose from.
      if (!(problem instanceof errors.TimeoutError) || (await all.count()) > chosen) throw problem;
    }
  }
}

/** Tries to place a tile. @param {Page} page @param {(n: number) => number} below */
export async function place(page, below) {
  const before = await logged(page);
  if (!(await clickOne(page, '.dock [data-tile]:not(.cannot)', below))) return false;
  // Now and then with another payment than the one that is proposed.
  if (below(3) === 0 && (await clickOne(page, '.bar .payments .payment', below, false))) hand.presses -= 1;
  if (!(await clickOne(page, '.mine-garden .gold:not(.pale)', below))) {
    await page.keyboard.press('Escape');
    return false;
  }
  await finish(page, before);
  return true;
}

/** Tries to lay an expansion. @param {Page} page @param {(n: number) => number} below */
export async function expand(page, below) {
  const before = await logged(page);
  if (!(await clickOne(page, '.dock [data-expansion]:not(.cannot)', below))) return false;
  if (!(await clickOne(page, '.mine-garden .gold:not(.pale)', below))) {
    await page.keyboard.press('Escape');
    return false;
  }
  if ((await asked(page)) && below(2)) await page.keyboard.press('r');
  await finish(page, before);
  return true;
}

/** Tries to take from the display. @param {Page} page @param {(n: number) => number} below */
export async function acquire(page, below) {
  const before = await logged(page);
  if (!(await clickOne(page, '.display-panel [data-offer]', below))) return false;
  // Where colour and pattern take the same there is nothing to choose; there may be no room for it.
  if (await page.locator('.pop.pinned:not(.settled)').count()) {
    if (!(await clickOne(page, '.pop.pinned .option:not([aria-disabled])', below))) {
      await page.keyboard.press('Escape');
      return false;
    }
  } else if (await page.locator('.bar .refusal').count()) return false;
  await finish(page, before);
  return true;
}

/** Tries to buy. @param {Page} page @param {(n: number) => number} below */
export async function buy(page, below) {
  const button = page.locator('[data-act="buy"]:not([aria-disabled]):not([disabled])').first();
  if ((await button.count()) === 0) return false;
  const before = await logged(page);
  await press(button, false);
  if (!(await clickOne(page, '.mine-garden .area.open', below))) {
    await page.keyboard.press('Escape');
    return false;
  }
  await finish(page, before);
  return true;
}

/** Passes, perhaps with discards. @param {Page} page @param {(n: number) => number} below */
export async function pass(page, below) {
  hand.presses = 0;
  await press(page.locator('[data-act="pass"]'), false);
  // A discard is a wish of its own.
  if (below(5) === 0 && (await clickOne(page, '.dock [data-tile]', below))) hand.presses -= 1;
  await confirm(page);
}

/**
 * One move, whatever can be found: building comes first unless chance says otherwise.
 * @param {Page} page @param {(n: number) => number} below
 */
export async function move(page, below) {
  const wild = below(4) === 0;
  const ways = wild ? [acquire, place, buy, expand] : [place, expand, acquire, acquire];
  for (const way of ways) {
    if (wild && way === buy && below(4)) continue;
    hand.presses = 0;
    if (await way(page, below)) return way.name;
  }
  await pass(page, below);
  return 'pass';
}

/**
 * Plays until the game is over; after so many moves only by passing.
 * @param {Page} page @param {number} seed @param {number} [busy] @returns {Promise<string[]>} the moves made
 */
export async function playOut(page, seed, busy = 400) {
  const below = chance(seed);
  const moves = [];
  for (let n = 0; n < 400; n += 1) {
    if ((await myTurn(page)) === 'over') return moves;
    if (n < busy) moves.push(await counted(() => move(page, below)));
    else await pass(page, below);
  }
  throw new Error(`no end after 400 moves: ${moves.slice(-20)}`);
}

/** Texts that were asked for and are not in the catalogue. @param {Page} page @returns {Promise<string[]>} */
export const missingTexts = (page) => page.evaluate(() => [.../** @type {any} */ (globalThis).quintaMissingTexts]);
