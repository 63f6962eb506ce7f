// What a thing on the table is, in a line beside it: for whoever points at it or comes to it by keys.

/** How long someone points before it is explained, in milliseconds. */
const PATIENCE = 350;

/** What can be explained: everything at the table that has a name and is no text itself. */
const THINGS = ['.garden', '.store', '.slots', '.wheel', '.rests', '.who', '.strip-scores']
  .map((part) => `.table ${part} [aria-label]`)
  .join(', ');

/** @type {HTMLElement | null} */
let shown = null;
let timer = 0;

function hide() {
  clearTimeout(timer);
  shown?.remove();
  shown = null;
}

/** @param {Element} thing */
function show(thing) {
  hide();
  const says = thing.getAttribute('aria-label');
  const box = thing.getBoundingClientRect();
  if (!says || !thing.isConnected || box.width === 0) return;
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.textContent = says;
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
    const thing = /** @type {Element} */ (e.target).closest(THINGS);
    hide();
    if (thing && e.pointerType === 'mouse' && !e.buttons)
      timer = window.setTimeout(() => !explained(thing) && show(thing), PATIENCE);
  });
  document.addEventListener('focusin', (e) => {
    const thing = /** @type {Element} */ (e.target).closest(THINGS);
    if (thing?.matches(':focus-visible') && !explained(thing)) show(thing);
    else hide();
  });
  for (const gone of ['focusout', 'pointerdown', 'keydown', 'wheel']) document.addEventListener(gone, hide, true);
}
