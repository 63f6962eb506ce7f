// Deltas are applied to the documents of a game that the tests in Rust have written.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { applyDelta, decoder } from '../../js/net/delta.js';

const lines = readFileSync(new URL('../../../crates/table/tests/parts.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

/** @param {any} value @returns {any} */
const frozen = (value) => {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
};

test('parts make up the whole, and what was there before stays as it was', () => {
  /** @type {Map<string, any>} */
  const documents = new Map();
  let compared = 0;
  for (const { of, is, change } of lines) {
    if (change) {
      documents.set(of, frozen(applyDelta(documents.get(of), change)));
    } else if (documents.has(of)) {
      assert.deepEqual(documents.get(of), is);
      compared += 1;
    } else {
      documents.set(of, frozen(is));
    }
  }
  assert.ok(compared > 2 && lines.length > 60, `${compared} of ${lines.length}`);
});

test('fields come, change and go', () => {
  const old = { stays: [1], goes: 1, changes: 1, list: ['a', 'b', { c: 1 }] };
  const change = { goes: {}, changes: null, comes: { '=': {} }, list: [{ '=': 'd' }, [2, { c: 2 }], 0] };
  assert.deepEqual(applyDelta(old, change), { stays: [1], changes: null, comes: {}, list: ['d', { c: 2 }, 'a'] });
});

test('a decoder gives whole messages, and none for a document that it never had', () => {
  const [{ is: table }, { change }] = lines.filter((line) => line.of === 'table');
  const [{ is: choices }] = lines.filter((line) => line.of !== 'table');
  const decode = decoder();
  /** @param {any} message */
  const read = (message) => /** @type {any} */ (decode(message));
  const update = { type: 'update_part', of: table.number, events: [], table: change };
  assert.equal(read(update), null);
  read({ type: 'snapshot', table, choices });
  const got = read(update);
  assert.deepEqual(got, { type: 'update', events: [], table: applyDelta(table, change) });
  assert.equal(read(update), null, 'a part of what was there before');
  const part = { type: 'choices_part', of: choices.at, choices: { at: choices.at + 9 } };
  assert.deepEqual(read(part), { ...choices, type: 'choices', at: choices.at + 9 });
  assert.equal(read(part), null);
  assert.deepEqual(read({ type: 'you' }), { type: 'you' });
});
