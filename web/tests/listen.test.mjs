// The whole tutorial through the accessibility tree: by roles and names alone, as someone plays it who only listens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { house, person } from './quinta.mjs';
import { treeOf } from './tree.mjs';

/** @typedef {Awaited<ReturnType<typeof treeOf>>} Tree */

const at = house();

/** A space on which the chosen hexagon may stand: it says what that brings. */
const FITS = /^(?!Statue|Bench|Fountain|Pavilion).*(points? from|\d jokers?)/i;
/** The main button once a move is complete. */
const DO_IT = /^(Take \d|Place here|Place it here|Buy it|Pass$)/;

/** Confirms if that is asked for. @param {Tree} tree */
async function confirm(tree) {
  if (await tree.now('button', DO_IT)) await tree.press('button', DO_IT);
}

/** @param {Tree} tree @param {RegExp} tile @param {{pay?: RegExp, cell?: RegExp, wrong?: RegExp}} [how] */
async function place(tree, tile, { pay, cell = FITS, wrong } = {}) {
  await tree.press('button', tile);
  if (wrong) {
    await tree.press('gridcell', wrong);
    await tree.find('link', /rule/i);
  }
  if (pay) await tree.press('radio', pay);
  await tree.press('gridcell', cell);
  await confirm(tree);
}

/** @param {Tree} tree @param {RegExp} tile @param {RegExp} by */
async function take(tree, tile, by) {
  await tree.press('button', tile);
  await tree.press('button', by);
  await confirm(tree);
}

/** @param {Tree} tree */
async function pass(tree) {
  await tree.press('button', /^Pass…$/);
  await tree.press('button', /^Pass$/);
}

/** What reaches the goal of each lesson, by its title. @type {[string, (tree: Tree) => Promise<void>][]} */
const LESSONS = [
  ['Your first tile', (tree) => place(tree, /^Yellow tree/)],
  ['Take by color', (tree) => take(tree, /^Yellow flower/, /^All “yellow”/)],
  ['Take by pattern', (tree) => take(tree, /^Blue flower/, /^All “flower”/)],
  ['Room in storage', (tree) => take(tree, /^Dark green lily/, /^All “dark green”/)],
  ['Paying', (tree) => place(tree, /^Yellow butterfly/)],
  ['Jokers', (tree) => place(tree, /^Yellow flower/)],
  ['What fits', (tree) => place(tree, /^Yellow bird/, { wrong: /^Not possible/ })],
  ['Never twice in a group', (tree) => place(tree, /^Yellow bird/, { wrong: /^Not possible/ })],
  ['Garden expansions', (tree) => place(tree, /^Garden expansion \(dark green butterfly\)/)],
  [
    'Face down, for points',
    async (tree) => {
      await tree.press('button', /^Buy…$/);
      await tree.press('gridcell', /^East area/);
      await confirm(tree);
    },
  ],
  ['Surrounding', (tree) => place(tree, /^Yellow tree/)],
  ['The wheel', pass],
  ['Passing first', pass],
  ['The end', pass],
  ['Keep your tulips', (tree) => place(tree, /^Yellow flower/, { pay: /^(?!.*tulip)/ })],
  ['Save your jokers', (tree) => place(tree, /^Dark green butterfly/, { pay: /^(?!.*joker)/ })],
  ['A group of four', (tree) => place(tree, /^Light green tree/, { cell: /^By the fountain, south-east, / })],
  ['Surround the statue', (tree) => place(tree, /^Light purple tree/, { cell: /^(?!Statue|Bench).*2 jokers/ })],
];

test('the whole tutorial by roles and names alone', { timeout: 300000 }, async () => {
  const { page, problems, context } = await person(at.browser);
  await page.goto(at.server.url);
  const tree = await treeOf(page);
  await tree.press('link', /^New to the game\?/);
  await tree.press('link', /^Begin$/);
  for (const [title, solve] of LESSONS) {
    const heading = new RegExp(`^\\d+/${LESSONS.length} · ${title}$`);
    await tree.find('heading', heading);
    await tree.find('heading', /^Your turn$/);
    // What is asked for can be read where it stands, and is said when the lesson begins.
    const texts = (await tree.all()).filter((x) => x.role === 'StaticText').map((x) => x.name);
    assert.ok(
      texts.some((x) => x.startsWith(`${title}. `)),
      `${title}: not said: ${texts.join(' | ')}`,
    );
    await solve(tree).catch((e) => {
      throw new Error(`${title}: ${e.message}`, { cause: e });
    });
    await tree.find('StaticText', /^Well done!$/);
    await tree.press('link', /^(Next|Play a game)$/);
  }
  await tree.find('link', /^New to the game\?/);
  assert.deepEqual(problems, []);
  await context.close();
});
