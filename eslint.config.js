// What the linter asks of the web client and its tests, beyond the types that `tsc` checks and the layout that
// prettier decides.
import js from '@eslint/js';
import { flatConfigs as imports } from 'eslint-plugin-import-x';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    plugins: imports.recommended.plugins,
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
  { files: ['web/js/**'], languageOptions: { globals: globals.browser } },
  { files: ['web/js/tab/*worker.js'], languageOptions: { globals: globals.worker } },
  { files: ['web/sw.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['web/package/**'], languageOptions: { globals: { ...globals['shared-node-browser'], ...globals.node } } },
  // The tests run in Node, and what they hand to a page runs there.
  { files: ['web/tests/**'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
