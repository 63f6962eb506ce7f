// What has changed of a document, put together with what the page had: the game that the Rust side's tests keep.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { changed, listener } from '../../js/net/parts.js';

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
      documents.set(of, frozen(changed(documents.get(of), change)));
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
  assert.deepEqual(changed(old, change), { stays: [1], changes: null, comes: {}, list: ['d', { c: 2 }, 'a'] });
});

test('a listener hears whole messages, and none of something that it was never told', () => {
  const [{ is: table }, { change }] = lines.filter((line) => line.of === 'table');
  const [{ is: choices }] = lines.filter((line) => line.of !== 'table');
  const listen = listener();
  /** @param {any} message */
  const hear = (message) => /** @type {any} */ (listen(message));
  const update = { type: 'update_part', of: table.number, events: [], table: change };
  assert.equal(hear(update), null);
  hear({ type: 'snapshot', table, choices });
  const heard = hear(update);
  assert.deepEqual(heard, { type: 'update', events: [], table: changed(table, change) });
  assert.equal(hear(update), null, 'a part of what was there before');
  const part = { type: 'choices_part', of: choices.at, choices: { at: choices.at + 9 } };
  assert.deepEqual(hear(part), { ...choices, type: 'choices', at: choices.at + 9 });
  assert.equal(hear(part), null);
  assert.deepEqual(hear({ type: 'you' }), { type: 'you' });
});
