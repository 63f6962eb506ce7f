// What a sceptic measures on a screen: what sticks out, is cut off or too small for a finger, and what axe finds.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @typedef {import('playwright-core').Page} Page */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds. @param {Page} page @returns {Promise<string[]>} */
export async function complaints(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const result = await /** @type {any} */ (globalThis).axe.run(
      { exclude: ['.sprite'] },
      { resultTypes: ['violations'], preload: false, iframes: false },
    );
    return result.violations.map(
      (/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.target)}`,
    );
  });
}

/**
 * What lies beyond the left or right edge, and whether the page can be pushed aside.
 * @param {Page} page @returns {Promise<string[]>}
 */
export const spills = (page) =>
  page.evaluate(() => {
    const name = (/** @type {Element} */ el) =>
      `${el.tagName.toLowerCase()}.${el.getAttribute('class') ?? ''} ${(el.textContent ?? '').trim().slice(0, 40)}`;
    const clipped = (/** @type {Element} */ el) => {
      for (let up = el.parentElement; up && up !== document.body; up = up.parentElement)
        if (getComputedStyle(up).overflowX !== 'visible') return true;
      return false;
    };
    const out = [];
    // Not innerWidth: a telephone shows more of a page that is too wide.
    const wide = document.documentElement.clientWidth;
    const page = /** @type {Element} */ (document.scrollingElement);
    if (page.scrollWidth > wide) out.push(`the page is ${page.scrollWidth} wide on a screen of ${wide}`);
    for (const el of document.querySelectorAll('body *')) {
      if (
        el.closest('svg svg, .sprite, .unseen') ||
        (el.closest('svg') && el.tagName !== 'svg') ||
        !el.checkVisibility()
      )
        continue;
      const box = el.getBoundingClientRect();
      if (box.width && (box.right > wide + 1 || box.left < -1) && !clipped(el))
        out.push(`beyond the edge: ${name(el)}`);
    }
    for (const el of document.querySelectorAll(
      'button, a, h1, h2, h3, .badge, .name, .note, .sentence, th, td, label, legend',
    )) {
      if (!el.checkVisibility() || el.closest('svg') || !el.textContent?.trim()) continue;
      const style = getComputedStyle(el);
      if (style.textOverflow === 'ellipsis' || style.display === 'inline' || style.overflowX === 'auto') continue;
      if (el.scrollWidth > el.clientWidth + 1 && el.clientWidth > 0)
        out.push(`does not fit (${el.scrollWidth} in ${el.clientWidth}): ${name(el)}`);
    }
    return out.slice(0, 8);
  });

/** Whatever can be tapped now and is smaller than 40 pixels. @param {Page} page @returns {Promise<string[]>} */
export const tiny = (page) =>
  page.evaluate(() => {
    const out = [];
    for (const el of document.querySelectorAll(
      'button:not([disabled]), a[href], select, input, summary, svg [role="button"]',
    )) {
      if (!el.checkVisibility()) continue;
      const box = (el.closest('.check') ?? el).getBoundingClientRect();
      // Only what a finger would meet: not what lies under a sheet or beyond the screen.
      const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!met || !(el.closest('.check') ?? el).contains(met)) continue;
      const name = `${el.tagName} ${el.getAttribute('class')} ${el.getAttribute('aria-label') ?? el.textContent}`;
      if (box.width < 39.5 || box.height < 39.5)
        out.push(`${Math.round(box.width)} by ${Math.round(box.height)}: ${name}`);
    }
    return out;
  });

/**
 * A picture of the page for the documentation, as good as so many bytes allow.
 * @param {Page} page @param {number} most
 */
export async function photograph(page, most) {
  const line = await page.context().newCDPSession(page);
  const clip = await page.evaluate(() => ({
    x: scrollX,
    y: scrollY,
    width: innerWidth,
    height: innerHeight,
    scale: 1 / devicePixelRatio,
  }));
  let picture = Buffer.alloc(0);
  for (let quality = 85; quality >= 25; quality -= 10) {
    const { data } = await line.send('Page.captureScreenshot', { format: 'webp', quality, clip });
    picture = Buffer.from(data, 'base64');
    if (picture.length <= most) break;
  }
  return picture;
}
