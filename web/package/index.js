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
    const at = this.#module.alloc(bytes.length);
    new Uint8Array(this.#module.memory.buffer, at, bytes.length).set(bytes);
  }

  #read(length) {
    return reader.decode(new Uint8Array(this.#module.memory.buffer, this.#module.response(), length));
  }

  ask(question) {
    this.#write(writer.encode(JSON.stringify(question)));
    const answer = JSON.parse(this.#read(this.#module.request()));
    if (answer.error) throw new Refusal(answer.error);
    return answer;
  }

  learn(net) {
    this.#write(new Uint8Array(net));
    const length = this.#module.load_net();
    if (length) throw new Error(this.#read(length));
  }

  about() {
    return this.ask({ do: 'about' });
  }

  verify(record, commitment) {
    return this.ask({ do: 'verify', record: written(record), commitment, now: Date.now() });
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

  /** How a game of a record stood after so many of its events. */
  stood(record, events) {
    return this.ask({ do: 'stood', record: written(record), events });
  }

  actions(rules, position, most) {
    return this.ask({ do: 'actions', rules, position, most });
  }

  play(rules, position, action, seed) {
    return this.ask({ do: 'play', rules, position, action, seed });
  }

  game({ players = 2, board = 'front', rules = this.about().boards[board], seed = random(32) } = {}) {
    return new Game(this, { players, rules, seed });
  }
}

const written = (record) => (typeof record === 'string' ? record : JSON.stringify(record));

/** A game. All of it is here: the module keeps nothing of it. */
class Game {
  #quinta;
  #begun;
  #standing;
  #played = [];

  constructor(quinta, begun) {
    this.#quinta = quinta;
    this.#begun = begun;
    this.#standing = quinta.ask({ do: 'begin', ...begun });
  }

  get rules() {
    return this.#begun.rules;
  }

  get seed() {
    return this.#begun.seed;
  }

  get position() {
    return this.#standing.position;
  }

  get over() {
    return this.#standing.phase === 'over';
  }

  get turn() {
    return this.over ? null : this.position.turn;
  }

  get scores() {
    return this.position.seats.map(({ score }) => score);
  }

  get winners() {
    return this.#standing.winners;
  }

  /** What was played, in order. */
  get played() {
    return [...this.#played];
  }

  actions(most) {
    return this.#quinta.actions(this.rules, this.position, most).actions;
  }

  counts() {
    return this.#quinta.actions(this.rules, this.position, 0).counts;
  }

  /** How the game would stand after an action, before luck. */
  after(action) {
    return this.#quinta.play(this.rules, this.position, action);
  }

  play(action) {
    this.#standing = this.#quinta.play(this.rules, this.position, action, this.seed);
    this.#played.push(action);
  }

  think({ level, budget = '2000sims', seed = this.#played.length, about }) {
    return this.#quinta.think({ level, rules: this.rules, position: this.position, about, budget, seed });
  }

  record() {
    return this.#quinta.ask({ do: 'write', ...this.#begun, actions: this.#played });
  }
}
