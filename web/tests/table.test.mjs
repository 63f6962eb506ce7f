// Around the moves: names, lobby, every option, phrases, watching, clocks, taking over, ending early, advice, taking
// back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance, confirm, house, missingTexts, move, myTurn, person } from './quinta.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();

/**
 * Makes a table as a program would, and goes there.
 * @param {Page} page @param {object[]} seats @param {object} [options] @returns {Promise<string>} its link
 */
async function table(page, seats, options = {}) {
  await page.goto(at.server.url);
  await page.waitForSelector('.name-button');
  const made = await page.request.post(`${at.server.url}/api/tables`, {
    data: { name: '', seats, options },
    headers: { origin: at.server.url },
  });
  const { id, invitation } = await made.json();
  await page.goto(`${at.server.url}/t/${id}`);
  return `${at.server.url}/t/${id}?i=${invitation}`;
}

/** Two people at a table of their own. @param {object} [options] */
async function two(options) {
  const host = await person(at.browser);
  const guest = await person(at.browser);
  const link = await table(host.page, [{ who: 'me' }, { who: 'open' }], { first: { seat: 0 }, ...options });
  await guest.page.goto(link);
  await guest.page.click('.seat.open .main');
  await host.page.waitForSelector('.bar.mine');
  await guest.page.waitForSelector('.bar');
  const close = async () => {
    for (const { page, problems, context } of [host, guest]) {
      assert.deepEqual(await missingTexts(page), []);
      assert.deepEqual(problems, []);
      await context.close();
    }
  };
  return { host: host.page, guest: guest.page, close };
}

/** @param {Page} page @param {RegExp} item */
async function menu(page, item) {
  await page.locator('.topbar .tool').nth(1).click();
  await page.locator('dialog .menu button').filter({ hasText: item }).click();
}

/** What the large garden's owner has, as one text. @param {Page} page */
const holdings = (page) =>
  page.evaluate(() =>
    [
      document.querySelector('.strip-side .score')?.textContent,
      ...[...document.querySelectorAll('.dock [data-tile], .dock [data-expansion], .mine-garden .hex')].map(
        (e) => e.getAttribute('data-tile') ?? e.getAttribute('data-expansion') ?? e.getAttribute('data-spot'),
      ),
    ].join(' '),
  );

test('a name can be changed, and is the one at the table', async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('.name-button');
  await page.fill('#who', '  ');
  await page.click('dialog .main');
  assert.match(await page.locator('dialog .refusal').innerText(), /1 to 40/);
  await page.fill('#who', 'Zoë <b>of the</b> Hedge');
  await page.click('dialog .main');
  await page.waitForSelector('dialog', { state: 'detached' });
  assert.equal(await page.locator('.name-button').innerText(), 'Zoë <b>of the</b> Hedge');
  await page.click('#invite');
  assert.equal(
    await page.locator('.seat.person .who').innerText(),
    'Zoë <b>of the</b> Hedge',
    'as text, never as markup',
  );
  assert.deepEqual(
    problems.filter((p) => !/400/.test(p)),
    [],
  );
  await context.close();
});

test('a table with every option', async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#create');
  await page.fill('#table-name', 'Sunday');
  await page.click('#add-seat');
  await page.click('#add-seat');
  await page.selectOption('#seat-1', 'open');
  await page.selectOption('#seat-2', 'bot:seedling');
  await page.locator('.seat-row').nth(3).locator('button').click();
  for (const [id, value] of [
    ['o-board', 'back'],
    ['o-first', '2'],
    ['o-access', 'open'],
    ['o-clock', 'game'],
    ['o-undo', 'never'],
  ])
    await page.selectOption(`#${id}`, value);
  await page.uncheck('#o-hints');
  await page.click('#make-table');
  await page.waitForSelector('.gathering');
  assert.equal(await page.locator('.gathering h1').innerText(), 'Sunday');
  const id = new URL(page.url()).pathname.slice(3);
  const { table: made } = await (await page.request.get(`${at.server.url}/api/tables/${id}`)).json();
  assert.deepEqual(made.options, {
    board: 'back',
    first: { seat: 2 },
    access: 'open',
    clock: { type: 'per_game', seconds: 900, increment: 10 },
    undo: 'never',
    hints: false,
  });
  assert.deepEqual(
    made.seats.map((/** @type {any} */ s) => s.level ?? s.who),
    ['person', 'open', 'seedling'],
  );
  // The host makes a bot of the open seat, and the game begins.
  await page.locator('.seat.open .second').click();
  await myTurn(page);
  assert.match(await page.locator('.strip-side .clock').innerText(), /^\d+:\d\d$/);
  assert.equal(await page.locator('.rest-buttons button').count(), 3, 'no advice here');
  await context.close();
});

test('house rules start from the printed numbers, and the server says what is wrong with them', async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#create');
  await page.selectOption('#o-board', 'back');
  await page.check('#o-house');
  assert.equal(await page.inputValue('#r-points-3-2'), '6', 'the back’s tulips');
  await page.selectOption('#o-board', 'front');
  assert.equal(await page.inputValue('#r-points-3-2'), '3', 'the front’s');
  await page.fill('#r-start_score', '30');
  await page.fill('#r-start_jokers', '13');
  await page.click('#make-table');
  assert.equal(await page.locator('dialog .refusal').innerText(), 'Jokers at the start: 0 to 12 is possible, not 13.');
  await page.fill('#r-start_jokers', '5');
  await page.selectOption('#r-attribute-0-1', 'b');
  await page.click('#make-table');
  await page.waitForFunction(
    () => document.querySelector('dialog .refusal')?.textContent === '“blue” scores twice in round 1.',
  );
  await page.selectOption('#r-attribute-0-1', 'v');
  await page.fill('#r-points-0-1', '9');
  await page.click('#make-table');
  await myTurn(page);
  assert.equal(await page.locator('.strip-side .score').innerText(), '30');
  assert.equal(await page.locator('.dock .place.joker').count(), 5);
  assert.match(await page.locator('.topbar .this-round').innerText(), /\+9/);
  await context.close();
});

test('what is wrong with a table is said in its sheet, over everything else', { timeout: 60000 }, async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#create');
  await page.selectOption('#seat-0', 'bot:random');
  await page.click('#make-table');
  const says = page.locator('dialog .refusal');
  await says.waitFor();
  assert.equal(
    await says.innerText(),
    'A table needs at least one person or one free seat.',
    'it names what does not go together',
  );
  assert.equal(await page.locator('.home .refusal').count(), 0, 'nothing is said behind the sheet');
  const met = await says.evaluate((el) => {
    const box = el.getBoundingClientRect();
    return el.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  });
  assert.ok(met, 'it is in sight');
  await context.close();
});

test('a copied link is good news', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: at.server.url });
  await page.goto(at.server.url);
  await page.click('#invite');
  await page.locator('.invite button', { hasText: 'Copy' }).click();
  await page.locator('.gathering .note', { hasText: 'The link is copied.' }).waitFor();
  assert.equal(await page.locator('.refusal').count(), 0, 'no error');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.locator('#link').inputValue());
  assert.deepEqual(problems, []);
  await context.close();
});

test('lobby, my games, watching, phrases', { timeout: 60000 }, async () => {
  const host = await person(at.browser);
  const guest = await person(at.browser);
  const third = await person(at.browser);
  await table(host.page, [{ who: 'me' }, { who: 'open' }], { access: 'open', first: { seat: 0 } });
  await guest.page.goto(at.server.url);
  await guest.page.locator('.list a .badge', { hasText: 'Sit down' }).first().click();
  await guest.page.click('.seat.open .main');
  await host.page.waitForSelector('.bar.mine');
  // Someone else watches: everything is to be seen, nothing to be done.
  await third.page.goto(at.server.url);
  await third.page.locator('.list').filter({ hasText: 'Games to watch' }).locator('a').first().click();
  await third.page.waitForSelector('.bar');
  assert.match(await third.page.locator('.bar').innerText(), /You are watching\./);
  assert.equal(await third.page.locator('.bar button:not([disabled])').count(), 0);
  await third.page.locator('.dock [data-tile], .display-panel [data-offer]').first().click({ force: true });
  assert.equal(await third.page.locator('.pop.pinned, .bar .main:not([disabled])').count(), 0);
  // A phrase is heard by everyone, in their language.
  await host.page.locator('.topbar .tool').first().click();
  await host.page.locator('.phrases button').nth(3).click();
  for (const { page } of [guest, third])
    await page.waitForFunction(() => /What a lovely garden!/.test(document.querySelector('.log')?.textContent ?? ''));
  assert.equal(await guest.page.locator('.bubble').innerText(), 'What a lovely garden!');
  const seen = await host.page.locator('.log li').count();
  await move(host.page, chance(3));
  await third.page.waitForFunction((n) => document.querySelectorAll('.log li').length >= n, seen);
  await guest.page.waitForSelector('.bar.mine');
  await guest.page.goto(at.server.url);
  assert.match(
    await guest.page.locator('.list').filter({ hasText: 'My games' }).locator('a.turn').first().innerText(),
    /Your turn/,
  );
  // Who is in a game sees it before the explanations; who is new sees those first.
  const order = () => [...document.querySelectorAll('.how, .lists')].map((x) => x.className);
  assert.deepEqual(await guest.page.evaluate(order), ['lists', 'how']);
  await third.page.goto(at.server.url);
  await third.page.waitForSelector('.lists');
  assert.deepEqual(await third.page.evaluate(order), ['how', 'lists']);
  for (const { problems, context } of [host, guest, third]) {
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('the clock runs out, a bot takes over, the person returns, the game is ended', { timeout: 60000 }, async () => {
  const { host, guest, close } = await two({ clock: { type: 'per_move', seconds: 5 } });
  const below = chance(5);
  const late = `Out of time: ${await host.locator('.other h2').innerText()}`;
  const times = (/** @type {number} */ n) =>
    host.waitForFunction(
      ([text, count]) => (document.querySelector('.log')?.textContent?.split(String(text)).length ?? 0) > Number(count),
      /** @type {const} */ ([late, n]),
      { timeout: 15000 },
    );
  await move(host, below);
  await guest.waitForSelector('.bar.mine');
  assert.match(await guest.locator('.strip-side .clock.runs').innerText(), /^0:0[0-5]$/);
  // The guest lets the time pass.
  await times(1);
  await menu(host, /Let a bot play for/);
  await guest.waitForFunction(() => /A bot plays for/.test(document.querySelector('.log')?.textContent ?? ''));
  // Whoever comes back plays again, without looking for a button.
  await guest.reload();
  await host.waitForFunction(() => /is back\./.test(document.querySelector('.log')?.textContent ?? ''));
  // And lets it pass once more: the other one ends the game.
  await host.waitForSelector('.bar.mine');
  await move(host, below);
  await times(2);
  await menu(host, /End the game: /);
  await host.locator('dialog .main').click();
  await guest.waitForSelector('.ending');
  await host.waitForSelector('.ending');
  await close();
});

test('a game ends early when both want it to', async () => {
  const { host, guest, close } = await two();
  await menu(host, /Propose to end here/);
  await guest.waitForSelector('.other .badge');
  assert.equal(await guest.locator('.other .badge').innerText(), 'proposes to end');
  await menu(host, /Play on after all/);
  await guest.waitForSelector('.other .badge', { state: 'detached' });
  await menu(host, /Propose to end here/);
  await menu(guest, /Propose to end here/);
  for (const page of [host, guest]) {
    await page.waitForSelector('.ending');
    assert.equal(await page.locator('.ending .sentence').innerText(), 'The game ended by agreement.');
  }
  await close();
});

test('a person may resign', async () => {
  const { host, guest, close } = await two();
  const name = await host.locator('.other h2').innerText();
  const gone = await guest.locator('.other h2').innerText();
  await menu(host, /Resign/);
  assert.ok((await host.locator('dialog .content').innerText()).includes(`The game ends, and ${name} wins.`));
  await host.locator('dialog .main').click();
  for (const page of [guest, host]) {
    await page.waitForSelector('.ending');
    assert.equal(await page.locator('.ending .sentence').innerText(), `${gone} resigned: ${name} wins.`);
  }
  await close();
});

test('advice is a move that can be made at once', async () => {
  const { page, problems, context } = await person(at.browser);
  await table(page, [{ who: 'me' }, { who: 'bot', level: 'random' }], { hints: true, first: { seat: 0 } });
  for (let n = 0; n < 4; n += 1) {
    await myTurn(page);
    await page.click('[data-act="hint"]');
    // It says why, and how sure the bot is.
    await page.locator('.says', { hasText: /Chance to win: \d+%/ }).waitFor();
    if (n === 0) assert.match(await page.locator('.says').innerText(), /\b1 hexagon\b|[2-6] hexagons at once/);
    await confirm(page);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test('against bots any move can be taken back, with fresh luck', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await table(page, [{ who: 'me' }, { who: 'bot', level: 'random' }], { undo: 'free', first: { seat: 0 } });
  const below = chance(8);
  await myTurn(page);
  const first = await holdings(page);
  await move(page, below);
  await myTurn(page);
  const second = await holdings(page);
  await move(page, below);
  await myTurn(page);
  for (const was of [second, first]) {
    await page.click('[data-act="undo"]:not([disabled])');
    await page.waitForFunction(
      (n) => (document.querySelector('.log')?.textContent?.match(/takes a move back/g) ?? []).length === n,
      was === second ? 1 : 2,
    );
    await myTurn(page);
    assert.equal(await holdings(page), was);
  }
  await move(page, below);
  assert.deepEqual(problems, []);
  await context.close();
});
