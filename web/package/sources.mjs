// What the modules were made from: the last step of `build`, and what the tests ask.
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = fileURLToPath(new URL('sources.json', import.meta.url));
/** Where each module lies, by the name that `build` gives it. */
const places = { tab: 'web/tab/quinta.wasm', package: 'web/package/quinta.wasm' };

/** @param {string} file */
const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** What the checked-in modules say they were made from. */
export const written = () => JSON.parse(readFileSync(manifest, 'utf8'));

/** The files that have changed since, by their paths in the repository. */
export const changed = () => {
  const { modules, files } = written();
  const known = { ...modules, ...files };
  return Object.keys(known).filter((path) => hash(root + path) !== known[path]);
};

/** Those of the declarations of the wire that `index.d.ts` leans on. */
export const declarations = () => {
  const [head = '', ...blocks] = readFileSync(`${root}crates/wire/wire.d.ts`, 'utf8').trimEnd().split('\n\n');
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
  const offered = readFileSync(new URL('index.d.ts', import.meta.url), 'utf8');
  follow(offered.match(/import type {(.*?)}/s)?.[1] ?? '');
  return `${[head, ...[...named].filter(([name]) => needed.has(name)).map(([, block]) => block)].join('\n\n')}\n`;
};

// The compiler names the files that it read, each with its path; spaces in them are escaped.
/** @param {string} dependencies */
const read = (dependencies) => {
  const [, list = ''] = readFileSync(dependencies, 'utf8').split(/:\s/);
  const paths = list.trim().split(/(?<!\\)\s+/);
  return paths.map((path) => relative(root, path.replaceAll('\\ ', ' ')));
};

const [folder, compiler, check] = process.argv.slice(2);
if (folder && compiler && process.argv[1] === fileURLToPath(import.meta.url)) {
  const made = Object.entries(places);
  const sources = [...new Set(made.flatMap(([name]) => read(`${folder}/${name}.d`)))].sort();
  const found = {
    compiler,
    modules: Object.fromEntries(made.map(([name, place]) => [place, hash(`${folder}/${name}.wasm`)])),
    files: Object.fromEntries(sources.map((path) => [path, hash(root + path)])),
  };
  if (!check) {
    for (const [name, place] of made) copyFileSync(`${folder}/${name}.wasm`, root + place);
    writeFileSync(new URL('wire.d.ts', import.meta.url), declarations());
    writeFileSync(manifest, `${JSON.stringify(found, null, 2)}\n`);
  } else if (JSON.stringify(found) === JSON.stringify(written())) {
    console.log('the modules are what their sources make');
  } else if (JSON.stringify(found.files) !== JSON.stringify(written().files)) {
    throw new Error('the sources of the modules have changed: run web/package/build');
  } else if (found.compiler === written().compiler) {
    throw new Error('the modules are not what their sources make: run web/package/build');
  } else {
    // Another compiler makes other bytes of the same sources.
    console.log(`made by ${written().compiler}, built anew by ${compiler}: only the sources could be compared`);
  }
}
