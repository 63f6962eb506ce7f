// The module against the same games and questions as the native program, and the package as its README tells.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Refusal, load } from '../index.js';
import { changed } from '../sources.mjs';

const repository = new URL('../../../', import.meta.url);
/** @param {string} path */
const file = (path) => readFileSync(new URL(path, repository), 'utf8');
const net = readFileSync(new URL('crates/bots/nets/quinta.net', repository));
const conformance = 'crates/record/tests/conformance/';
const games = readdirSync(new URL(conformance, repository)).sort();

test('the module was made from the sources that are here', () => {
  assert.deepEqual(changed(), [], 'run web/package/build');
  assert.equal(file('web/package/wire.d.ts'), file('crates/wire/wire.d.ts'), 'run web/package/build');
});

test('all conformance games agree in every figure', async () => {
  const quinta = await load();
  assert.equal(games.length, 32);
  for (const name of games) {
    const text = file(conformance + name);
    assert.equal(quinta.verify(text).events, JSON.parse(text).events.length, name);
  }
});

test('one wrong figure in a record is found', async () => {
  const quinta = await load();
  const record = JSON.parse(file(conformance + games[0]));
  record.result.scores[0] += 1;
  assert.throws(
    () => quinta.verify(record),
    (/** @type {Refusal} */ why) => why instanceof Refusal && why.code === 'bad_record',
  );
  assert.throws(() => quinta.replay('{}'), Refusal);
});

test('the same seed gives the same move as natively, at every level', async () => {
  const quinta = await load({ net });
  const known = file('crates/tab/tests/moves.jsonl').trimEnd().split('\n');
  assert.ok(known.length > 20);
  for (const line of known) {
    const { question, answer } = JSON.parse(line);
    assert.deepEqual(quinta.ask(question), answer, line);
  }
});

for (const level of /** @type {const} */ (['random', 'seedling', 'gardener', 'designer', 'mason', 'architect'])) {
  test(`a whole game against ${level} ends, and its record verifies`, async () => {
    const quinta = await load({ net });
    const game = quinta.game({ seats: [{ who: 'me' }, { who: 'bot', level }] }, '5a'.repeat(32));
    while (!game.over) {
      if (game.bot) {
        game.move({ budget: '30sims' });
      } else {
        const choice = game.choices?.acquire.find(({ reason }) => !reason);
        game.act(
          choice ? { acquire: choice.attribute, take: choice.takes[0] ?? [] } : { pass: { tiles: [], expansions: [] } },
        );
      }
    }
    assert.equal(quinta.verify(game.record()).luck, 'in_tab');
    assert.ok(game.events.length > 20);
  });
}

test('what the rules forbid is refused with its reason, and changes nothing', async () => {
  const quinta = await load();
  const game = quinta.game({ seats: [{ who: 'me' }, { who: 'me', name: 'Bo' }] }, '07'.repeat(32));
  const before = structuredClone(game.table);
  assert.throws(
    () => game.act({ place: 'b1', cell: [1, 0], pay: { tiles: [], expansions: [], jokers: 0 } }),
    (/** @type {Refusal} */ why) => why instanceof Refusal && why.code === 'not_in_storage',
  );
  assert.deepEqual(game.table, before);
  assert.throws(() => game.move(), /no bot/);
});

test('a game is looked back at, one move after the other', async () => {
  const quinta = await load({ net });
  const record = JSON.parse(file(conformance + games[0]));
  const look = quinta.lookBack(record, '8sims');
  let step = look.next();
  let judged = 0;
  while (!step.done) {
    assert.equal(step.value.judged, judged);
    judged += 1;
    step = look.next();
  }
  const actions = record.events.filter((/** @type {object} */ event) => !('draw' in event));
  assert.equal(judged, actions.length);
  assert.equal(step.value.moves.length, judged);
});

test('the tutorial is in the module', async () => {
  const quinta = await load();
  const { lessons } = quinta.ask({ do: 'lessons' });
  assert.ok(lessons.length > 10);
  for (const { name: lesson } of lessons) {
    assert.equal(quinta.ask({ do: 'lesson', lesson, name: 'Anna', actions: [] }).done, false);
  }
});

test('questions that make no sense are refused', async () => {
  const quinta = await load();
  for (const question of [{ do: 'dance' }, { do: 'open', id: 3, log: [] }, { do: 'record', id: 'none' }]) {
    assert.throws(() => quinta.ask(question), Refusal);
  }
  assert.throws(() => quinta.learn(new Uint8Array(3)), /not a net/);
});

test('the example of the README runs', async () => {
  const [, example = ''] = file('web/package/README.md').match(/```js\n(.*?)```/s) ?? [];
  assert.match(example, /game\.move\(\)/);
  const code = example.replace("'quinta'", JSON.stringify(new URL('../index.js', import.meta.url).href));
  await import(`data:text/javascript,${encodeURIComponent(code)}`);
});
