// What is read aloud by a screen reader, one after the other.

/** @param {string} text */
export function announce(text) {
  const live = document.getElementById('live');
  if (!live || !text) return;
  const p = document.createElement('p');
  p.textContent = text;
  live.append(p);
  while (live.children.length > 6) live.firstChild?.remove();
}
