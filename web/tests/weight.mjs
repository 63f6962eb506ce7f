// What a first visit downloads, with an empty cache.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { person } from './quinta.mjs';

const MODULE = 'tab/quinta.wasm';

/** Waits until a server that has just started has compressed the module as well as it can. @param {string} url */
async function compressed(url) {
  const best = brotliCompressSync(readFileSync(new URL(`../${MODULE}`, import.meta.url))).length;
  const [root] = /\/v\/[0-9a-f]+\//.exec(await (await fetch(url)).text()) ?? [];
  for (let length = Infinity; length > 1.02 * best;) {
    await new Promise((done) => setTimeout(done, 200));
    const answer = await fetch(new URL(root + MODULE, url), { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    length = Number(answer.headers.get('content-length'));
  }
}

/**
 * From the first page to a table on the server, and on until the page has the module. Bytes are those on the network,
 * headers and the table's messages included.
 * @param {import('playwright-core').Browser} browser @param {string} url
 * @returns {Promise<{playable: number, module: number, early: string[]}>} the bytes until the first space can be
 *   clicked, those of the module, and what was asked for too early: before there was anything to click
 */
export async function firstVisit(browser, url) {
  await compressed(url);
  const { page, context } = await person(browser, { settings: { coach: 'first' } });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  let choices = false;
  session.on('Network.loadingFinished', (e) => {
    bytes += e.encodedDataLength;
  });
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    bytes += response.payloadData.length;
    choices ||= response.payloadData.includes('"choices"');
  });
  /** @type {string[]} */
  const early = [];
  // Those of its workers and of the service worker too.
  context.on('request', (request) => {
    if (!choices && /\/sw\.js|\/tab\/|files\.json/.test(request.url())) early.push(request.url());
  });
  const module = context
    .waitForEvent('requestfinished', { predicate: (request) => request.url().endsWith(MODULE), timeout: 60000 })
    .then((request) => request.sizes());
  await page.goto(url);
  await page.click('#play-bot');
  await page.waitForURL(/\/t\/[A-Za-z0-9]+$/);
  await page.locator('.bar.mine').waitFor();
  await page.locator('.display-panel [data-offer]').first().waitFor();
  const playable = bytes;
  const { responseBodySize } = await module;
  await context.close();
  return { playable, module: responseBodySize, early };
}
