// Where the cells of a garden lie.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as hex from '../../js/draw/hex.js';

const areas = (/** @type {string[]} */ ...grounds) =>
  [0, 1, 2, 3, 4, 5].map((area) => ({ area, ground: grounds[area] ?? 'free' }));

test('neighbours lie one step away, in six directions', () => {
  const far = hex.DIRECTIONS.map((d) => Math.hypot(...hex.position(d)));
  for (const d of far) assert.ok(Math.abs(d - hex.STEP) < 0.01, String(d));
  assert.equal(new Set(hex.DIRECTIONS.map(hex.name)).size, 6);
});

test('statues and benches are where the rules put them', () => {
  assert.deepEqual(hex.FIGURES, [
    [2, -1],
    [1, -2],
    [-1, -1],
    [-2, 1],
    [-1, 2],
    [1, 1],
  ]);
});

test('every cell of an area is found again, and the fountain board is in none', () => {
  for (let area = 0; area < 6; area += 1) {
    assert.deepEqual(hex.inArea(hex.centre(area)), { area, petal: 6 });
    for (let petal = 0; petal < 6; petal += 1)
      assert.deepEqual(hex.inArea(hex.petalCell(area, petal)), { area, petal });
  }
  for (const cell of [[0, 0], ...hex.DIRECTIONS, ...hex.FIGURES]) assert.equal(hex.inArea(cell), null, hex.name(cell));
});

test('a garden has 6 spaces at first and 48 at the most', () => {
  assert.equal(hex.spaces(areas()).length, 6);
  assert.equal(hex.spaces(areas('up')).length, 12);
  assert.equal(hex.spaces(areas('down')).length, 13);
  const full = hex.spaces(areas('down', 'down', 'down', 'down', 'down', 'down'));
  assert.equal(new Set(full.map(hex.name)).size, 48);
});

test('all stops: the spaces, what they surround, and the middle of what is free or a pavilion', () => {
  const names = hex.stops(areas('up', 'down')).map(hex.name);
  assert.equal(new Set(names).size, names.length);
  assert.equal(names.length, 1 + 6 + 5 + 6 + 6 + 7);
});

test('arrows go along a row, or into the next row as near as can be', () => {
  const cells = [...hex.DIRECTIONS, /** @type {hex.Cell} */ ([0, 0])];
  assert.deepEqual(hex.towards(cells, [0, 0], [1, 0], 0), [1, 0]);
  assert.deepEqual(hex.towards(cells, [1, 0], [-1, 0], 0), [0, 0]);
  assert.equal(hex.towards(cells, [1, 0], [1, 0], 0), null);
  assert.deepEqual(hex.towards(cells, [1, 0], [0, -1], hex.position([1, 0])[0]), [1, -1]);
  assert.deepEqual(hex.towards(cells, [-1, 0], [0, 1], hex.position([-1, 0])[0]), [-1, 1]);
});
