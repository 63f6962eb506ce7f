// The pool of workers in which bots think. They are started when they are first needed.
import { isMissing, pauseAfter } from '../net/own.js';

/**
 * A worker, and the job that it is busy with.
 * @typedef {{worker: Worker, asked: Asked | null}} Thinker
 * @typedef {{number: number, question: object, done: (answer: any) => void, fail: (error: any) => void,
 *   progress?: (progress: any) => void}} Asked
 */

/** Two where there are cores for them: one may still be busy with a job whose result is no longer needed. */
const MOST = Math.max(1, Math.min(2, navigator.hardwareConcurrency - 1));

/**
 * The pool.
 * @param {WebAssembly.Module} module @param {() => void} onWait called while the architect's net is missing
 */
export function pool(module, onWait) {
  /** @type {Thinker[]} */
  const thinkers = [];
  /** @type {Asked[]} */
  const queue = [];
  let last = 0;
  /** How many workers in a row had no script. */
  let missing = 0;

  const begin = () => {
    const worker = new Worker(new URL('./think_worker.js', import.meta.url), { type: 'module', name: 'quinta-thinks' });
    /** @type {Thinker} */
    const thinker = { worker, asked: null };
    worker.postMessage({ module });
    worker.onmessage = ({ data }) => {
      const { asked } = thinker;
      missing = 0;
      if (data.waits) onWait();
      if (data.number === undefined || data.number !== asked?.number) return;
      if (data.progress) asked?.progress?.(data.progress);
      if (data.answer) asked?.done(data.answer);
      if (data.error) asked?.fail(data.error);
      if (!data.answer && !data.error) return;
      thinker.asked = null;
      // A module that panicked is not used again.
      if (data.error?.code === 'other') end();
      next();
    };
    const end = () => {
      thinkers.splice(thinkers.indexOf(thinker), 1);
      worker.terminate();
    };
    worker.onerror = async (event) => {
      end();
      if (isMissing(event) && thinker.asked) {
        queue.unshift(thinker.asked);
        missing += 1;
        await pauseAfter(missing);
      } else thinker.asked?.fail({ code: 'other', message: 'a worker failed' });
      next();
    };
    thinkers.push(thinker);
    return thinker;
  };

  const next = () => {
    const free = thinkers.find((one) => one.asked === null) ?? (thinkers.length < MOST ? begin() : null);
    const asked = free && queue.shift();
    if (!free || !asked) return;
    free.asked = asked;
    free.worker.postMessage({ number: asked.number, ...asked.question });
  };

  /** @param {object} question @param {(progress: any) => void} [progress] @returns {Promise<any>} */
  const ask = (question, progress) =>
    new Promise((done, fail) => {
      last += 1;
      queue.push({ number: last, question, done, fail, progress });
      next();
    });

  return {
    /** What a bot would do. @param {object} job */
    think: (job) => ask({ job }),
    /**
     * The architect's review of a record.
     * @param {{id: string, record: string, budget: string}} game @param {(progress: any) => void} progress
     */
    review: (game, progress) => ask(game, progress),
  };
}
