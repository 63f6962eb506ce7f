// What the tests of both modules need.
import { readFileSync, readdirSync } from 'node:fs';
import { load } from '../index.js';

const repository = new URL('../../../', import.meta.url);

/** @param {string} path */
export const file = (path) => readFileSync(new URL(path, repository), 'utf8');

export const net = readFileSync(new URL('crates/bots/nets/quinta.net', repository));

const conformance = 'crates/record/tests/conformance/';
/** The conformance games by their names. */
export const games = readdirSync(new URL(conformance, repository))
  .sort()
  .map((name) => ({ name, text: file(conformance + name) }));

/** The page's module, which has tables and lessons besides. */
export const page = () => load({ module: readFileSync(new URL('web/tab/quinta.wasm', repository)), net });

/** Both modules: what the package does, the page's does as well. */
export const modules = /** @type {const} */ ([
  ['the package', () => load({ net })],
  ['the page', page],
]);

/** The levels of the bots. */
export const { levels } = (await load()).about();
