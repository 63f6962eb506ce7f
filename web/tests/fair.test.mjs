// The fairness check's arithmetic against the vectors of crates/deal.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commitment, deal, mixed } from '../js/pages/fair.js';

/** @param {string} name */
const vector = (name) =>
  readFileSync(new URL(`../../crates/deal/tests/vectors/${name}.txt`, import.meta.url), 'utf8').trim();

/** @param {number} n */
function seed(n) {
  const out = new Uint8Array(32);
  out[31] = n;
  return out;
}

test('shuffles, lots and draws are those of the Rust side', async () => {
  const { expansions, tiles } = await deal(seed(1));
  assert.equal(expansions.slice(0, 20).join(' '), vector('stacks'));
  assert.equal(expansions.slice(20).join(' '), vector('supply'));
  assert.deepEqual(tiles.slice(0, 4).sort(), vector('draw').split(' ').sort());
  let firsts = '';
  for (let n = 0; n < 20; n += 1) firsts += (await deal(seed(n))).first(4);
  assert.equal(firsts, vector('firsts'));
});

test('commitment and mixing are those of the Rust side', async () => {
  const [promise, mix] = vector('fair').split('\n');
  assert.equal(await commitment(seed(1), 'table-1'), promise);
  const added = ['one', 'two'].map((x) => new TextEncoder().encode(x));
  assert.equal(Buffer.from(await mixed(seed(1), 'table-1', added)).toString('hex'), mix);
});
