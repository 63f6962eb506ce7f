// Progress in the tutorial, kept in this browser.

const KEY = 'quinta.lessons';

/** @typedef {{done: string[], actions: Record<string, any[]>}} Progress */

/** @returns {Progress} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { done: kept.done ?? [], actions: kept.actions ?? {} };
  } catch {
    // Unreadable, or storage is not available.
    return { done: [], actions: {} };
  }
}

/** @param {Progress} progress */
function write(progress) {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Without storage it lasts until the page is left.
  }
}

/** The lessons that were finished. */
export const finished = () => new Set(read().done);

/** What was done in a lesson so far. @param {string} name */
export const actionsOf = (name) => read().actions[name] ?? [];

/** @param {string} name @param {any[]} actions */
export function keepActions(name, actions) {
  const kept = read();
  write({ ...kept, actions: { ...kept.actions, [name]: actions } });
}

/** @param {string} name */
export function markDone(name) {
  const kept = read();
  if (!kept.done.includes(name)) write({ ...kept, done: [...kept.done, name] });
}
