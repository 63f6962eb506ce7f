// The live region: sentences that a screen reader reads one after the other.

/** How long a sentence stays, in milliseconds: it may have to wait for others. */
const STAY = 60000;

/** Says something politely: after what is being read, in the order of the calls. @param {string} text */
export function announce(text) {
  // Live regions behind a modal dialog are silent, so every dialog has one of its own.
  const live = document.querySelector('dialog[open] .live') ?? document.getElementById('live');
  if (!live || !text) return;
  const p = document.createElement('p');
  p.textContent = text;
  live.append(p);
  setTimeout(() => p.remove(), STAY);
}
