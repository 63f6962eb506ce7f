// How a person plays with a finger: nothing is pointed at, everything is tapped, and what a finger cannot reach is not
// reached.
import { asked, chance, counted, hand, happened, logged, visitor } from './quinta.mjs';

/** @typedef {import('playwright-core').Page} Page @typedef {import('playwright-core').Locator} Locator */

/**
 * A telephone of that size in someone's hand.
 * @param {import('playwright-core').Browser} browser
 * @param {{locale?: string, settings?: object, size?: [number, number]}} [how]
 */
export const phone = (browser, { locale = 'en', settings = {}, size = [390, 844] } = {}) =>
  visitor(
    browser,
    { locale, viewport: { width: size[0], height: size[1] }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    settings,
    20000,
  );

/**
 * Waits for our turn or the end; a count at the end of a round is waved away.
 * @param {Page} page @param {boolean} [stop] whether to stop at a count
 */
export async function myTurn(page, stop = false) {
  for (;;) {
    const what = await (
      await page.waitForFunction(
        () => {
          if (document.querySelector('.counting')) return 'count';
          if (document.querySelector('.ending')) return 'over';
          return document.querySelector('.bar.mine') ? 'turn' : false;
        },
        null,
        { timeout: 60000 },
      )
    ).jsonValue();
    if (what !== 'count' || stop) return what;
    const button = page.locator('.counting .main');
    if (await button.count()) await button.tap({ timeout: 2000 }).catch(() => null);
  }
}

/**
 * Taps the middle of a thing where it is drawn; whatever lies over it would be met instead, and is an error.
 * @param {Locator} one
 */
export async function tap(one) {
  hand.presses += 1;
  const at = await one.evaluate((el) => {
    el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = el.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const met = document.elementFromPoint(x, y);
    return { x, y, met: el.contains(met) };
  });
  // A stack of tiles has its middle elsewhere, and a sheet may still be on its way: the patient way.
  if (at.met) await one.page().touchscreen.tap(at.x, at.y);
  else await one.tap();
}

/**
 * Taps one of these; false if there is none.
 * @param {Page} page @param {string} selector @param {(n: number) => number} below
 */
async function tapOne(page, selector, below) {
  const all = page.locator(selector);
  const n = await all.count();
  if (n === 0) return false;
  await tap(all.nth(below(n)));
  return true;
}

/** What a photographer is told. @typedef {(moment: string) => Promise<void>} Photo */
const nothing = async () => {};

const MAIN = '.bar .first .main:not([disabled]):not([aria-disabled])';

/** Taps the main button and waits until the move has happened. @param {Page} page */
export async function confirm(page) {
  const before = await logged(page);
  await tap(page.locator(MAIN));
  await happened(page, before);
}

/**
 * Confirms where that is asked for, and waits until the move has happened.
 * @param {Page} page @param {string} before
 */
async function finish(page, before) {
  if (await asked(page)) await tap(page.locator(MAIN));
  await happened(page, before);
}

/** @param {Page} page */
const cancel = async (page) => {
  const button = page.locator('.bar .first .second');
  while (await button.count()) await tap(button);
};

/** @param {Page} page @param {(n: number) => number} below @param {Photo} photo */
export async function place(page, below, photo = nothing) {
  const before = await logged(page);
  if (!(await tapOne(page, '.dock [data-tile]:not(.cannot)', below))) return false;
  await photo('placing');
  if ((await page.locator('.bar .payments .payment').count()) > 1) await photo('payment');
  // Now and then with another payment than the one that is proposed.
  if (below(3) === 0 && (await tapOne(page, '.bar .payments .payment', below))) hand.presses -= 1;
  if (!(await tapOne(page, '.mine-garden .gold:not(.pale)', below))) {
    await cancel(page);
    return false;
  }
  await finish(page, before);
  return true;
}

/** @param {Page} page @param {(n: number) => number} below @param {Photo} photo */
export async function expand(page, below, photo = nothing) {
  const before = await logged(page);
  if (!(await tapOne(page, '.dock [data-expansion]:not(.cannot)', below))) return false;
  await photo('expanding');
  if (!(await tapOne(page, '.mine-garden .gold:not(.pale)', below))) {
    await cancel(page);
    return false;
  }
  if ((await asked(page)) && below(2)) await tap(page.locator('.turns button').first());
  await finish(page, before);
  return true;
}

/** @param {Page} page @param {(n: number) => number} below @param {Photo} photo */
export async function acquire(page, below, photo = nothing) {
  const before = await logged(page);
  if (!(await page.locator('.display-panel').isVisible())) {
    const open = page.locator('.main.take');
    // Nothing lies there any more.
    if (!(await open.count())) return false;
    await tap(open);
  }
  await photo('display');
  const leave = async () => {
    const garden = page.locator('[data-spot=tab-garden]');
    if (await garden.isVisible()) await tap(garden);
    return false;
  };
  if (!(await tapOne(page, '.display-panel [data-offer]', below))) return leave();
  await photo('acquiring');
  // Where colour and pattern take the same there is nothing to choose; there may be no room for it.
  if (await page.locator('.pop.pinned:not(.settled)').count()) {
    if (!(await tapOne(page, '.pop.pinned .option:not([aria-disabled])', below))) {
      await tap(page.locator('.pop .close'));
      return leave();
    }
    await photo('acquired');
  } else if (await page.locator('.bar .refusal').count()) return leave();
  await finish(page, before);
  return true;
}

/** @param {Page} page @param {(n: number) => number} below @param {Photo} photo */
export async function buy(page, below, photo = nothing) {
  const before = await logged(page);
  const button = page.locator('.rest-buttons [data-act="buy"]:not([aria-disabled]):not([disabled])');
  if ((await button.count()) === 0) return false;
  await tap(button);
  await photo('buying');
  if (!(await tapOne(page, '.mine-garden .area.open', below))) {
    await cancel(page);
    return false;
  }
  await finish(page, before);
  return true;
}

/** @param {Page} page @param {(n: number) => number} below @param {Photo} photo */
export async function pass(page, below, photo = nothing) {
  hand.presses = 0;
  await tap(page.locator('.rest-buttons button').last());
  await photo('passing');
  if (below(5) === 0 && (await tapOne(page, '.dock [data-tile]', below))) hand.presses -= 1;
  await confirm(page);
}

/** One move, whatever can be found. @param {Page} page @param {(n: number) => number} below @param {Photo} photo */
export async function move(page, below, photo = nothing) {
  const wild = below(4) === 0;
  for (const way of wild ? [acquire, place, buy, expand] : [expand, place, acquire, acquire]) {
    if (wild && way === buy && below(3)) continue;
    hand.presses = 0;
    if (await way(page, below, photo)) return way.name;
  }
  await pass(page, below, photo);
  return 'pass';
}

/**
 * Plays until the game is over; after so many moves only by passing.
 * @param {Page} page @param {number} seed @param {number} busy @param {Photo} [photo] @returns {Promise<string[]>}
 */
export async function playOut(page, seed, busy, photo = nothing) {
  const below = chance(seed);
  const moves = [];
  for (let n = 0; n < 200; n += 1) {
    if ((await myTurn(page)) === 'over') return moves;
    if (n < busy) moves.push(await counted(() => move(page, below, photo)));
    else await pass(page, below, photo);
  }
  throw new Error(`no end after 200 moves: ${moves.slice(-20)}`);
}
