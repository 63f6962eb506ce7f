// A table in this worker: what is asked becomes entries, and once they are stored, messages.
import { Refusal } from './module.js';
import * as store from './store.js';

/**
 * @typedef {import('../../../crates/wire/wire.js').ServerMessage} ServerMessage
 * @typedef {import('../../../crates/wire/wire.js').ClientMessage} ClientMessage
 * @typedef {import('../../../crates/wire/wire.js').LobbyTable} LobbyTable
 * @typedef {{seat: number, at: number, job: object}} Turn
 * @typedef {{store?: store.Entry[], messages?: ServerMessage[], bot?: Turn, hint?: object, deadline?: number,
 *   number?: number, lobby?: LobbyTable}} Step
 * @typedef {{do: string, id: string, message?: ClientMessage, [more: string]: unknown}} Question
 * @typedef {Awaited<ReturnType<typeof import('./module.js').start>>} Module
 * @typedef {ReturnType<typeof import('./pool.js').pool>} Pool
 */

/** How long a bot waits after something failed, in milliseconds. */
const REST = 2000;

/** Where tabs tell each other what they stored. */
const news = new BroadcastChannel('quinta');

/** What a new table needs and nobody can guess. @param {string} id */
export function fresh(id) {
  const hex = (/** @type {number} */ n) =>
    Array.from(crypto.getRandomValues(new Uint8Array(n)), (b) => b.toString(16).padStart(2, '0')).join('');
  return { id, secret: hex(32), invitation: hex(8) };
}

/** A table that is open here. Everything that happens to it happens one after the other. */
export class Table {
  #id;
  #module;
  #pool;
  #number = 0;
  /** What is under way. @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** The number of the position that a bot thinks about. */
  #thinks = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;
  /** Who is told; without anybody bots rest. @type {((message: object) => void) | null} */
  #tell = null;

  /** @param {string} id @param {Module} module @param {Pool} pool */
  constructor(id, module, pool) {
    this.#id = id;
    this.#module = module;
    this.#pool = pool;
    news.addEventListener('message', ({ data }) => {
      if (data.id !== id) return;
      if (data.handed) this.#say({ type: 'refused', error: { code: 'handed', message: data.handed }, events: [] });
      else if (data.number > this.#number) void this.#next(() => this.#catchUp());
    });
  }

  /** Takes the table into memory. @returns {Promise<void>} */
  open = () =>
    this.#next(async () => {
      const log = await store.read(this.#id);
      if (log.length === 0) throw new Refusal({ code: 'no_such_table', message: 'there is no such table' });
      this.#heard(this.#module.ask({ do: 'open', id: this.#id, log }));
    });

  /**
   * Tells someone everything, from now on too.
   * @param {string} name @param {number} since @param {(message: object) => void} tell
   */
  connect = (name, since, tell) =>
    this.#next(async () => {
      this.#tell = tell;
      await this.#catchUp();
      this.#heard(this.#module.ask({ do: 'snapshot', id: this.#id, name, since, now: Date.now() }));
    });

  /**
   * Carries out a command.
   * @param {string} name @param {ClientMessage} message @param {string} another an id for a rematch
   */
  command = (name, message, another) =>
    this.#next(() =>
      this.#carryOut({ do: 'command', id: this.#id, name, message, fresh: fresh(another) }).catch((problem) => {
        if (!(problem instanceof Refusal)) throw problem;
        this.#say({ type: 'refused', id: message.id, error: problem.error, events: [] });
      }),
    );

  /** Asks about it as it is. @param {object} question @returns {Promise<any>} */
  ask = (question) =>
    this.#next(async () => {
      await this.#catchUp();
      return this.#module.ask({ ...question, id: this.#id });
    });

  /** @template T @param {() => Promise<T>} what @returns {Promise<T>} */
  #next(what) {
    const done = this.#last.then(what);
    this.#last = done.catch(() => null);
    return done;
  }

  /** @param {object} message */
  #say(message) {
    this.#tell?.(message);
  }

  /** Takes what another tab has stored meanwhile. */
  async #catchUp() {
    const log = await store.read(this.#id, this.#number);
    if (log.length) this.#heard(this.#module.ask({ do: 'follow', id: this.#id, log, now: Date.now() }));
  }

  /** Asks for something to happen; it has happened once it is stored. @param {Question} question */
  async #carryOut(question) {
    for (;;) {
      /** @type {Step} */
      const step = this.#module.ask({ ...question, now: Date.now() });
      if (!step.store) return this.#heard(step, question);
      const outcome = await store.append(step.store);
      if (outcome === 'stored') {
        this.#heard(this.#module.ask({ do: 'stored', id: this.#id, now: Date.now() }), question);
        news.postMessage({ id: this.#id, number: this.#number });
        return;
      }
      if (outcome === 'taken') {
        // Another tab was quicker. What was asked for may still be possible, or is refused for what happened.
        await this.#catchUp();
        if (question.do === 'command') continue;
        return;
      }
      this.#failed(outcome, question);
      return;
    }
  }

  /** Nothing was stored, so nothing happened. @param {store.Outcome} outcome @param {Question} question */
  #failed(outcome, question) {
    const { messages: _, bot, ...step } = this.#module.ask({ do: 'not_stored', id: this.#id });
    const error = { code: outcome, message: 'this could not be stored; nothing was changed' };
    if (question.message || outcome !== 'handing')
      this.#say({ type: 'refused', id: question.message?.id, error, events: [] });
    this.#heard(step);
    if (bot && outcome !== 'handed') setTimeout(() => this.#think(bot), REST);
  }

  /** @param {Step} step @param {Question} [from] */
  #heard(step, from) {
    for (const message of step.messages ?? []) this.#say(message);
    if (step.number !== undefined) {
      this.#number = step.number;
      clearTimeout(this.#clock);
      if (step.deadline !== undefined && this.#tell) this.#await(step.deadline);
    }
    if (step.lobby && from) void store.keep(step.lobby).catch(() => null);
    if (step.bot) this.#think(step.bot);
    if (step.hint && from?.message) void this.#advise(from.message.id, step.hint);
  }

  /** Looks at the clock when it runs out. @param {number} deadline */
  #await(deadline) {
    // A timer cannot wait for longer than this many milliseconds.
    const wait = Math.min(Math.max(0, deadline - Date.now()) + 10, 2 ** 31 - 1);
    this.#clock = setTimeout(() => void this.#next(() => this.#carryOut({ do: 'time', id: this.#id })), wait);
  }

  /** Lets a bot think about its turn, and act. @param {Turn} turn */
  async #think({ seat, at, job }) {
    if (!this.#tell || this.#thinks === at) return;
    this.#thinks = at;
    try {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0];
      const { action } = await this.#pool.think({ ...job, seed });
      await this.#next(async () => {
        this.#thinks = 0;
        await this.#carryOut({ do: 'bot', id: this.#id, seat, at, action });
      });
    } catch (problem) {
      this.#thinks = 0;
      this.#say({ type: 'refused', error: errorOf(problem), events: [] });
      setTimeout(() => this.#think({ seat, at, job }), REST);
    }
  }

  /** Answers a hint that was asked for. @param {string} id @param {object} job */
  async #advise(id, job) {
    try {
      const { action, advice } = await this.#pool.think(job);
      this.#say({ type: 'reply', id, number: this.#number, hint: action, advice });
    } catch (problem) {
      this.#say({ type: 'refused', id, error: errorOf(problem), events: [] });
    }
  }
}

/** What went wrong, whatever was thrown. @param {any} problem */
export function errorOf(problem) {
  if (problem instanceof Refusal) return problem.error;
  return typeof problem?.code === 'string' && problem.message !== undefined && !(problem instanceof Error)
    ? problem
    : { code: 'other', message: String(problem?.message ?? problem) };
}
