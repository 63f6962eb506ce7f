// Whole games by ear: through roles and spoken names alone, and by written moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RESULT, asked, house, missingTexts, person } from './quinta.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();

/** Someone who hears the page: everything that the live region says is kept, in order. */
async function listener() {
  const all = await person(at.browser, { settings: { confirmBots: 'always' } });
  await all.page.addInitScript(() => {
    const kept = /** @type {any} */ (globalThis);
    kept.heard = [];
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (/** @type {Element} */ (target).id === 'live')
          for (const node of addedNodes) kept.heard.push(node.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  await all.page.goto(at.server.url);
  await all.page.getByRole('button', { name: 'Play against a bot' }).press('Enter');
  await all.page.waitForURL(/\/t\//);
  return all;
}

/** @param {Page} page @returns {Promise<string[]>} */
const heard = (page) => page.evaluate(() => /** @type {any} */ (globalThis).heard);

/** Waits until it is said that it is our turn or that the game is over. @param {Page} page */
async function turn(page) {
  await page
    .getByRole('region', { name: 'What to do now' })
    .getByRole('heading', { name: /^(Your turn|You can only pass\.)$/ })
    .or(page.getByRole('heading', { name: RESULT }))
    .first()
    .waitFor({ timeout: 60000 });
  return (await page.getByRole('heading', { name: RESULT }).count()) ? 'over' : 'turn';
}

/**
 * Everything of a role within a part of the page that can be used, by its name.
 * @param {import('playwright-core').Locator} part @param {'button' | 'gridcell'} role @param {RegExp} name
 */
const usable = (part, role, name) => part.getByRole(role, { name, disabled: false });

/**
 * Presses the button that completes a move, and waits until it is said.
 * @param {Page} page @param {RegExp} name @param {RegExp} said
 */
async function complete(page, name, said) {
  const before = (await heard(page)).length;
  await page.getByRole('button', { name, disabled: false }).press('Enter');
  await page.waitForFunction(
    ([from, words]) =>
      /** @type {any} */ (globalThis).heard
        .slice(from)
        .some((/** @type {string} */ x) => new RegExp(String(words)).test(x)),
    [before, said.source],
  );
}

/** Places something by ear. @param {Page} page */
async function place(page) {
  const stored = usable(page.getByRole('group', { name: /^Storage/ }), 'button', /fits on [1-9]\d* space/);
  if (!(await stored.count())) return false;
  const name = (await stored.first().getAttribute('aria-label')) ?? '';
  await stored.first().press('Enter');
  const cells = usable(page.getByRole('grid', { name: /^Garden/ }), 'gridcell', /point|joker/);
  await cells.first().press('Enter');
  const whole = /^Garden expansion/.test(name);
  await complete(
    page,
    whole ? /^Lay it here/ : /^Place here/,
    whole ? /You place a garden expansion/ : /You place a tile/,
  );
  return true;
}

/** Takes by ear. @param {Page} page */
async function acquire(page) {
  const offers = usable(page.getByRole('region', { name: 'Display' }), 'button', /: \d+ hexagons?/);
  if (!(await offers.count())) return false;
  await offers.last().press('Enter');
  // Where colour and pattern take the same there is nothing to choose; there may be no room for it.
  if (!(await asked(page))) {
    const ways = usable(page.getByRole('group', { name: 'Acquire' }), 'button', /^All/);
    if (!(await ways.count())) {
      await page.keyboard.press('Escape');
      return false;
    }
    await ways.first().press('Enter');
  }
  await complete(page, /^Take \d+ hexagon/, /^You take /);
  return true;
}

/** @param {Page} page */
async function pass(page) {
  await page.getByRole('button', { name: 'Pass…' }).press('Enter');
  await complete(page, /^Pass$/, /You pass| passes/);
}

test('a whole game through roles and names', { timeout: 600000 }, async () => {
  const { page, problems, context } = await listener();
  let own = 0;
  for (let n = 0, round = ''; (await turn(page)) !== 'over'; n += 1, own += 1) {
    const now = (await page.getByRole('heading', { level: 1 }).innerText()).slice(0, 7);
    if (now !== round) n = 0;
    round = now;
    if (n >= 3 || !((await place(page)) || (await acquire(page)))) await pass(page);
  }
  const said = await heard(page);
  // Everything that has happened was said, once and in its order: the log has the same sentences.
  const log = await page.getByRole('region', { name: 'What happened' }).getByRole('listitem').allInnerTexts();
  const moves = log.map((x) => x.split('\n')[0]).filter((x) => /^You | takes | places | buys | passes/.test(x));
  let at = -1;
  for (const move of moves) {
    const next = said.findIndex((x, i) => i >= at && x.includes(move));
    assert.ok(next >= at && next >= 0, `"${move}" is said in its turn`);
    at = next;
  }
  assert.ok(said.filter((x) => x.startsWith('Your turn')).length >= own, 'each of our turns is announced');
  for (const n of [1, 2, 3, 4]) {
    const counts = said.filter((x) => x.includes(`Round ${n}. `) && /in all\./.test(x));
    assert.equal(counts.length, 1, `round ${n} is counted aloud once`);
    assert.equal(counts[0].match(/in all\./g)?.length, n === 4 ? 4 : 2, 'for both');
  }
  assert.match(said[said.length - 1], RESULT, 'the result comes last');
  for (let i = 1; i < said.length; i += 1) assert.notEqual(said[i], said[i - 1], 'nothing is said twice on end');
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a whole game by written moves; refusals are said in words', { timeout: 600000 }, async () => {
  const { page, problems, context } = await listener();
  await turn(page);
  await page.keyboard.press('n');
  const line = page.getByRole('textbox', { name: 'Write a move' });
  assert.ok(await line.evaluate((x) => x === document.activeElement), 'n leads to the line');
  /** Writes a move; what is said of it comes back. @param {string} text */
  const write = async (text) => {
    const before = (await heard(page)).length;
    await line.fill(text);
    await line.press('Enter');
    await page.waitForFunction((from) => /** @type {any} */ (globalThis).heard.length > from, before);
    return (await heard(page))[before];
  };
  assert.equal(
    await write('plant a tree'),
    'This cannot be read as a move. Expected acquire, place, expand, buy, pass instead of “plant”.',
  );
  assert.equal(
    await write('place b3 at 1'),
    'This cannot be read as a move. Something is missing at the end: a space, such as 1,0.',
  );
  assert.match(await write('place b1 at 1,0'), /^This is not in your storage|not in .*storage/i);
  assert.equal(await line.inputValue(), 'place b1 at 1,0', 'what was refused can be mended');
  let moves = 0;
  for (let n = 0, round = ''; (await turn(page)) !== 'over'; n += 1) {
    const now = (await page.getByRole('heading', { level: 1 }).innerText()).slice(0, 7);
    if (now !== round) n = 0;
    round = now;
    // Names say their codes while the line is open: a tree costs nothing, and any space by the fountain does while
    // nothing stands there.
    const tree = /\((\w1)\), fits on [1-9]/.exec(
      await page
        .getByRole('group', { name: /^Storage/ })
        .getByRole('button')
        .evaluateAll((all) => all.map((x) => x.getAttribute('aria-label')).join('\n')),
    );
    const offers = await page
      .getByRole('region', { name: 'Display' })
      .getByRole('button')
      .evaluateAll((all) => all.map((x) => x.getAttribute('aria-label') ?? ''));
    const offer = offers.map((x) => /\((\w)\d@\d!?\), [^:]+: \d/.exec(x)?.[1]).find(Boolean);
    let done = '';
    if (tree && n < 3) {
      for (const cell of ['1,0', '0,1', '-1,1', '-1,0', '0,-1', '1,-1']) {
        done = await write(`place ${tree[1]} at ${cell}`);
        if (/You place a tile/.test(done)) break;
      }
    } else if (offer && n < 3) {
      done = await write(`acquire ${offer}`);
      const which = /with (\S+) or/.exec(done);
      if (which) done = await write(`acquire ${offer} with ${which[1]}`);
    }
    if (!/You (place a tile|take )/.test(done)) assert.match(await write('pass'), /You pass| passes/);
    moves += 1;
    // The line is empty again once the server has answered; at the end of the game there is none.
    await page.waitForFunction(
      () => !(/** @type {HTMLInputElement | null} */ (document.getElementById('notation'))?.value),
    );
  }
  assert.ok(moves >= 4);
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});
