// Generated from the types of quinta-wire and the endpoints of quinta-server. Do not edit:
// `UPDATE=1 cargo test -p quinta-server generated` writes it.

/** What the server is. */
export type About = {
  /** The numbers of the scoring board's two sides, to start house rules from. */
  boards: Boards;
  /** The levels that bots of this server have, the weakest first. */
  levels: Array<BotLevel>;
  /** The phrases that can be said. */
  phrases: Array<Phrase>;
  /** Its version. */
  release: string;
  /** `quinta`. */
  server: string;
  /** The protocol's version: 1. */
  version: number;
};

/** Who may take an open seat. */
export type Access = ("open" | "invitation");

/** What acquiring an attribute would take. */
export type AcquireChoice = {
  /** The colour or pattern. */
  attribute: Attribute;
  /** Places for expansions still free after the first of these. */
  expansion_room: number;
  /** Each kind that would be taken. Empty where nothing on offer has the attribute. */
  kinds: Array<KindCopies>;
  /** Why it is not possible; left out where it is. */
  reason?: (Explanation);
  /** Every set of copies that can be taken, the first one proposed: an action's `take`. At most 64 are listed. */
  takes: Array<Array<CopyRef>>;
  /** Places for tiles still free after the first of these. */
  tile_room: number;
};

/** One action, identified by its first field. */
export type Action = ({
    /** The colour or pattern. */
    acquire: Attribute;
    /** The copy that is taken of each kind. */
    take: Array<CopyRef>;
  } | {
    /** The space. */
    cell: Cell;
    /** What is discarded beside it. */
    pay: Payment;
    /** The tile. */
    place: Kind;
  } | {
    /** Where it lies. */
    area: Area;
    /** The expansion. */
    expand: Kind;
    /** What is discarded beside it. */
    pay: Payment;
    /** The direction in which its printed hexagon lies. */
    petal: Direction;
  } | {
    /** The area. */
    buy: Area;
  } | {
    /** What is discarded. */
    pass: Discard;
  });

/** How good a bot thinks its advice is, and why. */
export type Advice = {
  /** What could be done instead. For `hint` the second and the third best; for `weigh` the action that was asked about. */
  instead?: Array<Alternative>;
  /** The chance to win with it, in percent, where the bot has an opinion. */
  sure?: (number);
  /** What speaks for it and against it, the plainest first. */
  why: Array<Why>;
};

/** Something that could be done instead. */
export type Alternative = {
  /** The action. */
  action: Action;
  /** The points that it gives away against the best one, as the bot reckons. */
  gives_away: number;
  /** What speaks for it and against it, the plainest first. */
  why: Array<Why>;
};

/** An area, 0 to 5, counter-clockwise from the east. */
export type Area = number;

/** One of the six areas of a garden. */
export type AreaView = {
  /** Its number. */
  area: Area;
  /** Its centre. */
  centre: Cell;
  /** What lies there. */
  ground: Ground;
  /** Face up: the direction of the printed hexagon. */
  petal?: (Direction);
};

/** A colour's letter or a pattern's number. */
export type Attribute = ("b" | "y" | "g" | "l" | "p" | "v" | 1 | 2 | 3 | 4 | 5 | 6);

/** What one of a round's attributes brings. */
export type AttributePoints = {
  /** The attribute. */
  attribute: Attribute;
  /** The hexagons that have it. */
  cells: Array<Cell>;
  /** Points for each hexagon. */
  each: number;
  /** Points in all. */
  points: number;
};

/** A move that would have been better. */
export type BetterMove = {
  /** What would have happened. */
  event: Event;
  /** The lead that it promised. */
  lead: number;
  /** The state after it, if the move that was made is one of those that mattered most. */
  state?: (StateView);
  /** What speaks for it and against it. */
  why: Array<Why>;
};

/** A space on which the tile may not stand. */
export type BlockedCell = {
  /** The space. */
  cell: Cell;
  /** Why not. */
  reason: Explanation;
};

/** An area and a turning that the expansion may not have. */
export type BlockedSpot = {
  /** The area. */
  area: Area;
  /** The cell of the printed hexagon. */
  cell: Cell;
  /** Where the printed hexagon would lie. */
  petal: Direction;
  /** Why not. */
  reason: Explanation;
};

/** The board that a game is played on, which decides its numbers. */
export type Board = ("front" | "back" | "custom");

/** The numbers of the scoring board's two sides. */
export type Boards = {
  /** The back. */
  back: Rules;
  /** The front. */
  front: Rules;
};

/** How well a bot plays; the better, the greater.  Logs, records and the wire hold a level by its name, so a name that was released must stay. */
export type BotLevel = ("random" | "sprout" | "seedling" | "gardener" | "designer" | "mason" | "architect");

/** Buying from the supply. */
export type BuyChoice = {
  /** The free areas; none where it is not possible. */
  areas: Array<Area>;
  /** What it costs, in points. */
  cost: number;
  /** Why it is not possible; left out where it is. */
  reason?: (Explanation);
};

/** Why the server closes a socket. */
export type ByeReason = ("shutdown" | "too_slow" | "too_much" | "too_long" | "idle" | "gone");

/** Axial coordinates [q, r] of a garden's cell, pointy tops, r growing downwards. */
export type Cell = [number, number];

/** A space on which the tile may stand. */
export type CellChoice = {
  /** The space. */
  cell: Cell;
  /** What it would bring. */
  preview: Preview;
};

/** Changes to a guest. */
export type ChangeMe = {
  /** Another language. */
  language?: (string);
  /** Another name: 1 to 40 characters, no control characters. */
  name?: (string);
};

/** Everything that the seat to act can do now. */
export type Choices = {
  /** All twelve attributes: the colours, then the patterns. */
  acquire: Array<AcquireChoice>;
  /** The number of the last event that this document knows of; send it as `at` with the action. */
  at: number;
  /** Buying from the supply. */
  buy: BuyChoice;
  /** One for each expansion in storage. */
  expand: Array<ExpandChoice>;
  /** Passing, which is always possible. */
  pass: PassChoice;
  /** One for each kind of tile in storage. */
  place: Array<PlaceChoice>;
  /** The seat that acts. */
  seat: Seat;
};

/** A command of a client, with an id of its own making: sent twice it counts once. */
export type ClientMessage = ({
    /** The action. */
    action: Action;
    /** The number of the last event that the client knows; a position that has changed since refuses the action. */
    at: number;
    /** For which seat. */
    seat?: (Seat);
    type: "act";
  } | {
    /** As for `act`. */
    at: number;
    /** For which seat. */
    seat?: (Seat);
    /** The action in notation. */
    text: string;
    type: "act_text";
  } | {
    /** As for `act`. */
    at: number;
    /** The number of the last event that still counts. */
    to?: (number);
    type: "undo";
  } | {
    /** The code of the invitation, where the table asks for one. */
    invitation?: (string);
    /** A name other than the guest's own, for several people at one screen. */
    name?: (string);
    /** Which one; any if left out. */
    seat?: (Seat);
    type: "sit";
  } | {
    /** Which one; all of one's own if left out. */
    seat?: (Seat);
    type: "leave";
  } | {
    /** Whose seat. */
    seat: Seat;
    type: "remove";
  } | {
    /** How well it plays. */
    level?: (BotLevel);
    /** Which seat. */
    seat: Seat;
    type: "set_bot";
  } | {
    /** Up to 32 bytes in hex. */
    luck: string;
    /** Which seat; all of one's own if left out. */
    seat?: (Seat);
    type: "ready";
  } | {
    /** The new name. */
    name: string;
    /** Which seat. */
    seat: Seat;
    type: "rename";
  } | {
    /** Which seat. */
    seat?: (Seat);
    type: "resign";
  } | {
    /** How well the bot plays; never worse than the bots that sit at the table, or than `designer` where none does. */
    level: BotLevel;
    /** Which seat. */
    seat: Seat;
    type: "take_over";
  } | {
    /** Which seat. */
    seat?: (Seat);
    type: "return";
  } | {
    /** Whether one does. */
    agrees: boolean;
    type: "offer_end";
  } | {
    /** Which seat. */
    seat: Seat;
    type: "abandon";
  } | {
    /** What. */
    phrase: Phrase;
    type: "say";
  } | {
    /** Which bot; the architect if left out. */
    level?: (BotLevel);
    type: "hint";
  } | {
    /** The action. */
    action: Action;
    /** As for `act`. */
    at: number;
    type: "weigh";
  } | {
    type: "rematch";
  } | {
    type: "ping";
  }) & {
  /** 1 to 64 characters. */
  id: string;
};

/** How much time there is. */
export type Clock = ({
    type: "none";
  } | {
    /** 5 to 3600. */
    seconds: number;
    type: "per_move";
  } | {
    /** Added after each move, 0 to 600. */
    increment: number;
    /** 60 to 36000. */
    seconds: number;
    type: "per_game";
  } | {
    /** 1 to 30. */
    days: number;
    type: "days";
  });

/** The clock as it stands. */
export type ClockView = {
  /** When it runs out, in milliseconds since 1970. */
  deadline?: (number);
  /** Milliseconds that each seat has left, as of its last move. */
  left: Array<number>;
  /** The server's time, in milliseconds since 1970. */
  now: number;
  /** The seat whose time runs. */
  running?: (Seat);
};

/** Why something was refused, for the client's own words. The rules' codes stand beside those of tables and of the server. */
export type Code = ("stale" | "not_seated" | "not_your_seat" | "seat_taken" | "no_free_seat" | "wrong_invitation" | "removed" | "not_host" | "not_absent" | "already_started" | "not_started" | "table_over" | "not_over" | "cannot_undo" | "no_hints" | "no_hints_left" | "no_coach" | "not_taken_over" | "already_resigned" | "bad_notation" | "bad_name" | "bad_options" | "bad_request" | "too_many" | "too_many_unfinished" | "too_much_written" | "no_such_table" | "store_failed" | "shutting_down" | "busy" | "not_found" | "wrong_host" | "method_not_allowed" | "too_large" | "timeout" | "bad_token" | "wrong_origin" | "bad_subscription" | "bad_record" | Illegal);

/** A hexagon of the display and where it lies. */
export type CopyRef = {
  /** The slot of the display: the expansion's place in this round's stack. */
  from: number;
  /** What it shows. */
  kind: Kind;
  /** Whether the face-up expansion itself is meant, not a tile that lies on it. */
  whole?: boolean;
};

/** A new table. */
export type CreateTable = {
  /** Its name, up to 60 characters; may be empty. */
  name: string;
  /** How it is played. */
  options: Options;
  /** Two to four seats. */
  seats: Array<SeatPlan>;
};

/** A table that was made. */
export type Created = {
  /** Its id. */
  id: string;
  /** The code that lets others in. */
  invitation: string;
  /** The link to send to others. */
  link: string;
  /** Whether that link only works on this machine. */
  link_is_local: boolean;
};

/** What has changed of a document. A string, a number, true, false or null: it is this now. `{"=": …}`: it is this now. Other objects: these of its fields have changed, `{}` for one that is gone. A list: its entries now, a number for an old entry that is as it was, a pair of number and change for an old entry that has changed, `{"=": …}` for a new one. */
export type Delta = unknown;

/** A direction from an area's centre: 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE. */
export type Direction = number;

/** What is discarded with a pass. */
export type Discard = {
  /** Expansions, which go to the supply. */
  expansions: Array<Kind>;
  /** Tiles, which go to the tower. */
  tiles: Array<Kind>;
};

/** This round's expansions: those on the stack and those around it. */
export type DisplayView = {
  /** By their place in this round's stack, the first on top at the start. */
  slots: Array<SlotView>;
  /** The slot on top of the stack; none when the stack is empty. */
  top?: (number);
};

/** Why a game is over. */
export type EndReason = ("finished" | "agreed" | "resigned" | "abandoned");

/** Something that was refused or went wrong. `code` and `data` are for the client's own words, `message` is English. */
export type Error = {
  /** In a word. */
  code: Code;
  /** The circumstances; the fields depend on the code. */
  data?: unknown;
  /** In English. */
  message: string;
};

/** What happened. */
export type Event = ({
    /** Its name. */
    name: string;
    type: "created";
  } | {
    /** The person's name. */
    name: string;
    /** The seat. */
    seat: Seat;
    type: "sat";
  } | {
    /** Whether the host removed them. */
    removed: boolean;
    /** The seat. */
    seat: Seat;
    type: "left";
  } | {
    /** How well it plays. */
    level: BotLevel;
    /** The seat. */
    seat: Seat;
    type: "bot_sat";
  } | {
    /** The new name. */
    name: string;
    /** The seat. */
    seat: Seat;
    type: "renamed";
  } | {
    /** The SHA-256 hash of the bytes that they added, in hex; the bytes themselves are revealed at the end. */
    luck_hash: string;
    /** The seat. */
    seat: Seat;
    type: "ready";
  } | {
    /** The seat that begins. */
    first: Seat;
    /** How many moves of another game it goes on from, if it does: what was drawn by then is that game's luck, not this table's. */
    moves?: number;
    type: "started";
  } | {
    /** Whether the tower was poured into the bag first. */
    poured: boolean;
    /** The slot on top of the stack. */
    slot: number;
    /** Whether bag and tower were empty, so that the rest of the stack lies beside it now. */
    spread: boolean;
    /** The tiles. */
    tiles: Array<Kind>;
    type: "drawn";
  } | {
    /** What it shows. */
    kind: Kind;
    /** Which one. */
    slot: number;
    type: "turned";
  } | {
    /** The colour or pattern. */
    attribute: Attribute;
    /** The slot that was on top of the stack and moved beside it. */
    moved?: (number);
    /** Who. */
    seat: Seat;
    /** What was taken from where. */
    take: Array<CopyRef>;
    type: "acquired";
  } | {
    /** Where. */
    cell: Cell;
    /** Jokers that came into storage. */
    jokers_gained: number;
    /** Jokers that did not fit. */
    jokers_lost: number;
    /** The tile. */
    kind: Kind;
    /** What was discarded. */
    pay: Payment;
    /** Who. */
    seat: Seat;
    /** What it surrounded. */
    surrounded: Array<Surrounded>;
    type: "placed";
  } | {
    /** Where. */
    area: Area;
    /** The cell of its printed hexagon. */
    cell: Cell;
    /** Jokers that came into storage. */
    jokers_gained: number;
    /** Jokers that did not fit. */
    jokers_lost: number;
    /** The expansion. */
    kind: Kind;
    /** What was discarded. */
    pay: Payment;
    /** The direction of its printed hexagon. */
    petal: Direction;
    /** Who. */
    seat: Seat;
    /** What it surrounded. */
    surrounded: Array<Surrounded>;
    type: "expanded";
  } | {
    /** Where. */
    area: Area;
    /** For how many points. */
    cost: number;
    /** Who. */
    seat: Seat;
    type: "bought";
  } | {
    /** What was discarded. */
    discard: Discard;
    /** What is discarded costs so much. */
    discard_cost: number;
    /** The final scoring, if this pass ended the game. */
    end?: (FinalScored);
    /** Points really lost: no more than there were, where a score stops at zero. */
    loss: number;
    /** Whether it took the first-player marker. */
    marker: boolean;
    /** What taking the marker costs: 0 if it did not. */
    marker_cost: number;
    /** The scoring, if this pass ended the round. The display is cleared then: its tiles go to the tower, its expansions to the supply. */
    round?: (RoundScored);
    /** Who. */
    seat: Seat;
    type: "passed";
  } | {
    /** Whether luck is fresh from here on. */
    fresh_luck: boolean;
    /** Who. */
    seat: Seat;
    /** The number of the last game event that still counts. */
    to: number;
    type: "undone";
  } | {
    /** For so many milliseconds. */
    milliseconds: number;
    type: "clock_held";
  } | {
    /** Whose. */
    seat: Seat;
    type: "timed_out";
  } | {
    /** Who. */
    seat: Seat;
    type: "resigned";
  } | {
    /** How well the bot plays. */
    level: BotLevel;
    /** The seat. */
    seat: Seat;
    type: "taken_over";
  } | {
    /** The seat. */
    seat: Seat;
    type: "returned";
  } | {
    /** Whether it would. */
    agrees: boolean;
    /** Who. */
    seat: Seat;
    type: "end_offered";
  } | {
    /** Why. */
    reason: EndReason;
    type: "ended";
    /** Who won; nobody if it ended by agreement. */
    winners: Array<Seat>;
  } | {
    /** Who. */
    seat: Seat;
    type: "hinted";
  } | {
    /** What. */
    phrase: Phrase;
    /** Who. */
    seat: Seat;
    type: "said";
  } | {
    /** At this table. */
    table: string;
    type: "rematch";
  });

/** What can be done with an expansion in storage. */
export type ExpandChoice = {
  /** The turnings on free areas that it may not have. */
  blocked: Array<BlockedSpot>;
  /** The expansion. */
  kind: Kind;
  /** Every payment, cheapest first. */
  payments: Array<Payment>;
  /** Why it cannot be laid anywhere: it cannot be paid for. Left out where it can. */
  reason?: (Explanation);
  /** Where it may lie and how, whether or not it can be paid for. */
  spots: Array<SpotChoice>;
};

/** Why an action is refused: the code and its circumstances. The text is English; clients translate the code. */
export type Explanation = ({
    code: "game_over";
  } | {
    code: "awaiting_chance";
  } | {
    code: "not_your_turn";
    data: {
      /** Whose turn it is. */
      turn: Seat;
    };
  } | {
    code: "nothing_on_offer";
    data: {
      /** What was asked for. */
      attribute: Attribute;
    };
  } | {
    code: "copy_missing";
    data: {
      /** Which ones. */
      kinds: Array<Kind>;
    };
  } | {
    code: "taken_twice";
    data: {
      /** Which one. */
      kind: Kind;
    };
  } | {
    code: "wrong_attribute";
    data: {
      /** What was asked for. */
      attribute: Attribute;
      /** What was to be taken. */
      kind: Kind;
    };
  } | {
    code: "not_on_offer";
    data: {
      /** The slot of the display. */
      from: number;
      /** What was to be taken. */
      kind: Kind;
      /** Whether the expansion itself was meant. */
      whole: boolean;
    };
  } | {
    code: "no_room";
    data: {
      /** Places for expansions that are missing. */
      expansions: number;
      /** Places for tiles that are missing. */
      tiles: number;
    };
  } | {
    code: "not_in_storage";
    data: {
      /** Expansions that are missing. */
      expansions: Array<Kind>;
      /** Jokers that are missing. */
      jokers: number;
      /** Tiles that are missing. */
      tiles: Array<Kind>;
    };
  } | {
    code: "no_such_space";
    data: {
      /** Where. */
      cell: Cell;
    };
  } | {
    code: "space_taken";
    data: {
      /** What stands there. */
      by: Kind;
      /** Where. */
      cell: Cell;
    };
  } | {
    code: "no_matching_neighbour";
    data: {
      /** Where. */
      cell: Cell;
      /** What was to be placed. */
      kind: Kind;
      /** The hexagons beside it. */
      neighbours: Array<Cell>;
    };
  } | {
    code: "kind_twice";
    data: {
      /** The group's attribute. */
      attribute: Attribute;
      /** Where the hexagon was to be placed. */
      cell: Cell;
      /** Where it stands already. */
      copies: Array<Cell>;
      /** The whole group as it would be, without the new hexagon. */
      group: Array<Cell>;
      /** The kind that would stand in it twice. */
      twice: Kind;
    };
  } | {
    code: "wrong_price";
    data: {
      /** What it costs, itself included. */
      cost: number;
      /** What was to be placed. */
      kind: Kind;
      /** What was paid besides it. */
      paid: number;
    };
  } | {
    code: "mixed_payment";
    data: {
      /** What was to be placed. */
      kind: Kind;
      /** What was to pay for it. */
      kinds: Array<Kind>;
    };
  } | {
    code: "identical_in_payment";
    data: {
      /** Which ones. */
      kinds: Array<Kind>;
    };
  } | {
    code: "cannot_pay";
    data: {
      /** What it costs, itself included. */
      cost: number;
      /** What was to be placed. */
      kind: Kind;
      /** How many fitting hexagons or jokers are missing. */
      missing: number;
    };
  } | {
    code: "area_taken";
    data: {
      /** Which one. */
      area: Area;
    };
  } | {
    code: "too_few_points";
    data: {
      /** What it needs. */
      needed: number;
      /** What the seat has. */
      points: number;
    };
  } | {
    code: "supply_empty";
  });

/** How an expansion of the round lies. */
export type Face = ("stack" | "down" | "up" | "taken");

/** What proves that luck was fair. See `docs/fairness.md`. */
export type FairView = {
  /** The commitment to the server's seed, in hex, known from the first moment. */
  commitment: string;
  /** What each person's client added, in hex, by seat, empty for bots: revealed at the end. */
  luck?: (Array<string>);
  /** The server's seed, in hex: revealed at the end. */
  seed?: (string);
  /** Where it was dealt in a player's own browser: the id that the table had there, which commitment and luck belong to. That browser knew the seed, so to others they prove nothing about what its player knew. */
  tab?: (string);
};

/** What brings jokers when it is surrounded: a cell that is never a space. */
export type Feature = ("fountain" | "statue" | "bench" | "pavilion");

/** Jokers for surrounding a feature. */
export type FeatureJokers = {
  /** For a bench. */
  bench: number;
  /** For the fountain. */
  fountain: number;
  /** For a pavilion. */
  pavilion: number;
  /** For a statue. */
  statue: number;
};

/** What the end of the game brings. */
export type FinalPoints = {
  /** The groups of three or more. */
  groups: Array<GroupPoints>;
  /** Points and bonuses of all groups. */
  groups_total: number;
  /** For jokers in storage. */
  jokers: number;
  /** Lost for hexagons in storage, before the floor at zero. */
  leftover: number;
};

/** The end's scoring. */
export type FinalScored = {
  /** By seat. */
  seats: Array<SeatFinal>;
  /** The seats with the most points. */
  winners: Array<Seat>;
};

/** Who begins. */
export type First = ("lot" | {
    seat: Seat;
  });

/** How good a move was, by what it gave away. */
export type Grade = ("best" | "good" | "inexact" | "mistake" | "blunder");

/** How an area or an expansion lies. */
export type Ground = ("free" | "down" | "up");

/** What a group of three or more scores at the end. */
export type GroupPoints = {
  /** What its hexagons share. */
  attribute: Attribute;
  /** The bonus for its size. */
  bonus: number;
  /** Where they stand. */
  cells: Array<Cell>;
  /** What they show, in the order of the cells. */
  kinds: Array<Kind>;
  /** The sum of their values. */
  points: number;
};

/** A hexagon in a garden. */
export type HexView = {
  /** Where. */
  cell: Cell;
  /** What it shows. */
  kind: Kind;
  /** Whether it is printed on an expansion, not a tile. */
  printed: boolean;
};

/** Why an action is refused: the code. [`crate::Explanation`] has the details. */
export type Illegal = ("game_over" | "awaiting_chance" | "not_your_turn" | "nothing_on_offer" | "copy_missing" | "taken_twice" | "wrong_attribute" | "not_on_offer" | "no_room" | "not_in_storage" | "no_such_space" | "space_taken" | "no_matching_neighbour" | "kind_twice" | "wrong_price" | "mixed_payment" | "identical_in_payment" | "cannot_pay" | "area_taken" | "too_few_points" | "supply_empty");

/** A game that was played in a browser, to go on at this server. */
export type ImportGame = {
  /** The id that it has in the browser. */
  id: string;
  /** Its log, entry by entry, as the browser stored it: at most 4000, the first one first. */
  log: Array<string>;
};

/** Where an imported game is. */
export type ImportedGame = {
  /** The path of its page. */
  address: string;
  /** Its id here. */
  id: string;
};

/** A kind: a colour's letter (b y g l p v) and a pattern's number (1 to 6). */
export type Kind = string;

/** A kind that would be taken and where its copies lie. */
export type KindCopies = {
  /** Every copy on offer; more than one leaves a choice. */
  copies: Array<CopyRef>;
  /** What is taken. */
  kind: Kind;
};

/** A lesson of the tutorial. */
export type LessonName = {
  /** Whether it is an exercise. */
  exercise: boolean;
  /** The part of the table that lights up: `display`, `storage`, `garden`, `buy` or `pass`. */
  look: string;
  /** Its name. */
  name: string;
};

/** What a lesson's table tells after these actions. */
export type LessonView = {
  /** What the learner can do now. */
  choices?: (Choices);
  /** Whether its goal is reached. */
  done: boolean;
  /** What has happened so far. */
  events: Array<NumberedEvent>;
  /** The lesson. */
  name: string;
  /** The table. */
  table: TableView;
};

/** The lessons of the tutorial. */
export type Lessons = {
  /** All of them, in the order in which they are taken. */
  lessons: Array<LessonName>;
};

/** The lobby, each list with the latest first and at most 50 long. */
export type Lobby = {
  /** Games of yours and open ones that are over. */
  finished: Array<LobbyTable>;
  /** Tables at which you sit and that are not over, those where it is your turn first. */
  mine: Array<LobbyTable>;
  /** Open tables that still have a free seat. */
  open: Array<LobbyTable>;
  /** Open tables where a game is on: to watch. */
  running: Array<LobbyTable>;
};

/** A seat in the lobby. */
export type LobbySeat = {
  /** The bot's level. */
  level?: (BotLevel);
  /** The person's name. */
  name?: (string);
  /** Points, from the start on. */
  score?: (number);
  /** Whether it won. */
  won?: boolean;
  /** Whether it is yours. */
  you?: boolean;
};

/** A table in the lobby. */
export type LobbyTable = {
  /** The clock. */
  clock: Clock;
  /** How it ended. */
  ended?: (EndReason);
  /** When it will be deleted unless something happens there, in milliseconds since 1970: nobody has gone on with it for long. */
  expires?: (number);
  /** Its id. */
  id: string;
  /** When something last happened, in milliseconds since 1970. */
  last: number;
  /** Its name; may be empty. */
  name: string;
  /** The round, 1 to 4, from the start on. */
  round?: (number);
  /** The names on its seats: a person's name, a bot's level, or nothing for an open seat. */
  seats: Array<LobbySeat>;
  /** Where it is in its life. */
  stage: Stage;
  /** Whether it is the turn of a seat of yours. */
  your_turn: boolean;
};

/** The guest that a cookie or token stands for. */
export type Me = {
  /** Their language, a code of two letters: `en`. */
  language: string;
  /** Their name: text, never markup. */
  name: string;
};

/** An event with its number and its time. */
export type NumberedEvent = {
  /** What happened. */
  event: Event;
  /** Its number in the table's log, counted from 1 without gaps. */
  number: number;
  /** When it happened, in milliseconds since 1970. */
  time: number;
};

/** How a table is played. */
export type Options = {
  /** Who may take an open seat. */
  access: Access;
  /** Which numbers are played by. */
  board: Board;
  /** How much time there is. */
  clock: Clock;
  /** Who begins. */
  first: First;
  /** How many hints each person may have in a game; as many as they like if left out. */
  hint_limit?: (number);
  /** Whether bots may be asked for advice. */
  hints: boolean;
  /** The numbers of a custom board. */
  rules?: (Rules);
  /** What may be taken back. */
  undo: Undo;
};

/** What a garden would score if nothing changed any more. */
export type Outlook = {
  /** What the end would bring; none once the game is over and it has been scored. */
  end?: (FinalPoints);
  /** Points of each round; null for those that have been scored. */
  rounds: Array<(number | null)>;
  /** Everything to come, summed up. */
  total: number;
};

/** A message of the server that tells only what has changed, over a socket that was opened with `parts=1`. */
export type PartMessage = ({
    /** The events. */
    events: Array<NumberedEvent>;
    /** The number of the last event of the table that has changed. */
    of: number;
    /** What has changed of the table. */
    table: Delta;
    type: "update_part";
  } | {
    /** What has changed of them. */
    choices: Delta;
    /** The number (`at`) of the choices that have changed. */
    of: number;
    type: "choices_part";
  });

/** Passing. */
export type PassChoice = {
  /** Whether it ends the round. */
  ends_round: boolean;
  /** What taking the first-player marker costs: 0 unless this is the round's first pass. */
  marker_cost: number;
  /** The most that can be lost, whatever is discarded; left out where a score does not stop at zero. */
  most_loss?: (number);
  /** Whether nothing but a pass is possible. */
  only: boolean;
  /** Whether this pass takes the first-player marker. */
  takes_marker: boolean;
};

/** What is discarded beside the hexagon that is placed. No kind is discarded twice in a payment, so sets are enough. */
export type Payment = {
  /** Expansions, which go to the supply. */
  expansions: Array<Kind>;
  /** Jokers, which leave the game. */
  jokers: number;
  /** Tiles, which go to the tower. */
  tiles: Array<Kind>;
};

/** What the state waits for. */
export type Phase = ("act" | "draw" | "turn_up" | "over");

/** A phrase from the fixed list; `phrase.hello` and so on in the catalogues are its words. */
export type Phrase = "hello" | "luck" | "nice" | "garden" | "wanted" | "oops" | "thinking" | "moment" | "thanks" | "played" | "again";

/** What can be done with the tiles of one kind in storage. */
export type PlaceChoice = {
  /** The free spaces on which it may not stand. */
  blocked: Array<BlockedCell>;
  /** The spaces on which it may stand, whether or not it can be paid for. */
  cells: Array<CellChoice>;
  /** The tile. */
  kind: Kind;
  /** Every payment, cheapest first; the same for each space. */
  payments: Array<Payment>;
  /** Why it cannot be placed anywhere: it cannot be paid for. Left out where it can. */
  reason?: (Explanation);
};

/** A new table at which a game goes on from a position of another one, against bots and with fresh luck. */
export type PlayOn = {
  /** How well the bots on the other seats play. */
  level: BotLevel;
  /** After so many of its moves. */
  moves: number;
  /** The record of the other game. */
  record: unknown;
  /** The seat that you take. */
  seat: Seat;
};

/** What belongs to one seat. */
export type PlayerView = {
  /** The six areas. */
  areas: Array<AreaView>;
  /** Expansions in storage. */
  expansions: Array<Kind>;
  /** The hexagons in the garden. */
  garden: Array<HexView>;
  /** Jokers in storage. */
  jokers: number;
  /** What the garden would score if nothing changed any more. */
  outlook: Outlook;
  /** Whether it has passed in this round. */
  passed: boolean;
  /** Points. */
  score: number;
  /** The seat. */
  seat: Seat;
  /** Tiles in storage, those of a kind one after the other. */
  tiles: Array<Kind>;
};

/** Who is there. */
export type Presence = {
  /** The persons' seats that are connected. */
  connected: Array<Seat>;
  /** The persons' seats that have been gone long enough to be taken over; never with a clock, which runs out instead. One that is also `connected` is to act and has not moved for long. */
  gone: Array<Seat>;
  /** The persons' seats that have been gone so long, or have kept the others waiting so long, that these may end the game; never with a clock. */
  left: Array<Seat>;
  /** The bots' seats that are thinking. */
  thinking: Array<Seat>;
  /** How many watch without a seat. */
  watchers: number;
};

/** What placing a hexagon would bring to the garden of the seat to act, whatever pays for it. */
export type Preview = {
  /** Points that the groups at the end gain. With house rules, joining groups can cost a bonus. */
  groups: number;
  /** Jokers for what it surrounds, whether or not they fit. */
  jokers: number;
  /** Points at the ends of this round and those to come. */
  rounds: number;
  /** The features that it surrounds. */
  surrounds?: Array<Cell>;
};

/** The server's public key for Web Push: `applicationServerKey` when a browser subscribes. */
export type PushKey = {
  /** 65 bytes in base64url without padding. It stays the same as long as the server's data does. */
  key: string;
};

/** What a push message says, once the browser has decrypted it; in the guest's language. */
export type PushMessage = {
  /** At which table, with whom. */
  body: string;
  /** The table: a later message with the same tag takes the place of an earlier one. */
  tag: string;
  /** What happened. */
  title: string;
  /** The table's page: a path on this server. */
  url: string;
};

/** The answer to a command that was not carried out. */
export type Refused = {
  /** Why. */
  error: Error;
  /** The command's id, if it could be read. */
  id?: (string);
};

/** A game as a replay, step by step. */
export type Replay = {
  /** The seat that began. */
  first: Seat;
  /** The names on the seats; empty where the record has none. */
  names: Array<string>;
  /** All numbers that it was played by. */
  rules: Rules;
  /** The events, and the state after each. */
  steps: Array<ReplayStep>;
};

/** An event of a replay and the state after it. */
export type ReplayStep = {
  /** The event. */
  event: NumberedEvent;
  /** The state after it. */
  state: StateView;
};

/** The answer to a command that was carried out. */
export type Reply = {
  /** For `hint` and `weigh`: why the bot would do it, and what the others give away. */
  advice?: (Advice);
  /** For `hint` and `weigh`: what the bot would do. */
  hint?: (Action);
  /** The command's id. */
  id: string;
  /** The number of the table's last event once it was carried out; it is stored by then. */
  number: number;
  /** For `rematch`: the new table. */
  table?: (string);
};

/** How a game ended. */
export type ResultView = {
  /** Why it is over. */
  reason: EndReason;
  /** The final scoring, if four rounds were played. */
  scoring?: (FinalScored);
  /** Who won. */
  winners: Array<Seat>;
};

/** The review of a finished game. */
export type Review = {
  /** The places in `moves` of those that mattered most, in order: five at most. */
  moments: Array<number>;
  /** Every move, in order. */
  moves: Array<ReviewedMove>;
};

/** The progress of a review. */
export type ReviewProgress = {
  /** Its id: 32 hexadecimal digits, the same for equal games. */
  id: string;
  /** How many moves are judged. */
  judged: number;
  /** How many there are. */
  moves: number;
  /** The review, once all moves are judged. */
  review?: (Review);
};

/** A move and what the architect thinks of it. */
export type ReviewedMove = {
  /** What was better, the best first: of a move that mattered most up to three, of another one the best only. */
  better: Array<BetterMove>;
  /** What it gave away, in points. */
  given_away: number;
  /** How good it was. */
  grade: Grade;
  /** The lead over the best other seat that it promised at the end, in points. */
  lead: number;
  /** The number of its event in the replay. */
  number: number;
  /** The round, from 1. */
  round: number;
  /** Whose move it was. */
  seat: Seat;
};

/** What a garden scores at the end of a round. */
export type RoundPoints = {
  /** By attribute. */
  attributes: Array<AttributePoints>;
  /** Points for each pavilion. */
  pavilion_points: number;
  /** The pavilions. */
  pavilions: Array<Cell>;
  /** Points in all. */
  total: number;
};

/** A round's scoring. */
export type RoundScored = {
  /** The round, 1 to 4. */
  round: number;
  /** By seat. */
  seats: Array<SeatRound>;
};

/** Every number of the game. [`Rules::FRONT`] and [`Rules::BACK`] are the two sides of the scoring board; a house rule can be read from a TOML or JSON file, in which a number that is left out is the front's. */
export type Rules = {
  /** Places in a storage for expansions. */
  expansion_places: number;
  /** What the top of the supply costs, in points. */
  expansion_price: number;
  /** What the first to pass in a round loses. */
  first_pass_loss: number;
  /** Whether a score stops at zero (section 6 of the rules). */
  floor_at_zero: boolean;
  /** Bonus for groups of three, four, five and six at the end. */
  group_bonus: Array<number>;
  /** Jokers for surrounding each feature. */
  jokers: FeatureJokers;
  /** Points for each pavilion at the end of a round. */
  pavilion_points: number;
  /** What scores in each of the four rounds. */
  rounds: Array<Array<Scored>>;
  /** Expansions in each round stack with 2, 3 and 4 players. */
  stack_sizes: Array<number>;
  /** Jokers of each seat at the start. */
  start_jokers: number;
  /** Points of each seat at the start. */
  start_score: number;
  /** Places in a storage for tiles and jokers together. */
  tile_places: number;
  /** Tiles put on a new top of the stack. */
  tiles_on_top: number;
};

/** An attribute that scores in a round. */
export type Scored = {
  /** The colour or pattern. */
  attribute: Attribute;
  /** Points for each hexagon that has it. */
  points: number;
};

/** A seat, counted from 0. */
export type Seat = number;

/** The end's scoring for one seat. */
export type SeatFinal = {
  /** Points at the end. */
  after: number;
  /** Points before the final scoring. */
  before: number;
  /** Points really lost for hexagons in storage: no more than there were, where a score stops at zero. */
  lost: number;
  /** Where they come from. */
  points: FinalPoints;
  /** The seat. */
  seat: Seat;
};

/** Who is to sit on a seat of a new table. */
export type SeatPlan = ({
    /** A name other than the guest's own. */
    name?: (string);
    who: "me";
  } | {
    who: "open";
  } | {
    /** How well it plays. */
    level: BotLevel;
    who: "bot";
  });

/** A round's scoring for one seat. */
export type SeatRound = {
  /** Points after. */
  after: number;
  /** Points before. */
  before: number;
  /** Where they come from. */
  points: RoundPoints;
  /** The seat. */
  seat: Seat;
};

/** A seat. */
export type SeatView = ({
    who: "open";
  } | {
    /** How many hints they have had. */
    hints: number;
    /** Their name: text, never markup. */
    name: string;
    /** The bot that plays for them while they are gone. */
    played_by?: (BotLevel);
    /** Whether they are ready for the start. */
    ready: boolean;
    /** Whether they resigned. */
    resigned: boolean;
    /** Whether their time ran out. */
    timed_out: boolean;
    /** Whether they would like to end the game here. */
    wants_end: boolean;
    who: "person";
  } | {
    /** How well it plays. */
    level: BotLevel;
    who: "bot";
  }) & {
  /** Which one. */
  seat: Seat;
};

/** A message of the server over the socket. */
export type ServerMessage = (Snapshot & {
    type: "snapshot";
  } | Update & {
    type: "update";
  } | Choices & {
    type: "choices";
  } | You & {
    type: "you";
  } | Presence & {
    type: "presence";
  } | Reply & {
    type: "reply";
  } | Refused & {
    type: "refused";
  } | {
    /** Why. */
    reason: ByeReason;
    /** When to come back, in milliseconds. */
    retry_ms: number;
    type: "bye";
  });

/** One expansion of the round. */
export type SlotView = {
  /** How it lies. */
  face: Face;
  /** What it shows, face up. */
  kind?: (Kind);
  /** Its place in this round's stack. */
  slot: number;
  /** The tiles on it. */
  tiles: Array<Kind>;
};

/** Everything that a client needs to begin or go on. */
export type Snapshot = {
  /** What the client's seat can do, if it is its turn. */
  choices?: (Choices);
  /** The events after the number that the client named; all of them if it named none or one that the table does not have. */
  events: Array<NumberedEvent>;
  /** Who is there. */
  presence: Presence;
  /** The table. */
  table: TableView;
  /** The protocol's version: 1. */
  version: number;
  /** What the client is to this table. */
  you: You;
};

/** An area and a turning that the expansion may have. */
export type SpotChoice = {
  /** The area. */
  area: Area;
  /** The cell of the printed hexagon. */
  cell: Cell;
  /** Where the printed hexagon lies. */
  petal: Direction;
  /** What it would bring, the pavilion included. */
  preview: Preview;
};

/** Where a table is in its life. */
export type Stage = ("gathering" | "playing" | "over");

/** A game as everyone sees it. Nothing in it is hidden from anyone. */
export type StateView = {
  /** Tiles in the bag, by kind; kinds of which there is none are left out. */
  bag: Record<string, number>;
  /** This round's expansions. */
  display: DisplayView;
  /** The seat that took the first-player marker in this round; null while it lies in the display. */
  marker: (Seat | null);
  /** What the game waits for. */
  phase: Phase;
  /** By seat. */
  players: Array<PlayerView>;
  /** The round, 1 to 4. */
  round: number;
  /** How many expansions lie in the round stacks to come. */
  stacks_to_come: number;
  /** How many expansions the supply holds. */
  supply: number;
  /** Tiles in the tower, by kind. */
  tower: Record<string, number>;
  /** The seat that acts; after the end the seat that took the marker. */
  turn: Seat;
  /** The kinds of expansions that nobody has seen yet. */
  unseen: Array<Kind>;
};

/** A browser's subscription, as `JSON.stringify(subscription)` writes it. */
export type Subscribe = {
  /** Where messages are to be posted: an `https` address at the browser's push service. */
  endpoint: string;
  /** What they are encrypted for. */
  keys: SubscribeKeys;
};

/** The browser's side of the encryption. */
export type SubscribeKeys = {
  /** The secret that the browser shares with the server: 16 bytes in base64url. */
  auth: string;
  /** The browser's public key: 65 bytes in base64url. */
  p256dh: string;
};

/** A feature that was surrounded. */
export type Surrounded = {
  /** Where. */
  cell: Cell;
  /** What. */
  feature: Feature;
  /** The jokers for it. */
  jokers: number;
};

/** A table. */
export type TableView = {
  /** The clock, where there is one. */
  clock?: (ClockView);
  /** What proves that luck was fair. */
  fair: FairView;
  /** The rounds scored so far. */
  history: Array<RoundScored>;
  /** Its id. */
  id: string;
  /** Its name: text, never markup. May be empty. */
  name: string;
  /** The number of its last event. */
  number: number;
  /** How it is played. */
  options: Options;
  /** The table at which the same players meet again. */
  rematch?: (string);
  /** How it ended. */
  result?: (ResultView);
  /** All numbers that it is played by; `rounds` is the wheel. */
  rules: Rules;
  /** The seats. */
  seats: Array<SeatView>;
  /** Where it is in its life. */
  stage: Stage;
  /** The game, from the start on. */
  state?: (StateView);
  /** What can be taken back now. */
  undo?: (UndoView);
};

/** A lesson as it is being taken: what the learner has done so far. */
export type TakeLesson = {
  /** The actions, up to 100. */
  actions: Array<Action>;
};

/** A token for a program, in place of the cookie: `Authorization: Bearer TOKEN`. */
export type Token = {
  /** The guest that it stands for. */
  name: string;
  /** The token. */
  token: string;
};

/** What may be taken back. */
export type Undo = ("never" | "last" | "free");

/** What can be taken back now. */
export type UndoView = {
  /** Whether the seat may name any earlier number too: one less than that of an action of its own. */
  further: boolean;
  /** By this seat. */
  seat: Seat;
  /** To the position after this event. */
  to: number;
};

/** New events and the table as it is after them. Over the socket each action, with the chance that it causes, comes in an update of its own. */
export type Update = {
  /** The events. */
  events: Array<NumberedEvent>;
  /** The table after them. */
  table: TableView;
};

/** One reason for or against a move: `{"code":"group","attribute":"b","size":4,"points":12}`. */
export type Why = ({
    code: "random";
  } | {
    /** What they share. */
    attribute: Attribute;
    code: "group";
    /** The points that this adds at the end, bonuses included. */
    points: number;
    /** How many they are then. */
    size: number;
  } | {
    /** What the two share. */
    attribute: Attribute;
    code: "pair";
  } | {
    code: "starts";
  } | {
    code: "surrounds";
    /** Which. */
    feature: Feature;
    /** The jokers that it brings. */
    jokers: number;
  } | {
    code: "rounds";
    /** Points in all. */
    points: number;
  } | {
    code: "spaces";
    /** How many. */
    spaces: number;
  } | {
    code: "affords";
    /** The one that brings most. */
    kind: Kind;
  } | {
    code: "takes";
    /** How many. */
    hexagons: number;
  } | {
    code: "denies";
    /** By so many points. */
    points: number;
    /** Who. */
    seat: Seat;
  } | {
    code: "makes_room";
    /** How many. */
    places: number;
  } | {
    code: "costs";
    /** How many. */
    points: number;
  } | {
    code: "begins";
  } | {
    code: "stops";
  });

/** What the client is to this table. */
export type You = {
  /** Whether the table is theirs. */
  host: boolean;
  /** The code that lets others in; only for those who sit. */
  invitation?: (string);
  /** The guest's name. */
  name: string;
  /** The seats that are theirs; none for a spectator. */
  seats: Array<Seat>;
};

/** What each endpoint takes and answers. */
export type Endpoints = {
  "GET /api/about": { body: undefined; answer: About };
  "GET /api/tables": { body: undefined; answer: Lobby };
  "POST /api/tables": { body: CreateTable; answer: Created };
  "POST /api/continuations": { body: PlayOn; answer: Created };
  "GET /api/me": { body: undefined; answer: Me };
  "PATCH /api/me": { body: ChangeMe; answer: Me };
  "POST /api/token": { body: undefined; answer: Token };
  "GET /api/push/key": { body: undefined; answer: PushKey };
  "PUT /api/push": { body: Subscribe; answer: undefined };
  "DELETE /api/push": { body: undefined; answer: undefined };
  "POST /api/handed": { body: ImportGame; answer: ImportedGame };
  "GET /api/tables/{id}": { body: undefined; answer: Snapshot };
  "GET /api/tables/{id}/events": { body: undefined; answer: Snapshot };
  "POST /api/tables/{id}/commands": { body: ClientMessage; answer: Reply };
  "GET /api/games/{id}/record": { body: undefined; answer: unknown };
  "GET /api/games/{id}/replay": { body: undefined; answer: Replay };
  "POST /api/replays": { body: unknown; answer: Replay };
  "POST /api/games/{id}/review": { body: undefined; answer: ReviewProgress };
  "POST /api/reviews": { body: unknown; answer: ReviewProgress };
  "GET /api/reviews/{id}": { body: undefined; answer: ReviewProgress };
  "GET /api/lessons": { body: undefined; answer: Lessons };
  "POST /api/lessons/{id}": { body: TakeLesson; answer: LessonView };
};
