// Whole games by drag and drop: from the display into storage, from storage onto a space; with a mouse and with a
// finger.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, chance, happened, house, logged, missingTexts, myTurn, pass, person } from './quinta.mjs';
import * as touch from './touch.mjs';

/** @typedef {import('playwright-core').Page} Page @typedef {import('playwright-core').Locator} Locator */
/**
 * @typedef
 * {{down: (x: number, y: number) => Promise<void>, move: (x: number, y: number) => Promise<void>, up: () =>
 *   Promise<void>}}
 * Pointer
 */

const at = house();

/** The middle of a thing. @param {Locator} one */
async function middle(one) {
  const box = await one.boundingBox();
  assert.ok(box, 'it is drawn');
  return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
}

/** @param {Page} page @returns {Pointer} */
const mouse = (page) => ({
  down: async (x, y) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
  },
  move: (x, y) => page.mouse.move(x, y, { steps: 4 }),
  up: () => page.mouse.up(),
});

/** @param {Page} page @returns {Promise<Pointer>} */
async function finger(page) {
  const line = await page.context().newCDPSession(page);
  const send = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {{x: number, y: number}[]} */ touchPoints,
  ) => line.send('Input.dispatchTouchEvent', { type, touchPoints });
  let here = { x: 0, y: 0 };
  return {
    down: async (x, y) => {
      here = { x, y };
      await send('touchStart', [here]);
    },
    move: async (x, y) => {
      for (let n = 1; n <= 5; n += 1)
        await send('touchMove', [{ x: here.x + ((x - here.x) * n) / 5, y: here.y + ((y - here.y) * n) / 5 }]);
      here = { x, y };
    },
    up: async () => {
      await send('touchEnd', []);
    },
  };
}

/**
 * Drags one of these to what it can be dropped on; false if there is nothing.
 * @param {Page} page @param {Pointer} pointer @param {string} from @param {string} to
 * @param {(n: number) => number} below
 */
async function drag(page, pointer, from, to, below) {
  const all = page.locator(from);
  const n = await all.count();
  if (n === 0) return false;
  const before = await logged(page);
  await pointer.down(...(await middle(all.nth(below(n)))));
  await pointer.move(
    ...(await middle(page.locator(from.startsWith('.dock') ? '.mine-garden .ground' : '.dock .store'))),
  );
  const targets = page.locator(to);
  const m = await targets.count();
  if (m === 0) {
    await pointer.move(20, 20);
    await pointer.up();
    await page.waitForFunction(() => !document.querySelector('.bar.picking'));
    return false;
  }
  await pointer.move(...(await middle(targets.nth(below(m)))));
  await pointer.up();
  assert.equal(await asked(page), 0, 'what was dropped needs no button');
  await happened(page, before);
  return true;
}

/**
 * @param {Page} page @param {Pointer} pointer @param {(page: Page) => Promise<unknown>} open
 * @param {(page: Page) => Promise<unknown>} turn @param {(page: Page) => Promise<void>} skip
 */
async function play(page, pointer, open, turn, skip) {
  const below = chance(4);
  const moves = { take: 0, place: 0, expand: 0, pass: 0 };
  for (let n = 0; n < 120; n += 1) {
    if ((await turn(page)) === 'over') return moves;
    const gold = '.mine-garden .gold:not(.pale)';
    if (n < 30 && (await drag(page, pointer, '.dock [data-tile]:not(.cannot)', gold, below))) moves.place += 1;
    else if (n < 30 && (await drag(page, pointer, '.dock [data-expansion]:not(.cannot)', gold, below)))
      moves.expand += 1;
    else {
      if (n < 30) await open(page);
      if (n < 30 && (await drag(page, pointer, '.display-panel [data-offer]', '.drop:not(.no)', below)))
        moves.take += 1;
      else {
        await skip(page);
        moves.pass += 1;
      }
    }
  }
  throw new Error(`no end: ${JSON.stringify(moves)}`);
}

test('a whole game by drag and drop, with a mouse', { timeout: 240000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  const moves = await play(
    page,
    mouse(page),
    async () => {},
    myTurn,
    (x) => pass(x, () => 1),
  );
  assert.ok(moves.take > 3 && moves.place > 1, JSON.stringify(moves));
  assert.equal(await page.locator('.dragged').count(), 0);
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a whole game by drag and drop, with a finger', { timeout: 240000 }, async () => {
  const { page, problems, context } = await touch.phone(at.browser);
  await page.goto(at.server.url);
  await page.locator('#play-bot').tap();
  const open = async (/** @type {Page} */ on) => {
    if (!(await on.locator('.display-panel').isVisible())) await touch.tap(on.locator('[data-spot=tab-display]'));
  };
  const leave = async (/** @type {Page} */ on) => {
    const garden = on.locator('[data-spot=tab-garden]');
    if (await garden.isVisible()) await touch.tap(garden);
    await touch.pass(on, () => 1);
  };
  const moves = await play(page, await finger(page), open, touch.myTurn, leave);
  assert.ok(moves.take > 3 && moves.place > 1, JSON.stringify(moves));
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a drag that ends nowhere does nothing', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
  const before = await logged(page);
  const pointer = mouse(page);
  await pointer.down(...(await middle(page.locator('[data-offer]').first())));
  await pointer.move(700, 400);
  assert.equal((await page.locator('.drop').count()) > 0, true, 'where it can be dropped is shown');
  await pointer.up();
  await page.waitForSelector('.drop', { state: 'detached' });
  assert.equal(await page.locator('.bar.picking').count(), 0);
  assert.equal(await logged(page), before);
  assert.deepEqual(problems, []);
  await context.close();
});
