// What a newcomer loads until the first page stands, and the module with which it plays without a server.
import { person } from './quinta.mjs';

/** In bytes over the wire. @param {import('playwright-core').Browser} browser @param {string} url */
export async function firstLoad(browser, url) {
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
