// Every control can be pressed where it is drawn, no text is cut or lies over another: in every state, language, width,
// font and text size. A sample that changes with the day; CLIP=all looks at all of it, CLIP=768 at all of the screen
// that is so wide, CLIP_SEED=n at the sample of that number, CLIP_SHOTS=folder takes pictures of what was found.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { misfits } from './clip.mjs';
import { chance, house, LANGUAGES, move, myTurn, pass, person } from './quinta.mjs';
import * as touch from './touch.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();
const all = Boolean(process.env.CLIP);
const seed = Number(process.env.CLIP_SEED ?? Math.floor(Date.now() / 864e5));
/** How many ways of looking a state gets in a sample. */
const SAMPLE = 2;

/** Ours, and the widest that machines have instead, as it is. */
const FONTS = ['', "'DejaVu Sans'"];
const SIZES = [1, 2, 3];
/** Phones and a tablet; desks, and one of them at 200%. @type {Record<string, [number, number][]>} */
const SCREENS = {
  hand: [
    [360, 740],
    [390, 844],
    [768, 1024],
  ],
  desk: [
    [1280, 800],
    [1440, 900],
    [720, 450],
  ],
};

/** The screens of a kind that are looked at. @param {string} kind */
const screens = (kind) => {
  const width = Number(process.env.CLIP);
  return SCREENS[kind].filter(([wide]) => !width || wide === width);
};

const LONG = [
  'Maximiliane von und zu Hohenlohe-Oehring',
  'Przemysław Szczęsnowicz-Brzęczyszczykiew',
  'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
  'Anne-Françoise de la Rochefoucauld-Doud.',
];

/** @param {Page} page @param {string} kind */
function viewer(page, kind) {
  const below = chance(seed);
  const ways = screens(kind).flatMap((screen) =>
    LANGUAGES.flatMap((lang) => FONTS.flatMap((font) => SIZES.map((size) => ({ screen, lang, font, size })))),
  );
  /** @type {Map<string, string[]>} */
  const found = new Map();
  /** Every state that was looked at. @type {Set<string>} */
  const states = new Set();
  /**
   * Looks at the state that the page is in, in one way after the other.
   * @param {string} name @param {() => Promise<unknown>} [again] says once more, in another language, what was said
   */
  const look = async (name, again) => {
    if (states.has(name)) return;
    states.add(name);
    const mine = all ? ways : Array.from({ length: SAMPLE }, () => ways[below(ways.length)]);
    let [wide, high] = [0, 0];
    for (const { screen, lang, font, size } of mine) {
      if (screen[0] !== wide || screen[1] !== high) await page.setViewportSize({ width: screen[0], height: screen[1] });
      [wide, high] = screen;
      await dress(page, lang, font, size);
      await again?.();
      for (const problem of await misfits(page)) {
        const what = `${name}: ${problem}`;
        const where = `${lang} ${wide} ${font ? 'wide font' : 'our font'} size ${size}`;
        if (!found.has(what) && process.env.CLIP_SHOTS)
          await page.screenshot({ path: join(process.env.CLIP_SHOTS, `${name} ${where}.png`.replaceAll('/', ' ')) });
        found.set(what, [...(found.get(what) ?? []), where]);
      }
    }
    await page.setViewportSize({ width: SCREENS[kind][1][0], height: SCREENS[kind][1][1] });
    await dress(page, 'en', '', 1);
  };
  /** Looks at a sheet and closes it again. @param {string} name @param {() => Promise<unknown>} open */
  const sheet = async (name, open) => {
    await open();
    await page.waitForSelector('dialog[open]');
    await look(name);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
  };
  /** Presses the first of these that is there; false if there is none. @param {string} selector */
  const press = async (selector) => {
    const one = page.locator(selector).filter({ visible: true }).first();
    if (!(await one.count())) return false;
    // A finger points at nothing.
    await (kind === 'desk' ? one.click({ force: true }) : one.tap({ force: true }));
    return true;
  };
  const report = () => [...found].map(([what, where]) => `${what} (${where.length}: ${where.slice(0, 3).join('; ')})`);
  return { look, sheet, press, report, states, by: kind === 'desk' ? { move, pass, myTurn } : touch };
}

/**
 * Shows the page in a language, a font and a text size.
 * @param {Page} page @param {string} lang @param {string} font @param {number} size
 */
const dress = (page, lang, font, size) =>
  page.evaluate(
    async ([lang, font, size]) => {
      const text = await /** @type {any} */ (globalThis).ours('words/text.js');
      const { drawNow } = await /** @type {any} */ (globalThis).ours('state.js');
      if (text.language() !== lang) await text.load(lang);
      const root = document.documentElement;
      if (font) root.style.setProperty('--face', String(font));
      else root.style.removeProperty('--face');
      root.dataset.size = String(size);
      drawNow();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))));
      drawNow();
    },
    [lang, font, size],
  );

/**
 * Makes a table as its page would.
 * @param {Page} page @param {object[]} seats @param {object} [options] @returns {Promise<string>}
 */
async function table(page, seats, options = {}) {
  const made = await page.request.post(`${at.server.url}/api/tables`, {
    headers: { origin: at.server.url },
    data: { name: '', seats, options },
  });
  return `${at.server.url}/t/${(await made.json()).id}`;
}

/**
 * Passes for everybody here until someone has nothing left to do.
 * @param {Page} page @param {(now: any) => boolean} until
 */
async function passOn(page, until) {
  const api = `${at.server.url}/api/tables/${new URL(page.url()).pathname.slice(3)}`;
  for (let n = 0; n < 40; n += 1) {
    const { table: now } = await (await page.request.get(api)).json();
    if (now.stage === 'over' || until(now)) return;
    await page.request.post(`${api}/commands`, {
      headers: { origin: at.server.url },
      data: {
        id: `pass-${now.number}`,
        type: 'act',
        at: now.number,
        seat: now.state.turn,
        action: { pass: { tiles: [], expansions: [] } },
      },
    });
  }
}

/** @param {Page} page @param {string} selector */
const there = async (page, selector) => (await page.locator(selector).count()) > 0;

const bot = { who: 'bot', level: 'random' };

/** The pages around a game. @param {Page} page @param {ReturnType<typeof viewer>} eyes */
async function pages(page, { look, sheet }) {
  await page.goto(`${at.server.url}/t/aaaaaaaaaa`);
  await page.waitForSelector('.plain-page a.main');
  await look('no such table');
  await page.goto(`${at.server.url}/r/`);
  await page.waitForSelector('.record-page');
  await look('open a saved game');
  await page.goto(
    await table(page, [{ who: 'me', name: LONG[0] }, { who: 'open' }, bot, { who: 'me', name: LONG[2] }]),
  );
  await page.waitForSelector('.gathering');
  await page.locator('.scan').evaluate((el) => el.setAttribute('open', ''));
  await look('gathering');
  await page.goto(at.server.url);
  await page.waitForSelector('.lists li');
  await look('first page');
  await sheet('new table', async () => {
    await page.locator('#create').dispatchEvent('click');
    for (let n = 0; n < 2; n += 1) await page.click('#add-seat');
  });
  await sheet('house rules', async () => {
    await page.locator('#create').dispatchEvent('click');
    await page.check('#o-house');
  });
  await sheet('name', () => page.locator('.name-button').dispatchEvent('click'));
  await sheet('settings', () => page.locator('.topbar .tool').last().dispatchEvent('click'));
  await sheet('help', () => page.locator('.topbar .help').dispatchEvent('click'));
}

/**
 * Whoever follows a link, and someone who would end the game.
 * @param {Page} page @param {ReturnType<typeof viewer>} eyes
 */
async function guests(page, { look, press }) {
  const host = await at.browser.newContext();
  const post = async (/** @type {string} */ path, /** @type {object} */ data) =>
    (await host.request.post(`${at.server.url}${path}`, { headers: { origin: at.server.url }, data })).json();
  const seats = [{ who: 'me', name: LONG[1] }, { who: 'open' }];
  const { id, invitation } = await post('/api/tables', { name: '', seats, options: { first: { seat: 1 } } });
  const command = (/** @type {object} */ data) => post(`/api/tables/${id}/commands`, data);
  await page.goto(`${at.server.url}/t/${id}?i=${invitation}`);
  await page.waitForSelector('.welcome');
  await look('welcome');
  await press('.seat.open .main');
  await page.waitForSelector('.seat:nth-child(2).person');
  await command({ id: 'ready', type: 'ready', luck: '00'.repeat(32) });
  await page.waitForSelector('.bar.mine');
  await command({ id: 'end', type: 'offer_end', agrees: true });
  await page.waitForSelector('.banner');
  await look('a proposal');
  await host.close();
}

/** The states of a turn. @param {Page} page @param {ReturnType<typeof viewer>} eyes @param {string} who */
async function turns(page, { look, sheet, press, states, by }, who) {
  const seen = (/** @type {string} */ name) => states.has(`${who}: ${name}`);
  const here = (/** @type {string} */ name, /** @type {(() => Promise<unknown>) | undefined} */ again = undefined) =>
    look(`${who}: ${name}`, again);
  const cancel = async () => {
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Escape');
  };
  const below = chance(7);
  const display = async () => {
    if (!(await page.locator('.display-panel').isVisible())) await press('[data-spot=tab-display]');
  };
  const garden = async () => {
    await press('[data-spot=tab-garden]:visible');
  };
  for (let n = 0; n < 40; n += 1) {
    if ((await by.myTurn(page)) === 'over') break;
    await garden();
    if (n === 0) {
      await here('turn');
      await here('refused', async () => {
        await press('.mine-garden .hit');
        await page.waitForSelector('.bar .refusal');
      });
      await cancel();
      await here('advised', async () => {
        await cancel();
        await press('[data-act=hint]:not([disabled])');
        await page.waitForSelector('.bar.mine.picking');
      });
      await cancel();
    }
    if (!seen('acquiring')) {
      await display();
      await here('display');
      await press('.display-panel [data-offer]');
      await here('looking');
      // Where colour and pattern take the same, it is settled by now.
      if ((await there(page, '.pop.settled')) || (await press('.pop.pinned .option:not([aria-disabled])')))
        await here('acquiring');
      await cancel();
      await garden();
    }
    if (!seen('cannot pay') && (await press('.dock [data-tile].cannot'))) {
      await here('cannot pay');
      await cancel();
    }
    const tiles = page.locator('.dock [data-tile]:not(.cannot)');
    for (let tile = 0; tile < (await tiles.count()) && !seen('many payments'); tile += 1) {
      await press(`:nth-match(.dock [data-tile]:not(.cannot), ${tile + 1})`);
      await here('placing');
      if (await there(page, '.payments .more')) {
        await here('many payments');
        await sheet(`${who}: all payments`, () => page.locator('.payments .more').dispatchEvent('click'));
      }
      if (await press('.mine-garden .gold:not(.pale)')) await here('paying');
      await cancel();
    }
    if (!seen('laying an expansion') && (await press('.dock [data-expansion]:not(.cannot)'))) {
      await here('placing an expansion');
      if (await press('.mine-garden .gold:not(.pale)')) await here('laying an expansion');
      await cancel();
    }
    // Which payments and expansions come up is luck; a sample does not wait for them.
    if (['many payments', 'laying an expansion', 'cannot pay', 'paying'].every(seen) || n > (all ? 34 : 10)) break;
    await (n < 30 ? by.move(page, below) : by.pass(page, below));
  }
  await garden();
  if (await press('[data-act=buy]:not([aria-disabled]):not([disabled])')) {
    await here('buying');
    if (await press('.mine-garden .area.open')) await here('buying there');
    await cancel();
  }
  if (await press('[data-act=pass]:not([disabled])')) {
    await here('passing');
    if (await press('.dock [data-tile]')) await here('passing with discards');
    await cancel();
  }
}

/** Whatever opens over a table. @param {Page} page @param {ReturnType<typeof viewer>} eyes @param {string} who */
async function sheets(page, { look, sheet, press }, who) {
  for (const [name, opener] of [
    ['menu', '.topbar .tool:nth-last-child(3)'],
    ['what is left', '.rest:visible'],
    ['outlook', '.worth:visible'],
    ['a garden', '.other .look:visible, .strip-scores .one:visible'],
    ['since', '.since-last:visible'],
  ])
    if (await there(page, opener))
      await sheet(`${who}: ${name}`, () => page.locator(opener).first().dispatchEvent('click'));
  for (const tab of ['display', 'others', 'scores', 'garden'])
    if (await press(`[data-spot=tab-${tab}]:visible`)) await look(`${who}: tab ${tab}`);
}

/**
 * The count of a round, the end, and the game once more.
 * @param {Page} page @param {ReturnType<typeof viewer>} eyes @param {string} who
 */
async function ends(page, { look, sheet }, who) {
  /** @param {object} wanted */
  const change = (wanted) =>
    page.evaluate(
      async (some) => (await /** @type {any} */ (globalThis).ours('settings/settings.js')).change(some),
      wanted,
    );
  // Without motion the count is over at once.
  await change({ motion: 'normal' });
  await passOn(page, (now) => now.state.round > 1);
  await page.waitForSelector('.counting');
  // The count goes on once it has been looked at.
  await page.evaluate(() => {
    const { setTimeout: later } = globalThis;
    const held = (/** @type {any} */ what, /** @type {number} */ ms) => later(what, ms >= 300 ? 1e8 : ms);
    Object.assign(globalThis, { setTimeout: held, release: () => Object.assign(globalThis, { setTimeout: later }) });
  });
  await look(`${who}: counting`);
  await page.evaluate(() => /** @type {any} */ (globalThis).release());
  await change({ motion: 'none' });
  await passOn(page, () => false);
  await page.reload();
  await page.waitForSelector('.ending .fair.good');
  await look(`${who}: the end`);
  await sheet(`${who}: points`, async () => {
    await page.locator('.ending .rest-buttons button').first().dispatchEvent('click');
    await page.waitForSelector('dialog[open] .breakdown');
    await page.locator('dialog[open] details').evaluateAll((all) => {
      for (const part of all) /** @type {HTMLDetailsElement} */ (part).open = true;
    });
  });
  await page.locator('#look-again').dispatchEvent('click');
  await page.waitForSelector('#step');
  await look(`${who}: replay`);
}

for (const kind of Object.keys(SCREENS).filter((kind) => screens(kind).length)) {
  test(`nothing is cut off or covered, ${kind}`, { timeout: 3600000 }, async () => {
    console.log(`# CLIP_SEED=${seed}`);
    const size = SCREENS[kind][1];
    // So that a state stays while it is looked at.
    const settings = { confirmBots: 'always' };
    const { page, context } =
      kind === 'desk'
        ? await person(at.browser, { size, settings })
        : await touch.phone(at.browser, { size, settings });
    const eyes = viewer(page, kind);
    await pages(page, eyes);
    await guests(page, eyes);
    await page.goto(await table(page, [{ who: 'me' }, bot], { hints: true, first: { seat: 0 } }));
    await eyes.by.myTurn(page);
    await turns(page, eyes, 'two');
    await sheets(page, eyes, 'two');
    await page.goto(
      await table(
        page,
        LONG.map((name) => ({ who: 'me', name })),
        // Whoever has the widest name begins.
        { hints: true, first: { seat: 2 } },
      ),
    );
    await eyes.by.myTurn(page);
    await eyes.look('four: turn');
    await sheets(page, eyes, 'four');
    await ends(page, eyes, 'four');
    assert.equal(eyes.report().join('\n'), '');
    for (const state of ['two: looking', 'four: counting', 'four: the end'])
      assert.ok(eyes.states.has(state), `${state} was looked at: ${[...eyes.states]}`);
    await context.close();
  });
}
