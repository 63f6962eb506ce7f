// What went wrong, in words: whatever was thrown, and every reason of the rules.
import './browser.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, problemOf } from '../../js/net/refusal.js';
import { errorText } from '../../js/words/refusal.js';
import * as text from '../../js/words/text.js';

test('what was thrown has its words, whether the server said it or not', async () => {
  await text.load('en');
  const refused = new Refusal({ code: 'bad_name', message: 'a name has 1 to 40 characters' });
  assert.equal(errorText(problemOf(refused)), 'A name has 1 to 40 characters.');
  assert.equal(errorText(problemOf(new Error('broken'))), 'That did not work (other).');
  assert.equal(errorText({ code: 'game_over', message: '' }), text.t('refusal.game_over'));
});
