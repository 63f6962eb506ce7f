// What `index.js` offers. The words of the game are those of `wire.d.ts`.
import type {
  About,
  Action,
  Advice,
  BotLevel,
  Cell,
  Code,
  Direction,
  Kind,
  Replay,
  Review,
  ReviewProgress,
  Rules,
  Seat,
} from './wire.d.ts';

export type * from './wire.d.ts';

/** A question that was refused. */
export class Refusal extends Error {
  /** In a word. */
  code: Code;
  /** The circumstances; the fields depend on the code. */
  data: unknown;
}

/** Loads the module. */
export function load(options?: {
  /** The module or its bytes, where it does not lie beside `index.js`. */
  module?: BufferSource | WebAssembly.Module;
  /** The net that architects play by. Without it they play by the tuned evaluation. */
  net?: ArrayBuffer | Uint8Array;
}): Promise<Quinta>;

/** Every public fact of a game. */
export type Position = {
  /** The round, 1 to 4. */
  round: number;
  /** The seat that acts, now or once chance has been answered. */
  turn: Seat;
  /** The seats that have passed in this round. */
  passed: Seat[];
  /** The seat that took the first-player marker in this round. */
  marker: Seat | null;
  /** What belongs to each seat. */
  seats: Array<{
    score: number;
    /** The storage: its tiles, expansions and jokers. */
    tiles: Kind[];
    expansions: Kind[];
    jokers: number;
    /** What lies on each of the six areas. */
    areas: Array<'free' | 'face_down' | { face_up: [Kind, Direction] }>;
    /** The tiles in the garden and where they stand. */
    garden: Array<[Kind, Cell]>;
  }>;
  /** This round's expansions, the first on top of the stack at the start. */
  display: Array<'taken' | { face_down: Kind[] } | { face_up: Kind }>;
  /** How many of them are still on the stack: the last ones. */
  stack: number;
  bag: Kind[];
  tower: Kind[];
  /** The expansions that nobody has seen yet. */
  unseen: Kind[];
};

/** How a game stands. */
export type Standing = {
  position: Position;
  /** What it waits for: an action, tiles from the bag, an expansion that is turned up, or nothing. */
  phase: 'act' | 'draw' | 'turn_up' | 'over';
  /** Who has won; nobody before the end. */
  winners: Seat[];
};

/** How many legal actions there are, by sort. */
export type Counts = { acquire: number; place: number; expand: number; buy: number; pass: number };

/** Something for a bot to think about. */
export type Job = {
  level: BotLevel;
  rules: Rules;
  /** A game that waits for an action. */
  position: Position;
  /** An action that it is asked about. */
  about?: Action;
  /** How long it may think: `900ms`, `2000sims`. */
  budget: string;
  /** Its luck: the same seed and simulations give the same action, here and everywhere. */
  seed?: number;
};

/** What a bot came up with. */
export type Thought = { action: Action; advice?: Advice; simulations: number };

/** The rules, records and opponents. */
export interface Quinta {
  /** What this program is, with the numbers of both boards. */
  about(): About;
  /** A new game. */
  game(wish?: {
    /** 2 to 4; left out, 2. */
    players?: number;
    /** Left out, `front`. */
    board?: 'front' | 'back';
    /** Rules of one's own, in place of a board's. */
    rules?: Rules;
    /** 64 hexadecimal digits that decide all luck; left out, random ones. */
    seed?: string;
  }): Game;
  /** What can be done in a position: how many actions, and the actions themselves, `most` of them at the most. */
  actions(rules: Rules, position: Position, most?: number): { counts: Counts; actions: Action[] };
  /** What an action brings about; throws a `Refusal` where the rules forbid it. Without the game's seed luck is left open. */
  play(rules: Rules, position: Position, action: Action, seed?: string): Standing;
  /**
   * Plays a record through, works out every figure again, and throws a `Refusal` at the first that is wrong, or where
   * its luck is not what it claims to be. The repository's `docs/fairness.md` says what each answer proves.
   */
  verify(
    record: object | string,
    /** The commitment as it was seen before the game; the record's must be the same. */
    commitment?: string,
  ): {
    events: number;
    luck: 'untold' | 'dealt' | 'not_yet' | 'sealed' | 'kept';
    /** The last three have these: */
    commitment?: string;
    /** Whether it was compared with the one that was seen; otherwise it proves nothing. */
    seen?: boolean;
    /** Whether a player's own browser made the commitment, which knew the secret. */
    in_tab?: boolean;
    /** Whether luck was drawn anew during the game, so that no draw was checked. */
    fresh_luck?: boolean;
    /** Until when a game that is over keeps its seed back, in milliseconds since 1970. */
    sealed_until?: number;
  };
  /** A record step by step, with the state after each. */
  replay(record: object | string): Replay;
  /** How the game of a record stood after so many of its events. */
  stood(record: object | string, events: number): Standing;
  /** What a bot would do. */
  think(job: Job): Thought;
  /** Has the architect judge every move of a game, one at each `next()`. */
  lookBack(record: object | string, budget?: string): Generator<ReviewProgress, Review>;
  /** Lets architects play by this net from now on. */
  learn(net: ArrayBuffer | Uint8Array): void;
  /** Asks the module anything that `crates/tab/src/request.rs` describes. */
  ask(question: { do: string; [field: string]: unknown }): any;
}

/** A game. */
export interface Game {
  readonly rules: Rules;
  /** What decides all luck. */
  readonly seed: string;
  readonly position: Position;
  /** The seat that is to act; `null` once the game is over. */
  readonly turn: Seat | null;
  readonly over: boolean;
  /** The points of each seat. */
  readonly scores: number[];
  /** Who has won; nobody before the end. */
  readonly winners: Seat[];
  /** What was played, in order. */
  readonly played: Action[];
  /** The legal actions, `most` of them at the most. Of the passes only the one that discards nothing is listed, as the last. */
  actions(most?: number): Action[];
  /** How many legal actions there are, by sort; every pass counts. */
  counts(): Counts;
  /** How the game would stand after an action, before luck. */
  after(action: Action): Standing;
  /** Plays an action; throws a `Refusal` where the rules forbid it, and nothing is changed. */
  play(action: Action): void;
  /** What a bot would do now. The seed is its luck; left out, it is the number of the move. */
  think(options: { level: BotLevel; budget?: string; seed?: number; about?: Action }): Thought;
  /** The record of the game so far. */
  record(): any;
}
