// The rule book without a browser: what is found in it, and what belongs to a paragraph.
import './browser.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded, passage, search } from '../../js/learn/book.js';

/** @param {string} text @returns {import('../../js/learn/book.js').Run[]} */
const runs = (text) => [{ type: 'plain', text }];

/** @type {import('../../js/learn/book.js').Book} */
const BOOK = {
  title: 'Rules',
  answers: {},
  sections: [
    {
      anchor: 'pay',
      title: 'What it costs',
      blocks: [
        { type: 'text', anchor: 'pay.cost', runs: runs('A flower costs four.') },
        { type: 'picture', name: 'pay', caption: 'A payment' },
        { type: 'text', anchor: 'pay.jokers', runs: runs('A joker stands in for a flower.') },
        { type: 'list', items: [runs('even for a lily')] },
      ],
    },
    {
      anchor: 'pass',
      title: 'Pass',
      blocks: [{ type: 'text', anchor: 'pass.always', runs: runs('It costs nothing.') }],
    },
  ],
};

test('all words must be there, in the paragraph, its list or its heading', () => {
  const found = (/** @type {string} */ words) => search(BOOK, words).map((x) => x.anchor);
  assert.deepEqual(found('flower'), ['pay.cost', 'pay.jokers']);
  assert.deepEqual(found('JOKER flower'), ['pay.jokers']);
  assert.deepEqual(found('lily'), ['pay.jokers']);
  assert.deepEqual(found('costs'), ['pay.cost', 'pay.jokers', 'pass.always'], 'headings count more');
  assert.deepEqual(found('tulip'), []);
  assert.deepEqual(found('  '), []);
});

test('accents, capitals and the letters that decompose into nothing do not matter', () => {
  assert.equal(folded('ŁAWKĘ Größe É'), 'lawke grosse e');
});

test('a paragraph brings along what belongs to it', () => {
  assert.deepEqual(
    passage(BOOK, 'pay.cost')?.blocks.map((b) => b.type),
    ['text', 'picture'],
  );
  assert.deepEqual(
    passage(BOOK, 'pay.jokers')?.blocks.map((b) => b.type),
    ['text', 'list'],
  );
  assert.equal(passage(BOOK, 'pay')?.section.anchor, 'pay');
  assert.equal(passage(BOOK, 'nothing'), null);
});
