// The games in this browser, in IndexedDB: the log of each, entry by entry, and a summary for the list of games.

/** @typedef {import('../../../crates/wire/wire.js').LobbyTable} LobbyTable */
/**
 * An entry of a log. Its number is unique, which decides between two tabs at the same table.
 * @typedef {{id: string, number: number, text: string}} Entry
 */
/**
 * A game in short. `handed` is its address on the server once it was uploaded; `handing` when an upload began.
 * @typedef {{id: string, table: LobbyTable, handed?: string, handing?: number}} Kept
 */
/**
 * The outcome of storing entries.
 * @typedef {'stored' | 'taken' | 'handed' | 'handing' | 'full' | 'failed'} Outcome
 */

/** After this long an upload counts as failed, in milliseconds. */
const UPLOAD_TIMEOUT = 30_000;

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function open() {
  opened ??= new Promise((done, fail) => {
    const asked = indexedDB.open('quinta', 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore('log', { keyPath: ['id', 'number'] });
      asked.result.createObjectStore('games', { keyPath: 'id' });
    };
    asked.onsuccess = () => {
      // A later version of the page may upgrade the database, or the browser may delete it.
      asked.result.onversionchange = () => asked.result.close();
      asked.result.onclose = () => {
        opened = null;
      };
      done(asked.result);
    };
    asked.onerror = () => fail(asked.error);
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = (request) =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

/** Whether a game was uploaded, or is being uploaded. @param {Kept | undefined} game */
function gone(game) {
  if (game?.handed !== undefined) return 'handed';
  return game?.handing !== undefined && Date.now() - game.handing < UPLOAD_TIMEOUT ? 'handing' : null;
}

/** Every entry of a log after this number. @param {string} id @param {number} [after] @returns {Promise<string[]>} */
export async function read(id, after = 0) {
  const log = (await open()).transaction('log').objectStore('log');
  const all = await answered(log.getAll(IDBKeyRange.bound([id, after + 1], [id, Infinity])));
  return all.map((/** @type {Entry} */ entry) => entry.text);
}

/** A game, if there is one of this name. @param {string} id @returns {Promise<Kept | undefined>} */
export const find = async (id) => answered((await open()).transaction('games').objectStore('games').get(id));

/** All games that were not uploaded. @returns {Promise<Kept[]>} */
export async function games() {
  const all = await answered((await open()).transaction('games').objectStore('games').getAll());
  return all.filter((/** @type {Kept} */ game) => game.handed === undefined);
}

/**
 * Stores entries, all of them or none; a game that was uploaded takes no more. A new game comes with its summary.
 * @param {Entry[]} entries @param {Kept['table']} [table] @returns {Promise<Outcome>}
 */
export async function append(entries, table) {
  try {
    const all = (await open()).transaction(['log', 'games'], 'readwrite', { durability: 'strict' });
    const [log, games] = [all.objectStore('log'), all.objectStore('games')];
    const done = new Promise((stored, fail) => {
      all.oncomplete = () => stored(null);
      all.onabort = () => fail(all.error);
    });
    done.catch(() => null);
    const last = entries[entries.length - 1];
    const went = gone(await answered(games.get(last.id)));
    if (went) {
      all.abort();
      return went;
    }
    for (const entry of entries) log.add(entry);
    if (table) games.put({ id: table.id, table });
    await done;
    return 'stored';
  } catch (problem) {
    const name = /** @type {DOMException | null} */ (problem)?.name;
    return name === 'ConstraintError' ? 'taken' : name === 'QuotaExceededError' ? 'full' : 'failed';
  }
}

/**
 * Changes the summary of a game, in one transaction.
 * @param {string} id @param {(game: Kept | undefined) => Kept | null} how
 * @returns {Promise<boolean>} whether it was changed
 */
async function change(id, how) {
  const games = (await open()).transaction('games', 'readwrite').objectStore('games');
  const changed = how(await answered(games.get(id)));
  if (changed) await answered(games.put(changed));
  return changed !== null;
}

/** Stores the summary of a game. @param {Kept['table']} table */
export const keep = (table) => change(table.id, (game) => ({ ...game, id: table.id, table }));

/** Marks a game as being uploaded: nothing is added to it meanwhile. @param {string} id */
export const beginUpload = (id) =>
  change(id, (game) => (game && !gone(game) ? { ...game, handing: Date.now() } : null));

/**
 * Ends an upload: the game is at this address now, or still in this browser.
 * @param {string} id @param {string} [at]
 */
export const endUpload = (id, at) =>
  change(id, (game) => {
    if (!game) return null;
    const { handing: _, ...rest } = game;
    return at === undefined ? rest : { ...rest, handed: at };
  });
