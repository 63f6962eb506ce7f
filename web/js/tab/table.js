// A table in this worker: what is asked becomes entries, and once they are stored, messages.
import { Refusal } from './module.js';
import * as store from './store.js';

/**
 * @typedef {import('../../../crates/wire/wire.js').ServerMessage} ServerMessage
 * @typedef {import('../../../crates/wire/wire.js').ClientMessage} ClientMessage
 * @typedef {import('../../../crates/wire/wire.js').LobbyTable} LobbyTable
 * @typedef {{seat: number, at: number, job: object}} Turn
 * @typedef {{store?: store.Entry[], read?: number, messages?: ServerMessage[], bot?: Turn,
 *   hint?: {question: number}, deadline?: number, number?: number, lobby?: LobbyTable}} Step
 * @typedef {{do: string, message?: ClientMessage, [more: string]: unknown}} Question
 * @typedef {Awaited<ReturnType<typeof import('./module.js').start>>} Module
 * @typedef {ReturnType<typeof import('./pool.js').pool>} Pool
 */

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
      if (data.handed) this.#say({ type: 'refused', error: { code: 'handed', message: data.handed } });
      else if (data.number > this.#number) void this.#next(() => this.#catchUp());
    });
  }

  /** Takes the table into memory. @returns {Promise<void>} */
  open = () =>
    this.#next(async () => {
      const log = await store.read(this.#id);
      if (log.length === 0) throw new Refusal({ code: 'no_such_table', message: 'there is no such table' });
      await this.#carryOut({ do: 'open', log });
    });

  /**
   * Tells someone everything, from now on too.
   * @param {string} name @param {number} since @param {(message: object) => void} tell
   */
  connect = (name, since, tell) =>
    this.#next(async () => {
      this.#tell = tell;
      await this.#catchUp();
      await this.#carryOut({ do: 'snapshot', name, since });
    });

  /**
   * Carries out a command.
   * @param {string} name @param {ClientMessage} message @param {string} another an id for a rematch
   */
  command = (name, message, another) =>
    this.#next(() =>
      this.#carryOut({ do: 'command', name, message, fresh: fresh(another) }).catch((problem) => {
        if (!(problem instanceof Refusal)) throw problem;
        this.#say({ type: 'refused', id: message.id, error: problem.error });
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
    if (log.length) await this.#carryOut({ do: 'follow', log });
  }

  /**
   * Tells the module something, and does what it wants done then.
   * @param {Question} question @param {object} [error] what went wrong, in place of the module's own words
   */
  async #carryOut(question, error) {
    /** @type {Question | null} */
    let next = question;
    let stored = false;
    while (next) {
      /** @type {Step} */
      const step = this.#module.ask({ ...next, id: this.#id, now: Date.now() });
      this.#heard(step, error);
      next = null;
      if (step.read !== undefined) next = { do: 'follow', log: await store.read(this.#id, step.read) };
      if (step.store) {
        const outcome = await store.append(step.store);
        stored ||= outcome === 'stored';
        if (outcome === 'stored') next = { do: 'stored' };
        else if (outcome === 'taken') next = { do: 'follow', log: await store.read(this.#id, this.#number) };
        else {
          error = { code: outcome, message: 'this could not be stored; nothing was changed' };
          if (!question.message && outcome !== 'handing') this.#say({ type: 'refused', error });
          next = { do: 'not_stored' };
        }
      }
      if (stored && step.lobby) void store.keep(step.lobby).catch(() => null);
    }
    if (stored) news.postMessage({ id: this.#id, number: this.#number });
  }

  /** @param {Step} step @param {object} [error] */
  #heard(step, error) {
    for (const message of step.messages ?? [])
      this.#say(error && message.type === 'refused' ? { ...message, error } : message);
    if (step.hint) void this.#advise(step.hint);
    if (step.number === undefined) return;
    this.#number = step.number;
    clearTimeout(this.#clock);
    if (!this.#tell) return;
    if (step.deadline !== undefined) this.#await(step.deadline);
    if (step.bot) void this.#think(step.bot);
  }

  /** Looks at the clock when it runs out. @param {number} deadline */
  #await(deadline) {
    // A timer cannot wait for longer than this many milliseconds.
    const wait = Math.min(Math.max(0, deadline - Date.now()) + 10, 2 ** 31 - 1);
    this.#clock = setTimeout(() => void this.#next(() => this.#carryOut({ do: 'time' })), wait);
  }

  /** Lets a bot think about its turn, and act. @param {Turn} turn */
  async #think({ seat, at, job }) {
    if (this.#thinks === at) return;
    this.#thinks = at;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    /** @type {{action?: object}} */
    const { action } = await this.#pool.think({ ...job, seed }).catch((problem) => {
      this.#say({ type: 'refused', error: errorOf(problem) });
      return {};
    });
    await this.#next(() => {
      this.#thinks = 0;
      return this.#carryOut({ do: 'bot', seat, at, action });
    });
  }

  /** Answers a hint that was asked for. @param {{question: number}} hint */
  async #advise({ question, ...job }) {
    /** @type {{action?: object, advice?: object, error?: object}} */
    const { error, ...answer } = await this.#pool.think(job).catch((problem) => ({ error: errorOf(problem) }));
    await this.#next(() => this.#carryOut({ do: 'advised', question, ...answer }, error));
  }
}

/** What went wrong, whatever was thrown. @param {any} problem */
export function errorOf(problem) {
  if (problem instanceof Refusal) return problem.error;
  return typeof problem?.code === 'string' && problem.message !== undefined && !(problem instanceof Error)
    ? problem
    : { code: 'other', message: String(problem?.message ?? problem) };
}
