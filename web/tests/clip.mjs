// What cannot be read or pressed where it is drawn: cut text, text over text, covered controls.

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @returns {Promise<string[]>} */
export const misfits = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const out = [];
    const root = document.documentElement;
    const [wide, high] = [root.clientWidth, root.clientHeight];
    const top = document.querySelector('dialog[open]');
    const called = (/** @type {Element} */ el) =>
      `${el.tagName.toLowerCase()}.${(el.getAttribute('class') ?? '').replaceAll(' ', '.')}`;
    const short = (/** @type {string} */ text) => `“${text.trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
    const px = (/** @type {number} */ n) => Math.round(n * 10) / 10;
    // An ellipsis tells of what is cut at the side of a line, and there is none between the parts of a row.
    const shortens = (/** @type {CSSStyleDeclaration} */ style) =>
      style.textOverflow === 'ellipsis' && !/flex|grid/.test(style.display);
    /**
     * What a person sees of a box, and how it is cut: by what can be scrolled, or for good.
     * @param {Element} el @param {DOMRect} box @param {boolean} own whether by itself as well
     */
    const seen = (el, box, own) => {
      let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
      let scrolled = false;
      /** @type {Element | null} */
      let cutter = null;
      for (let up = /** @type {Element | null} */ (el); up && up !== document.body; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (style.position === 'fixed') break;
        if ((up === el && !own) || (style.overflowX === 'visible' && style.overflowY === 'visible')) continue;
        const edge = up.getBoundingClientRect();
        const cut = [edge.left - left, right - edge.right, edge.top - top, bottom - edge.bottom];
        const rolls = [style.overflowX, style.overflowX, style.overflowY, style.overflowY].map((x) =>
          /auto|scroll/.test(x),
        );
        for (const [n, by] of cut.entries()) {
          if (by <= 1) continue;
          if (rolls[n] || scrolled) scrolled = true;
          else if (n > 1 || !shortens(style)) cutter ??= up;
        }
        [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
        [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
      }
      return { left, top, right, bottom, scrolled, cutter };
    };
    const ignored = '.unseen, .skip, .sprite, noscript, .on-paper, #live, #over';
    const shown = (/** @type {Element} */ el) =>
      el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !el.closest(ignored) &&
      (!top || top.contains(el));

    if (root.scrollWidth > wide) out.push(`the page is ${root.scrollWidth} wide on a screen of ${wide}`);

    // Whatever can be pressed is met where it is drawn.
    const controls = 'button:not([disabled]), a[href], select, input, summary';
    for (const el of document.querySelectorAll(controls)) {
      if (!shown(el) || el.closest('svg')) continue;
      const whole = el.closest('label') ?? el;
      const box = whole.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const part = seen(whole, box, false);
      const what = `${called(el)} ${short(el.getAttribute('aria-label') ?? whole.textContent ?? '')}`;
      if (part.cutter) out.push(`cut by ${called(part.cutter)}: ${what}`);
      if (part.scrolled || part.bottom > high || part.top < 0) continue;
      if (part.left < -1 || part.right > wide + 1) out.push(`beyond the edge: ${what}`);
      for (const [x, y] of [
        [0.5, 0.5],
        [0.2, 0.25],
        [0.8, 0.25],
        [0.2, 0.75],
        [0.8, 0.75],
      ]) {
        const met = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
        if (!met || whole.contains(met) || met.contains(whole)) continue;
        // A sheet or a pop-up over the table hides what is below it, and that is meant.
        if (met.closest('.pop, .counting, dialog, .offline, .bubble, .tip') && !el.closest('.pop, .counting')) break;
        out.push(`${called(met)} lies over ${what} at ${x},${y}`);
        break;
      }
    }

    // Whatever can be read is neither cut, nor outside its frame, nor over other text.
    /** @type {{el: Element, box: DOMRect, text: string, part: ReturnType<typeof seen>}[]} */
    const lines = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const el = node.parentElement;
      if (!el || !node.nodeValue?.trim() || !shown(el) || el.closest('title, option, script, style')) continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 1 || box.height < 1) continue;
        lines.push({ el, box, text: node.nodeValue, part: seen(el, box, true) });
      }
    }
    const frames = 'button, .badge, .panel, .second, .main, dialog, .pop, .segments label, .refusal, .option, .payment';
    for (const { el, box, text, part } of lines) {
      if (el.closest('svg')) continue;
      if (part.cutter) out.push(`text cut by ${called(part.cutter)}: ${called(el)} ${short(text)}`);
      const style = getComputedStyle(el);
      const ellipsis = shortens(style);
      if (!ellipsis && el.clientWidth && /hidden|clip/.test(style.overflowX) && el.scrollWidth > el.clientWidth + 1)
        out.push(`text cut (${el.scrollWidth} in ${el.clientWidth}): ${called(el)} ${short(text)}`);
      if (!part.scrolled && (box.left < -1 || box.right > wide + 1) && !ellipsis && !el.closest('[data-cut]'))
        out.push(`text beyond the edge: ${called(el)} ${short(text)}`);
      if (!part.scrolled && scrollY === 0 && box.top < -1)
        out.push(`text above the edge: ${called(el)} ${short(text)}`);
      const frame = el.closest(frames);
      if (!frame || ellipsis || part.scrolled || frame.closest('.name')) continue;
      const edge = frame.getBoundingClientRect();
      const by = Math.max(
        edge.left - box.left,
        box.right - edge.right,
        (edge.top - box.top) / 2,
        (box.bottom - edge.bottom) / 2,
      );
      if (by > 1.5) out.push(`text ${px(by)} px out of ${called(frame)}: ${short(text)}`);
    }
    // What is scrolled goes below whatever stays at its edge.
    const stays = (/** @type {Element} */ el) => {
      for (let up = /** @type {Element | null} */ (el); up; up = up.parentElement)
        if (getComputedStyle(up).position === 'sticky') return up;
      return null;
    };
    const flat = lines.filter(
      ({ el, part }) => !part.scrolled && !el.closest('.bubble, .rising, .flying, .offline, .tip'),
    );
    for (const [n, a] of flat.entries()) {
      for (const b of flat.slice(n + 1)) {
        if (a.el === b.el || (a.el.closest('svg') && a.el.closest('svg') === b.el.closest('svg'))) continue;
        const layer = '.pop, .counting, .tabs, .dock, .side, .display-panel, .wheel-panel, .topbar';
        if (a.el.closest(layer) !== b.el.closest(layer)) continue;
        const over = [
          Math.min(a.part.right, b.part.right) - Math.max(a.part.left, b.part.left),
          Math.min(a.part.bottom, b.part.bottom) - Math.max(a.part.top, b.part.top),
        ];
        // Lines stand close: letters touch where a fifth of a line is shared.
        const touch = over[0] > 1.5 && over[1] > Math.min(a.box.height, b.box.height) * 0.35;
        if (touch && stays(a.el) === stays(b.el))
          out.push(`text over text: ${called(a.el)} ${short(a.text)} and ${called(b.el)} ${short(b.text)}`);
      }
    }
    // Nothing lies over the garden's cells but what slides over all of it, and nothing is written over them.
    const cells = [...document.querySelectorAll('.mine-garden .hit, .mine-garden .hex')].filter(shown);
    for (const cell of cells) {
      const { x, y, width, height } = cell.getBoundingClientRect();
      const met = document.elementFromPoint(x + width / 2, y + height / 2);
      if (
        met &&
        !met.closest('svg.garden, .display-panel, .wheel-panel, .side, .dock, .tabs, .topbar, .counting, dialog, .tip')
      )
        out.push(`${called(met)} lies over a cell of the garden`);
    }
    for (const { el, box, text } of flat) {
      if (el.closest('svg') || !el.closest('.mine-garden')) continue;
      for (const cell of cells) {
        const c = cell.getBoundingClientRect();
        const [dx, dy] = [
          Math.min(box.right, c.right) - Math.max(box.left, c.left),
          Math.min(box.bottom, c.bottom) - Math.max(box.top, c.top),
        ];
        if (dx > c.width * 0.2 && dy > c.height * 0.2) {
          out.push(`text over the garden: ${called(el)} ${short(text)}`);
          break;
        }
      }
    }
    return [...new Set(out)].slice(0, 12);
  });
