// The types of the page's own state, field by field. For the checker only: nothing of this is served.
import type {
  About,
  Action,
  Advice,
  Attribute,
  Cell,
  Choices,
  ClientMessage,
  Code,
  CopyRef,
  Error as WireError,
  LessonName,
  Lobby,
  Me,
  NumberedEvent,
  Presence,
  Replay,
  ReviewProgress,
  TableView,
  You,
} from '../crates/wire/wire.js';
import type { Count } from './js/play/count.js';
import type { Kid } from './js/draw/vdom.js';
import type { Verdict } from './js/pages/fair.js';

export type {
  Action,
  Advice,
  Attribute,
  Cell,
  Choices,
  CopyRef,
  Explanation,
  FinalScored,
  NumberedEvent,
  Payment,
  PlayerView,
  Presence,
  RoundScored,
  StateView,
  TableView,
  Why,
  You,
} from '../crates/wire/wire.js';

/** What a table in this tab can meet: no room, nothing kept, given to a server, on its way there, a net not there yet. */
export type Trouble = 'full' | 'failed' | 'handed' | 'handing' | 'net';

/** What went wrong: an error of the server's, or one that only the page can meet. */
export type Problem = Omit<WireError, 'code'> & { code: Code | 'offline' | 'other' | Trouble };

/** A hexagon of the display, as it is pointed at. */
export type Spot = { kind: string; from: number; whole: boolean };

/** What is being put together before it is sent. */
export type Pick =
  | { type: 'none' }
  /** A hexagon of the display was chosen, but not yet whether by its colour or its pattern. */
  | ({ type: 'offer' } & Spot)
  | { type: 'acquire'; attribute: Attribute; take: CopyRef[]; at: Spot }
  /** `pay` is the number of the payment among those of `choices`. */
  | { type: 'place'; kind: string; cell: Cell | null; pay: number }
  | { type: 'expand'; kind: string; area: number | null; petal: number; pay: number }
  | { type: 'buy'; area: number | null }
  /** What a pass discards, by its place in storage. */
  | { type: 'pass'; tiles: number[]; expansions: number[] };

/** A refusal in words, with what is in the way and where it was tried. */
export type Refusal = {
  text: string;
  cells: Cell[];
  at: Cell | null;
  /** What the rule book has to say about it: the code of the reason, where it is one of the rules. */
  topic: string | null;
};

/** A sheet over the page. */
export type PageSheet =
  | { type: 'create' | 'settings' | 'name' | 'help' | 'keys' | 'notation' }
  /** The paragraph of the rule book that answers a question. */
  | { type: 'rule'; topic: string };

/** A sheet over the table. */
export type TableSheet =
  | { type: 'payments' | 'counts' | 'wheel' | 'log' | 'chart' | 'phrases' | 'menu' | 'luck' }
  | { type: 'garden' | 'outlook'; seat: number }
  /** Whether a game in this browser is to be uploaded to the server. */
  | { type: 'upload'; id: string }
  /** A question before something that cannot be taken back. */
  | { type: 'sure'; text: string; label: string; command: Command };

/** Everything about the table that is open. */
export type Game = {
  /** The table as it is shown; a move that is still to be shown is not in it yet. */
  table: TableView | null;
  /** What we are to this table. */
  you: You | null;
  /** Who is there. */
  presence: Presence | null;
  /** All that can be done now; nothing while it is another's turn. */
  choices: Choices | null;
  /** Every event so far. */
  events: NumberedEvent[];
  /** The move that is being put together. */
  pick: Pick;
  /** Why the last click was refused. */
  refusal: Refusal | null;
  /** Something to know that is no refusal: a link was copied, someone resigned. */
  notice: string | null;
  /** Whether a move is on its way to the server. */
  sending: boolean;
  /** Whether the connection is there. */
  online: boolean;
  /** The seat whose garden is shown large, where that is not our own. */
  view: number | null;
  /** On a small screen: which sheet is open. */
  tab: 'garden' | 'display' | 'others' | 'scores';
  /** The other's move that is being shown. */
  following: { text: string; seat: number } | null;
  /** How many moves are still to be shown. */
  waiting: number;
  /** The cells that the last move filled. */
  fresh: { seat: number; cells: string[] } | null;
  /** The count at the end of a round. */
  scoring: Count | null;
  /** The table's sheet that is open. */
  dialog: TableSheet | null;
  /** Whether there is no such table. */
  missing: boolean;
  /** What the hint proposes. */
  hint: Action | null;
  /** Why, in words, as long as it is what is picked. */
  advice: { pick: Pick; words: string } | null;
  /** The hexagon of the display under the mouse. */
  hover: Spot | null;
  /** The possibility under the mouse at that hexagon. */
  preview: Attribute | null;
  /** The hexagon of the display that is being dragged. */
  drag: CopyRef | null;
  /** What someone said a moment ago. */
  said: { seat: number; phrase: string } | null;
  /** The fairness check, once it was made. */
  fair: Verdict | null;
  /** Whether moves are being written instead of clicked. */
  typing: boolean;
};

/** A replay of a game. */
export type ReplayState = {
  shown: Replay | null;
  /** The steps at which to stop, and which of them is shown. */
  stops: number[];
  at: number;
  busy: boolean;
  problem: string | null;
  /** Where the game comes from. */
  source: Source | null;
  /** The architect's review, once it was asked for. */
  review: ReviewProgress | null;
  /** Which of the better moves is shown in place of the one that was made. */
  other: number | null;
  /** Whether it goes on by itself. */
  runs: boolean;
  /** What stands in place of the action bar, and what stands over the table: only this page loads them. */
  bar: () => Kid;
  card: () => Kid;
};

/** A table's game, or a record as it was read. */
export type Source = { table: string; record?: undefined } | { record: string; table?: undefined };

/** A lesson of the tutorial that is being taken. */
export type LessonState = {
  name: string;
  exercise: boolean;
  /** The part of the table that lights up. */
  look: string;
  /** What the learner has done so far. */
  actions: Action[];
  done: boolean;
  /** Its place among all, from 0. */
  at: number;
  all: LessonName[];
};

/** The whole page. */
export type PageState = {
  game: Game;
  replay: ReplayState | null;
  /** The lesson that is being taken. */
  lesson: LessonState | null;
  me: Me | null;
  about: About | null;
  lobby: Lobby | null;
  /** The page's sheet that is open. */
  dialog: PageSheet | null;
  /** What went wrong last on the first page. */
  problem: string | null;
  /** Whether a table is being made. */
  busy: boolean;
  /** Whether the server did not answer. */
  unreachable: boolean;
  /** Whether the server has a newer page than this one. */
  outdated: boolean;
};

type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

/** A command to a table; the connection gives it its id. */
export type Command = WithoutId<ClientMessage>;
