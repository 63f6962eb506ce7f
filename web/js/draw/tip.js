// What a thing on the table is, in a line beside it with a link to its rule: for whoever points at it or comes to it by
// keys.
import { openRule, topicOf } from '../learn/rule.js';
import { t } from '../words/text.js';
import { rulesAt } from '../net/addresses.js';

/** How long someone points before it is explained, in milliseconds. */
const PATIENCE = 350;

/** How long the explanation stays for whoever is on the way to its link, in milliseconds. */
const GRACE = 300;

/** What can be explained: everything at the table that has a name and is no text itself. */
const THINGS = ['.garden', '.store', '.slots', '.wheel', '.rests', '.who', '.strip-scores']
  .map((part) => `.table ${part} [aria-label]`)
  .join(', ');

/** @type {HTMLElement | null} */
let shown = null;
/** The thing that is explained, and the question that it raises. @type {Element | null} */
let explaining = null;
let topic = '';
let timer = 0;
let leaving = 0;

function hide() {
  clearTimeout(timer);
  clearTimeout(leaving);
  shown?.remove();
  shown = null;
}

/** The link in it. For the mouse: who goes by keys presses H. */
function link() {
  const rule = document.createElement('a');
  rule.href = rulesAt(topic);
  rule.textContent = t('book.rule');
  rule.tabIndex = -1;
  // The focus stays where it is: what is explained here is hidden from those who listen, who hear its name instead.
  rule.onmousedown = (e) => e.preventDefault();
  rule.onclick = (e) => {
    e.preventDefault();
    openRule(topic);
    hide();
  };
  return rule;
}

/** Opens the rule of what is explained right now. */
export function openShown() {
  if (shown) openRule(topic);
}

/** @param {Element} thing */
function show(thing) {
  hide();
  const says = thing.getAttribute('aria-label');
  const box = thing.getBoundingClientRect();
  if (!says || !thing.isConnected || box.width === 0) return;
  const tip = document.createElement('div');
  tip.className = 'tip';
  explaining = thing;
  topic = topicOf(thing);
  tip.append(says, ' ', link());
  document.getElementById('over')?.append(tip);
  shown = tip;
  const { width, height } = tip.getBoundingClientRect();
  const x = Math.max(6, Math.min(innerWidth - width - 6, box.x + box.width / 2 - width / 2));
  const above = box.y - height - 6;
  tip.style.translate = `${x}px ${above > 4 ? above : box.bottom + 6}px`;
}

/** Where the explanation at hand is a fuller one: both ways to take a hexagon. @param {Element} thing */
const explained = (thing) => thing.closest('.slots') && document.querySelector('.pop');

/** Explains what is pointed at or comes to the focus by keys; Escape or going away puts it away. */
export function explain() {
  document.addEventListener('pointerover', (e) => {
    const target = /** @type {Element} */ (e.target);
    clearTimeout(leaving);
    if (shown?.contains(target)) return;
    const thing = target.closest(THINGS);
    if (shown && thing === explaining) return;
    clearTimeout(timer);
    if (shown) leaving = window.setTimeout(hide, GRACE);
    if (thing && e.pointerType === 'mouse' && !e.buttons)
      timer = window.setTimeout(() => !explained(thing) && show(thing), PATIENCE);
  });
  document.addEventListener('focusin', (e) => {
    const target = /** @type {Element} */ (e.target);
    if (shown?.contains(target)) return;
    const thing = target.closest(THINGS);
    if (thing?.matches(':focus-visible') && !explained(thing)) show(thing);
    else hide();
  });
  for (const gone of ['focusout', 'pointerdown', 'keydown', 'wheel'])
    document.addEventListener(
      gone,
      (e) => {
        // On the way to its link, or there.
        const to = e instanceof FocusEvent ? e.relatedTarget : e.target;
        if (to instanceof Node && shown?.contains(to)) return;
        if (e instanceof KeyboardEvent && e.key.toLowerCase() === 'h') openShown();
        hide();
      },
      true,
    );
}
