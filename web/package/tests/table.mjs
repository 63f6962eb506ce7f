// A table in the memory of the page's module, for its tests: what the page does with a worker and a database.
import { Refusal } from '../index.js';

const ID = 'table';

/** A table at which nothing is stored, so everything counts at once. */
export class Table {
  #quinta;
  #messages = 0;
  /** @type {any} */
  #turn;
  /** @type {any} */
  view;
  /** @type {any} */
  choices = null;
  events = 0;

  /**
   * @param {import('../index.js').Quinta} quinta
   * @param {object[]} seats
   */
  constructor(quinta, seats) {
    this.#quinta = quinta;
    const fresh = { id: ID, secret: '5a'.repeat(32), invitation: '' };
    const made = quinta.ask({ do: 'create', wish: { seats }, name: 'Anna', now: 1, fresh });
    const log = made.store.map((/** @type {{ text: string }} */ { text }) => text);
    this.#hear(quinta.ask({ do: 'open', id: ID, log }));
    this.#send({ type: 'ready', luck: '' });
  }

  get over() {
    return this.view.stage === 'over';
  }

  /** @param {object} action */
  act(action) {
    this.#send({ type: 'act', at: this.view.number, action });
  }

  /** Lets the bot whose turn it is play, if it is a bot's. */
  move() {
    if (!this.#turn) return false;
    const { seat, at, job } = this.#turn;
    const { action } = this.#quinta.think({ ...job, seed: at, budget: '30sims' });
    this.#carryOut(this.#quinta.ask({ do: 'bot', id: ID, now: 2, seat, at, action }));
    return true;
  }

  record() {
    return this.#quinta.ask({ do: 'record', id: ID });
  }

  /** @param {object} command */
  #send(command) {
    this.#messages += 1;
    const message = { id: String(this.#messages), ...command };
    this.#carryOut(this.#quinta.ask({ do: 'command', id: ID, name: 'Anna', now: 2, message }));
  }

  /** @param {any} step */
  #carryOut(step) {
    this.#hear(step);
    if (step.store) this.#hear(this.#quinta.ask({ do: 'stored', id: ID, now: 2 }));
  }

  /** @param {any} step */
  #hear({ messages = [], bot, number }) {
    for (const { type, ...message } of messages) {
      if (type === 'refused') throw new Refusal(message.error);
      if (type === 'update') {
        this.view = message.table;
        this.events += message.events.length;
        this.choices = null;
      }
      if (type === 'choices') this.choices = message;
    }
    if (number !== undefined) this.#turn = bot;
  }
}
