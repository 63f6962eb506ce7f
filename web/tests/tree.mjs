// The page as a screen reader has it: roles and names from the browser's own accessibility tree, and what it does with
// them. No selector and no coordinate is used.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{role: string, name: string, disabled: boolean, node: number}} Thing */

/** How long something is looked for, in milliseconds. */
const PATIENCE = 30000;

/** @param {Page} page */
export async function treeOf(page) {
  const line = await page.context().newCDPSession(page);

  /** Everything that has a role and a name now. @returns {Promise<Thing[]>} */
  async function all() {
    const { nodes } = await line.send('Accessibility.getFullAXTree');
    return nodes.flatMap((x) => {
      if (x.ignored || !x.role?.value || !x.name?.value || x.backendDOMNodeId === undefined) return [];
      const disabled = Boolean(x.properties?.some((p) => p.name === 'disabled' && p.value.value));
      return [{ role: x.role.value, name: x.name.value, disabled, node: x.backendDOMNodeId }];
    });
  }

  /**
   * What has this role and name, if there is such a thing now. A button that is off is none; a space on which nothing
   * may stand still says why when it is chosen.
   * @param {string} role @param {RegExp} name
   */
  const now = async (role, name) =>
    (await all()).find((x) => x.role === role && name.test(x.name) && !(x.disabled && role === 'button'));

  /** Waits for it. @param {string} role @param {RegExp} name @returns {Promise<Thing>} */
  async function find(role, name) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = await now(role, name);
      if (found) return found;
      if (Date.now() > end) {
        const names = (await all()).filter((x) => x.role === role).map((x) => x.name);
        throw new Error(`no ${role} called ${name}, only: ${names.join(' | ')}`);
      }
      await page.evaluate(() => new Promise(requestAnimationFrame)).catch(() => null);
    }
  }

  /** Does what a screen reader does with a thing that is chosen. @param {string} role @param {RegExp} name */
  async function press(role, name) {
    const { node } = await find(role, name);
    const { object } = await line.send('DOM.resolveNode', { backendNodeId: node });
    await line.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      userGesture: true,
      functionDeclaration: `function () {
        const on = this.nodeType === Node.TEXT_NODE ? this.parentElement : this;
        on.focus();
        on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      }`,
    });
  }

  return { all, now, find, press };
}
