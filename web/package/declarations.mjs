// The declarations of the wire that `index.d.ts` uses, cut from `crates/wire/wire.d.ts`. As a program it writes
// `wire.d.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** What `wire.d.ts` should hold. */
export const declarations = () => {
  const [head = '', ...blocks] = read('../../crates/wire/wire.d.ts').trimEnd().split('\n\n');
  const named = new Map(blocks.map((block) => [block.match(/^export type (\w+)/m)?.[1] ?? '', block]));
  /** @type {Set<string>} */
  const needed = new Set();
  /** @param {string} text */
  const follow = (text) => {
    for (const [name] of text.matchAll(/\b[A-Z]\w*/g)) {
      if (!named.has(name) || needed.has(name)) continue;
      needed.add(name);
      follow((named.get(name) ?? '').replace(/\/\*\*.*?\*\//gs, ''));
    }
  };
  follow(read('index.d.ts').match(/import type {(.*?)}/s)?.[1] ?? '');
  return `${[head, ...[...named].filter(([name]) => needed.has(name)).map(([, block]) => block)].join('\n\n')}\n`;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('wire.d.ts', import.meta.url), declarations());
}
