// Made by `python -m portable_wargame.server.wire.typescript` from messages.py and documents.py there and
// from the published schemas and the rows of speech. Do not edit: a test compares.

/** the number of a turn */
export type TurnNumber = number;

/** a short name without spaces */
export type Id = string;

/** a name to be shown */
export type Name = string;

/** a line of text */
export type TextLine = string;

/** a cell: the letter of its column and the number of its row, such as b2 */
export type Cell = string;

/** a list of cells */
export type Cells = Cell[];

/** an edge of the board */
export type Edge = "north" | "south" | "east" | "west";

/** a terrain feature */
export type Feature = string;

/** a colour such as #a02828 */
export type Colour = string;

/** lettering: its text and its cell */
export type MapLabel = {
  /** what is lettered */
  text: Name;
  /** the cell in which it stands, or begins */
  at: Cell;
  /** the cell in which it ends, if it runs along something */
  to?: Cell;
};

/** a side: its id, its edge of the board and its units */
export type ScenarioSide = {
  /** the short name by which actions and conditions call the side, without spaces */
  id: Id;
  /** the side's name as it is shown; the id if there is none */
  name?: Name;
  /** the side's own edge of the board */
  edge: Edge;
  /** the kind of army, in books that tell them apart */
  army?: string;
  /** what the side is told before the battle: its task and what it knows, in a few sentences */
  briefing?: string;
  /** the colour of the side's counters, such as #a02828 */
  colour?: Colour;
  /** the side's flag: a pattern and its colours */
  flag?: {
    /** how the colours are laid out */
    pattern: "plain" | "horizontal" | "vertical" | "diagonal" | "quarters" | "cross" | "nordic-cross" | "saltire" | "border" | "disc";
    /** from top or hoist on; the ground first, then what is on it */
    colours: Colour[];
  };
  /** the cells in which the side may place its units, in place of the book's rows */
  zone?: Cells;
  /** how many dummies the side has: counters like those of its hidden units, with nothing under them */
  dummies?: number;
  /** the side's units, in the order in which dice are thrown for them */
  units: ScenarioUnit[];
};

/** a unit: its id, its type and where it is */
export type ScenarioUnit = {
  /** the short name by which actions call the unit, without spaces */
  id: Id;
  /** the unit type, in the book's own words, such as infantry */
  type: string;
  /** the cell in which the unit starts: column letter and row number, such as b2 */
  at?: Cell;
  /** the way the unit faces; away from its own edge if there is none */
  facing?: "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw";
  /** how well the unit stands being hit; average if there is none */
  quality?: "elite" | "average" | "poor";
  /** the unit's name as it is shown */
  name?: Name;
  /** strength points, in place of those of the unit type */
  sp?: number;
  /** what the unit is armed with, in books that ask for it */
  weapon?: string;
  /** the kind of army that the unit belongs to, if it is not that of its side */
  army?: string;
  /** the id of the unit that this one carries or tows */
  carrying?: Id;
  /** the number of gas shells that a gun has (modern, option gas) */
  gas?: number;
  /** the artillery type that an assault gun or self-propelled gun mounts (modern) */
  gun?: string;
  /** true for a unit of regulars (late 19th century) */
  regular?: boolean;
  /** the cells in which this unit may be placed, in place of its side's */
  zone?: Cells;
  /** true if the unit is placed in secret, and seen when an enemy comes next to it or it acts */
  hidden?: boolean;
  /** when and where a reinforcement comes onto the board */
  arrives?: {
    /** the first turn in which it may come */
    turn: TurnNumber;
    /** the edge of the board over which it comes */
    edge?: Edge;
    /** the cells at the edge of the board by one of which it comes */
    cells?: Cells;
    /** the least score of a die, thrown at the beginning of each turn from then on, that brings it */
    roll?: number;
    /** what must have happened before it may come; from then on it may, or is thrown for */
    when?: {
      /** cells: an enemy stands in one of them at the beginning of a turn */
      "enemy-at"?: Cells;
      /** cells: a unit of its side stands in one of them at the beginning of a turn */
      "own-at"?: Cells;
      /** how many units its side has lost */
      "units-lost"?: Amount;
      /** how many units the enemy has lost */
      "units-destroyed"?: Amount;
    };
    /** a name that all units share that come together, on one die */
    group?: Name;
  };
};

/** a condition that wins the battle for one side */
export type Condition = {
  /** the id of the side that wins by it */
  side: Id;
  /** a list of cells that must be held by its units at the end of the turn, all of them or at-least this many */
  hold?: Cell[];
  /** how many of its units must leave the board, and over which edge */
  exit?: {
    /** the edge of the board over which they leave */
    edge: Edge;
    /** the number of units that must leave */
    units: Amount;
  };
  /** what the enemy must lose: a number of units, or of SP */
  destroy?: {
    /** the number of enemy units destroyed */
    units?: Amount;
    /** the number of strength points the enemy has lost */
    sp?: Amount;
  };
  /** true: the side wins by having a unit left at the end of the turn */
  survive?: true;
  /** the number of victory points that win the battle */
  score?: Amount;
  /** how many of the cells must be held; all if there is none */
  "at-least"?: Amount;
  /** the degree of this victory */
  degree?: "marginal" | "decisive";
  /** the turn at the end of which it counts; for exit and destroy, the last turn that counts */
  "at-turn"?: TurnNumber;
};

/** something that brings a side points */
export type PointsRow = {
  /** the id of the side that has the points */
  side: Id;
  /** the points for each cell, unit or SP */
  points: number;
  /** cells: points for each that its units hold at the end of the battle */
  hold?: Cells;
  /** points for each enemy unit destroyed, or for each SP the enemy loses */
  destroy?: "units" | "sp";
  /** the edge: points for each of its units that leaves over it */
  exit?: Edge;
  /** true if what is held counts at the end of every turn */
  "each-turn"?: boolean;
};

/** a number of units or points */
export type Amount = number;

/** a battle: its book, its map, its two sides and what each of them must achieve */
export type Scenario = {
  /** the name and version of this format */
  format: "portable-wargame/scenario/1";
  /** the battle's title, on one line */
  title: string;
  /** a few sentences about the battle */
  about?: string;
  /** who made the scenario */
  author?: TextLine;
  /** when the battle was fought, in any words: 27 June 1866 */
  date?: TextLine;
  /** the book or history that the scenario was made from */
  source?: TextLine;
  /** the designer's notes: what was left out, what to try */
  notes?: string;
  /** the book that the battle is fought by */
  ruleset: string;
  /** the ruleset itself, if it is a book made from data: a tree of the book format, which the scenario takes along */
  book?: Record<string, unknown>;
  /** the shape of the cells, one that the book allows */
  grid: "square" | "hex";
  /** the book's optional rules that are in play */
  options?: string[];
  /** house rules: points that the books leave open, settled in another way than usual */
  "house-rules"?: Record<string, unknown>;
  /** the number of turns after which the battle ends */
  turns?: TurnNumber;
  /** true for a refight, which lifts the limits on armies and deployment */
  historical?: boolean;
  /** true if each side deploys in its own half */
  campaign?: boolean;
  /** true if neither side sees where the other's units are placed until both have placed theirs */
  "secret-deployment"?: boolean;
  /** places by their cells, such as e5 = "Merxleben": lettered on the map */
  names?: Record<string, Name>;
  /** free lettering on the map, such as the name of a river */
  labels?: MapLabel[];
  /** the board */
  map: {
    /** the map as on paper: a line for each row, the northernmost first, a letter for each cell */
    rows: string;
    /** letters of the map besides the standard ones, or in their place, each with its features */
    legend?: Record<string, Feature[]>;
  };
  /** the two sides, the one that declares its artillery fire first before the other */
  sides: ScenarioSide[];
  /** conditions that win the battle, besides beating the enemy */
  victory?: Condition[];
  /** what brings a side victory points; the side with more of them wins when the battle's time is up */
  points?: PointsRow[];
  /** how many points a side must be ahead for each degree of victory; with fewer it is a draw */
  degrees?: {
    /** the points ahead for a marginal victory; 1 if there is none */
    marginal?: Amount;
    /** the points ahead for a decisive victory */
    decisive?: Amount;
  };
};

/** a part of the turn */
export type Phase = "deployment" | "artillery" | "initiative" | "activation" | "close-combat" | "exhaustion" | "over";

/** what a side may be asked */
export type Asks = "what the guns fire at" | "what the units do" | "whether to act first" | "retreat or lose 1 SP" | "where to retreat" | "test the Commander" | "charge or unpin" | "which close combat is next" | "where to deploy" | "whether to advance";

/** a direction; squares have n e s w, hexes n ne se s sw nw */
export type Facing = "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw";

/** the id of a rule, such as modern.fire.mod-still */
export type ClauseId = string;

/** six-sided dice */
export type Dice = number[];

/** numbers that count, each with its rule */
export type Rows = {
  clause: ClauseId;
  value: number;
}[];

/** 32 hex digits of the SHA-256 of the state without its hash */
export type Hash = string;

/** how a battle ended */
export type Result = {
  /** null for a draw */
  winner: Id | null;
  /** in words */
  reason: string;
  /** of the victory, where it has one */
  degree?: "marginal" | "decisive";
};

/** a rule, and how it applies here */
export type Reason = {
  clause: ClauseId;
  text: string;
};

/** one outcome of an action's dice */
export type Chance = {
  probability: number;
  /** in words */
  outcome: string;
  /** what befalls which unit, in order */
  effects: ({
    unit: Id;
    effect: "loses-sp" | "retreats-or-loses-sp" | "must-retreat" | "destroyed" | "pinned" | "killed" | "unharmed" | "withdraws" | "moves-double" | "fails" | "loses-sp-or-commander-tested" | "hit-to-come";
  })[];
  /** where the shell lands, where shells scatter */
  cell?: Cell;
  /** the probability as a fraction in lowest terms */
  exact?: string;
  /** the choice at which this outcome ends before the action is over */
  question?: {
    /** whose choice it is */
    side: Id;
    asks: Asks;
    /** the unit it is about */
    unit: Id;
    /** where dice fall after the choice: the odds up to the next one, for each answer */
    then?: {
      actions: Action[];
      odds: Chance[];
    }[];
  };
};

/** a bombardment that is declared */
export type Bombardment = {
  unit: Id;
  target: Cell;
  gas?: true;
  air?: true;
};

/** a side */
export type SideState = {
  id: Id;
  name: Name;
  /** strength points lost; `null` in books without them */
  "sp-lost": number | null;
  /** the number of units destroyed */
  "units-lost": number;
  /** the loss of strength points at which it is exhausted; `null` where there is no exhaustion */
  "exhaustion-point": number | null;
  exhausted: boolean;
  /** its units that are destroyed */
  destroyed: Id[];
  /** its units that have left the board */
  left: Id[];
  /** the cells in which its hidden units and its dummies are, if it has dummies */
  blinds?: Cell[];
  /** the victory points it would have if the battle ended now, where the scenario has any */
  points?: number;
};

/** a unit that is on the board, carried, or still to come */
export type UnitState = {
  id: Id;
  side: Id;
  /** its unit type; it changes when cavalry mounts or dismounts */
  type: string;
  /** its name; empty if it has none */
  name: string;
  /** its cell, or its transport's; `null` while it is not on the board */
  at: Cell | null;
  facing: Facing;
  /** strength points left; `null` in books without them */
  sp: number | null;
  quality: "elite" | "average" | "poor";
  pinned: boolean;
  /** whether it is in the middle of crossing a river or a trench */
  crossing: boolean;
  /** an aircraft's bomb loads left */
  bombs: number;
  /** gas shells left */
  gas: number;
  /** the turns that an aircraft has been over the board */
  "turns-aloft": number;
  /** this turn */
  moved: boolean;
  /** this turn */
  fired: boolean;
  /** this turn */
  activated: boolean;
  /** all that it has done this turn */
  deeds: ("activated" | "moved" | "fired" | "fought" | "finished" | "entered" | "tried-double" | "moved-double" | "advanced")[];
  /** cells of movement left over from its move this turn */
  spare: number;
  /** the unit that it carries */
  carrying: Id | null;
  /** the unit that carries it */
  "carried-by": Id | null;
  /** the cell at which a gun fired in the last artillery phase */
  "last-target": Cell | null;
  /** what it is working at: a task of `work`, `load` or `unload` */
  task: {
      kind: "lay-wire" | "clear-wire" | "lay-mines" | "clear-mines" | "load" | "unload";
      /** a cell; for load and unload, a unit */
      target: string;
      /** turns still to work */
      "turns-left": number;
    } | null;
  /** the turn in which it began to cross; 0 if it does not */
  "crossing-since": number;
  /** the enemy that came into contact with it last this turn (late 19th century) */
  "met-by": Id | null;
  /** the army of its book that it belongs to, if it is not that of its side */
  army?: string;
  /** the cell from which it last retreated in this phase; left out if it has not */
  "driven-from"?: Cell;
  /** only in its side's view, and not in the hash: it is in `at`, and the enemy does not know */
  hidden?: boolean;
  /** when and where it may come onto the board, while it is still to come */
  arrives?: {
    turn: TurnNumber;
    edge?: Edge;
    /** the cells by one of which it comes, in place of the edge */
    cells?: Cell[];
    /** the least score of the die that it is still to be thrown */
    roll?: number;
    /** what it still waits for, in words */
    until?: string;
  };
};

/** the battle as both sides may know it; with `orders`, as one side knows it */
export type State = {
  /** the number of the turn; 0 before the first */
  turn: number;
  /** the part of the turn */
  phase: Phase;
  /** the side that decides; `null` when the battle is over */
  decides: Id | null;
  /** what is to be decided; `null` when the battle is over */
  question: {
      asks: Asks;
      /** the unit it is about */
      unit?: Id;
    } | null;
  /** the number thrown, less the units activated; `null` outside activation */
  "activations-left": number | null;
  /** the side that acts first, or acted first last turn until the dice for this one are thrown; `null` before the first */
  first: Id | null;
  /** the unit whose activation is open */
  acting: Id | null;
  /** the two sides, as the scenario lists them */
  sides: SideState[];
  /** all units but those destroyed or gone */
  units: UnitState[];
  /** cells with gas, and cells whose wire or mines have changed since the battle began; `gas`, where there is some, with its `turns-left`; `ground`, where an umpire has changed the terrain, all of its features */
  cells: Record<string, {
    wire: boolean;
    mines: boolean;
    /** a gas cloud */
    gas?: {
      /** how long it lasts */
      "turns-left": number;
    };
    /** the terrain features of a cell that an umpire has changed */
    ground?: string[];
  }>;
  /** `null` until the battle is over */
  result: Result | null;
  /** the first 32 hex digits of the SHA-256 of all of the above as JSON with sorted keys, no spaces and only ASCII */
  hash: Hash;
  /** only in a side's view, and not in the hash: the bombardments that the side has declared and that are not yet fired */
  orders?: Bombardment[];
  /** likewise: where the side's dummies are, if it has any */
  dummies?: Cell[];
};

/** what a side does: one of the verbs, with its words */
export type Action = 
  | {
    do: "place";
    unit: Id;
    /** where */
    at: Cell;
    facing?: Facing;
  }
  | {
    do: "dummy";
    /** where */
    at: Cell;
  }
  | {
    do: "ready";
  }
  | {
    do: "bombard";
    unit: Id;
    target: Cell;
    /** true for a gas shell */
    gas?: boolean;
    /** true for the aircraft over the cell */
    air?: boolean;
  }
  | {
    do: "move";
    unit: Id;
    /** cells, in the order in which they are entered */
    path: Cell[];
    facing?: Facing;
    /** true for a double move */
    double?: boolean;
  }
  | {
    do: "fire";
    unit: Id;
    target: Cell;
    /** true for the aircraft over the cell */
    air?: boolean;
  }
  | {
    do: "strafe";
    unit: Id;
  }
  | {
    do: "bomb";
    unit: Id;
    /** how many bomb loads */
    loads: number;
  }
  | {
    do: "fight";
    unit: Id;
    target: Cell;
    /** which unit, where the cell holds more than one */
    opponent?: Id;
  }
  | {
    do: "advance";
    unit: Id;
    facing?: Facing;
  }
  | {
    do: "stand";
    unit?: Id;
  }
  | {
    do: "retreat";
    unit: Id;
    to: Cell;
    facing?: Facing;
  }
  | {
    do: "lose-sp";
    unit: Id;
  }
  | {
    do: "test-commander";
    unit: Id;
  }
  | {
    do: "load";
    unit: Id;
    /** the unit loaded */
    cargo: Id;
  }
  | {
    do: "unload";
    unit: Id;
    /** the unit unloaded */
    cargo?: Id;
  }
  | {
    do: "work";
    unit: Id;
    task: "lay-wire" | "clear-wire" | "lay-mines" | "clear-mines";
    target?: Cell;
  }
  | {
    do: "unpin";
    unit: Id;
  }
  | {
    do: "charge";
    unit: Id;
    /** cells, in the order in which they are entered */
    path: Cell[];
    facing?: Facing;
  }
  | {
    do: "mount";
    unit: Id;
  }
  | {
    do: "dismount";
    unit: Id;
  }
  | {
    do: "enter";
    unit: Id;
    at: Cell;
    facing: Facing;
  }
  | {
    do: "leave";
    unit: Id;
  }
  | {
    do: "first";
  }
  | {
    do: "done";
    unit?: Id;
  }
  | {
    do: "end";
  };

/** what an umpire sets by hand: one of the rows, with its words */
export type Ruling = 
  | {
    set: "place";
    unit: Id;
    at: Cell;
    facing?: Facing;
  }
  | {
    set: "load";
    unit: Id;
    cargo: Id;
  }
  | {
    set: "facing";
    unit: Id;
    facing: Facing;
  }
  | {
    set: "strength";
    unit: Id;
    sp: number;
  }
  | {
    set: "remove";
    unit: Id;
    edge?: "north" | "east" | "south" | "west";
  }
  | {
    set: "mark";
    unit: Id;
    mark: "pinned" | "acted" | "moved" | "fired" | "fought";
    off?: boolean;
  }
  | {
    set: "exhausted";
    side: Id;
    off?: boolean;
  }
  | {
    set: "points";
    side: Id;
    points: number;
  }
  | {
    set: "ground";
    cell: Cell;
    features: string[];
  }
  | {
    set: "turn";
    turn: number;
    begin?: boolean;
  }
  | {
    set: "activations";
    number: number;
  };

/** what happened, with the clause that made it happen */
export type Event = 
  | {
    event: "turn";
    /** its number */
    turn: number;
    clause: ClauseId;
  }
  | {
    event: "phase";
    side?: Id;
    phase: Phase;
    clause: ClauseId;
  }
  | {
    event: "initiative";
    side: Id;
    clause: ClauseId;
  }
  | {
    event: "activations";
    side: Id;
    /** how many units may act; of a card, its value: 0 for the joker */
    number: number;
    clause: ClauseId;
  }
  | {
    event: "card";
    side?: Id;
    /** how many units may act; of a card, its value: 0 for the joker */
    number: number;
    card: "card" | "joker";
    clause: ClauseId;
  }
  | {
    event: "placed";
    side: Id;
    unit: Id;
    cell: Cell;
    facing: Facing;
    clause: ClauseId;
  }
  | {
    event: "hid";
    side: Id;
    unit?: Id;
    clause: ClauseId;
  }
  | {
    event: "ready";
    side: Id;
    clause: ClauseId;
  }
  | {
    event: "revealed";
    side: Id;
    unit: Id;
    other?: Id;
    cell: Cell;
    facing: Facing;
    clause: ClauseId;
  }
  | {
    event: "dummy";
    side: Id;
    other?: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "moved";
    side: Id;
    unit: Id;
    cell: Cell;
    /** the cells it entered, the last one included */
    path: Cell[];
    clause: ClauseId;
  }
  | {
    event: "turned";
    side: Id;
    unit: Id;
    facing: Facing;
    clause: ClauseId;
  }
  | {
    event: "stopped";
    side: Id;
    unit: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "landed";
    side: Id;
    unit: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "declared";
    side: Id;
    unit: Id;
    clause: ClauseId;
  }
  | {
    event: "done";
    side: Id;
    unit?: Id;
    clause: ClauseId;
  }
  | {
    event: "held";
    side: Id;
    unit: Id;
    clause: ClauseId;
  }
  | {
    event: "cloud";
    side?: Id;
    unit?: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "cloud-gone";
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "hit" | "destroyed" | "pinned" | "unpinned" | "mounted" | "dismounted";
    side: Id;
    unit: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "unharmed";
    side: Id;
    unit: Id;
    clause: ClauseId;
  }
  | {
    event: "survived";
    side: Id;
    unit: Id;
    clause: ClauseId;
  }
  | {
    event: "lost-sp";
    side: Id;
    unit: Id;
    /** those it has left */
    sp: number;
    clause: ClauseId;
  }
  | {
    event: "retreated" | "advanced";
    side: Id;
    unit: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "stood";
    side: Id;
    unit: Id;
    clause: ClauseId;
  }
  | {
    event: "began-work";
    side: Id;
    unit: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "wire-laid" | "wire-cleared" | "mines-laid" | "mines-cleared";
    side: Id;
    unit: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "began-loading";
    side: Id;
    unit: Id;
    other: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "began-unloading";
    side: Id;
    unit: Id;
    other: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "found-no-room";
    side: Id;
    unit: Id;
    other: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "loaded";
    side: Id;
    unit: Id;
    other: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "unloaded";
    side: Id;
    unit: Id;
    other: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "left";
    side: Id;
    unit: Id;
    cell: Cell;
    clause: ClauseId;
  }
  | {
    event: "ruling";
    /** in words */
    reason: string;
    clause: ClauseId;
  }
  | {
    event: "strength-set";
    side: Id;
    unit: Id;
    /** those it has left */
    sp: number;
    clause: ClauseId;
  }
  | {
    event: "marked" | "unmarked";
    side: Id;
    unit: Id;
    /** what a unit is marked as having done this turn */
    mark: string;
    clause: ClauseId;
  }
  | {
    event: "ground-set";
    cell: Cell;
    /** what the ground is, in words */
    features: string;
    clause: ClauseId;
  }
  | {
    event: "turn-set";
    /** its number */
    turn: number;
    clause: ClauseId;
  }
  | {
    event: "points-set";
    side: Id;
    /** how many units may act; of a card, its value: 0 for the joker */
    number: number;
    clause: ClauseId;
  }
  | {
    event: "recovered";
    side: Id;
    clause: ClauseId;
  }
  | {
    event: "exhausted";
    side: Id;
    /** the strength points it has lost */
    "sp-lost": number;
    clause: ClauseId;
  }
  | {
    event: "called";
    side: Id;
    unit: Id;
    clause: ClauseId;
  }
  | {
    event: "scored";
    side: Id;
    /** how many units may act; of a card, its value: 0 for the joker */
    number: number;
    clause: ClauseId;
  }
  | {
    event: "over";
    /** the side that won; null for a draw */
    winner: Id | null;
    /** in words */
    reason: string;
    /** of the victory, where it has one */
    degree?: "marginal" | "decisive";
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "fire";
    side: Id;
    unit: Id;
    target: Cell;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** the score needed */
    needs?: number;
    /** what came of each die */
    outcomes: ("nothing" | "hit" | "loses-sp" | "retreats-or-loses-sp" | "must-retreat" | "destroyed" | "pinned")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "artillery";
    side: Id;
    unit: Id;
    target: Cell;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** the score needed */
    needs?: number;
    /** what came of each die */
    outcomes: ("nothing" | "hit" | "loses-sp" | "retreats-or-loses-sp" | "must-retreat" | "destroyed" | "pinned")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "air";
    side: Id;
    unit: Id;
    target: Cell;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** the score needed */
    needs?: number;
    /** what came of each die */
    outcomes: ("nothing" | "hit" | "loses-sp" | "retreats-or-loses-sp" | "must-retreat" | "destroyed" | "pinned")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "anti-aircraft";
    side: Id;
    unit: Id;
    target: Cell;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** the score needed */
    needs?: number;
    /** what came of each die */
    outcomes: ("nothing" | "hit" | "loses-sp" | "retreats-or-loses-sp" | "must-retreat" | "destroyed" | "pinned")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "strafe";
    side: Id;
    unit: Id;
    target: Cell;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** the score needed */
    needs?: number;
    /** what came of each die */
    outcomes: ("nothing" | "hit" | "loses-sp" | "retreats-or-loses-sp" | "must-retreat" | "destroyed" | "pinned")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "bomb";
    side: Id;
    unit: Id;
    target: Cell;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** the score needed */
    needs?: number;
    /** what came of each die */
    outcomes: ("nothing" | "hit" | "loses-sp" | "retreats-or-loses-sp" | "must-retreat" | "destroyed" | "pinned")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "landing";
    side: Id;
    unit: Id;
    target: Cell;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** what came of each die */
    outcomes: ("on-target" | "in-front" | "behind" | "ineffective")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "drift";
    target: Cell;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** what came of each die */
    outcomes: ("stays" | "to-the-front" | "to-the-rear")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "close-combat";
    side: Id;
    unit: Id;
    target: Cell;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** the score needed */
    needs: number;
    /** what was added to the score needed, and is part of it */
    handicaps?: Rows;
    /** what came of each die */
    outcomes: ("hits" | "misses" | "survives" | "is-hit")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "hit";
    side: Id;
    unit: Id;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** what came of each die */
    outcomes: ("nothing" | "hit" | "loses-sp" | "retreats-or-loses-sp" | "must-retreat" | "destroyed" | "pinned" | "unharmed")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "initiative";
    side: Id;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "activation";
    side: Id;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "arrival";
    side: Id;
    unit: Id;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** the score needed */
    needs: number;
    /** what came of each die */
    outcomes: ("may-come" | "not-yet")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "double-move";
    side: Id;
    unit: Id;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** the score needed */
    needs: number;
    /** what came of each die */
    outcomes: ("moves-double" | "fails")[];
    clause: ClauseId;
  }
  | {
    event: "roll";
    for: "commander";
    side: Id;
    unit: Id;
    dice: Dice;
    /** what was added to each die */
    modifiers: Rows;
    /** each die with all that was added to it, or what it counts */
    scores: number[];
    /** the score needed */
    needs: number;
    /** what came of each die */
    outcomes: ("killed" | "unharmed")[];
    clause: ClauseId;
  };

/** The action was carried out; its results were sent just before. `seq` is the last step, -1 before the battle. */
export type Accepted = {
  type: "accepted";
  id: number;
  seq: number;
};

/** Do this. Refused as stale unless `seq` is the last step. */
export type Act = {
  type: "act";
  seq: number;
  action: Action;
  /** Where dice are thrown by hand: the fall of every die of the action. */
  dice?: number[];
  id: number;
};

/** `GET /api/games/ID/afterwards`, when the battle is over: how it went, in sentences. */
export type Afterwards = {
  ending: string;
  cost: string;
  dice: string;
  decided: string;
  moments: Turning[];
};

/** `GET /api/games/ID/analysis`, when the battle is over: was it the player or the dice? */
export type Analysed = {
  headline: string;
  /** The outset, the dice and the rest, which add up to the result. */
  account: string;
  /** The first side, whose chances these are. */
  side: string;
  chances: ChanceThen[];
  moments: Decisive[];
  /** The asker's own, or everybody's for a spectator. Null without `?decisions`, since looking into them takes a while. */
  decisions: Regretted[] | null;
};

/** Accept or decline the other player's proposal. Refused as stale if it has changed since. */
export type Answer = {
  type: "answer";
  side: string;
  accept: boolean;
  what: "concession" | "draw" | "rematch" | "take-back";
  /** Of a take-back: the step to go back to. */
  seq?: number | null;
  id: number;
};

/** `POST /api/army`: an army from a list, for this many points. The same seed gives the same army. */
export type ArmyWanted = {
  book: string;
  army: string;
  points: number;
  seed?: number;
};

/** Everything about a game except the battle itself. */
export type Around = {
  seats: Record<string, SeatNow>;
  /** The side whose player may give the other a new link. */
  owner: string | null;
  spectators: number;
  dice: Seal;
  proposal: Proposal | null;
  claim: Claim | null;
  clock: ClockNow | null;
};

/** Something around the game has changed: who is there, names, dice, proposals, the clock. */
export type AroundTold = {
  type: "around";
  around: Around;
};

/** Why can this unit not do anything with this cell? */
export type Ask = {
  type: "ask";
  unit: string;
  cell: string;
  id: number;
};

export type Asked = {
  type: "asked";
  id: number;
  unit: string;
  cell: string;
  verdicts: Verdict[];
};

/** `POST /api/generate`: fields that are 0 or empty are chosen to fit. The same seed gives the same battle. */
export type BattleWanted = {
  book: string;
  grid?: string;
  columns?: number;
  rows?: number;
  points?: number;
  kind?: string;
  country?: string;
  /** Army lists of the two sides. */
  armies?: string[];
  options?: string[];
  /** Its extras beyond the book: zones, points and so on. */
  extras?: string[];
  seed?: number;
};

/** Where dice are thrown by hand: those before the first decision. */
export type Begin = {
  type: "begin";
  dice: number[];
  id: number;
};

/** A cell within the arc and range that cannot be seen. */
export type Blocked = {
  cell: string;
  /** The cell that hides it. */
  by: string | null;
  why: string;
  clause: string;
};

/** The ground, cell by cell: cells left out are open. */
export type Board = {
  grid: "hex" | "square";
  columns: number;
  rows: number;
  /** By cell: the names of its features, such as "hill 1", "woods", "road". */
  terrain: Record<string, string[]>;
  /** By name, how those on this board look. */
  features: Record<string, FeatureLook>;
  /** The colours of the country in which the book's battles are fought; a page that does not know them has its own. */
  palette: string;
};

export type Book = {
  name: string;
  title: string;
  edition: number;
  grids: ("hex" | "square")[];
  options: Setting[];
  "house-rules": HouseRule[];
  "unit-types": UnitType[];
  /** Whether units have strength points. */
  strength: boolean;
};

/** The battle as it is, and by the book; of each unit type that the book adds, one is on each side, if there is a
    unit like it. */
export type BookBattle = {
  before: Record<string, unknown>;
  scenario: Record<string, unknown>;
  /** Unit types that the book adds or changes, but that the battle does not have. */
  absent: string[];
};

/** `POST /api/books/battle`: a battle of the library by this book; by default one made up for it. */
export type BookBattleWanted = {
  book: Record<string, unknown>;
  scenario?: string;
  seed?: number;
};

/** The problems of a draft; and its contents, in its own clauses. */
export type BookChecked = {
  faults: BookFault[];
  clauses: Clause[];
};

/** A column of the unit table. */
export type BookColumn = {
  key: string;
  text: string;
  kind: "arms" | "number" | "truth" | "weapons";
  /** The words to choose arms and weapons from. */
  choices: string[];
};

/** A condition by its words, and the subjects that it suits. */
export type BookCondition = {
  words: string;
  meaning: string;
  asks: string[];
};

export type BookFault = {
  path: (string | number)[];
  message: string;
  remedy: string;
};

/** Terrain that the book has, and its kind of cover. */
export type BookFeature = {
  name: string;
  letter: string;
  cover: boolean;
  hides: boolean;
  hard: boolean;
};

export type BookOpened = {
  book: Record<string, unknown> | null;
  faults: BookFault[];
};

/** Where a book may add rows: which list, its name and words, and what its conditions are about. */
export type BookPlace = {
  rows: "modifiers" | "restrictions" | "terrain";
  at: string;
  text: string;
  asks: string;
};

/** `GET /api/reference/BOOK`: the book on two pages, without optional rules and house rules. */
export type BookReference = {
  title: string;
  sections: ReferenceSection[];
};

/** A row or a number of the book, under the key that a variant uses for it. */
export type BookRow = {
  key: string;
  clause: string;
  heading: string;
  /** The text that a variant would write for its present value; and whether you can only switch it off. */
  text: string;
  switch: boolean;
  /** What the log calls it. */
  short: string;
  /** When it applies; empty for tables and numbers. */
  when: string;
  /** The subject of its condition; empty if it has none. */
  asks: string;
};

/** The materials that a book lends to the editor; options and house rules are in the lobby's book of that name. */
export type BookSheet = {
  name: string;
  title: string;
  grids: ("hex" | "square")[];
  features: string[];
  armies: string[];
  types: TypeSheet[];
  strength: boolean;
  /** Whether it makes a difference that a unit is elite or poor. */
  quality: boolean;
  /** The shortest side of a board. */
  smallest: number;
  /** Army lists for random battles. */
  "army-lists": Setting[];
};

/** `GET /api/books/NAME`: a book as printed, ready to change. */
export type BookTables = {
  name: string;
  title: string;
  columns: BookColumn[];
  units: BookUnit[];
  /** The range of each weapon that a unit may name. */
  weapons: Record<string, number>;
  rows: BookRow[];
  features: BookFeature[];
  /** The actions of units that a book may leave out, by their verbs. */
  activities: string[];
  /** The possible contents of new rows. */
  places: BookPlace[];
  conditions: BookCondition[];
  /** Battles of the library that use it. */
  scenarios: Setting[];
  /** The file itself, if the book is made from data. */
  book: Record<string, unknown> | null;
  /** Whether this server keeps books of the user's own. */
  keeps: boolean;
};

/** `POST /api/books/read`: TOML or JSON. */
export type BookTextWanted = {
  text: string;
};

/** A row of the unit table: its numbers, its yes-or-no values and its words, by column. */
export type BookUnit = {
  name: string;
  values: Record<string, number | boolean | string[]>;
};

/** `POST /api/books/check`, `POST /api/books/write`, `PUT /api/books/NAME` */
export type BookWanted = {
  book: Record<string, unknown>;
};

/** The materials that a draft's own book lends to the editor. */
export type Brought = {
  book: BookSheet;
  features: FeatureSheet[];
};

/** How the record stands, as far as it is everybody's: its lines, and the link of the last of them. A client that
    keeps it can tell later whether a record is the one it heard about. */
export type Chain = {
  lines: number;
  head: string;
};

/** How likely the first side was to win after a half-turn, and the interval that holds the judges' estimates. */
export type ChanceThen = {
  /** The last step before it. */
  seq: number;
  turn: number;
  /** Whose turn it was; null at the outset. */
  side: string | null;
  chance: number;
  low: number;
  high: number;
};

export type Checked = {
  faults: Fault[];
  /** Settings of a sound draft that make no difference. */
  remarks: Fault[];
  /** The materials of the draft's own book, if it brings one that is not here. */
  brought: Brought | null;
  /** How it would look in the lobby, if there is nothing wrong with it. */
  card: ScenarioCard | null;
  /** By unit, for its counter; empty for a draft that is not sound yet. */
  short: Record<string, string>;
};

/** The owner wants to give this seat to somebody else. */
export type Claim = {
  side: string;
  /** When that becomes possible, if the player in the seat stays away until then. Coming back ends the claim. */
  free: string;
};

/** A rule: what it says, our ruling on its open points, and how it may be changed. */
export type Clause = {
  id: string;
  book: string;
  heading: string;
  /** As a row of a throw, without its number: "has not moved". */
  short: string;
  rule: string;
  ruling: string;
  /** The optional rule that it belongs to; empty for one that always applies. */
  optional: string;
  settings: string[];
};

export type ClauseTold = {
  type: "clause";
  id: number;
  clause: Clause;
};

/** What does this clause say? */
export type ClauseWanted = {
  type: "clause";
  clause: string;
  id: number;
};

/** How long a player may take: for every decision, for all decisions of a side in a turn, or for all in the battle;
    and what every decision adds to that. */
export type Clock = {
  per: "game" | "move" | "turn";
  seconds: number;
  increment: number;
};

/** The running clock: when it runs out, the server answers for the side, as docs/server.md says. */
export type ClockNow = {
  side: string;
  ends: string;
  /** By side, the seconds left for the whole battle, before the waiting question; empty if the clock is for moves or turns. */
  left: Record<string, number>;
};

/** A level of the lobby, and a personality if the level has one. */
export type Computer = {
  level: string;
  personality?: string;
  /** It keeps its ground: it fires and fights from where it stands, and never marches. For lessons. */
  holds?: boolean;
};

/** `POST /api/convert`: the scenario under another book, on another grid. */
export type ConversionWanted = {
  scenario: Record<string, unknown>;
  book: string;
  grid: string;
};

export type Converted = {
  scenario: Record<string, unknown>;
  /** Everything that does not carry over, and its replacement, in sentences. */
  substitutions: string[];
};

/** A throw or a decision that moved the chances most. */
export type Decisive = {
  /** The step before it: you can play on from there. */
  seq: number;
  turn: number;
  side: string;
  /** What was done. */
  text: string;
  /** Of the first side, in shares of a victory. */
  swing: number;
  by: "decision" | "dice";
  /** What a computer of this level would have done; null if the same. */
  level: string;
  instead: Instead | null;
};

/** Somewhere a unit may go: `action` takes it there, with the facing it would end in by default. */
export type Destination = {
  action: Action;
  cell: string;
  /** The facings it may end in: put one into the action. The first is that of the action. */
  facings: Facing[];
  /** Why it can go no further, if the ground or an enemy ends the move here. */
  stops: Reason | null;
  exposed: Exposure[];
  /** Chances, where the way itself is a risk: a double move, a minefield. Empty otherwise. */
  odds: Chance[];
  summary: string;
};

/** How much better the first side does than in the battle `against`, pair by pair: between `low` and `high` with
    95% certainty once all are fought. */
export type Difference = {
  type: "difference";
  id: number;
  games: number;
  wanted: number;
  rate: number;
  before: number;
  apart: number;
  low: number;
  high: number;
  done: boolean;
  /** The verdict, in words; empty until all are fought. */
  verdict: string;
};

/** `POST /api/check`, `POST /api/write` */
export type DraftWanted = {
  scenario: Record<string, unknown>;
};

/** How often does each side win? Takes the place of an estimate under way. */
export type Estimate = {
  type: "estimate";
  scenario: string | Scenario;
  options?: string[] | null;
  "house-rules"?: Record<string, string> | null;
  /** By side; by default sergeants. Levels that think by the clock would keep everybody waiting. */
  levels?: Record<string, string>;
  games?: number;
  /** The battle before the change: the question is then the difference, with the same dice. */
  against?: Scenario | null;
  id: number;
};

/** An enemy that could fire at a unit, or fight it, in a cell. */
export type Exposure = {
  unit: string;
  how: "bombard" | "fight" | "fire";
};

/** The battles so far. `rate` is the first side's share, a draw counting half; it lies between `low` and `high`
    with 95% certainty once all are fought. */
export type Fairness = {
  type: "fairness";
  id: number;
  games: number;
  wanted: number;
  /** By side. */
  wins: Record<string, number>;
  draws: number;
  rate: number;
  low: number;
  high: number;
  /** Nothing more will come: all are fought, or it was stopped. */
  done: boolean;
  /** Whether it is fair, in words; empty until all are fought, because a look in between proves nothing. */
  verdict: string;
};

/** One of the things that may befall a unit. */
export type Fate = {
  share: number;
  /** Rows of OUTCOMES; none if it is not harmed. */
  effects: string[];
  /** The same in a few words; empty if it is not harmed. */
  words: string;
};

/** A problem of a draft, in the checker's own words. */
export type Fault = {
  /** Keys and, in lists, numbers from 0: where it is in the tree. */
  path: (string | number)[];
  message: string;
  remedy: string;
  clause: string;
  /** In a text; 0 otherwise. */
  line: number;
  column: number;
  /** The cells of the board that it concerns. */
  cells: string[];
  /** Fixes that would put it right at once: rows of `fixes.FIXES`, tried by the checker. */
  fixes: string[];
};

/** How a terrain feature is drawn by a page that has no drawing of its own for it. */
export type FeatureLook = {
  letter: string;
  /** A colour for the ground. */
  tint: string;
  pattern: "dashes" | "dots" | "plain";
};

/** A terrain feature: its standard letter on the map, the features that it implies, and those it can't join. */
export type FeatureSheet = {
  name: string;
  letter: string;
  includes: string[];
  excludes: string[];
  look: FeatureLook;
};

/** `POST /api/fix`: the draft with one of the fixes of a problem; `path` is the problem's. */
export type FixWanted = {
  scenario: Record<string, unknown>;
  fix: string;
  path: (string | number)[];
};

/** The game and the step to play on from; a token of one of its seats, without which only public steps count. */
export type From = {
  game: string;
  seq: number;
  token?: string | null;
};

/** `GET /api/games/ID`, for the list of games to continue. */
export type GameCard = {
  game: string;
  /** The sides that the token opens. */
  yours: string[];
  title: string;
  book: string;
  players: Record<string, Player>;
  sides: Record<string, string>;
  /** By side: the players' names, where they have given them. */
  names: Record<string, string>;
  /** 0 before the battle has begun. */
  turn: number;
  /** As in a state; `waiting` before the battle has begun. */
  phase: string;
  decides: string | null;
  /** The sides without whom the game cannot go on: who decides, or has still to give a nonce or answer a proposal. */
  "waits-for": string[];
  winner: string | null;
  over: boolean;
  /** Why it ended as it did; empty as long as it has not. */
  reason: string;
  replay: boolean;
  seq: number;
  clock: ClockNow | null;
  created: string;
  /** The time of the last step that this client knows of. */
  changed: string;
};

/** The answer: keep the tokens, they are shown once. Anyone who holds one plays that side. */
export type GameMade = {
  game: string;
  seats: Record<string, string>;
  /** The source of the dice, sealed before any nonce is known. */
  commitment: string;
};

/** The player's name for this side; empty: none. */
export type GiveName = {
  type: "name";
  side: string;
  name: string;
  id: number;
};

/** What this side adds to the dice: 128 random bits in hex, thrown by the client when it has been told about the
    commitment. Asked for by `around.dice.wanted`; a side gives one for each commitment, and only once. */
export type GiveNonce = {
  type: "nonce";
  side: string;
  nonce: string;
  id: number;
};

export type GridSheet = {
  facings: string[];
  /** By edge: the default facing of a unit of the side. */
  towards: Record<string, string>;
};

/** What would a captain do? */
export type Hint = {
  type: "hint";
  id: number;
};

export type Hinted = {
  type: "hint";
  id: number;
  seq: number;
  action: Action;
  text: string;
  intent: string;
};

export type HouseRule = {
  name: string;
  default: string;
  /** The possible values, in words; and one by one, where they can be listed. */
  values: string;
  choices: string[];
  text: string;
  clause: string;
  /** The grids on which it makes a difference; on others it is a mistake. */
  grids: ("hex" | "square")[];
};

/** Another action, instead of the one taken. */
export type Instead = {
  action: Action;
  /** In words, as an order: "move foot-1 to d6". */
  order: string;
};

/** What do the battles show? Takes the place of a study that is under way. */
export type Investigate = {
  type: "investigate";
  scenario: string | Scenario;
  kind?: "balance" | "compare" | "simulate";
  /** Battles; of a comparison, pairs; for each line of a balance. */
  games?: number;
  seed?: number;
  /** The scenario to fight; for a comparison, the others too. */
  settings?: StudySetting[];
  /** How much skill tells: a simulation is fought again with a player of this level on either side in turn. */
  skill?: string;
  /** Levels beyond the first setting's that a balance has to suit as well. */
  levels?: string[];
  /** Things that a balance must leave alone. */
  keep?: string[];
  id: number;
};

/** The first message: the seats of this client (none: it watches), and the last step it knows (-1: none). */
export type Join = {
  type: "join";
  tokens: string[];
  since?: number;
  id: number;
};

/** The answer to `join`: everything the client may know, and the steps after `since`. */
export type Joined = {
  type: "joined";
  id: number | null;
  game: string;
  scenario: Scenario;
  board: Board;
  /** By name, the looks of the book's unit types. */
  types: Record<string, TypeLook>;
  /** By unit, a short name for its counter that no other unit of the battle has: "3 Fus". */
  short: Record<string, string>;
  objectives: Objective[];
  /** How the battle is won, in sentences. */
  conditions: string[];
  /** By side, its units counted: "4 infantry, 2 tanks". */
  forces: Record<string, string>;
  /** The sides of this client. */
  sides: string[];
  players: Record<string, Player>;
  clock: Clock | null;
  /** Whether anybody who knows the game's address may watch. */
  watchable: boolean;
  around: Around;
  /** Nothing for spectators. */
  chat: Remark[];
  /** By the server's clock. */
  time: string;
  orders: Record<string, StandingOrders>;
  /** A record that was opened: it can be looked at, and played on from any step as a new game. */
  replay: boolean;
  steps: Step[];
  now: Now;
};

/** A paragraph with its words, a picture with its caption, a table, or a photograph (`data:image/...`). */
export type KeptBlock = {
  kind: "photo" | "picture" | "table" | "text";
  number?: number;
  text?: string;
  data?: string;
};

export type KeptSection = {
  heading: string;
  blocks: KeptBlock[];
};

/** How well the computer plays. */
export type Level = {
  name: string;
  text: string;
  /** Whether it can have a personality. */
  personality: boolean;
  /** Whether it thinks for as long as it may: nobody can wait for thousands of its battles. */
  "thinks-ahead": boolean;
};

/** A sentence of the battle log. */
export type Line = {
  text: string;
  topic: "combat" | "fire" | "loss" | "move" | "other" | "turn";
  /** The rule that made it happen, then those of the modifiers. */
  clauses: string[];
  /** Which of the step's events it tells. */
  event: number;
};

/** `GET /api/lobby` */
export type Lobby = {
  version: string;
  /** For Web Push: the server's public key, in base64url; null if it sends no notifications. */
  "push-key": string | null;
  levels: Level[];
  personalities: Temper[];
  books: Book[];
  scenarios: ScenarioCard[];
  /** Names of the user's own scenarios whose files have mistakes: they open in the editor. */
  spoiled: string[];
  /** Where others on the same network find this server: "192.168.1.7", without the port. Empty if it answers this machine alone. */
  addresses: string[];
};

/** What a side's dice did to the enemy in a step, and what they do on average. */
export type Luck = {
  /** A hit that need not cost anything counts a half. */
  hits: number;
  "expected-hits": number;
};

export type Made = {
  scenario: Record<string, unknown>;
};

/** How a battle goes between computer players of one level, as measured for the library. */
export type Measured = {
  level: string;
  battles: number;
  /** By side. */
  wins: Record<string, number>;
  draws: number;
  /** The first side's share, a draw counting half; it lies between `low` and `high` with 95% certainty. */
  rate: number;
  low: number;
  high: number;
  /** In a few words: "fair", "may be fair", "favours Redland". */
  verdict: string;
};

/** How did things stand after this step? */
export type Moment = {
  type: "moment";
  seq: number;
  id: number;
};

export type MomentTold = {
  type: "moment";
  id: number;
  seq: number;
  state: State;
};

/** `POST /api/games`: a scenario by its name in the library, or as a tree; or a step of another game to play on. */
export type NewGame = {
  scenario?: string | Scenario | null;
  options?: string[] | null;
  "house-rules"?: Record<string, string> | null;
  /** By side: a person, or the computer. Sides that are not named are played by a person. */
  seats?: Record<string, "human" | Computer>;
  orders?: Record<string, StandingOrders>;
  /** Known dice, without nonces: for tests and designers. The battle begins at once. */
  seed?: number | null;
  /** Dice thrown at a real table and entered by the players; the battle begins when the first have been. */
  dice?: "table" | null;
  "play-on"?: From | null;
  clock?: Clock | null;
  /** By side: what its player is called. */
  names?: Record<string, string>;
  /** Whether anybody who knows the game's address may watch. */
  spectators?: boolean;
  /** The side of the player who makes the game; by default the first person's. */
  owner?: string | null;
  /** Whether anybody on the server may take the other person's seat, by the list of open ones. */
  open?: boolean;
};

/** How things stand for this client after its last step. */
export type Now = {
  seq: number;
  /** As this client's side sees it: the one that decides, or its first; for a spectator, what is public. */
  state: State;
  /** Whose view the state is; null for a spectator. */
  view: string | null;
  question: Question | null;
  "can-undo": boolean;
  /** The computer is making up its mind. */
  thinking: boolean;
  /** Null for a record that was opened, and for a game from before records had one. */
  chain: Chain | null;
  /** How the battle ended, in a sentence without its full stop; empty until it ends. */
  ending: string;
  /** By the cell of a gas cloud, the cells that it may drift to. */
  winds: Record<string, string[]>;
};

/** A victory condition, any one of which wins; or a way to score points. */
export type Objective = {
  side: string;
  /** To follow the side's name: "wins by holding d6 at the end of turn 13"; its second and later ones begin with "by". */
  text: string;
  /** Cells to be held, if it is about cells. */
  cells: string[];
};

/** What may this action lead to? */
export type Odds = {
  type: "odds";
  action: Action;
  id: number;
};

export type OddsTold = {
  type: "odds";
  id: number;
  odds: Chance[];
  summary: string;
};

/** Another action open to a unit or a side. */
export type Offer = {
  action: Action;
  /** In words: "fires at c4", "no more activations". */
  text: string;
  /** The cell it is aimed at, if any. */
  cell: string | null;
  /** The enemies there. */
  targets: string[];
  odds: Chance[];
  /** The odds in one line, such as "33% hit: 17% loses 1 SP, 17% retreats or loses 1 SP"; empty without dice. */
  summary: string;
  /** The same to be drawn: the dice with what counts for and against them, and what may befall whom. */
  tosses: Toss[];
  prospects: Prospect[];
  /** What the dice are worth to the side that acts, in strength points of line infantry: the best comes first. */
  worth: number;
};

/** A seat that anybody on this server may take: `token` is that of its link. */
export type OpenSeat = {
  game: string;
  token: string;
  side: string;
  title: string;
  book: string;
  "side-name": string;
  /** The name of the player who waits; empty if they have not said. */
  host: string;
  clock: Clock | null;
  created: string;
};

/** `GET /api/open-seats`: the newest first. */
export type OpenSeats = {
  seats: OpenSeat[];
};

/** A text read as far as it can be: null if it is neither TOML nor JSON. Also `GET /api/drafts/NAME`. */
export type Opened = {
  scenario: Record<string, unknown> | null;
  faults: Fault[];
  text: string;
};

export type OrdersSet = {
  type: "orders-set";
  id: number;
  side: string;
  orders: StandingOrders;
};

/** The umpire sets something by hand, and says why. Dice as for `act`. */
export type Overrule = {
  type: "overrule";
  seq: number;
  changes: Ruling[];
  reason: string;
  dice?: number[];
  id: number;
};

/** Who plays a side. */
export type Player = {
  kind: "computer" | "human";
  level: string | null;
  personality: string | null;
  /** The personality as people call it: "General Brandt". */
  called: string | null;
};

/** `POST /api/print`: a scenario by its name, or as a tree, and how it is to be printed; sizes as `pw print` takes
    them. */
export type PrintWanted = {
  scenario: string | Scenario;
  options?: string[] | null;
  "house-rules"?: Record<string, string> | null;
  paper?: "a4" | "letter";
  cell?: string;
  counters?: string;
  ink?: "full" | "light";
  /** Empty: all of them. */
  parts?: ("briefings" | "cards" | "counters" | "map" | "reference" | "roster")[];
  /** The address of the page, for the QR code that opens the battle; none without it. */
  url?: string;
};

/** Any answer that is not 2xx. */
export type Problem = {
  code: string;
  message: string;
};

export type Proposal = {
  what: "concession" | "draw" | "rematch" | "take-back";
  /** Whose it is; the other side answers. */
  side: string;
  /** Of a take-back: the step to go back to. */
  seq: number | null;
  text: string;
  /** Of a rematch: the new game; and, for the player being asked, the token of their seat in it. Empty otherwise. */
  game: string;
  token: string;
};

/** Ask the other player: to go back to how things stood after step `seq`, to agree on a draw, or, when the battle is
    over, to fight another one. */
export type Propose = {
  type: "propose";
  side: string;
  what: "concession" | "draw" | "rematch" | "take-back";
  /** Of a take-back: a step that everybody has seen. */
  seq?: number | null;
  /** Of a rematch: the new game, and the token of the other player's seat in it. */
  game?: string;
  token?: string;
  id: number;
};

/** All that may befall a unit, the gravest first. The shares add up to 1. */
export type Prospect = {
  unit: string;
  fates: Fate[];
};

/** The decision that waits. Only the side that decides sees its answers. */
export type Question = {
  asks: Asks;
  side: string;
  unit: string | null;
  text: string;
  /** Units that may do something: ask for a survey of them. Empty for everybody else. */
  units: string[];
  /** Answers that are not a unit's own doing (done, end, first, ...), or all of them if the question is about one unit. */
  answers: Offer[];
};

/** Units as in the format, without ids and places: the side supplies those. */
export type Raised = {
  units: Record<string, unknown>[];
  points: number;
};

/** One rule in a few words, with its figure in front if it has one. */
export type ReferenceLine = {
  words: string;
  figure: string;
  /** The subject of the words: "No fire if". */
  lead: string;
  clauses: string[];
};

export type ReferenceSection = {
  heading: string;
  lines: ReferenceLine[];
  tables: ReferenceTable[];
};

export type ReferenceTable = {
  title: string;
  columns: string[];
  rows: string[][];
};

export type ReferenceTold = {
  type: "reference";
  id: number;
  title: string;
  sections: ReferenceSection[];
  /** Where to look up a feature or a unit type: by name, what the first column of a table calls it. */
  called: Record<string, string>;
  /** Everything that a cell may hold in this book. */
  features: string[];
  /** By unit type, the range of each weapon that a unit of it may have, its usual one first. */
  reaches: Record<string, Record<string, number>>;
};

/** The book on a page, as this battle plays it. */
export type ReferenceWanted = {
  type: "reference";
  id: number;
};

/** Nothing has changed. `id` is null when none could be read. */
export type Refused = {
  type: "refused";
  id: number | null;
  code: "bad-message" | "busy" | "cannot-undo" | "illegal" | "internal" | "no-game" | "no-seat" | "not-joined" | "not-yours" | "over" | "slow-down" | "stale" | "unreadable" | "waiting";
  message: string;
  clause: string | null;
  reasons: Reason[];
};

/** A decision that clearly gave something away. */
export type Regretted = {
  seq: number;
  turn: number;
  side: string;
  text: string;
  /** Shares of a victory, of the side that decided, and one standard error of that. */
  regret: number;
  error: number;
  better: Instead;
};

/** A new token for one's own seat, as soon as one has sat down by somebody else's link; or, by the owner of the
    game, for another person's seat where nobody has sat down yet. From now on the old one opens nothing, and anyone
    else who sat there by it has to leave. The client chooses it, 128 random bits, and writes it down first: the seat is
    not lost if the reply is. If somebody has sat down there, the owner only lays a claim to the seat, which everybody
    hears about (`around.claim`); the owner gets it when the other says `yield`, or by asking again once the other has
    stayed away for long enough. */
export type Reissue = {
  type: "reissue";
  side: string;
  token: string;
  id: number;
};

/** A message from a player. */
export type Remark = {
  /** Counts from 0. */
  number: number;
  side: string;
  text: string;
  at: string;
};

/** A paragraph, a picture or a table of a report. `number` counts the pictures, or the tables, from 0. */
export type ReportBlock = {
  kind: "picture" | "table" | "text";
  number: number;
  /** Of a paragraph: its words, with **bold** headings; of a picture: its caption. */
  text: string;
  svg: string;
  columns: string[];
  rows: string[][];
};

export type ReportSection = {
  heading: string;
  blocks: ReportBlock[];
};

/** `GET /api/games/ID/report`. */
export type ReportTold = {
  title: string;
  under: string;
  /** The turns that the animation can show. */
  turns: number;
  sections: ReportSection[];
};

/** `POST /api/games/ID/report`: the report as the player would have it: a page, or a ZIP file with Markdown and
    its pictures. */
export type ReportWanted = {
  title: string;
  under: string;
  sections: KeptSection[];
  form?: "markdown" | "page";
};

export type Resign = {
  type: "resign";
  side: string;
  id: number;
};

/** A number that counts, with its rule. */
export type Row = {
  clause: string;
  value: number;
};

/** `GET /api/rules`: every clause, book by book, in the order of the books. */
export type Rules = {
  books: Record<string, string>;
  clauses: Clause[];
};

/** A player sent a message. */
export type Said = {
  type: "said";
  remark: Remark;
};

export type Saved = {
  name: string;
};

/** To the other player. Spectators do not see it. */
export type Say = {
  type: "say";
  side: string;
  text: string;
  id: number;
};

export type ScenarioCard = {
  name: string;
  title: string;
  about: string;
  book: string;
  grid: "hex" | "square";
  columns: number;
  rows: number;
  turns: number;
  options: string[];
  "house-rules": Record<string, string>;
  sides: SideCard[];
  /** How it is won, in sentences; the last of them says how it ends if nobody reaches an aim. */
  conditions: string[];
  /** How much a commander has to keep in mind. */
  difficulty: "demanding" | "easy" | "moderate";
  /** How long a battle against the computer takes; null where nobody has measured it. */
  minutes: number | null;
  measured: Measured | null;
  /** Made by the user, not from the library. */
  yours: boolean;
};

/** The source of the dice: a key that the server has committed to, then a nonce from each person's side. */
export type Seal = {
  /** `seed`: without nonces, for tests and designers. `table`: thrown by hand, and nothing is sealed. */
  scheme: "nonces" | "seed" | "table";
  /** SHA-256 of the key, in hex; the key itself is in the record when the game is over. Empty for dice thrown by hand. */
  commitment: string;
  /** By side: those given for this commitment. */
  nonces: Record<string, string>;
  /** The sides that have still to give one: until then nobody can act. */
  wanted: string[];
};

/** A side's seat. */
export type SeatNow = {
  /** The player's name; empty if not given. */
  name: string;
  /** A person has sat down here: a nonce was given. */
  taken: boolean;
  /** Somebody who holds it is connected. */
  present: boolean;
  /** The machine is too slow for this computer's level: it had to stop thinking early. */
  hurried: boolean;
};

/** A public key that this server signs records with, or did once: Ed25519, in hex. */
export type ServerKey = {
  key: string;
  made: string;
  /** Null for the one in use. */
  retired: string | null;
};

/** `GET /api/keys`, the newest first. */
export type ServerKeys = {
  keys: ServerKey[];
};

/** A side's standing orders: which questions not to ask. */
export type SetOrders = {
  type: "set-orders";
  side: string;
  "when-hit": "ask" | "fall-back" | "hold";
  "when-won": "ask" | "hold" | "press-on";
  id: number;
};

/** An optional rule. */
export type Setting = {
  name: string;
  text: string;
};

/** An SVG as it stands, a PDF in base64. */
export type SheetMade = {
  data: string;
};

/** `POST /api/sheet`: the battle on paper; a picture of the map, or a print pack. */
export type SheetWanted = {
  scenario: Record<string, unknown>;
  kind: "pdf" | "svg";
};

/** `GET /api/showcase`: a battle between computer players to look at, another one every day. */
export type Showcase = {
  scenario: string;
  title: string;
  board: Board;
  types: Record<string, TypeLook>;
  /** By side. */
  sides: Record<string, string>;
  /** By unit, for its counter. */
  short: Record<string, string>;
  units: UnitState[];
  steps: Shown[];
};

/** A step of the battle on show: its events, and the units that have changed. One that is off the board has no
    cell. */
export type Shown = {
  turn: number;
  events: Event[];
  units: UnitState[];
};

export type SideCard = {
  id: string;
  name: string;
  edge: string;
  /** Its own, "#rrggbb", or empty. */
  colour: string;
  /** Such as "4 infantry, 2 tanks". */
  forces: string;
  units: number;
  /** Its commander's briefing; empty if the scenario has none. */
  briefing: string;
  /** Its aims, any one of which wins: "hold d6 at the end of turn 13". */
  aims: string[];
  /** Its ways to score points, to follow its name: "scores 2 points for c3 held at the end"; empty if nothing does. */
  scores: string;
};

export type StandingOrders = {
  "when-hit": "ask" | "fall-back" | "hold";
  "when-won": "ask" | "hold" | "press-on";
};

/** One step of the battle. `declared`: the side has declared its shots, which stay its secret for now. */
export type Step = {
  seq: number;
  kind: "action" | "declared" | "drawn" | "reseated" | "resigned" | "ruling" | "start" | "take-back" | "undo";
  /** After the step. */
  turn: number;
  phase: Phase;
  /** Who decided; null at the start. */
  side: string | null;
  action: Action | null;
  /** The action in words; of an undo, what was taken back. */
  text: string;
  events: Event[];
  lines: Line[];
  /** By side, after the step: strength points, or units in books without them. */
  strength: Record<string, number>;
  /** By side: what its fire and fighting did in this step. Sides without dice are not in it. */
  luck: Record<string, Luck>;
  /** What the computer is trying to do, in words; empty for a person. `by the clock` if a player was too late; `by standing orders` if those answered, which only their own side hears. */
  intent: string;
  /** True for the client's own declared shots until they are fired: not for others at the same screen. */
  secret: boolean;
  /** Of an undo: the step that was taken back. */
  undoes: number | null;
  /** Of a take-back by consent: the step after which play goes on. */
  "back-to": number | null;
};

/** Something happened. Steps come in order, one message each. */
export type Stepped = {
  type: "step";
  step: Step;
  now: Now;
};

/** No more of it. */
export type Stop = {
  type: "stop";
  id: number;
};

/** The progress and the findings so far; sections come now and then, and at the end. */
export type Study = {
  type: "study";
  id: number;
  /** A description of the current battles. */
  doing: string;
  games: number;
  /** None where nobody knows yet how many there will be. */
  wanted: number | null;
  /** The win rate of the first side so far. */
  rate: number;
  low: number;
  high: number;
  done: boolean;
  title: string;
  about: string;
  verdict: string;
  sections: StudySection[];
  options: StudyOption[];
};

/** A change that brings the battle nearer to even, and the battle with it. */
export type StudyOption = {
  words: string;
  scenario: Record<string, unknown>;
};

/** `drawing` is SVG, with everything that comes from a scenario escaped. */
export type StudySection = {
  title: string;
  sentences: string[];
  drawing: string;
  table: StudyTable | null;
  note: string;
  "is-map": boolean;
};

/** How a battle differs from the scenario; empty fields stay as they are there. */
export type StudySetting = {
  book?: string;
  grid?: string;
  "house-rules"?: Record<string, string>;
  /** Rows of the book with their new values: "classic.artillery.roll: hit on 4; infantry: move 3". */
  change?: string;
  /** By side; by default sergeants. */
  levels?: Record<string, string>;
};

export type StudyTable = {
  headings: string[];
  rows: string[][];
  folded: string;
};

/** Where to send a notification (Web Push) when this side, with nobody connected, is to move; null: nowhere. */
export type Subscribe = {
  type: "subscribe";
  side: string;
  endpoint: string | null;
  id: number;
};

/** What may this unit do, and what does it see? */
export type Survey = {
  type: "survey";
  unit: string;
  id: number;
};

export type Surveyed = {
  type: "surveyed";
  id: number;
  unit: string;
  seq: number;
  destinations: Destination[];
  offers: Offer[];
  /** Cells within its arc and range of fire, the ones it sees, and why it does not see the others. */
  arc: string[];
  seen: string[];
  blocked: Blocked[];
  /** Why it can do nothing at all; empty if it can do something. */
  reasons: Reason[];
};

/** How a computer leads: a temper, or a commander with a name, a habit and a quirk. */
export type Temper = {
  name: string;
  /** For people: "General Brandt", "bold". */
  called: string;
  text: string;
};

/** `POST /api/read`: TOML or JSON; `name` is that of the file. */
export type TextWanted = {
  text: string;
  name?: string;
};

/** Where could this side be fired at? */
export type Threats = {
  type: "threats";
  side: string;
  id: number;
};

export type ThreatsTold = {
  type: "threats";
  id: number;
  seq: number;
  side: string;
  /** By cell: the enemies that see it within their arc and range. */
  cells: Record<string, string[]>;
};

/** Dice to be thrown by hand, and their purpose. */
export type Throw = {
  /** Such as "Fire", "Initiative". */
  title: string;
  /** Who throws: a unit or a side by its name. */
  who: string;
  /** The target cell by its name; empty if there is none. */
  target: string;
  /** How many dice are still to be entered. */
  dice: number;
  /** The score needed; null where the table has more than one line. */
  needs: number | null;
  /** The score must be this low, not this high. */
  "at-most": boolean;
  modifiers: ThrowRow[];
  handicaps: ThrowRow[];
};

/** The same in words. */
export type ThrowRow = {
  clause: string;
  value: number;
  words: string;
};

export type ThrowTold = {
  type: "throw";
  id: number;
  seq: number;
  /** Null if there are no more throws. */
  throw: Throw | null;
};

/** Where dice are thrown by hand: what is the next throw, after these dice, for this action or this ruling? Without
    either: before the first decision. */
export type ThrowWanted = {
  type: "throw";
  seq: number;
  action?: Action | null;
  changes?: Ruling[] | null;
  dice?: number[];
  id: number;
};

/** `PUT /api/drafts/NAME`: a scenario of the user's own, which then appears in the lobby. `DELETE` removes it. */
export type ToSave = {
  scenario: Record<string, unknown>;
  overwrite?: boolean;
};

/** Dice that an action is sure to throw, and what they need; the enemy's too, if both throw. */
export type Toss = {
  purpose: string;
  unit: string;
  side: string;
  dice: number;
  /** Null where the table has more than one line. */
  needs: number | null;
  /** The score must be this low, not this high. */
  "at-most": boolean;
  /** The modifiers of each die, and those of the score needed. */
  modifiers: Row[];
  handicaps: Row[];
  clause: string;
};

/** A step that changed who was likely to win. */
export type Turning = {
  /** Its number, as the client counts. */
  seq: number;
  turn: number;
  /** What happened. */
  text: string;
  /** The first side's chance, before and after: between 0 and 1. */
  before: number;
  after: number;
};

/** How a unit type is drawn, and its name. */
export type TypeLook = {
  /** The name of a drawing; a page that has none writes two letters of the type's name. */
  symbol: string;
  /** Drawn over the others in its cell. */
  flies: boolean;
  /** The arm that gives its counter a stripe. */
  arm: "aircraft" | "armour" | "artillery" | "cavalry" | "command" | "infantry" | "support" | "transport";
  /** "infantry, rifles". */
  kind: string;
};

/** A unit type of a book, for the palette. */
export type TypeSheet = {
  name: string;
  /** The optional rule that brings it; empty if it is always there. */
  option: string;
  /** Strength points; 0 in books without them. */
  strength: number;
  /** The key that names its weapon, and the weapons it may have, the default first. None: it has no choice. */
  arms: "gun" | "weapon" | null;
  weapons: string[];
  /** The types that it may carry or tow. */
  carries: string[];
  /** Whether it may have gas shells, under the optional rule. */
  gas: boolean;
  /** Whether it makes a difference that its soldiers are regulars. */
  regular: boolean;
  /** Cells a turn; null for one that never moves. The farthest that it fires, by weapon where it has a choice. */
  move: number | null;
  range: number;
  ranges: Record<string, number>;
  /** Its cost in an army list, and the extra cost of its weapons. */
  points: number;
  "weapon-points": Record<string, number>;
  look: TypeLook;
};

/** Take back the last action. */
export type Undo = {
  type: "undo";
  seq: number;
  id: number;
};

export type UnitType = {
  name: string;
  text: string;
};

/** A verb that the player might mean, and what the rules say about it. */
export type Verdict = {
  verb: string;
  action: Action;
  text: string;
  legal: boolean;
  reasons: Reason[];
};

/** The answer to `join` before the battle has begun: it begins when nothing is `wanted` any more. */
export type Waiting = {
  type: "waiting";
  id: number | null;
  game: string;
  scenario: Scenario;
  board: Board;
  /** By name, the looks of the book's unit types. */
  types: Record<string, TypeLook>;
  /** By unit, a short name for its counter that no other unit of the battle has: "3 Fus". */
  short: Record<string, string>;
  objectives: Objective[];
  /** How the battle is won, in sentences. */
  conditions: string[];
  /** By side, its units counted: "4 infantry, 2 tanks". */
  forces: Record<string, string>;
  /** The sides of this client. */
  sides: string[];
  players: Record<string, Player>;
  clock: Clock | null;
  /** Whether anybody who knows the game's address may watch. */
  watchable: boolean;
  around: Around;
  /** Nothing for spectators. */
  chat: Remark[];
  /** By the server's clock. */
  time: string;
};

/** Your own proposal. */
export type Withdraw = {
  type: "withdraw";
  side: string;
  id: number;
};

/** `GET /api/workshop` */
export type Workshop = {
  format: string;
  largest: number;
  features: FeatureSheet[];
  grids: Record<string, GridSheet>;
  qualities: string[];
  /** The points that a quality adds to a unit. */
  "quality-points": Record<string, number>;
  edges: string[];
  books: BookSheet[];
  /** For random battles. */
  kinds: Setting[];
  countries: Setting[];
  extras: Setting[];
  /** The prefix that marks a name as one of the user's own scenarios. */
  yours: string;
};

/** A draft as TOML. */
export type Written = {
  text: string;
};

/** The answer of the player in the seat to the owner, who wants to give it to somebody else. */
export type YieldSeat = {
  type: "yield";
  side: string;
  accept: boolean;
  id: number;
};

export type Request = Join | Act | Begin | Overrule | ThrowWanted | Undo | Survey | Ask | Odds | Moment | ClauseWanted | Hint | ReferenceWanted | Threats | SetOrders | GiveNonce | GiveName | Reissue | YieldSeat | Say | Propose | Answer | Withdraw | Resign | Subscribe;

export type Reply = Waiting | Joined | AroundTold | Said | Stepped | Accepted | Refused | Surveyed | Asked | OddsTold | ThrowTold | MomentTold | ClauseTold | Hinted | ReferenceTold | ThreatsTold | OrdersSet;

export type FairnessRequest = Estimate | Stop;

export type FairnessReply = Fairness | Difference | Refused;

export type StudyRequest = Investigate | Stop;

export type StudyReply = Study | Refused;

/** how the target of a verb is pointed out; whether it is worth a step */
export const VERBS: Readonly<Record<string, { mark: "fire" | "fight" | "bombard" | "retreat" | "advance" | "work" | "load" | null; quiet: boolean }>> = {
  "ready": {"mark": null, "quiet": true},
  "bombard": {"mark": "bombard", "quiet": false},
  "fire": {"mark": "fire", "quiet": false},
  "strafe": {"mark": "fire", "quiet": false},
  "bomb": {"mark": "fire", "quiet": false},
  "fight": {"mark": "fight", "quiet": false},
  "advance": {"mark": "advance", "quiet": false},
  "retreat": {"mark": "retreat", "quiet": false},
  "load": {"mark": "load", "quiet": false},
  "work": {"mark": "work", "quiet": false},
  "done": {"mark": null, "quiet": true},
};

/** what stands over a throw */
export const THROWS: Readonly<Record<string, { title: string; judged: boolean }>> = {
  "fire": {"title": "Fire", "judged": true},
  "artillery": {"title": "Artillery fire", "judged": true},
  "air": {"title": "Air combat", "judged": true},
  "anti-aircraft": {"title": "Anti-aircraft fire", "judged": true},
  "strafe": {"title": "Strafing", "judged": true},
  "bomb": {"title": "Bombs", "judged": true},
  "landing": {"title": "Where the shell lands", "judged": true},
  "drift": {"title": "Where the gas drifts", "judged": true},
  "close-combat": {"title": "Close combat", "judged": true},
  "hit": {"title": "Effect of the hit", "judged": false},
  "initiative": {"title": "Initiative", "judged": true},
  "activation": {"title": "Activations", "judged": true},
  "arrival": {"title": "Reinforcements", "judged": true},
  "double-move": {"title": "Double move", "judged": true},
  "commander": {"title": "The Commander in danger", "judged": true},
};

/** what can come of a die or befall a unit */
export const OUTCOMES: Readonly<Record<string, { words: string; good: boolean | null; strikes: boolean; harms: boolean }>> = {
  "nothing": {"words": "miss", "good": false, "strikes": false, "harms": false},
  "hit": {"words": "hit", "good": true, "strikes": true, "harms": true},
  "loses-sp": {"words": "loses 1 SP", "good": true, "strikes": true, "harms": true},
  "retreats-or-loses-sp": {"words": "retreats or loses 1 SP", "good": null, "strikes": true, "harms": true},
  "must-retreat": {"words": "must retreat", "good": null, "strikes": true, "harms": true},
  "destroyed": {"words": "destroyed", "good": true, "strikes": true, "harms": true},
  "pinned": {"words": "pinned", "good": true, "strikes": true, "harms": true},
  "killed": {"words": "killed", "good": true, "strikes": true, "harms": true},
  "unharmed": {"words": "unharmed", "good": false, "strikes": false, "harms": false},
  "withdraws": {"words": "withdraws", "good": null, "strikes": false, "harms": true},
  "moves-double": {"words": "moves double", "good": true, "strikes": false, "harms": false},
  "fails": {"words": "fails", "good": false, "strikes": false, "harms": false},
  "loses-sp-or-commander-tested": {"words": "loses 1 SP or risks its Commander", "good": true, "strikes": true, "harms": true},
  "hit-to-come": {"words": "is hit again", "good": null, "strikes": false, "harms": true},
  "may-come": {"words": "on the way", "good": true, "strikes": false, "harms": false},
  "not-yet": {"words": "not yet", "good": false, "strikes": false, "harms": false},
  "hits": {"words": "hit", "good": true, "strikes": true, "harms": true},
  "misses": {"words": "miss", "good": false, "strikes": false, "harms": false},
  "survives": {"words": "survives", "good": true, "strikes": false, "harms": false},
  "is-hit": {"words": "is hit", "good": false, "strikes": false, "harms": true},
  "on-target": {"words": "on target", "good": true, "strikes": false, "harms": false},
  "in-front": {"words": "short", "good": null, "strikes": false, "harms": false},
  "behind": {"words": "over", "good": null, "strikes": false, "harms": false},
  "ineffective": {"words": "no effect", "good": false, "strikes": false, "harms": false},
  "stays": {"words": "it hangs there", "good": null, "strikes": false, "harms": false},
  "to-the-front": {"words": "it drifts forward", "good": null, "strikes": false, "harms": false},
  "to-the-rear": {"words": "it drifts back", "good": null, "strikes": false, "harms": false},
};

/** directions in words */
export const FACINGS: Readonly<Record<string, string>> = {
  "n": "north",
  "ne": "north-east",
  "e": "east",
  "se": "south-east",
  "s": "south",
  "sw": "south-west",
  "w": "west",
  "nw": "north-west",
};
