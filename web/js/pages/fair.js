// The fairness check: that the server kept to its commitment, and that luck followed from it. docs/deal.md specifies
// how; this implementation is independent of the one in Rust.

/**
 * What is wrong, if anything is; who saw the commitment before the deal; and whether luck was drawn anew, so that what
 * came after that is not checked.
 * @typedef {{
 *   wrong: null | 'withheld' | 'commitment' | 'luck' | 'deal',
 *   seen: import('./promise.js').Seen['by'],
 *   fresh: boolean,
 * }} Verdict
 * @typedef {import('../../types.js').NumberedEvent} NumberedEvent
 */

const utf8 = new TextEncoder();

/** @param {string} hex */
const bytes = (hex) => new Uint8Array((hex.match(/../g) ?? []).map((x) => parseInt(x, 16)));

/** @param {Uint8Array} of */
const hexOf = (of) => Array.from(of, (b) => b.toString(16).padStart(2, '0')).join('');

/** @param {Uint8Array[]} parts */
function join(parts) {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

/** @param {Uint8Array} of */
async function sha256(of) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', /** @type {any} */ (of)));
}

/** SHA-256 over parts, each behind its length. @param {Uint8Array[]} parts */
function ofParts(parts) {
  return sha256(
    join(
      parts.flatMap((p) => {
        const length = new Uint8Array(8);
        new DataView(length.buffer).setUint32(4, p.length);
        return [length, p];
      }),
    ),
  );
}

/** ChaCha20's key stream as 32-bit words, nonce 0, the counter from 0. @param {Uint8Array} key */
function* chacha(key) {
  const k = new DataView(key.buffer, key.byteOffset);
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i += 1) start[4 + i] = k.getUint32(4 * i, true);
  for (;;) {
    const x = new Uint32Array(start);
    const quarter = (
      /** @type {number} */ a,
      /** @type {number} */ b,
      /** @type {number} */ c,
      /** @type {number} */ d,
    ) => {
      const half = (
        /** @type {number} */ p,
        /** @type {number} */ q,
        /** @type {number} */ r,
        /** @type {number} */ by,
      ) => {
        x[p] += x[q];
        x[r] ^= x[p];
        x[r] = (x[r] << by) | (x[r] >>> (32 - by));
      };
      half(a, b, d, 16);
      half(c, d, b, 12);
      half(a, b, d, 8);
      half(c, d, b, 7);
    };
    for (let i = 0; i < 10; i += 1) {
      quarter(0, 4, 8, 12);
      quarter(1, 5, 9, 13);
      quarter(2, 6, 10, 14);
      quarter(3, 7, 11, 15);
      quarter(0, 5, 10, 15);
      quarter(1, 6, 11, 12);
      quarter(2, 7, 8, 13);
      quarter(3, 4, 9, 14);
    }
    for (let i = 0; i < 16; i += 1) yield (x[i] + start[i]) >>> 0;
    start[12] += 1;
  }
}

/** A source of numbers below n for one purpose. @param {Uint8Array} seed @param {string} label */
async function stream(seed, label) {
  const zero = new Uint8Array(1);
  const words = chacha(await sha256(join([utf8.encode('quinta-deal-1'), zero, utf8.encode(label), zero, seed])));
  return (/** @type {number} */ n) => {
    const limit = Math.floor(2 ** 32 / n) * n;
    for (;;) {
      const w = /** @type {number} */ (words.next().value);
      if (w < limit) return w % n;
    }
  };
}

/** @template T @param {T[]} list @param {(n: number) => number} below */
function shuffle(list, below) {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

const KINDS = [...'byglpv'].flatMap((c) => [1, 2, 3, 4, 5, 6].map((n) => `${c}${n}`));

/** What the server promises before a game. @param {Uint8Array} secret @param {string} game */
export const commitment = async (secret, game) =>
  hexOf(await ofParts([utf8.encode('quinta-commitment-1'), secret, utf8.encode(game)]));

/**
 * The seed of the deal, from the secret and what the seats added.
 * @param {Uint8Array} secret @param {string} game @param {Uint8Array[]} added
 */
export const mixed = (secret, game, added) =>
  ofParts([utf8.encode('quinta-mix-1'), secret, utf8.encode(game), ...added]);

/** The shuffles of a seed. @param {Uint8Array} seed */
export async function deal(seed) {
  return {
    expansions: shuffle(KINDS, await stream(seed, 'expansions')),
    tiles: shuffle(
      KINDS.flatMap((k) => [k, k, k]),
      await stream(seed, 'tiles'),
    ),
    first: await stream(seed, 'first'),
  };
}

/** The event from which on luck was drawn anew, if there is one. @param {NumberedEvent[]} events */
const freshFrom = (events) =>
  events.find(
    ({ event }) => (event.type === 'undone' && event.fresh_luck) || (event.type === 'started' && event.moves),
  );

/**
 * The game's events that count: what was taken back is left out, and what came by fresh luck after that.
 * @param {NumberedEvent[]} events
 */
function counting(events) {
  const fresh = freshFrom(events);
  const end = fresh?.event.type === 'undone' ? fresh.event.to : (fresh?.number ?? Infinity);
  /** @type {NumberedEvent[]} */
  let kept = [];
  for (const one of events) {
    const { event } = one;
    if (event.type === 'undone') kept = kept.filter((x) => x.number <= event.to);
    else kept.push(one);
  }
  return kept.filter((x) => x.number <= end);
}

/** Takes one of each of these away. @param {string[]} from @param {string[]} what */
function remove(from, what) {
  for (const kind of what) {
    const i = from.indexOf(kind);
    if (i >= 0) from.splice(i, 1);
  }
}

/**
 * The tiles that a late draw takes from what the bag holds.
 * @param {Uint8Array} seed @param {string[]} bag @param {number} round @param {number} number @param {number} most
 */
async function late(seed, bag, round, number, most) {
  const below = await stream(seed, `draw ${round} ${number}`);
  const row = [...bag].sort((x, y) => KINDS.indexOf(x) - KINDS.indexOf(y));
  const out = [];
  while (out.length < most && row.length) out.push(...row.splice(below(row.length), 1));
  return out;
}

/**
 * Whether what was drawn and turned is what the seed says.
 * @param {Uint8Array} seed @param {NumberedEvent[]} events @param {import('../../types.js').TableView} table
 */
async function dealt(seed, events, table) {
  const plan = await deal(seed);
  const players = table.seats.length;
  const size = table.rules.stack_sizes[players - 2] ?? 5;
  const four = table.rules.tiles_on_top;
  const bag = [...plan.tiles];
  /** @type {string[]} */
  let tower = [];
  /** @type {string[]} */
  let display = [];
  let round = 0;
  for (const { event } of counting(events)) {
    if (event.type === 'started' && table.options.first === 'lot' && plan.first(players) !== event.first) return false;
    if (event.type === 'turned' && plan.expansions[round * size + event.slot] !== event.kind) return false;
    if (event.type === 'drawn') {
      if (event.poured) {
        bag.push(...tower);
        tower = [];
      }
      const slot = round * size + event.slot;
      const own =
        slot < Math.floor(108 / four)
          ? plan.tiles.slice(four * slot, four * slot + four)
          : await late(seed, bag, round + 1, event.slot, four);
      if ([...own].sort().join() !== [...event.tiles].sort().join()) return false;
      remove(bag, event.tiles);
      display.push(...event.tiles);
    }
    if (event.type === 'acquired')
      remove(
        display,
        event.take.filter((c) => !c.whole).map((c) => c.kind),
      );
    if (event.type === 'placed' || event.type === 'expanded') tower.push(...event.pay.tiles);
    if (event.type === 'passed') {
      tower.push(...event.discard.tiles);
      if (event.round) {
        tower.push(...display);
        display = [];
        round += 1;
      }
    }
  }
  return true;
}

/**
 * The whole check, once a game is over.
 * @param {import('../../types.js').TableView} table @param {NumberedEvent[]} events
 * @param {import('./promise.js').Seen} seen the commitment as it was seen before the game
 * @returns {Promise<Verdict | null>}
 */
export async function check(table, events, seen) {
  const { seed, luck } = table.fair;
  const fresh = freshFrom(events) !== undefined;
  const verdict = (/** @type {Verdict['wrong']} */ wrong) => ({ wrong, seen: seen.by, fresh });
  if (!seed || !luck) return verdict('withheld');
  if (!crypto.subtle) return null;
  const secret = bytes(seed);
  // A game that was handed over was dealt under another name.
  const game = table.fair.tab ?? table.id;
  const promised = table.fair.commitment;
  if (seen.by !== 'nobody' && seen.commitment !== promised) return verdict('commitment');
  if ((await commitment(secret, game)) !== promised) return verdict('commitment');
  // Someone may have left and another come: the last one on a seat counts.
  /** @type {Map<number, string>} */
  const hashes = new Map();
  for (const { event } of events) if (event.type === 'ready') hashes.set(event.seat, event.luck_hash);
  for (const [seat, hash] of hashes) if (hexOf(await sha256(bytes(luck[seat] ?? ''))) !== hash) return verdict('luck');
  const follows = await dealt(await mixed(secret, game, luck.map(bytes)), events, table);
  return verdict(follows ? null : 'deal');
}
