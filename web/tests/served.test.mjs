// Scripts and style sheets are sent as they were written, token by token, in fewer files and without comments.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { parse } from 'acorn';
import { serve } from './quinta.mjs';

/** @typedef {import('acorn').Node & Record<string, any>} Node */

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** Where the files of this version are. */
let root = '';
/** @type {string[]} */
let listed = [];

before(async () => {
  server = await serve();
  const page = await (await fetch(server.url)).text();
  root = `${server.url}${/\/v\/[^/]+\//.exec(page)?.[0]}`;
  listed = Object.keys((await (await fetch(`${root}files.json`)).json()).files);
});

after(() => server.stop());

const sent = async (/** @type {string} */ name) => {
  const answer = await fetch(root + name);
  assert.equal(answer.status, 200, name);
  return answer.text();
};

const folder = new URL('../js/', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));

/** Whether this takes something from `page.js`: `const {a} = $b;`. @param {Node | null} node */
const takes = (node) =>
  node?.type === 'VariableDeclaration' &&
  node.declarations.every(
    (/** @type {Node} */ one) => one.init?.type === 'Identifier' && one.init.name.startsWith('$'),
  );

/** The tokens of the statements, and the names that they export. @param {string} text @param {Node[]} statements */
function said(text, statements) {
  /** @type {string[]} */
  const exported = [];
  const kept = statements.flatMap((node) => {
    if (node.type === 'ImportDeclaration' || takes(node)) return [];
    if (node.type === 'ReturnStatement') {
      exported.push(...node.argument.properties.map((/** @type {Node} */ one) => one.key.name));
      return [];
    }
    if (node.type !== 'ExportNamedDeclaration') return [node];
    exported.push((node.declaration.declarations?.[0] ?? node.declaration).id.name);
    return [node.declaration];
  });
  /** @type {string[]} */
  const tokens = [];
  for (const { start, end } of kept)
    parse(`async()=>{${text.slice(start, end)}}`, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      onToken: (token) => tokens.push(`${token.type.label} ${'value' in token ? String(token.value) : ''}`),
    });
  return { tokens, exported: exported.sort() };
}

const read = (/** @type {string} */ text) =>
  /** @type {Node} */ (parse(text, { ecmaVersion: 'latest', sourceType: 'module' })).body;

test('every script is sent as it was written', async () => {
  const all = await sent('js/page.js');
  /** The modules of `page.js`. @type {Map<string, Node[]>} */
  const inside = new Map();
  for (const node of read(all)) {
    const [made] = node.declarations ?? [];
    if (made) inside.set(made.id.name, made.init.callee.body.body);
  }
  assert.ok(inside.size > 50);
  let apart = 0;
  for (const name of sources) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const module = inside.get(`$${name.replace('.js', '').replaceAll('/', '_')}`);
    if (module) {
      const here = text
        .replaceAll('import.meta.url', `new URL('./${name}',import.meta.url).href`)
        .replaceAll(/import\('(\.[^']+)'\)(?!\.)/g, (_, to) => `import('.${new URL(to, `x:/${name}`).pathname}')`);
      assert.deepEqual(said(all, module), said(here, read(here)), name);
    }
    if (listed.includes(`js/${name}`)) {
      const file = await sent(`js/${name}`);
      assert.deepEqual(said(file, read(file)), said(text, read(text)), name);
      apart += 1;
    }
    assert.ok(module || listed.includes(`js/${name}`), `${name} is nowhere`);
  }
  assert.ok(apart > 10);
});

test('what is loaded later is there', async () => {
  let later = 0;
  for (const name of listed.filter((one) => one.endsWith('.js')))
    for (const [, to = ''] of (await sent(name)).matchAll(/(?:import\(|from ?)'([^']+)'/g)) {
      assert.ok(listed.includes(new URL(to, `x:/${name}`).pathname.slice(1)), `${name} asks for ${to}`);
      later += 1;
    }
  assert.ok(later > 20);
});

test('what is in page.js is not sent twice, but for what workers run too', () => {
  const twice = listed.filter((name) => ['js/tab/store.js', 'js/state.js', 'js/words/text.js'].includes(name));
  assert.deepEqual(twice, ['js/tab/store.js']);
});

test('every style sheet is sent as it was written', async () => {
  const bare = (/** @type {string} */ text) => text.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, '');
  const css = new URL('../css/', import.meta.url);
  const all = bare(await sent('css/page.css'));
  const order = readFileSync(new URL('page.css', css), 'utf8');
  let at = 0;
  for (const [, name = ''] of order.matchAll(/@import url\('([^']+)'\)/g)) {
    // The colours are made from the palette.
    if (name.startsWith('../')) continue;
    const found = all.indexOf(bare(readFileSync(new URL(name, css), 'utf8')), at);
    assert.ok(found >= at, name);
    at = found;
  }
  assert.match(all, /@mediaprint{/);
  assert.match(all, /--q-cloth/);
  assert.equal(bare(await sent('css/review.css')), bare(readFileSync(new URL('review.css', css), 'utf8')));
});
