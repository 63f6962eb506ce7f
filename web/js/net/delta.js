// Applies deltas, so that the rest of the page is given whole messages (docs/api.md, "Part by part").

/**
 * @typedef {import('../../../crates/wire/wire.js').ServerMessage} ServerMessage
 * @typedef {import('../../../crates/wire/wire.js').PartMessage} PartMessage
 * @typedef {import('../../../crates/wire/wire.js').TableView} TableView
 * @typedef {import('../../../crates/wire/wire.js').Choices} Choices
 */

/** @param {any} delta */
const isGone = (delta) => typeof delta === 'object' && delta !== null && Object.keys(delta).length === 0;

/** @param {any} old @param {any} delta @returns {any} */
function apply(old, delta) {
  if (typeof delta !== 'object' || delta === null) return delta;
  if (Array.isArray(delta))
    return delta.map((entry) => {
      if (typeof entry === 'number') return old[entry];
      return Array.isArray(entry) ? apply(old[entry[0]], entry[1]) : apply(undefined, entry);
    });
  if ('=' in delta) return delta['='];
  const now = { ...old };
  for (const [name, part] of Object.entries(delta))
    if (isGone(part) && !Array.isArray(part)) delete now[name];
    else now[name] = apply(old[name], part);
  return now;
}

/**
 * Returns the new document. The old one is left as it is; what has not changed is shared by both.
 * @template T @param {T} old @param {unknown} delta @returns {T}
 */
export const applyDelta = (old, delta) => apply(old, delta);

/**
 * Returns what makes whole messages of those of one connection. It returns null for a delta to a document that the
 * connection never had: only a new connection helps then.
 * @returns {(m: ServerMessage | PartMessage) => ServerMessage | null}
 */
export function decoder() {
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
        table = applyDelta(table, m.table);
        return { type: 'update', events: m.events, table };
      case 'choices_part':
        if (choices?.at !== m.of) return null;
        choices = applyDelta(choices, m.choices);
        return { ...choices, type: 'choices' };
      default:
        return m;
    }
  };
}
