// The module for programs: one question in JSON, one answer in JSON, and a game that is played by them.

/** A question that was refused, with the code and the circumstances of `wire.d.ts`. */
export class Refusal extends Error {
  constructor({ code, message, data = null }) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.data = data;
  }
}

const writer = new TextEncoder();
const reader = new TextDecoder();

/** Random bytes in hex. */
const random = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The bytes of the module beside this file, in Node and in browsers. */
const beside = async () => {
  const address = new URL('./quinta.wasm', import.meta.url);
  if (address.protocol !== 'file:') return (await fetch(address)).arrayBuffer();
  const { readFile } = await import('node:fs/promises');
  return readFile(address);
};

/** Loads the module. */
export const load = async ({ module, net } = {}) => {
  const compiled =
    module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module ?? (await beside()));
  const instance = await WebAssembly.instantiate(compiled, { quinta: { now: () => performance.now() } });
  const quinta = new Quinta(instance.exports);
  if (net) quinta.learn(net);
  return quinta;
};

/** The rules, records and opponents. */
class Quinta {
  #module;

  constructor(module) {
    this.#module = module;
  }

  #write(bytes) {
    const at = this.#module.room(bytes.length);
    new Uint8Array(this.#module.memory.buffer, at, bytes.length).set(bytes);
  }

  #read(length) {
    return reader.decode(new Uint8Array(this.#module.memory.buffer, this.#module.answer(), length));
  }

  ask(question) {
    this.#write(writer.encode(JSON.stringify(question)));
    const answer = JSON.parse(this.#read(this.#module.ask()));
    if (answer.error) throw new Refusal(answer.error);
    return answer;
  }

  learn(net) {
    this.#write(new Uint8Array(net));
    const length = this.#module.learn();
    if (length) throw new Error(this.#read(length));
  }

  about() {
    return this.ask({ do: 'about' });
  }

  verify(record) {
    return this.ask({ do: 'verify', record: written(record) });
  }

  replay(record) {
    return this.ask({ do: 'replay_of', record: written(record) });
  }

  think(job) {
    return this.ask({ do: 'think', ...job });
  }

  /** One move at a time, so that whoever asks can do something else in between. */
  *lookBack(record, budget = '2000sims') {
    let progress = this.ask({ do: 'look_back', id: '', record: written(record), budget });
    while (!progress.review) {
      yield progress;
      progress = this.ask({ do: 'judge' });
    }
    return progress.review;
  }

  game(wish, seed = random(32)) {
    return new Game(this, wish, seed);
  }
}

const written = (record) => (typeof record === 'string' ? record : JSON.stringify(record));

/** A game in memory. Its log is kept here, so everything counts as stored at once. */
class Game {
  #quinta;
  #id = random(8);
  #turn;
  #messages = 0;

  /** The table, as clients are told. */
  table;
  /** What the person to act can do; nothing while it is a bot's turn or the game is over. */
  choices = null;
  /** What happened, each with its number. */
  events = [];

  constructor(quinta, wish, seed) {
    this.#quinta = quinta;
    const fresh = { id: this.#id, secret: seed, invitation: '' };
    const made = quinta.ask({ do: 'create', wish, name: 'player', now: Date.now(), fresh });
    this.#hear(quinta.ask({ do: 'open', id: this.#id, log: made.store.map(({ text }) => text) }));
    this.send({ type: 'ready', luck: '' });
  }

  get over() {
    return this.table.stage === 'over';
  }

  /** The bot whose turn it is, with what it has to think about. */
  get bot() {
    return this.#turn ?? null;
  }

  send(command) {
    this.#messages += 1;
    const message = { id: String(this.#messages), ...command };
    const step = this.#quinta.ask({ do: 'command', id: this.#id, name: 'player', now: Date.now(), message });
    return this.#carryOut(step);
  }

  act(action) {
    this.send({ type: 'act', at: this.table.number, action });
  }

  /** Lets the bot whose turn it is play. */
  move({ budget, seed = this.table.number } = {}) {
    if (!this.#turn) throw new Error('it is no bot’s turn');
    const { seat, at, job } = this.#turn;
    const { action } = this.#quinta.think({ ...job, seed, budget: budget ?? job.budget });
    this.#carryOut(this.#quinta.ask({ do: 'bot', id: this.#id, now: Date.now(), seat, at, action }));
    return action;
  }

  record() {
    return this.#quinta.ask({ do: 'record', id: this.#id });
  }

  #carryOut(step) {
    this.#hear(step);
    if (step.store) this.#hear(this.#quinta.ask({ do: 'stored', id: this.#id, now: Date.now() }));
  }

  #hear({ messages = [], bot, number }) {
    for (const { type, ...message } of messages) {
      if (type === 'refused') throw new Refusal(message.error);
      if (type === 'update') {
        this.table = message.table;
        this.events.push(...message.events);
        this.choices = null;
      }
      if (type === 'choices') this.choices = message;
    }
    if (number !== undefined) this.#turn = bot;
  }
}
