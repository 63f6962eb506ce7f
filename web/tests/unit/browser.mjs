// What the page's modules ask of a browser as they are loaded, for tests that need none.
import { readFileSync } from 'node:fs';

const still = { matches: false, addEventListener() {} };

Object.assign(globalThis, {
  matchMedia: () => still,
  CSS: { escape: (/** @type {string} */ x) => x },
  document: {
    documentElement: { dataset: {} },
    hidden: false,
    addEventListener() {},
    getElementById: () => null,
    querySelector: () => null,
    querySelectorAll: () => [],
  },
  // The catalogues, which the server puts beside the modules.
  fetch: async (/** @type {URL} */ { pathname }) => ({
    ok: true,
    json: async () =>
      JSON.parse(readFileSync(new URL(`../../../locales/${pathname.split('/').at(-1)}`, import.meta.url), 'utf8')),
  }),
});
