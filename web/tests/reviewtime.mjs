// Measures how long a look back at a two-player game takes, and how long people’s moves take on the same server
// meanwhile. Run by hand, with a release build on a quiet machine:
// QUINTA=target/release/quinta node web/tests/reviewtime.mjs [games]
import { execFileSync, spawn } from 'node:child_process';
import { program, serve } from './quinta.mjs';

const games = Number(process.argv[2] ?? 3);
const server = await serve();
/** The load beside the looks back; it prints its own figures. */
const load = spawn(
  program,
  ['load', '--server', new URL(server.url).host, '--tables', '8', '--seats', '2', '--rate', '20'],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
const ended = new Promise((done) => load.once('exit', done));
try {
  /** @param {string} method @param {string} path @param {string} [body] */
  const ask = async (method, path, body) => {
    const answer = await fetch(server.url + path, { method, body, headers: { 'content-type': 'application/json' } });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  for (let game = 1; game <= games; game += 1) {
    const how = ['record', '--players', '2', '--policy', 'gardener', '--seed', String(game)];
    const record = execFileSync(program, how, { encoding: 'utf8' });
    const began = performance.now();
    let progress = await ask('POST', '/api/reviews', record);
    while (!progress.review) {
      await new Promise((done) => setTimeout(done, 200));
      progress = await ask('GET', `/api/reviews/${progress.id}`);
    }
    console.log(`game ${game}: ${progress.moves} moves in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  await ended;
} finally {
  load.kill('SIGINT');
  await ended;
  await server.stop();
}
