// What taking would take, whether it fits, and what is seen after it.
import { acquire, choices, player, sit } from './position.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneWay, reveals, roomAfter, takeAt, withCopy } from '../../js/play/take.js';

/** @typedef {import('../../../crates/wire/wire.js').SlotView} SlotView */

/**
 * @param {number} slot @param {SlotView['face']} face @param {string[]} tiles @param {string} [kind]
 * @returns {SlotView}
 */
const slot = (slot, face, tiles, kind) => ({ slot, face, tiles, ...(kind ? { kind } : {}) });
const copy = (/** @type {string} */ kind, /** @type {number} */ from) => ({ kind, from });
const whole = (/** @type {string} */ kind, /** @type {number} */ from) => ({ kind, from, whole: true });

test('an expansion that lies there as a tile too is forecast by itself', () => {
  const tile = [copy('b3', 0)];
  const expansion = [whole('b3', 1)];
  sit({
    choices: choices({ acquire: [acquire('b', [tile, expansion])] }),
    players: [player(0, { jokers: 3, tiles: ['y1'] }), player(1)],
  });
  assert.deepEqual(takeAt('b', whole('b3', 1)), expansion);
  assert.deepEqual(roomAfter(expansion), { tiles: 8, expansions: 1 });
  assert.deepEqual(roomAfter(tile), { tiles: 7, expansions: 2 });
});

test('there is nothing to choose where colour and pattern take the same', () => {
  sit({ choices: choices({ acquire: [acquire('b', [[copy('b3', 0)]]), acquire(3, [[copy('b3', 0)]])] }) });
  assert.ok(oneWay(copy('b3', 0)));
  sit({
    choices: choices({ acquire: [acquire('b', [[copy('b3', 0), copy('b4', 0)]]), acquire(3, [[copy('b3', 0)]])] }),
  });
  assert.ok(!oneWay(copy('b3', 0)));
  const reason = { reason: /** @type {const} */ ({ code: 'no_room', data: { tiles: 1, expansions: 0 } }) };
  sit({ choices: choices({ acquire: [acquire('b', [], reason), acquire(3, [], reason)] }) });
  assert.ok(!oneWay(copy('b3', 0)), 'what does not fit is explained');
});

test('another copy takes the place of its twin; a tile for an expansion needs a set that has it', () => {
  const takes = [
    [copy('b1', 0), copy('b3', 0)],
    [copy('b1', 2), whole('b3', 1)],
    [copy('b1', 0), whole('b3', 1)],
  ];
  sit({ choices: choices({ acquire: [acquire('b', takes)] }) });
  const pick = { attribute: /** @type {const} */ ('b'), take: takes[0] };
  assert.deepEqual(withCopy(pick, copy('b1', 2)), [copy('b1', 2), copy('b3', 0)]);
  assert.deepEqual(withCopy(pick, whole('b3', 1)), takes[2], 'the set that differs least');
  assert.equal(withCopy(pick, copy('y1', 0)), null);
});

test('taking from the top has tiles drawn, and turns up what lies empty', () => {
  const slots = [slot(0, 'down', ['b1', 'y1']), slot(1, 'stack', ['b2', 'g2', 'b4', 'p1']), slot(2, 'stack', [])];
  sit({ slots, top: 1 });
  assert.deepEqual(reveals([copy('b1', 0)]), { draws: false, ends: false, turns: 0 });
  assert.deepEqual(reveals([copy('b1', 0), copy('b2', 1)]), { draws: true, ends: false, turns: 0 });
  assert.deepEqual(reveals([copy('b1', 0), copy('y1', 0)]), { draws: false, ends: false, turns: 1 });
  assert.deepEqual(reveals(['b2', 'g2', 'b4', 'p1'].map((k) => copy(k, 1))), { draws: true, ends: false, turns: 1 });
});

test('the last of the stack, a bag without tiles, an expansion', () => {
  const last = [slot(0, 'up', [], 'b3'), slot(1, 'stack', ['b2', 'g2'])];
  sit({ slots: last, top: 1 });
  assert.deepEqual(reveals([copy('b2', 1)]), { draws: false, ends: true, turns: 0 });
  assert.deepEqual(reveals([whole('b3', 0)]), { draws: false, ends: false, turns: 0 });
  sit({ slots: [slot(1, 'stack', ['b2', 'g2']), slot(2, 'stack', []), slot(3, 'stack', [])], top: 1, bag: {} });
  assert.deepEqual(reveals([copy('b2', 1)]), { draws: false, ends: false, turns: 2 }, 'the rest is spread out');
});
