// What the page's module has besides: tables with their bots, and lessons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../index.js';
import { levels, page } from './common.mjs';
import { Table } from './table.mjs';

for (const level of levels) {
  test(`a whole game at a table against ${level} ends, and its record verifies`, async () => {
    const quinta = await page();
    const table = new Table(quinta, [{ who: 'me' }, { who: 'bot', level }]);
    while (!table.over) {
      if (table.move()) continue;
      const choice = table.choices.acquire.find((/** @type {{ reason?: object }} */ { reason }) => !reason);
      table.act(choice ? { acquire: choice.attribute, take: choice.takes[0] } : { pass: {} });
    }
    const { luck, in_tab: inTab } = quinta.verify(table.record());
    assert.deepEqual([luck, inTab], ['kept', true]);
    assert.ok(table.events > 20);
  });
}

test('what the rules forbid is refused at a table with its reason, and changes nothing', async () => {
  const quinta = await page();
  const table = new Table(quinta, [{ who: 'me' }, { who: 'me', name: 'Bo' }]);
  const before = structuredClone(table.view);
  assert.throws(
    () => table.act({ place: 'b1', cell: [1, 0], pay: { tiles: [], expansions: [], jokers: 0 } }),
    (/** @type {unknown} */ why) => why instanceof Refusal && why.code === 'not_in_storage',
  );
  assert.deepEqual(table.view, before);
});

test('the tutorial is in the module', async () => {
  const quinta = await page();
  const { lessons } = quinta.ask({ do: 'lessons' });
  assert.ok(lessons.length > 10);
  for (const { name: lesson } of lessons) {
    assert.equal(quinta.ask({ do: 'lesson', lesson, name: 'Anna', actions: [] }).done, false);
  }
});

test('questions about tables that make no sense are refused', async () => {
  const quinta = await page();
  for (const question of [{ do: 'dance' }, { do: 'open', id: 3, log: [] }, { do: 'record', id: 'none' }]) {
    assert.throws(() => quinta.ask(question), Refusal);
  }
});
