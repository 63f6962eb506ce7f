// Descriptions of elements, and the one function that brings the page in line with them.

/**
 * @typedef {{tag: string, svg: boolean, props: Record<string, any>, kids: Kid[], key: string | undefined}} VNode
 * @typedef {VNode | string | number | null | undefined | false | Kid[]} Kid
 */

const SVG = 'http://www.w3.org/2000/svg';

/** What each element was last described as. @type {WeakMap<Node, VNode>} */
const memory = new WeakMap();

/**
 * An HTML element.
 * @param {string} tag @param {Record<string, any> | null} [props] @param {...Kid} kids @returns {VNode}
 */
export function h(tag, props, ...kids) {
  const { key, ...rest } = props ?? {};
  return { tag, svg: false, props: rest, kids, key };
}

/**
 * An SVG element.
 * @param {string} tag @param {Record<string, any> | null} [props] @param {...Kid} kids @returns {VNode}
 */
export function s(tag, props, ...kids) {
  const { key, ...rest } = props ?? {};
  return { tag, svg: true, props: rest, kids, key };
}

/** The class of an element: those of these names that hold. @param {...(string | false | null | undefined)} names */
export const classes = (...names) => names.filter(Boolean).join(' ');

/** Descriptions that are kept, with what they were made from. @type {Map<string, {from: unknown[], made: VNode}>} */
const kept = new Map();

/**
 * The description of last time while what it is made from is the same: `patch` then leaves that part of the page alone.
 * @param {string} name @param {unknown[]} from @param {() => VNode} make @returns {VNode}
 */
export function keep(name, from, make) {
  const old = kept.get(name);
  if (old && old.from.length === from.length && old.from.every((x, i) => x === from[i])) return old.made;
  const made = make();
  kept.set(name, { from, made });
  return made;
}

/** Forgets what was kept: another language, another table. */
export const forget = () => kept.clear();

/** @param {Kid[]} kids @param {(VNode | string)[]} into */
function flatten(kids, into) {
  for (const kid of kids) {
    if (kid === null || kid === undefined || kid === false) continue;
    if (Array.isArray(kid)) flatten(kid, into);
    else if (typeof kid === 'object') into.push(kid);
    else into.push(String(kid));
  }
  return into;
}

/** @param {any} node @param {string} name @param {any} value @param {any} before */
function setProp(node, name, value, before) {
  if (name.startsWith('on')) node[name] = value ?? null;
  else if (name === 'style') {
    for (const k of Object.keys(before ?? {})) if (!value || !(k in value)) node.style.removeProperty(k);
    for (const [k, v] of Object.entries(value ?? {})) node.style.setProperty(k, String(v));
  } else if (name === 'value' || name === 'checked') {
    const next = value ?? (name === 'checked' ? false : '');
    if (node[name] !== next) node[name] = next;
  } else if (name === 'initial') node.value = value ?? '';
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? '' : String(value));
}

/** @param {VNode} v @param {Element} node @param {VNode | undefined} old */
function update(v, node, old) {
  const before = old?.props ?? {};
  for (const name of Object.keys(before)) if (!(name in v.props)) setProp(node, name, undefined, before[name]);
  for (const [name, value] of Object.entries(v.props)) {
    if (before[name] !== value || name === 'value' || name === 'checked') setProp(node, name, value, before[name]);
  }
  memory.set(node, v);
  patch(node, v.kids);
}

/** @param {VNode} v @returns {Element} */
function make(v) {
  const node = v.svg ? document.createElementNS(SVG, v.tag) : document.createElement(v.tag);
  update(v, node, undefined);
  return node;
}

/** Makes the children of an element those that are described. @param {Element} parent @param {Kid[]} kids */
export function patch(parent, kids) {
  const next = flatten(kids, []);
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  /** @type {Node[]} */
  const loose = [];
  for (const node of parent.childNodes) {
    // An element that is not of our making belongs to someone else.
    if (node.nodeType === 1 && !memory.has(node)) continue;
    const key = memory.get(node)?.key;
    if (key === undefined) loose.push(node);
    else keyed.set(key, /** @type {Element} */ (node));
  }
  const nodes = next.map((kid) => {
    if (typeof kid === 'string') {
      const i = loose.findIndex((n) => n.nodeType === 3);
      if (i < 0) return document.createTextNode(kid);
      const [node] = loose.splice(i, 1);
      if (node.nodeValue !== kid) node.nodeValue = kid;
      return node;
    }
    /** @type {Node | undefined} */
    let found;
    if (kid.key !== undefined) {
      found = keyed.get(kid.key);
      if (found && memory.get(found)?.tag !== kid.tag) found = undefined;
      else keyed.delete(kid.key);
    } else {
      const i = loose.findIndex((n) => memory.get(n)?.tag === kid.tag);
      if (i >= 0) found = loose.splice(i, 1)[0];
    }
    const old = found && memory.get(found);
    if (found && old !== kid) update(kid, /** @type {Element} */ (found), old);
    return found ?? make(kid);
  });
  // What is gone goes first: otherwise all that comes after it would be moved, and lose its place in scrolling.
  for (const node of [...loose, ...keyed.values()]) parent.removeChild(node);
  /** @type {Node | null} */
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}
