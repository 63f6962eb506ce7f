// What the linter asks of the web client and its tests, beyond the types that `tsc` checks and the layout that
// prettier decides.
import js from '@eslint/js';
import { flatConfigs as imports } from 'eslint-plugin-import-x';
import globals from 'globals';

/**
 * What the server takes for granted when it joins modules and leaves out their comments, which it does without parsing
 * them (`crates/server/src/client/`). That each statement begins a line is prettier's part.
 * `web/tests/unit/lint.test.mjs` has an example of each.
 */
const BUNDLED = [
  [
    ':matches(ExportAllDeclaration, ExportDefaultDeclaration, ExportNamedDeclaration[declaration=null])',
    'Export a name where it is declared.',
  ],
  ['ExportNamedDeclaration > VariableDeclaration[kind!="const"]', 'Export constants: importers get a copy.'],
  [
    'ExportNamedDeclaration > :matches([declarations.length>1], [declarations.0.id.type=/Pattern/])',
    'Export one name at a time.',
  ],
  [
    'ImportDeclaration:matches([specifiers.length=0], :has(ImportDefaultSpecifier), [attributes.length>0])',
    'Import names, or a module as an object.',
  ],
  [
    ':matches(ImportDeclaration, ImportExpression)[source.value!=/^\\.\\.?\\/[a-z0-9_\\/.-]+\\.js$/]',
    'Import by a relative address, written out.',
  ],
  [
    ':not(MemberExpression[property.name="url"]) > MetaProperty[property.name="meta"]',
    'Of import.meta only the url is known.',
  ],
  [
    'TemplateElement[value.raw=/^(im|ex)port\\b/m]',
    'A line of a text that begins like an import or export is taken for one.',
  ],
  ['Identifier[name=/^\\$/]', 'Names that begin with $ are those of the joined modules.'],
  [
    'ExpressionStatement > CallExpression > MemberExpression > Literal[regex]',
    'A regular expression at the start of a statement can be taken for a division.',
  ],
].map(([selector, message]) => ({ selector, message }));

/** Modules that are joined have no statement of their own that could wait. */
const TOP_LEVEL_AWAIT = {
  selector: 'AwaitExpression:not(:function AwaitExpression)',
  message: 'Await inside a function: only main.js is a module that can wait.',
};

/** Import and export lists are copied as they are written, so names stay what they are. */
const sameNames = {
  create: (context) => ({
    ImportSpecifier(node) {
      if (node.imported.name !== node.local.name) context.report({ node, message: 'Import a name as what it is.' });
    },
  }),
};

export default [
  js.configs.recommended,
  {
    plugins: { ...imports.recommended.plugins, quinta: { rules: { 'same-names': sameNames } } },
    rules: {
      eqeqeq: 'error',
      'import-x/no-cycle': 'error',
      // Prettier leaves comments and texts as they are.
      'max-len': ['error', { code: 120, ignoreUrls: true }],
      'no-else-return': 'error',
      'no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'prefer-template': 'error',
    },
  },
  {
    files: ['web/js/**'],
    languageOptions: { globals: globals.browser },
    rules: { 'quinta/same-names': 'error', 'no-restricted-syntax': ['error', ...BUNDLED, TOP_LEVEL_AWAIT] },
  },
  { files: ['web/js/main.js'], rules: { 'no-restricted-syntax': ['error', ...BUNDLED] } },
  { files: ['web/js/tab/*worker.js'], languageOptions: { globals: globals.worker } },
  { files: ['web/start.js'], languageOptions: { sourceType: 'script', globals: globals.browser } },
  { files: ['web/sw.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['web/package/**'], languageOptions: { globals: { ...globals['shared-node-browser'], ...globals.node } } },
  // The tests run in Node, and what they hand to a page runs there.
  { files: ['web/tests/**'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
