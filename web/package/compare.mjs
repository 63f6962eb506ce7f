// Compares a module that was just built with the one that is checked in: by their bytes, and by their answers to the
// same questions. `node compare.mjs BUILT CHECKED_IN [--tables]`; it fails if an answer differs.
import { readFileSync } from 'node:fs';
import { load } from './index.js';
import { file, games, levels, net } from './tests/common.mjs';
import { Table } from './tests/table.mjs';

const [built = '', checkedIn = '', tables] = process.argv.slice(2);
const moves = file('crates/tab/tests/moves.jsonl').trimEnd().split('\n');
// Both are asked at the same time.
Date.now = () => 1_795_000_000_000;

/** Every question that was asked of a module, with its answer. @param {Buffer} module */
const transcript = async (module) => {
  const quinta = await load({ module, net });
  /** @type {string[]} */
  const lines = [];
  const ask = quinta.ask.bind(quinta);
  /** @param {{ do: string, [field: string]: unknown }} question */
  quinta.ask = (question) => {
    let answer;
    try {
      answer = ask(question);
      return answer;
    } catch (why) {
      answer = { refused: String(why) };
      throw why;
    } finally {
      lines.push(`${JSON.stringify(question)}\n  ${JSON.stringify(answer)}`);
    }
  };
  /** @param {() => unknown} question */
  const refusable = (question) => {
    try {
      question();
    } catch {
      // The refusal is in the transcript.
    }
  };

  const { boards } = quinta.about();
  for (const { text } of games) {
    const record = JSON.parse(text);
    quinta.verify(text);
    quinta.replay(text);
    refusable(() => quinta.verify({ ...record, result: { ...record.result, scores: [] } }));
    refusable(() => quinta.verify(text.slice(0, text.length / 2)));
    for (let at = 0; at < record.events.length; at += 15) {
      const { position, phase } = quinta.stood(text, at);
      if (phase !== 'act') continue;
      const rules = boards[/** @type {'front' | 'back'} */ (record.setup.board)];
      quinta.actions(rules, position, 50);
      for (const wrong of record.events[at]?.refused ?? []) refusable(() => quinta.play(rules, position, wrong));
    }
  }
  for (const move of moves) quinta.ask(JSON.parse(move).question);
  for (const step of quinta.lookBack(games[0]?.text ?? '', '8sims')) void step;
  for (const level of levels) {
    const game = quinta.game({ players: 3, board: 'back', seed: '5a'.repeat(32) });
    while (!game.over) game.play(game.think({ level, budget: '30sims' }).action);
    quinta.verify(game.record());
  }
  refusable(() => quinta.ask({ do: 'dance' }));
  refusable(() => quinta.game({ players: 9, seed: '5a'.repeat(32) }));

  if (tables) {
    for (const { name: lesson } of quinta.ask({ do: 'lessons' }).lessons) {
      quinta.ask({ do: 'lesson', lesson, name: 'Anna', actions: [] });
    }
    for (const level of levels) {
      const table = new Table(quinta, [{ who: 'me' }, { who: 'bot', level }]);
      while (!table.over) {
        if (table.move()) continue;
        const choice = table.choices.acquire.find((/** @type {{ reason?: object }} */ { reason }) => !reason);
        table.act(choice ? { acquire: choice.attribute, take: choice.takes[0] } : { pass: {} });
      }
      table.record();
    }
  }
  return lines;
};

const [fresh, known] = [built, checkedIn].map((path) => readFileSync(path));
if (!fresh || !known) throw new Error('two modules are compared');
const [answers, expected] = await Promise.all([transcript(fresh), transcript(known)]);
const differs = expected.findIndex((line, at) => line !== answers[at]);
if (differs >= 0 || answers.length !== expected.length) {
  console.error(`${checkedIn} does not answer as its sources do: run web/package/build and commit the modules.`);
  console.error(`Checked in: ${expected[differs]?.slice(0, 2000)}\nBuilt: ${answers[differs]?.slice(0, 2000)}`);
  process.exit(1);
}
const same = fresh.equals(known);
const verdict = same
  ? 'the same bytes as built'
  : `other bytes (${known.length}, built ${fresh.length}): another compiler, or a change that alters no answer, ` +
    'such as a comment or a line number. Nothing to do; the next refresh brings them in line';
console.log(`${checkedIn}: ${expected.length} answers agree; ${verdict}.`);
