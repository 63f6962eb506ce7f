// What the module was made from: the last step of `build`, and what the tests ask.
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const module = fileURLToPath(new URL('quinta.wasm', import.meta.url));
const manifest = fileURLToPath(new URL('sources.json', import.meta.url));

/** @param {string} file */
const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** What the checked-in module says it was made from. */
export const written = () => JSON.parse(readFileSync(manifest, 'utf8'));

/** The files that have changed since, by their paths in the repository. */
export const changed = () => {
  const { module: made, files } = written();
  const stale = Object.keys(files).filter((path) => hash(root + path) !== files[path]);
  return hash(module) === made ? stale : [...stale, 'web/package/quinta.wasm'];
};

// The compiler names the files that it read, each with its path; spaces in them are escaped.
/** @param {string} dependencies */
const read = (dependencies) => {
  const [, list = ''] = readFileSync(dependencies, 'utf8').split(/:\s/);
  const paths = list.trim().split(/(?<!\\)\s+/);
  return paths.map((path) => relative(root, path.replaceAll('\\ ', ' '))).sort();
};

const [made, dependencies, compiler, check] = process.argv.slice(2);
if (made && dependencies && process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = Object.fromEntries(read(dependencies).map((path) => [path, hash(root + path)]));
  const found = { compiler, module: hash(made), files };
  if (!check) {
    copyFileSync(made, module);
    copyFileSync(`${root}crates/wire/wire.d.ts`, fileURLToPath(new URL('wire.d.ts', import.meta.url)));
    writeFileSync(manifest, `${JSON.stringify(found, null, 2)}\n`);
  } else if (JSON.stringify(found) === JSON.stringify(written())) {
    console.log('the module is what its sources make');
  } else if (JSON.stringify(found.files) !== JSON.stringify(written().files)) {
    throw new Error('the sources of the module have changed: run web/package/build');
  } else if (found.compiler === written().compiler) {
    throw new Error('the module is not what its sources make: run web/package/build');
  } else {
    // Another compiler makes other bytes of the same sources.
    console.log(`made by ${written().compiler}, built anew by ${compiler}: only the sources could be compared`);
  }
}
