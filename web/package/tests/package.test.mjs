// Both modules against the same games and questions as the native program, and the package as its README tells.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, load } from '../index.js';
import { declarations } from '../declarations.mjs';
import { file, games, levels, modules } from './common.mjs';

/** @param {string} code */
const refusal = (code) => (/** @type {unknown} */ why) => why instanceof Refusal && why.code === code;

test('the declarations are those of the wire', () => {
  assert.equal(file('web/package/wire.d.ts'), declarations(), 'run node web/package/declarations.mjs');
});

for (const [whose, begin] of modules) {
  test(`all conformance games agree in every figure: ${whose}`, async () => {
    const quinta = await begin();
    assert.equal(games.length, 32);
    for (const { name, text } of games) {
      assert.equal(quinta.verify(text).events, JSON.parse(text).events.length, name);
    }
  });

  test(`every action of the conformance games can be played, and what they refuse cannot: ${whose}`, async () => {
    const quinta = await begin();
    let played = 0;
    for (const { name, text } of games) {
      const record = JSON.parse(text);
      const { setup, rules = quinta.about().boards[/** @type {'front' | 'back'} */ (setup.board)] } = record;
      // Only the steps, which are read again wherever luck has its say.
      const steps = record.events.map((/** @type {any} */ { legal, refused, after, ...step }) => step);
      const luck = JSON.stringify({ ...record, events: steps });
      let standing = quinta.stood(luck, 0);
      for (const [number, { legal, refused, after }] of record.events.entries()) {
        const { seat, draw, ...action } = steps[number];
        if (!draw) {
          const { position } = standing;
          assert.equal(position.turn, seat, name);
          assert.deepEqual(quinta.actions(rules, position, 0).counts, legal, `${name}, event ${number}`);
          for (const { seat: other, ...wrong } of refused ?? []) {
            if (other === seat) assert.throws(() => quinta.play(rules, position, wrong), Refusal, name);
          }
          standing = quinta.play(rules, position, action);
          played += 1;
        }
        if (draw || standing.phase === 'turn_up') standing = quinta.stood(luck, number + 1);
        if (after && standing.phase !== 'draw') {
          const { round, turn, seats } = standing.position;
          const scores = seats.map(({ score }) => score);
          const jokers = seats.map((one) => one.jokers);
          const found = { ...after, round, turn: standing.phase === 'over' ? null : turn, scores, jokers };
          assert.deepEqual(found, after, `${name}, event ${number}`);
        }
      }
      assert.equal(standing.phase, 'over', name);
    }
    assert.ok(played > 2000, `${played}`);
  });

  test(`the same seed gives the same move as natively, at every level: ${whose}`, async () => {
    const quinta = await begin();
    const known = file('crates/tab/tests/moves.jsonl').trimEnd().split('\n');
    assert.ok(known.length > 20);
    for (const line of known) {
      const { question, answer } = JSON.parse(line);
      assert.deepEqual(quinta.ask(question), answer, line);
    }
  });
}

for (const level of levels) {
  test(`a whole game of ${level} ends, and its record verifies`, async () => {
    const [package_, page] = await Promise.all(modules.map(([, begin]) => begin()));
    assert.ok(package_ && page);
    const wish = { players: 3, board: /** @type {const} */ ('back'), seed: '5a'.repeat(32) };
    const game = package_.game(wish);
    const same = page.game(wish);
    while (!game.over) {
      const { action } = game.think({ level, budget: '30sims' });
      game.play(action);
      same.play(same.think({ level, budget: '30sims' }).action);
    }
    const record = game.record();
    assert.deepEqual(same.record(), record, 'both modules play the same game');
    assert.deepEqual(package_.verify(record), { events: record.events.length, luck: 'dealt' });
    assert.deepEqual(record.result.scores, game.scores);
    assert.deepEqual(record.result.winners, game.winners);
    assert.equal(game.turn, null);
    assert.equal(package_.replay(record).steps.at(-1)?.state.phase, 'over');
    assert.deepEqual(package_.stood(record, record.events.length).position, game.position);
  });
}

test('the actions that are listed are those that can be played', async () => {
  const quinta = await load();
  const game = quinta.game({ players: 4, seed: '07'.repeat(32) });
  for (let move = 0; !game.over; move += 1) {
    const all = game.actions();
    const { acquire, place, expand, buy, pass } = game.counts();
    assert.equal(all.length, acquire + place + expand + buy + 1);
    assert.ok(pass >= 1);
    assert.deepEqual(game.actions(3), all.slice(0, 3));
    assert.deepEqual(Object.keys(all.at(-1) ?? {}), ['pass']);
    const chosen = all[(move * 7) % all.length] ?? assert.fail();
    const seat = game.turn;
    assert.equal(game.after(chosen).position.seats.length, 4);
    game.play(chosen);
    assert.deepEqual(game.played.at(-1), chosen);
    if ('pass' in chosen && !game.over && game.position.passed.length)
      assert.ok(game.position.passed.includes(seat ?? 9));
  }
  assert.equal(quinta.verify(game.record()).luck, 'dealt');
});

test('what the rules forbid is refused with its reason, and changes nothing', async () => {
  const quinta = await load();
  const game = quinta.game({ seed: '07'.repeat(32) });
  const before = structuredClone(game.position);
  const unpaid = { place: 'b1', cell: [1, 0], pay: { tiles: [], expansions: [], jokers: 0 } };
  assert.throws(() => game.play(/** @type {any} */ (unpaid)), refusal('not_in_storage'));
  assert.deepEqual(game.position, before);
  assert.deepEqual(game.played, []);
});

test('a game that cannot be is refused', async () => {
  const quinta = await load();
  const { rules, position } = quinta.game();
  for (const wish of [{ players: 1 }, { players: 5 }, { seed: 'luck' }, { rules: { ...rules, tiles_on_top: 200 } }]) {
    assert.throws(() => quinta.game(wish), refusal('bad_request'), JSON.stringify(wish));
  }
  assert.throws(() => quinta.actions(rules, { ...position, bag: [] }), refusal('bad_request'));
  // The luck of another game does not fit this one.
  const other = quinta.game({ seed: '07'.repeat(32) });
  assert.throws(() => {
    for (; !other.over; other.play(other.actions(1)[0] ?? assert.fail())) {
      quinta.play(other.rules, other.position, other.actions(1)[0] ?? assert.fail(), '08'.repeat(32));
    }
  }, refusal('bad_request'));
});

test('one wrong figure in a record is found', async () => {
  const quinta = await load();
  const record = JSON.parse(games[0]?.text ?? '');
  record.result.scores[0] += 1;
  assert.throws(() => quinta.verify(record), refusal('bad_record'));
  assert.throws(() => quinta.replay('{}'), refusal('bad_record'));
  assert.throws(() => quinta.stood(record, record.events.length + 1), refusal('bad_request'));
});

test('a game is looked back at, one move after the other', async () => {
  for (const [, begin] of modules) {
    const quinta = await begin();
    const record = JSON.parse(games[0]?.text ?? '');
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
  }
});

test('questions that make no sense are refused', async () => {
  const quinta = await load();
  // Tables and lessons are the page's.
  for (const question of [{ do: 'dance' }, { do: 'lessons' }, { do: 'record', id: 'none' }, { do: 'begin' }]) {
    assert.throws(() => quinta.ask(question), refusal('bad_request'));
  }
  assert.throws(() => quinta.learn(new Uint8Array(3)), /not a net/);
});

test('the example of the README runs', async () => {
  const [, example = ''] = file('web/package/README.md').match(/```js\n(.*?)```/s) ?? [];
  assert.match(example, /game\.play\(/);
  const code = example.replace("'quinta'", JSON.stringify(new URL('../index.js', import.meta.url).href));
  await import(`data:text/javascript,${encodeURIComponent(code)}`);
});
