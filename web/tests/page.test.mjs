// The page between the moves: refusals, lost connections, refreshes, languages, sizes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquire, chance, house, LANGUAGES, missingTexts, move, myTurn, person, serve } from './quinta.mjs';
import { firstVisit } from './weight.mjs';

const at = house();

test('a click on something impossible says why', { timeout: 240000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
  await page.locator('.mine-garden .hit').first().click({ force: true });
  assert.match(await page.locator('.bar .refusal').innerText(), /First choose a hexagon/);
  // Take until there is something dear that cannot be paid for. What is dealt differs from game to game, and in one of
  // three there is nothing like that: then in another one.
  const below = chance(11);
  const dear = page.locator('.dock [data-tile].cannot');
  for (let games = 0; games < 30 && !(await dear.count()); games += 1) {
    if (games) {
      await page.goto(at.server.url);
      await page.click('#play-bot');
    }
    for (let n = 0; n < 8; n += 1) {
      await myTurn(page);
      if ((await dear.count()) || !(await acquire(page, below))) break;
    }
    await myTurn(page);
  }
  await dear.first().click();
  assert.match(await page.locator('.bar .refusal').innerText(), /costs \d/);
  assert.deepEqual(problems, []);
  await context.close();
});

test('the hexagons in the way are shown', { timeout: 180000 }, async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  const below = chance(23);
  let shown = false;
  for (let n = 0; n < 80 && !shown; n += 1) {
    if ((await myTurn(page)) === 'over') break;
    for (const tile of await page.locator('.dock [data-tile]:not(.cannot)').all()) {
      await tile.click();
      const hit = page.locator('.mine-garden .hit').first();
      if (await hit.count()) {
        await hit.click({ force: true });
        shown =
          (await page.locator('.in-the-way').count()) > 0 &&
          /same color or pattern|twice|two groups/.test(await page.locator('.bar .refusal').innerText());
      }
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      if (shown) break;
    }
    if (!shown) await move(page, below);
  }
  assert.ok(shown, 'somewhere a neighbour is in the way');
  await context.close();
});

test('a refresh and a lost connection lose nothing', { timeout: 180000 }, async () => {
  const own = await serve();
  const { page, context } = await person(at.browser);
  await page.goto(own.url);
  await page.click('#play-bot');
  const below = chance(31);
  for (let n = 0; n < 3; n += 1) {
    await myTurn(page);
    await move(page, below);
  }
  await myTurn(page);
  const look = () =>
    page.evaluate(() =>
      [
        document.querySelector('.strip-side .score')?.textContent,
        ...[...document.querySelectorAll('.dock [data-tile]')].map((e) => e.getAttribute('data-tile')),
      ].join(),
    );
  const was = await look();
  await page.reload();
  await myTurn(page);
  assert.equal(await look(), was, 'the same after a refresh');
  const port = Number(new URL(own.url).port);
  await page.click('[data-act="pass"]');
  const about = await page.locator('.bar .sentence').innerText();
  await own.halt();
  await page.waitForSelector('.offline');
  const again = await serve({ data: own.data, port });
  await page.waitForSelector('.offline', { state: 'detached', timeout: 30000 });
  await myTurn(page);
  assert.equal(await look(), was, 'the same after the server was away');
  assert.equal(await page.locator('.bar .sentence').innerText(), about, 'what was about to be done as well');
  await page.keyboard.press('Escape');
  await move(page, below);
  await context.close();
  await again.stop();
});

for (const locale of LANGUAGES) {
  test(`everything is said in ${locale}`, { timeout: 120000 }, async () => {
    const { page, problems, context } = await person(at.browser, { locale });
    await page.goto(at.server.url);
    await page.waitForFunction((lang) => document.documentElement.lang === lang, locale);
    await page.click('#play-bot');
    await myTurn(page);
    const said = await page.locator('.bar .sentence').innerText();
    if (locale === 'en') assert.equal(said, 'Your turn');
    else assert.notEqual(said, 'Your turn');
    for (const tool of await page.locator('.topbar .tool').all()) {
      await tool.click();
      await page.waitForSelector('dialog[open]');
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog[open]', { state: 'detached' });
    }
    await move(page, chance(2));
    assert.deepEqual(await missingTexts(page), []);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('the language can be changed, and stays', { timeout: 60000 }, async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.locator('.topbar .tool').last().click();
  await page.selectOption('#s-language', 'pl');
  await page.waitForFunction(() => document.documentElement.lang === 'pl');
  await page.reload();
  await page.waitForFunction(() => document.documentElement.lang === 'pl');
  await context.close();
});

test('a click before the server has said who we are waits for it', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  /** @type {string[]} */
  const order = [];
  page.on(
    'request',
    (x) => new URL(x.url()).pathname === '/api/tables' && x.method() === 'POST' && order.push('table'),
  );
  await page.route(
    '**/api/me',
    async (route) => {
      const answer = await route.fetch();
      await page.locator('#play-bot').click();
      // What the click asks without waiting is asked by the next frame.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      order.push('me');
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  await page.goto(at.server.url);
  await myTurn(page);
  assert.deepEqual(order, ['me', 'table']);
  assert.deepEqual(problems, []);
  await context.close();
});

test('on a slow network the opponent is the one that was chosen', { timeout: 60000 }, async () => {
  for (const level of ['sprout', 'seedling']) {
    const { page, problems, context } = await person(at.browser);
    // What the server can do is never known before the click.
    await page.route('**/api/about', () => {});
    await page.goto(at.server.url);
    if (level !== 'sprout') await page.locator(`#strength input[value="${level}"]`).check();
    const made = page.waitForRequest((x) => x.method() === 'POST' && new URL(x.url()).pathname === '/api/tables');
    await page.click('#play-bot');
    const { seats } = (await made).postDataJSON();
    assert.deepEqual(seats, [{ who: 'me' }, { who: 'bot', level }]);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test(
  'beside Play stand four strengths; a game against a bot has free undo and numbers',
  { timeout: 60000 },
  async () => {
    const { page, problems, context } = await person(at.browser);
    await page.goto(at.server.url);
    const strengths = page.locator('#strength label');
    await strengths.nth(3).waitFor();
    assert.equal(await strengths.count(), 4);
    const lines = await strengths.locator('span').allInnerTexts();
    assert.equal(new Set(lines).size, 4, `each has a line of its own: ${lines}`);
    assert.ok(
      lines.every((line) => line.trim().split(' ').length >= 4),
      `which says how it plays: ${lines}`,
    );
    assert.ok(await page.locator('#strength input[value="sprout"]').isChecked(), 'the gentlest one at first');
    // The choice is kept.
    await page.locator('#strength input[value="architect"]').check();
    await page.reload();
    await page.locator('#strength input[value="architect"]:checked').waitFor();
    await page.locator('#strength input[value="seedling"]').check();
    await page.click('#play-bot');
    await myTurn(page);
    const id = new URL(page.url()).pathname.slice(3);
    const { table } = await (await page.request.get(`${at.server.url}/api/tables/${id}`)).json();
    assert.equal(table.options.undo, 'free');
    assert.equal(table.seats.find((/** @type {any} */ x) => x.who === 'bot').level, 'seedling');
    assert.equal(await page.locator('html').getAttribute('data-numerals'), 'on');
    await page.waitForSelector('.display-panel .numeral:visible');
    // What was taken can be taken back, though tiles were drawn after it.
    assert.ok(await acquire(page, chance(5)));
    await myTurn(page);
    await page.click('[data-act="undo"]:not([disabled])');
    await page.waitForFunction(() => /takes a move back/.test(document.querySelector('.log')?.textContent ?? ''));
    assert.deepEqual(problems, []);
    await context.close();
  },
);

test('a refusal goes when something else is done', { timeout: 60000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  const refused = async () => {
    await page.locator('.mine-garden .hit').first().click({ force: true });
    await page.waitForSelector('.bar .refusal');
  };
  for (const next of [
    () => page.click('[data-act="hint"]'),
    () => page.click('[data-act="pass"]'),
    () => page.locator('.display-panel [data-offer]').first().click({ force: true }),
    () => page.click('.bar .refusal .close'),
  ]) {
    await myTurn(page);
    await refused();
    await next();
    await page.waitForSelector('.bar .refusal', { state: 'detached' });
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Escape');
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test('a link to no table says so', { timeout: 60000 }, async () => {
  const { page, context } = await person(at.browser);
  await page.goto(`${at.server.url}/t/aaaaaaaaaa`);
  await page.waitForSelector('.plain-page a.main');
  await context.close();
});

test('so does an address with nothing behind it', { timeout: 60000 }, async () => {
  const { page, context } = await person(at.browser, { locale: 'fr' });
  const answer = await page.goto(`${at.server.url}/nothing`);
  assert.equal(answer?.status(), 404);
  assert.equal(await page.locator('h1').innerText(), 'Il n’y a rien ici');
  assert.ok(await page.evaluate(() => getComputedStyle(document.body).fontFamily.includes('Quinta')), 'in our style');
  await page.click('a.main');
  await page.waitForSelector('#play-bot');
  await context.close();
});

/** What a game may weigh over the wire, with all headers and our letters. */
const HEAVIEST = 160_000;

test(
  'a first visit loads little until a game can be played, and the module after that',
  { timeout: 120000 },
  async () => {
    // A server of its own: no table of another test is in its lobby.
    const server = await serve();
    const { playable, module, early } = await firstVisit(at.browser, server.url);
    await server.stop();
    console.log(`# ${playable} bytes until the first space can be clicked, the module ${module}`);
    assert.deepEqual(early, [], 'what only games without a server need comes later');
    assert.ok(playable > 50_000 && playable <= 150_000, `${playable} bytes`);
    assert.ok(module > 100_000 && module <= 310_000, `${module} bytes`);
  },
);

test('a game weighs little, and nothing is loaded twice', { timeout: 120000 }, async () => {
  // As a newcomer has it: with the coach.
  const { page, problems, context } = await person(at.browser, { settings: { coach: 'first' } });
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  let bytes = 0;
  /** @type {Map<string, string>} */
  const asked = new Map();
  /** @type {string[]} */
  const twice = [];
  /** @type {Set<string>} */
  const seen = new Set();
  line.on('Network.responseReceived', (e) => {
    if (!e.response.fromDiskCache && !e.response.fromPrefetchCache) asked.set(e.requestId, e.response.url);
  });
  line.on('Network.loadingFinished', (e) => {
    const url = asked.get(e.requestId);
    // What architects know comes when there is nothing else to do.
    if (url?.endsWith('.net')) return;
    bytes += e.encodedDataLength;
    if (!url?.includes('/v/') || e.encodedDataLength === 0) return;
    if (seen.has(url)) twice.push(url);
    seen.add(url);
  });
  await page.goto(at.server.url);
  await page.click('#play-bot');
  const below = chance(41);
  for (let n = 0; n < 6; n += 1) {
    await myTurn(page);
    await move(page, below);
  }
  await myTurn(page);
  assert.ok(seen.size > 10, `${seen.size} files under their version`);
  assert.deepEqual(twice, [], 'the second page has everything already');
  assert.ok(bytes <= HEAVIEST, `${bytes} bytes`);
  console.log(`# ${bytes} bytes in all, ${seen.size} files under their version`);
  assert.deepEqual(problems, []);
  await context.close();
});
