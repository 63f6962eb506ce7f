// The table in the tab: whole games without a network and without a server, and that nothing of them is lost.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { door, laterBuild, shownVersion } from './door.mjs';
import {
  browseAs,
  chance,
  house,
  kept,
  logged,
  move,
  myTurn,
  person,
  playOut,
  program,
  RESULT,
  serve,
} from './quinta.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();
const LONG = { timeout: 400000 };
const AT_ONE_SCREEN = [
  { who: 'me', name: 'Anna' },
  { who: 'me', name: 'Bruno' },
];

/**
 * A person whose page is kept, so that it works without a network.
 * @param {Parameters<typeof person>[1]} [how]
 */
async function settled(how, url = at.server.url) {
  const one = await person(at.browser, how);
  await one.page.goto(url);
  await kept(one.page);
  return one;
}

/** Makes a table by the page itself. @param {Page} page @param {object[]} seats @param {object} [options] */
async function create(page, seats, options = {}) {
  await page.waitForSelector('#create');
  await page.evaluate(async ([who, how]) => {
    const { create } = await /** @type {any} */ (globalThis).ours('pages/home.js');
    const usual = { access: 'invitation', board: 'front', clock: { type: 'none' }, first: 'lot', hints: true };
    // Not waited for: it leads to another page, where nobody waits any more.
    void create({ name: '', seats: who, options: { ...usual, undo: 'free', ...how } });
  }, /** @type {const} */ ([seats, options]));
  return myTurn(page);
}

/** What is in the browser's log of the game that is open: the number of its last entry. @param {Page} page */
const stored = (page) =>
  page.evaluate(
    () =>
      new Promise((done, fail) => {
        const asked = indexedDB.open('quinta');
        asked.onerror = () => fail(asked.error);
        asked.onsuccess = () => {
          const id = new URLSearchParams(location.search).get('t');
          const all = asked.result
            .transaction('log')
            .objectStore('log')
            .getAllKeys(IDBKeyRange.bound([id, 0], [id, Infinity]));
          all.onsuccess = () => {
            asked.result.close();
            done(all.result.length);
          };
        };
      }),
  );

/** The number of the last event that the page knows. @param {Page} page */
const known = (page) =>
  page.evaluate(async () => (await /** @type {any} */ (globalThis).ours('state.js')).state.game.table?.number);

/** Waits until the page knows the event of this number. @param {Page} page @param {unknown} number */
const reaches = (page, number) =>
  page.evaluate(async (n) => {
    const { state } = await /** @type {any} */ (globalThis).ours('state.js');
    while (state.game.table?.number !== n) await new Promise((done) => setTimeout(done, 50));
  }, number);

/** Has the record of the game that is open checked by the program. @param {Page} page */
async function verified(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#record')]);
  return execFileSync(program, ['verify', await file.path()], { encoding: 'utf8' });
}

test('without a server a whole game is played, left and gone on with, and its record verifies', LONG, async () => {
  const way = await door(at.server.url);
  const { page, context, problems } = await settled({}, way.url);
  way.how.shut = true;
  await page.reload();
  await page.click('#play-bot');
  const below = chance(11);
  for (let n = 0; n < 4; n += 1) {
    assert.equal(await myTurn(page), 'turn');
    await move(page, below);
  }
  await myTurn(page);
  assert.match(page.url(), /\?t=tab-[a-z0-9]{10}$/);
  const number = await known(page);
  await page.reload();
  await myTurn(page);
  assert.equal(await known(page), number, 'the game is where it was');
  assert.equal(await page.locator('.offline').count(), 0, 'nothing is said to be lost');
  await page.click('a.name');
  await page.click(`.list li:has-text("in this browser") a`);
  await myTurn(page);
  await page.click('.topbar nav button:has(.menu)');
  assert.match(await page.locator('#commitment').innerText(), /^[0-9a-f]{16}…$/, 'what the luck was fixed to');
  await page.keyboard.press('Escape');
  await playOut(page, 12, 6);
  await page.waitForSelector('.fair.good');
  assert.match(await page.locator('.ending').innerText(), RESULT);
  assert.match(await page.locator('.ending').innerText(), /not that nobody could have looked/);
  assert.match(await verified(page), /luck|Luck/);
  await page.click('#look-again');
  await page.waitForSelector('#step');
  assert.match(page.url(), /\?r=tab-/);
  await page.click('#step-last');
  await page.click('#look-back');
  await page.waitForFunction(() => Number(document.querySelector('progress')?.getAttribute('value')) > 1);
  assert.deepEqual(problems, []);
  await context.close();
  way.close();
});

test('without a network the architect plays a whole game', LONG, async () => {
  const { page, context, problems } = await settled();
  await context.setOffline(true);
  await create(page, [{ who: 'me' }, { who: 'bot', level: 'architect' }]);
  await playOut(page, 3);
  assert.match(await page.locator('.ending').innerText(), RESULT);
  assert.match(await verified(page), /luck|Luck/);
  assert.deepEqual(problems, []);
  await context.close();
});

test('around one screen, with a hint and everything taken back, without a network', LONG, async () => {
  const { page, context, problems } = await settled();
  await context.setOffline(true);
  await create(page, AT_ONE_SCREEN);
  const before = await logged(page);
  await page.click('[data-act="hint"]');
  await page.waitForSelector('.bar.mine.picking');
  await page.keyboard.press('Escape');
  await move(page, chance(5));
  await page.click('[data-act="undo"]');
  await page.waitForFunction(
    (was) => (document.querySelector('.log .lines')?.textContent ?? '').length >= was.length,
    before,
  );
  await playOut(page, 6, 3);
  assert.match(await page.locator('.ending').innerText(), RESULT);
  assert.deepEqual(problems, []);
  await context.close();
});

test('opponents of every level answer without a network', LONG, async () => {
  const { page, context, problems } = await settled();
  await context.setOffline(true);
  for (const level of ['random', 'sprout', 'seedling', 'gardener', 'designer', 'mason', 'architect']) {
    await page.goto(at.server.url);
    await create(page, [{ who: 'me' }, { who: 'bot', level }]);
    const before = Number(await known(page));
    await move(page, chance(61));
    await page.evaluate(async (number) => {
      const { state } = await /** @type {any} */ (globalThis).ours('state.js');
      while (state.game.table.number < number) await new Promise((done) => setTimeout(done, 50));
    }, before + 2);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test(
  'without a network a coach asks, a clock runs out, a game is looked back at and played on from',
  LONG,
  async () => {
    const { page, context, problems } = await settled({ settings: { coach: 'always' } });
    await context.setOffline(true);
    const gardener = { who: 'bot', level: 'gardener' };
    await create(page, [{ who: 'me' }, gardener]);
    // To pass at the very beginning gives away much, whatever was dealt.
    await page.click('[data-act="pass"]');
    await page.click('.bar .first .main');
    await page.waitForSelector('dialog[open] #coach-anyway');
    await page.click('#coach-off');
    await page.waitForSelector('dialog', { state: 'detached' });
    await playOut(page, 71, 2);
    await page.click('#look-again');
    await page.waitForSelector('#step');
    await page.click('#look-back');
    await page.waitForSelector('.review.done', { timeout: 200000 });
    assert.ok((await page.locator('.curve').count()) > 0);
    await page.focus('#main');
    await page.keyboard.press('ArrowRight');
    await page.click('#play-on');
    await page.waitForURL(/\?t=tab-/);
    await myTurn(page);
    await move(page, chance(72));
    await page.goto(at.server.url);
    await create(page, [{ who: 'me' }, gardener], { clock: { type: 'per_move', seconds: 5 } });
    await page.waitForFunction(() => /Out of time/.test(document.querySelector('.log')?.textContent ?? ''));
    assert.deepEqual(problems, []);
    await context.close();
  },
);

test('a killed tab has lost nothing that was acknowledged', LONG, async () => {
  const { page, context } = await settled();
  await context.setOffline(true);
  await create(page, [{ who: 'me' }, { who: 'bot', level: 'seedling' }]);
  const below = chance(21);
  for (let n = 0; n < 3; n += 1) {
    await myTurn(page);
    await move(page, below);
  }
  await myTurn(page);
  const [address, number] = [page.url(), await known(page)];
  const fell = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => null);
  await fell;
  const again = await context.newPage();
  await again.goto(address);
  await myTurn(again);
  assert.equal(await known(again), number);
  await move(again, below);
  await context.close();
});

test('two tabs at the same game see the same, and only one of two moves at once counts', LONG, async () => {
  const { page, context, problems } = await settled();
  await context.setOffline(true);
  await create(page, AT_ONE_SCREEN);
  const other = await context.newPage();
  await other.goto(page.url());
  await myTurn(other);
  await move(page, chance(31));
  const number = await known(page);
  await reaches(other, number);
  await Promise.all([page, other].map(myTurn));
  // Both pass at the same position.
  const both = await Promise.all(
    [page, other].map((tab) =>
      tab.evaluate(async (number) => {
        const { command } = await /** @type {any} */ (globalThis).ours('play/act.js');
        const action = { pass: { tiles: [], expansions: [] } };
        return (await command({ type: 'act', at: number, action })) !== null;
      }, number),
    ),
  );
  assert.deepEqual([...both].sort(), [false, true], 'one of them was quicker');
  const last = await stored(page);
  for (const tab of [page, other]) await reaches(tab, last);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a full store is told in words, and nothing is lost', LONG, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quinta-full-'));
  const first = await browseAs(folder);
  await first.page.goto(at.server.url);
  await kept(first.page);
  await first.context.setOffline(true);
  await create(first.page, AT_ONE_SCREEN);
  await move(first.page, chance(41));
  await myTurn(first.page);
  const [address, number] = [first.page.url(), await known(first.page)];
  await first.context.close();
  // The browser has room for a thousand bytes in all, and more than that is used.
  const full = await browseAs(folder, ['--enable-features=StorageQuotaSettings:PoolSizeBytes/1000']);
  await full.page.goto(address);
  await myTurn(full.page);
  await full.page.click('[data-act="pass"]');
  await full.page.click('.bar .first .main');
  await full.page.waitForFunction(() => /no room left/.test(document.querySelector('.bar')?.textContent ?? ''));
  assert.equal(await known(full.page), number, 'nothing has happened');
  await full.context.close();
  const later = await browseAs(folder);
  await later.page.goto(address);
  await myTurn(later.page);
  assert.equal(await known(later.page), number);
  await move(later.page, chance(42));
  assert.equal(await stored(later.page), await known(later.page));
  await later.context.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a newer page goes on with a game that an older one began', LONG, async () => {
  const later = laterBuild();
  const newer = await serve({ program: later.program });
  const way = await door(at.server.url);
  const { page, context } = await settled({}, way.url);
  way.how.shut = true;
  await page.reload();
  await create(page, [{ who: 'me' }, { who: 'bot', level: 'seedling' }]);
  const below = chance(51);
  await move(page, below);
  await myTurn(page);
  const number = await known(page);
  way.how.shut = false;
  way.how.behind = () => newer.url;
  // The page that is open goes on with what it has.
  await move(page, below);
  await myTurn(page);
  const before = await shownVersion(page);
  await page.reload();
  assert.notEqual(await shownVersion(page), before);
  await myTurn(page);
  assert.ok((await known(page)) > number);
  await move(page, below);
  await context.close();
  way.close();
  await newer.stop();
  later.remove();
});

test('a server that does not answer within a second is not waited for', LONG, async () => {
  const way = await door(at.server.url);
  const { page, context } = await settled({}, way.url);
  way.how.mute = true;
  await page.click('#play-bot');
  await myTurn(page);
  assert.match(page.url(), /\?t=tab-/);
  await context.close();
  way.close();
});

test('nor is it at a first visit, when the page has kept nothing yet', LONG, async () => {
  const way = await door(at.server.url);
  way.how.mute = true;
  const { page, context } = await person(at.browser);
  await page.goto(way.url);
  await page.click('#play-bot');
  await myTurn(page);
  assert.match(page.url(), /\?t=tab-/);
  await context.close();
  way.close();
});

test('a newcomer whom a server cannot take for now plays all the same', LONG, async () => {
  const data = mkdtempSync(join(tmpdir(), 'quinta-web-'));
  writeFileSync(join(data, 'quinta.toml'), '[limits]\nguests = 1\n');
  const server = await serve({ data });
  const first = await person(at.browser);
  await first.page.goto(server.url);
  await first.page.waitForSelector('#invite:enabled');
  const { page, context } = await person(at.browser);
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/tables') && answer.status() === 429);
  await page.goto(server.url);
  await refused;
  assert.match(await page.locator('.away').innerText(), /games against bots/);
  await page.click('#play-bot');
  await myTurn(page);
  assert.match(page.url(), /\?t=tab-/);
  await move(page, chance(9));
  await first.context.close();
  await context.close();
  await server.stop();
});

test('lessons and the rule book are there without a network', LONG, async () => {
  const { page, context, problems } = await settled();
  await context.setOffline(true);
  await page.goto(`${at.server.url}/learn`);
  await page.click('#go-on');
  await page.waitForSelector('.display-panel [data-offer]');
  await page.goto(`${at.server.url}/rules`);
  await page.waitForSelector('.book img, .book figure');
  // Pictures further down are loaded when they come into view.
  const broken = await page.evaluate(async () => {
    const all = [...document.images].map((one) => one.src);
    const there = await Promise.all(
      all.map((src) =>
        fetch(src).then(
          (answer) => answer.ok,
          () => false,
        ),
      ),
    );
    return all.filter((_, n) => !there[n]);
  });
  assert.deepEqual(broken, []);
  assert.deepEqual(problems, []);
  await context.close();
});
