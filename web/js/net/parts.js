// Messages that tell only what has changed, made whole again (docs/api.md, "Part by part").

/**
 * @typedef {import('../../../crates/wire/wire.js').ServerMessage} ServerMessage
 * @typedef {import('../../../crates/wire/wire.js').PartMessage} PartMessage
 * @typedef {import('../../../crates/wire/wire.js').TableView} TableView
 * @typedef {import('../../../crates/wire/wire.js').Choices} Choices
 */

/** @param {any} change */
const isGone = (change) => typeof change === 'object' && change !== null && Object.keys(change).length === 0;

/** @param {any} old @param {any} change @returns {any} */
function after(old, change) {
  if (typeof change !== 'object' || change === null) return change;
  if (Array.isArray(change))
    return change.map((entry) => {
      if (typeof entry === 'number') return old[entry];
      return Array.isArray(entry) ? after(old[entry[0]], entry[1]) : after(undefined, entry);
    });
  if ('=' in change) return change['='];
  const now = { ...old };
  for (const [name, part] of Object.entries(change))
    if (isGone(part) && !Array.isArray(part)) delete now[name];
    else now[name] = after(old[name], part);
  return now;
}

/**
 * What a document is after a change. The old one stays as it is; what has not changed is in both.
 * @template T @param {T} old @param {unknown} change @returns {T}
 */
export const changed = (old, change) => after(old, change);

/**
 * Makes whole messages of those of one connection. Null for a part of something that was never told: only a new
 * connection helps then.
 * @returns {(m: ServerMessage | PartMessage) => ServerMessage | null}
 */
export function listener() {
  /** @type {TableView | undefined} */
  let table;
  /** @type {Choices | undefined} */
  let choices;
  return (m) => {
    switch (m.type) {
      case 'snapshot':
        ({ table, choices } = m);
        return m;
      case 'update':
        ({ table } = m);
        return m;
      case 'choices':
        choices = m;
        return m;
      case 'update_part':
        if (table?.number !== m.of) return null;
        table = changed(table, m.table);
        return { type: 'update', events: m.events, table };
      case 'choices_part':
        if (choices?.at !== m.of) return null;
        choices = changed(choices, m.choices);
        return { ...choices, type: 'choices' };
      default:
        return m;
    }
  };
}
