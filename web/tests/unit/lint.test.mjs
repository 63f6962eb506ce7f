// What the server takes for granted when it joins the page's modules (`crates/server/src/client/bundle.rs`) is asked of
// them by the linter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const cwd = fileURLToPath(new URL('../../..', import.meta.url));
const eslint = new ESLint({ cwd });

/** What the linter says about a module. @param {string} text @param {string} [name] */
async function complaints(text, name = 'play/act.js') {
  const [{ messages }] = await eslint.lintText(text, { filePath: `${cwd}web/js/${name}` });
  return messages.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

test('modules in the form that the server can join', async () => {
  const text = `import * as text from '../words/text.js';
import { a, b } from '../state.js';

export const one = async () => (await import('../learn/book.js')).book(a, b, text.t);
export function two() {
  return new URL('x', import.meta.url);
}
export class Three {}
`;
  assert.deepEqual(await complaints(text), []);
  assert.deepEqual(await complaints('export const x = await import("./learn/book.js");\n', 'main.js'), []);
});

for (const text of [
  'const a = 1;\nexport { a };\n',
  "export { a } from './a.js';\n",
  "export * from './a.js';\n",
  'export default 1;\n',
  'export let a = 1;\n',
  'export const a = 1,\n  b = 2;\n',
  'export const { a } = globalThis;\n',
  "import './a.js';\n",
  "import a from './a.js';\nvoid a;\n",
  "import { a as b } from './a.js';\nvoid b;\n",
  "import { a } from 'a';\nvoid a;\n",
  'void ((a) => import(a));\n',
  'void import.meta.resolve;\n',
  'void import.meta;\n',
  'void await 1;\n',
  'void `\nexport x`;\n',
  'export function $a() {}\n',
  'if (globalThis) /a b/.test(globalThis.name);\n',
  'export function a() {}\na = null;\n',
])
  test(`not ${JSON.stringify(text)}`, async () => {
    const about = (await complaints(text)).filter((one) => /^(no-restricted-syntax|quinta|no-func-assign)/.test(one));
    assert.equal(about.length, 1);
  });
