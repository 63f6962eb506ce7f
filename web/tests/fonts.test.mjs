// Our own letters: they draw every text, arrive without moving anything, stay without a network, and weigh little.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { house, person } from './quinta.mjs';

const at = house();
const fonts = new URL('../fonts/', import.meta.url);
const locales = new URL('../../locales/', import.meta.url);

/** Every text of every language. @returns {string[]} */
function texts() {
  const files = readdirSync(locales).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) =>
    Object.values(JSON.parse(readFileSync(new URL(name, locales), 'utf8'))).flatMap((text) =>
      typeof text === 'string' ? [text] : Object.values(text).map(String),
    ),
  );
}

/**
 * Which fonts draw an element's letters.
 * @param {import('playwright-core').Page} page @param {string} selector @returns {Promise<string[]>}
 */
async function drawnWith(page, selector) {
  const line = await page.context().newCDPSession(page);
  await line.send('DOM.enable');
  await line.send('CSS.enable');
  const { root } = await line.send('DOM.getDocument');
  const { nodeId } = await line.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts: used } = await line.send('CSS.getPlatformFontsForNode', { nodeId });
  await line.detach();
  return [...new Set(used.map((font) => font.familyName))].sort();
}

/** Puts a text onto the page, regular and bold. @param {import('playwright-core').Page} page @param {string} text */
const show = (page, text) =>
  page.evaluate(async (written) => {
    for (const weight of ['400', '700']) {
      const p = document.createElement('p');
      p.id = `w${weight}`;
      p.style.fontWeight = weight;
      p.textContent = written;
      document.body.append(p);
    }
    await document.fonts.ready;
  }, text);

test('every character of every language is drawn by our own font, and so are names', async () => {
  const { page, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.waitForSelector('#play-bot');
  await show(page, `${[...new Set(texts().join(''))].join('')}·×−–●←↑→↓‹›«» Ñandú Åse Gonçalo Ștefan Đorđe Ærø`);
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  for (const id of ['#w400', '#w700']) assert.deepEqual(await drawnWith(page, id), ['Quinta'], id);
  assert.deepEqual(await drawnWith(page, '.topbar .name'), ['Quinta Name']);
  await context.close();
});

test('what a machine has instead takes the same room', async () => {
  /** @type {Record<string, number[][]>} */
  const boxes = {};
  const text = texts().join(' ').slice(0, 20000);
  for (const own of [true, false]) {
    const { page, context } = await person(at.browser);
    if (!own) await context.route('**/fonts/*', (route) => route.abort());
    await page.goto(at.server.url);
    await page.waitForSelector('#play-bot');
    await show(page, text);
    boxes[String(own)] = await page.evaluate(() =>
      ['#w400', '#w700'].map((id) => {
        const el = /** @type {HTMLElement} */ (document.querySelector(id));
        const tall = el.getBoundingClientRect().height;
        Object.assign(el.style, { display: 'inline-block', whiteSpace: 'nowrap', lineHeight: 'normal' });
        return [tall, el.getBoundingClientRect().width, el.getBoundingClientRect().height];
      }),
    );
    if (!own) assert.deepEqual(await drawnWith(page, '#w400'), ['DejaVu Sans']);
    await context.close();
  }
  for (const [n, [tall, wide, line]] of boxes.true.entries()) {
    const [tall2, wide2, line2] = boxes.false[n];
    assert.ok(Math.abs(wide2 / wide - 1) < 0.04, `the width: ${wide} and ${wide2}`);
    assert.ok(Math.abs(tall2 / tall - 1) < 0.05, `in lines: ${tall} and ${tall2}`);
    assert.ok(Math.abs(line2 - line) <= 1, `one line: ${line} and ${line2}`);
  }
});

test('all fonts together weigh less than 60 kB, and their licence lies beside them', async () => {
  const files = readdirSync(fonts).filter((name) => name.endsWith('.woff2'));
  const bytes = files.reduce((sum, name) => sum + statSync(fileURLToPath(new URL(name, fonts))).size, 0);
  assert.ok(files.length > 0 && bytes < 60000, `${bytes} bytes in ${files.length}`);
  const answer = await fetch(`${at.server.url}/fonts/OFL.txt`);
  assert.match(await answer.text(), /SIL OPEN FONT LICENSE Version 1\.1/);
  const text = await fetch(`${at.server.url}/fonts/text.woff2`);
  assert.equal(text.headers.get('content-type'), 'font/woff2');
  assert.equal((await fetch(`${at.server.url}/fonts/make.py`)).status, 404);
});
