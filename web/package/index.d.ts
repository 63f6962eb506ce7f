// What `index.js` offers. The words of the game are those of `wire.d.ts`.
import type {
  About,
  Action,
  Advice,
  Choices,
  Code,
  CreateTable,
  Level,
  NumberedEvent,
  Replay,
  Review,
  ReviewProgress,
  Rules,
  Seat,
  TableView,
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

/** Something for a bot to think about. */
export type Job = {
  level: Level;
  rules: Rules;
  /** Every public fact of a game that waits for an action. */
  position: object;
  /** An action that it is asked about. */
  about?: Action;
  /** How long it may think: `900ms`, `2000sims`. */
  budget: string;
  /** Its luck: the same seed and simulations give the same action, here and everywhere. */
  seed?: number;
};

/** The rules, records and opponents. */
export interface Quinta {
  /** What this program is, with the numbers of both boards. */
  about(): About;
  /** Plays a record through, works out every figure again, and throws a `Refusal` at the first that is wrong. */
  verify(record: object | string): {
    events: number;
    luck: 'none' | 'dealt' | 'not_yet' | 'holds' | 'in_tab' | 'fresh_luck';
  };
  /** A record step by step, with the state after each. */
  replay(record: object | string): Replay;
  /** What a bot would do. */
  think(job: Job): { action: Action; advice?: Advice; simulations: number };
  /** Has the architect judge every move of a game, one at each `next()`. */
  lookBack(record: object | string, budget?: string): Generator<ReviewProgress, Review>;
  /** A new game. The seed, 64 hexadecimal digits, decides all luck. */
  game(wish: Omit<CreateTable, 'name' | 'options'> & Partial<CreateTable>, seed?: string): Game;
  /** Lets architects play by this net from now on. */
  learn(net: ArrayBuffer | Uint8Array): void;
  /** Asks the module anything that `crates/tab/src/request.rs` describes. */
  ask(question: { do: string; [field: string]: unknown }): any;
}

/** A game in memory. */
export interface Game {
  /** The table, as clients are told. */
  readonly table: TableView;
  /** What the person to act can do. */
  readonly choices: Choices | null;
  /** What happened. */
  readonly events: NumberedEvent[];
  readonly over: boolean;
  /** The bot whose turn it is. */
  readonly bot: { seat: Seat; at: number; job: Job } | null;
  /** Plays an action for the person to act; throws a `Refusal` where the rules forbid it. */
  act(action: Action): void;
  /** Lets the bot whose turn it is play, and returns what it did. */
  move(options?: { budget?: string; seed?: number }): Action;
  /** Sends any command of a client: `undo`, `resign` and so on. */
  send(command: { type: string; [field: string]: unknown }): void;
  /** The record of the game so far. */
  record(): object;
}
