// A worker that thinks: the moves of bots, hints, and the architect's review of a game.
import { Refusal, file, start } from './module.js';

/**
 * @typedef {{module: WebAssembly.Module}} Begin
 * @typedef {{number: number, job: {level: string}}} Think
 * @typedef {{number: number, record: string, id: string, budget: string}} ReviewJob
 */

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** How long to wait before loading the net again, in milliseconds. */
const AGAIN = 2000;

/** @type {ReturnType<typeof start> | null} */
let started = null;
/** Whether the module has loaded the net. */
let knows = false;

/** The architect's net. It is the largest file, so it is loaded only when an architect plays. */
async function net() {
  for (;;) {
    try {
      return await file('architect.net');
    } catch {
      // Offline, and not cached.
      worker.postMessage({ waits: true });
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** @param {boolean} learned whether the net is needed */
async function ready(learned) {
  if (!started) throw new Error('there is no module yet');
  const module = await started;
  if (learned && !knows) {
    module.loadNet(await net());
    knows = true;
  }
  return module;
}

/** @param {Think} asked */
async function think({ number, job }) {
  const module = await ready(job.level === 'architect');
  worker.postMessage({ number, answer: module.ask({ do: 'think', ...job }) });
}

/** One move after the other, so that it can be told how far it is. @param {ReviewJob} asked */
async function review({ number, ...game }) {
  const module = await ready(true);
  let progress = module.ask({ do: 'look_back', ...game });
  while (!progress.review) {
    worker.postMessage({ number, progress });
    progress = module.ask({ do: 'judge' });
  }
  worker.postMessage({ number, progress, answer: progress });
}

worker.onmessage = ({ data }) => {
  /** @type {Begin | Think | ReviewJob} */
  const asked = data;
  if ('module' in asked) {
    started = start(asked.module);
    return;
  }
  ('job' in asked ? think(asked) : review(asked)).catch((problem) => {
    const error =
      problem instanceof Refusal ? problem.error : { code: 'other', message: String(problem?.message ?? problem) };
    worker.postMessage({ number: asked.number, error });
  });
};
