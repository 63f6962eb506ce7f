// Texts: gaps, plural forms in four languages, lists, places.
import './browser.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as text from '../../js/words/text.js';

test('a number chooses the form that its language has for it', async () => {
  /** @type {[string, number, string][]} */
  const cases = [
    ['en', 1, '1 joker'],
    ['en', 0, '0 jokers'],
    ['fr', 0, '0 joker'],
    ['fr', 2, '2 jokers'],
    ['de', 2, '2 Joker'],
    ['pl', 1, '1 joker'],
    ['pl', 3, '3 jokery'],
    ['pl', 5, '5 jokerów'],
    ['pl', 22, '22 jokery'],
    ['pl', 12, '12 jokerów'],
  ];
  for (const [lang, n, said] of cases) {
    await text.load(lang);
    assert.equal(text.t('count.jokers', { n }), said, lang);
  }
});

test('every text with forms has one for every number that can come up', async () => {
  for (const lang of text.LANGUAGES) {
    await text.load(lang);
    for (let n = 0; n <= 130; n += 1) assert.match(text.t('count.points', { n }), new RegExp(`^${n} \\p{L}+$`, 'u'));
  }
});

test('gaps are filled, unknown ones and unknown texts show themselves', async () => {
  await text.load('en');
  assert.equal(text.t('turn.other', { name: 'Anna' }), 'Anna to play');
  assert.equal(text.t('turn.other'), '{name} to play');
  assert.equal(text.t('no.such.text'), 'no.such.text');
  assert.ok(/** @type {any} */ (globalThis).quintaMissingTexts.has('no.such.text'));
});

test('lists, signs and capitals', async () => {
  await text.load('en');
  assert.equal(text.list([]), '');
  assert.equal(text.list(['a']), 'a');
  assert.equal(text.list(['a', 'b', 'c']), 'a, b and c');
  assert.equal(text.signed(3), '+3');
  assert.equal(text.signed(-14), '−14');
  assert.equal(text.capital('łąka'), 'Łąka');
});

test('a payment is told with its jokers', async () => {
  await text.load('en');
  assert.equal(text.payment({ tiles: ['b1'], expansions: ['b2'], jokers: 2 }).split(' and ')[1], '2 jokers');
  assert.equal(text.payment({}), '');
});

test('cells are named by where they lie', async () => {
  await text.load('en');
  const names = [
    [0, 0],
    [2, -1],
    [1, -2],
    [1, 0],
    [3, 0],
    [4, 0],
  ].map(text.cell);
  assert.equal(names[0], 'fountain');
  assert.equal(names[1], 'statue');
  assert.equal(names[2], 'bench');
  assert.equal(new Set(names).size, 6);
});

test('the best of our languages for a browser', () => {
  Object.defineProperty(globalThis, 'navigator', {
    value: { languages: ['es-ES', 'pl-PL', 'en'] },
    configurable: true,
  });
  assert.equal(text.preferred(undefined), 'pl');
  assert.equal(text.preferred('de'), 'de');
  assert.equal(text.preferred('xx'), 'pl');
});
