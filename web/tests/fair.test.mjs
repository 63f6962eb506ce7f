// The fairness check: its arithmetic against the vectors of crates/deal, and what it finds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { check, commitment, deal, mixed } from '../js/pages/fair.js';

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

test('the check says what is wrong, who saw the commitment, and where luck was drawn anew', async () => {
  const secret = seed(7);
  const promised = await commitment(secret, 'table-1');
  const plan = await deal(await mixed(secret, 'table-1', [Uint8Array.of(1), Uint8Array.of()]));
  const table = {
    id: 'table-1',
    stage: 'over',
    fair: { commitment: promised, seed: Buffer.from(secret).toString('hex'), luck: ['01', ''] },
    seats: [{}, {}],
    rules: { stack_sizes: [5, 7, 8], tiles_on_top: 4 },
    options: { first: 'lot' },
  };
  /** @type {object[]} */
  const events = [
    { type: 'created', name: '' },
    { type: 'ready', seat: 0, luck_hash: '4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a' },
    { type: 'started', first: plan.first(2) },
    { type: 'drawn', slot: 0, tiles: plan.tiles.slice(0, 4), poured: false, spread: false },
  ];
  const us = { commitment: promised, by: 'us' };
  const found = (of = table, seen = us, happened = events) =>
    check(
      /** @type {any} */ (of),
      /** @type {any} */ (happened.map((event, n) => ({ number: n + 1, time: 0, event }))),
      /** @type {any} */ (seen),
    );
  const good = { wrong: null, seen: 'us', fresh: false };
  assert.deepEqual(await found(), good);
  assert.deepEqual(await found(table, { commitment: '', by: 'nobody' }), { ...good, seen: 'nobody' });
  assert.deepEqual(await found(table, { commitment: promised, by: 'link' }), { ...good, seen: 'link' });
  const other = { commitment: '0'.repeat(64), by: 'link' };
  assert.deepEqual(await found(table, other), { ...good, wrong: 'commitment', seen: 'link' });
  const fair = (/** @type {object} */ how) => ({ ...table, fair: { ...table.fair, ...how } });
  assert.equal((await found(fair({ seed: '7'.repeat(64) })))?.wrong, 'commitment');
  assert.equal((await found(fair({ seed: undefined })))?.wrong, 'withheld');
  assert.equal((await found(fair({ luck: ['02', ''] })))?.wrong, 'luck');
  const others = { ...events[3], tiles: plan.tiles.slice(4, 8) };
  const drawn = [...events.slice(0, 3), others];
  assert.equal((await found(table, us, drawn))?.wrong, 'deal');
  // What comes after fresh luck is not checked, and that is said.
  const undone = { type: 'undone', seat: 0, to: 3, fresh_luck: true };
  assert.deepEqual(await found(table, us, [...events, undone, others]), { ...good, fresh: true });
});
