// The WebAssembly module: a question in JSON, an answer in JSON.

/**
 * @typedef {{memory: WebAssembly.Memory, room: (bytes: number) => number, ask: () => number, learn: () => number,
 *   answer: () => number}} Exports
 */

/** A question that was refused. */
export class Refusal extends Error {
  /** @param {import('../../../crates/wire/wire.js').Error} error */
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

const writer = new TextEncoder();
const reader = new TextDecoder();

/** Compiles the module that belongs to this version of the page. */
export async function compile() {
  const answer = await fetch(new URL('../../tab/quinta.wasm', import.meta.url));
  if (!answer.ok) throw new Error(`the module is missing (${answer.status})`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** Starts the module. @param {WebAssembly.Module} compiled */
export async function start(compiled) {
  const started = await WebAssembly.instantiate(compiled, { quinta: { now: () => performance.now() } });
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (started.exports));

  /** @param {Uint8Array} bytes */
  const write = (bytes) => {
    const at = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  };
  /** @param {number} length */
  const read = (length) => reader.decode(new Uint8Array(exports.memory.buffer, exports.answer(), length));

  return {
    /** Asks it something: `crates/tab/src/request.rs` has all questions. @param {object} question @returns {any} */
    ask(question) {
      write(writer.encode(JSON.stringify(question)));
      const answer = JSON.parse(read(exports.ask()));
      if (answer.error) throw new Refusal(answer.error);
      return answer;
    },
    /** Hands it the net that architects play by. @param {ArrayBuffer} net */
    learn(net) {
      write(new Uint8Array(net));
      const length = exports.learn();
      if (length) throw new Error(read(length));
    },
    /** How much memory it has, in bytes. */
    memory: () => exports.memory.buffer.byteLength,
  };
}
