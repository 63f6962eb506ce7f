// The WebAssembly module: a question in JSON, an answer in JSON.

/**
 * @typedef {{memory: WebAssembly.Memory, alloc: (bytes: number) => number, request: () => number,
 *   response: () => number, load_net: () => number}} Exports
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

/**
 * A file that belongs to this version of the page. What the service worker has kept is taken from there without asking
 * it: it does not hear every worker of a worker.
 * @param {string} name
 */
export async function file(name) {
  const address = new URL(`../../tab/${name}`, import.meta.url).href;
  const answer = (await globalThis.caches?.match(address)) ?? (await fetch(address));
  if (!answer.ok) throw new Error(`${name} is missing (${answer.status})`);
  return answer.arrayBuffer();
}

/** Compiles the module. */
export const compile = async () => WebAssembly.compile(await file('quinta.wasm'));

/** Starts the module. @param {WebAssembly.Module} compiled */
export async function start(compiled) {
  const started = await WebAssembly.instantiate(compiled, { quinta: { now: () => performance.now() } });
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (started.exports));

  /** @param {Uint8Array} bytes */
  const write = (bytes) => {
    const at = exports.alloc(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  };
  /** @param {number} length */
  const read = (length) => reader.decode(new Uint8Array(exports.memory.buffer, exports.response(), length));

  return {
    /** Asks it something: `crates/tab/src/request.rs` has all questions. @param {object} question @returns {any} */
    ask(question) {
      write(writer.encode(JSON.stringify(question)));
      const answer = JSON.parse(read(exports.request()));
      if (answer.error) throw new Refusal(answer.error);
      return answer;
    },
    /** Hands it the net that architects play by. @param {ArrayBuffer} net */
    loadNet(net) {
      write(new Uint8Array(net));
      const length = exports.load_net();
      if (length) throw new Error(read(length));
    },
    /** How much memory it has, in bytes. */
    memory: () => exports.memory.buffer.byteLength,
  };
}
