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

/** The numbers of the scoring board's two sides. */
export type Boards = {
  /** The back. */
  back: Rules;
  /** The front. */
  front: Rules;
};

/** How well a bot plays; the better, the greater.  Logs, records and the wire hold a level by its name, so a name that was released must stay. */
export type BotLevel = ("random" | "sprout" | "seedling" | "gardener" | "designer" | "mason" | "architect");

/** Axial coordinates [q, r] of a garden's cell, pointy tops, r growing downwards. */
export type Cell = [number, number];

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

/** How an expansion of the round lies. */
export type Face = ("stack" | "down" | "up" | "taken");

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

/** A kind: a colour's letter (b y g l p v) and a pattern's number (1 to 6). */
export type Kind = string;

/** An event with its number and its time. */
export type NumberedEvent = {
  /** What happened. */
  event: Event;
  /** Its number in the table's log, counted from 1 without gaps. */
  number: number;
  /** When it happened, in milliseconds since 1970. */
  time: number;
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

/** A feature that was surrounded. */
export type Surrounded = {
  /** Where. */
  cell: Cell;
  /** What. */
  feature: Feature;
  /** The jokers for it. */
  jokers: number;
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
