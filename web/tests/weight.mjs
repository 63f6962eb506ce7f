// What a newcomer loads until the first page stands, and the module with which it plays without a server.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { person } from './quinta.mjs';

/** Waits until a server that has just started has packed the module tightly: seconds. @param {string} url */
async function packed(url) {
  const tight = brotliCompressSync(readFileSync(new URL('../tab/quinta.wasm', import.meta.url))).length;
  const [root] = /\/v\/[0-9a-f]+\//.exec(await (await fetch(url)).text()) ?? [];
  const at = new URL(`${root}tab/quinta.wasm`, url);
  for (let length = Infinity; length > 1.02 * tight;) {
    await new Promise((done) => setTimeout(done, 200));
    const answer = await fetch(at, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    length = Number(answer.headers.get('content-length'));
  }
}

/** In bytes over the wire. @param {import('playwright-core').Browser} browser @param {string} url */
export async function firstLoad(browser, url) {
  await packed(url);
  const { page, context } = await person(browser, { settings: { coach: 'first' } });
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  let bytes = 0;
  line.on('Network.loadingFinished', (e) => {
    bytes += e.encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForSelector('#play-bot');
  const first = bytes;
  const module = await page.evaluate(async () => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
    const at = new URL('../tab/quinta.wasm', script.src).href;
    await (await fetch(at)).arrayBuffer();
    const [entry] = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(at));
    return entry.encodedBodySize;
  });
  await context.close();
  return { first, module };
}
