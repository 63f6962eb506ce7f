// The rule book: on its page, from every refusal, tooltip and line of the score, on paper, in four languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquire, chance, house, LANGUAGES, missingTexts, modules, move, myTurn, person, playOut } from './quinta.mjs';
import { complaints } from './screen.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = house();

/** Whether anything is wider than the page. @param {Page} page */
const overflows = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Opens a page of the book. @param {Page} page @param {string} [hash] */
async function openBook(page, hash = '') {
  await page.goto(`${at.server.url}/rules${hash}`);
  await page.waitForSelector('.book article section');
}

/** What stands at the place that was asked for. @param {Page} page */
const lit = async (page) => {
  await page.waitForSelector('.book .lit');
  return page.locator('.book .lit').innerText();
};

test('contents, search and deep links lead to a paragraph', { timeout: 120000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('.foot a[href="/rules"]');
  await page.waitForSelector('.book article section');
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Pass', exact: true }).click();
  assert.match(page.url(), /\/rules#pass$/);
  // The place is gone to with the next picture, and the focus with it.
  await page.waitForFunction(() => document.activeElement?.id === 'pass');
  // A word of the search, by keys alone.
  await page.focus('#seek');
  await page.keyboard.type('supply points buy');
  assert.match(await page.locator('.results [role=status]').innerText(), /^\d+ paragraphs? found$/);
  await page.keyboard.press('Enter');
  assert.match(await lit(page), /for 6 points/);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'expand.buy', 'the focus goes there');
  assert.match(page.url(), /#expand\.buy$/);
  await page.fill('#seek', 'xylophone');
  assert.equal(await page.locator('.results [role=status]').innerText(), 'Nothing found. Try another word.');
  // Accents and capitals do not matter.
  const polish = await person(at.browser, { locale: 'pl' });
  await openBook(polish.page);
  await polish.page.fill('#seek', 'LAWKE');
  await polish.page.locator('.results a').first().click();
  assert.match(await lit(polish.page), /ławk/);
  await polish.context.close();
  // The address of a paragraph is enough, and so is a question.
  await openBook(page, '#fit.twice');
  assert.match(await lit(page), /No group may ever hold the same kind twice/);
  const top = await page.locator('.book .lit').evaluate((x) => x.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 300, `it is in view: ${top}`);
  await openBook(page, '#kind_twice');
  assert.match(await lit(page), /No group may ever hold the same kind twice/);
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test(
  'in four languages, large and small, by day and by night: complete, readable, axe clean',
  { timeout: 300000 },
  async () => {
    for (const locale of LANGUAGES) {
      for (const [size, theme] of /** @type {[[number, number], string][]} */ ([
        [[1440, 900], 'light'],
        [[390, 844], 'dark'],
      ])) {
        const { page, problems, context } = await person(at.browser, { locale, size, settings: { theme } });
        await openBook(page);
        assert.equal(await overflows(page), false, `${locale} ${size}`);
        const pictures = await page.evaluate(async () => {
          const shown = [...document.querySelectorAll('.plate img')].filter((x) => x.checkVisibility());
          const wrong = [];
          for (const img of /** @type {HTMLImageElement[]} */ (shown)) {
            img.loading = 'eager';
            await img.decode();
            const ratio = img.naturalWidth / img.naturalHeight;
            if (Math.abs(ratio - Number(img.getAttribute('width')) / Number(img.getAttribute('height'))) > 0.01)
              wrong.push(img.src);
          }
          return { n: shown.length, wrong };
        });
        assert.deepEqual(pictures, { n: 10, wrong: [] }, `${locale} ${theme}`);
        assert.deepEqual(await complaints(page), [], `${locale} ${theme}`);
        assert.deepEqual(await missingTexts(page), []);
        assert.deepEqual(problems, []);
        await context.close();
      }
    }
  },
);

test(
  'every reason, line of the score and thing has its paragraph, in a sheet at the table',
  { timeout: 120000 },
  async () => {
    const { page, problems, context } = await person(at.browser);
    await page.goto(at.server.url);
    await page.click('#play-bot');
    await myTurn(page);
    const { answers } = await page.evaluate(async () => (await fetch('/book/en.json')).json());
    const catalogue = await page.evaluate(async () => (await fetch('/locales/en.json')).json());
    const codes = Object.keys(catalogue).flatMap((key) => /^refusal\.(.+)$/.exec(key)?.[1] ?? []);
    // Two codes have a second text.
    for (const code of codes.filter((x) => !['kind_twice_joined', 'price_is_itself'].includes(x)))
      assert.ok(answers[code], code);
    for (const topic of Object.keys(answers)) {
      await page.evaluate(async (topic) => {
        (await /** @type {any} */ (globalThis).ours('learn/rule.js')).openRule(topic);
      }, topic);
      await page.waitForSelector('dialog[open] .rule-sheet p:not(.note)');
      assert.ok((await page.locator('.rule-sheet').innerText()).length > 40, topic);
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog[open]', { state: 'detached' });
    }
    assert.deepEqual(problems, []);
    await context.close();
  },
);

/**
 * Plays until a click on a hexagon of the storage or on a taken space is refused, whatever is dealt.
 * @param {Page} page @param {(n: number) => number} below
 */
async function beRefused(page, below) {
  for (let n = 0; n < 60; n += 1) {
    assert.equal(await myTurn(page), 'turn');
    const tile = page.locator('.dock [data-tile]').first();
    if (await tile.count()) {
      await tile.click();
      if (await page.locator('.bar .refusal').count()) return;
      const taken = page.locator('.mine-garden .cell:not([data-spot]):not(.gold) .pane').first();
      if (await taken.count()) {
        await taken.click({ force: true });
        if (await page.locator('.bar .refusal').count()) return;
      }
      await page.keyboard.press('Escape');
    }
    await move(page, below);
  }
  assert.fail('nothing was ever refused');
}

test('a refusal links to its rule: by mouse, by keys, by touch', { timeout: 180000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
  await acquire(page, chance(3));
  await beRefused(page, chance(5));
  const link = page.locator('.bar .refusal a.rule');
  await link.click();
  await page.waitForSelector('dialog[open] .rule-sheet p:not(.note)');
  assert.deepEqual(await complaints(page), []);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] .rule-sheet p:not(.note)');
  const href = await page.locator('.rule-sheet a[target]').getAttribute('href');
  await page.goto(at.server.url + href);
  await lit(page);
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a refusal of the server’s own names its rule as well', { timeout: 120000 }, async () => {
  const context = await at.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await context.addInitScript(modules);
  const page = await context.newPage();
  await page.goto(at.server.url);
  await page.locator('#play-bot').tap();
  await page.waitForSelector('.bar.mine');
  // What no click can ask for: a tile that is not in the storage.
  await page.evaluate(async () => {
    const { command } = await /** @type {any} */ (globalThis).ours('play/act.js');
    const { state } = await /** @type {any} */ (globalThis).ours('state.js');
    const action = { place: 'b1', cell: [1, 0], pay: { tiles: [], expansions: [], jokers: 0 } };
    await command({ type: 'act', at: state.game.table.number, seat: state.game.choices.seat, action });
  });
  const link = page.locator('.bar .refusal a.rule');
  await link.tap();
  await page.waitForSelector('dialog[open] .rule-sheet p:not(.note)');
  assert.match(await page.locator('.rule-sheet').innerText(), /Only what lies in your storage/);
  assert.equal(await overflows(page), false);
  await context.close();
});

test('tooltips link to their rule: by mouse and by the key H', { timeout: 120000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await myTurn(page);
  const sheet = page.locator('dialog[open] .rule-sheet p:not(.note)').first();
  for (const [thing, says] of /** @type {[string, RegExp][]} */ ([
    ['.mine-garden [data-cell="0,0"]', /last of the 6 cells/],
    ['.mine-garden [data-cell="1,0"]', /at least one/],
    ['.dock .joker', /stands in for a hexagon/],
    ['.rests [data-spot="space"]', /for 6 points/],
  ])) {
    const tip = page.locator('.tip a');
    await page.mouse.move(2, 2);
    await tip.waitFor({ state: 'detached' });
    await page.locator(thing).first().hover({ force: true });
    await tip.click();
    await sheet.waitFor();
    assert.match(await page.locator('.rule-sheet').innerText(), says, thing);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
  }
  await page.keyboard.press('g');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.tip');
  await page.keyboard.press('h');
  await sheet.waitFor();
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('every line of the score links to its rule', { timeout: 240000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('#play-bot');
  await playOut(page, 11, 6);
  await page.getByRole('button', { name: 'Where the points come from' }).click();
  await page.waitForSelector('dialog[open] .breakdown');
  const lines = await page.locator('dialog .breakdown tr th').count();
  assert.ok(lines >= 10, String(lines));
  assert.equal(await page.locator('dialog .breakdown tr th a.rule').count(), lines);
  assert.deepEqual(await complaints(page), []);
  await page.locator('dialog .breakdown tr.sum th a.rule').first().click();
  await page.waitForSelector('.rule-sheet p:not(.note)');
  assert.match(await page.locator('.rule-sheet').innerText(), /Most points win/);
  assert.deepEqual(problems, []);
  await context.close();
});

test('on paper: A4 without anything to press, nothing cut off', { timeout: 120000 }, async () => {
  const { page, context } = await person(at.browser, { settings: { theme: 'dark' }, size: [794, 1123] });
  await openBook(page);
  // Paper has the pictures of the day, also where the screen shows those of the night:
  // they are there before anybody prints.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.plate .day')].every((x) => /** @type {HTMLImageElement} */ (x).naturalWidth > 0),
  );
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.ok(pages >= 3 && pages <= 12, `${pages} pages`);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await overflows(page), false);
  for (const hidden of ['.book aside', '.topbar nav', '.plate .night'])
    assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  for (const shown of ['.title-on-paper', '.plate .day', '.printed'])
    assert.equal(await page.locator(shown).first().isVisible(), true, shown);
  await context.close();
});
