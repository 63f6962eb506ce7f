// No line of a style sheet or a page is longer than those of the code; the formatter leaves comments alone.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

test('no line is longer than 120 characters, and no style sheet than 400 lines', () => {
  const web = new URL('../../', import.meta.url);
  const sheets = readdirSync(new URL('css/', web)).filter((name) => name.endsWith('.css'));
  for (const name of [...sheets.map((sheet) => `css/${sheet}`), 'index.html']) {
    const lines = readFileSync(new URL(name, web), 'utf8').split('\n');
    for (const [n, line] of lines.entries())
      assert.ok(line.length <= 120, `${name}:${n + 1}: ${line.length} characters`);
    assert.ok(lines.length <= 400, `${name}: ${lines.length} lines`);
  }
});
