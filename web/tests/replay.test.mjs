// A game looked at again: a record from a file, stepped through forward and back.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { house, missingTexts, person, program } from './quinta.mjs';

const at = house();

test('a record is read from a file and stepped through', { timeout: 60000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quinta-record-'));
  execFileSync(program, [
    'record',
    '--players',
    '3',
    '--board',
    'back',
    '--seed',
    '7',
    '--policy',
    'random',
    '--games',
    '1',
    '--out',
    folder,
  ]);
  const file = join(folder, readdirSync(folder)[0]);
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  await page.click('.foot a');
  const nonsense = join(folder, 'nonsense.json');
  writeFileSync(nonsense, '{"events": [], "what": 1}');
  await page.setInputFiles('#record-file', nonsense);
  assert.match(await page.locator('.refusal').innerText(), /not a game that can be replayed/);
  await page.setInputFiles('#record-file', file);
  await page.waitForSelector('#step');
  const scores = async () =>
    (await page.locator('.replay .rest-buttons [aria-pressed]').allInnerTexts()).map((x) => Number(x.split('· ')[1]));
  assert.deepEqual(await scores(), [15, 15, 15], 'everyone begins with 15 points');
  assert.equal(await page.locator('.bar .sentence').innerText(), 'The beginning of the game.');
  await page.click('#step-on');
  const first = await page.locator('.bar .sentence').innerText();
  assert.match(first, /^Player \d /, 'the move in words');
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await page.locator('.bar .sentence').innerText(), first);
  await page.click('#step-back');
  assert.equal(await page.locator('.bar .sentence').innerText(), first, 'back is where we were');
  const hash = page.url();
  await page.click('#step-last');
  const record = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(await scores(), record.result.scores, 'the end is the record’s');
  assert.notEqual(page.url(), hash, 'the link says where');
  await page.locator('.replay .rest-buttons [aria-pressed]').nth(1).click();
  assert.equal(
    await page.locator('.mine-garden [data-garden]').getAttribute('data-garden'),
    '1',
    'another garden is large',
  );
  assert.deepEqual(await missingTexts(page), []);
  assert.deepEqual(
    problems.filter((p) => !/422/.test(p)),
    [],
  );
  await context.close();
  rmSync(folder, { recursive: true });
});
