// The display as it is described: where the first-player marker lies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sit } from './position.mjs';

const { display } = await import('../../js/table/display.js');
const text = await import('../../js/words/text.js');
await text.load('en');

const acts = /** @type {Parameters<typeof display>[0]} */ (/** @type {unknown} */ ({}));
/** How often the marker lies in the display. */
const markers = () => JSON.stringify(display(acts)).split('"class":"marker"').length - 1;

test('the marker lies in the display until somebody has it', () => {
  const slot = (/** @type {number} */ n) => ({ slot: n, face: /** @type {const} */ ('stack'), tiles: ['b1'] });
  for (const slots of [[slot(0), slot(1)], []]) {
    const game = sit({ slots, top: slots.length ? 0 : undefined });
    const position = game.table?.state;
    assert.ok(position);
    assert.equal(markers(), 1);
    position.marker = 1;
    assert.equal(markers(), 0);
    position.marker = null;
    position.phase = 'over';
    assert.equal(markers(), 0, 'nobody takes it any more');
  }
});
