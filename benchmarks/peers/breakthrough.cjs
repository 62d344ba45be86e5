// Time boardgame.io's reducer on breakthrough, 8 by 8, random legal play: prints one JSON object.
// node breakthrough.cjs SECONDS SEED, run where boardgame.io is installed.

const { createRequire } = require("node:module");
const here = createRequire(`${process.cwd()}/`);
const { CreateGameReducer, InitializeGame } = here("boardgame.io/internal");

const SIZE = 8;
const [seconds, seed] = process.argv.slice(2).map(Number);

const Breakthrough = {
  setup: () => ({
    cells: Array.from({ length: SIZE * SIZE }, (_, cell) => {
      if (cell < 2 * SIZE) return "0";
      return cell >= (SIZE - 2) * SIZE ? "1" : null;
    }),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true, // a bare engine keeps no history either
  moves: {
    step: ({ G, playerID }, from, to) => {
      if (!isStep(G.cells, playerID, from, to)) return "INVALID_MOVE";
      G.cells[to] = playerID;
      G.cells[from] = null;
    },
  },
  endIf: ({ G }) => {
    if (G.cells.slice((SIZE - 1) * SIZE).includes("0") || !G.cells.includes("1")) return { winner: "0" };
    if (G.cells.slice(0, SIZE).includes("1") || !G.cells.includes("0")) return { winner: "1" };
  },
};

function isStep(cells, player, from, to) {
  const aside = (to % SIZE) - (from % SIZE);
  const forward = Math.floor(to / SIZE) - Math.floor(from / SIZE);
  if (cells[from] !== player || Math.abs(aside) > 1 || forward !== (player === "0" ? 1 : -1)) return false;
  return cells[to] === null || (aside !== 0 && cells[to] !== player && cells[to] !== undefined);
}

function steps(cells, player) {
  const forward = player === "0" ? SIZE : -SIZE;
  const found = [];
  for (let from = 0; from < cells.length; from++) {
    if (cells[from] !== player) continue;
    for (let to = from + forward - 1; to <= from + forward + 1; to++) {
      if (isStep(cells, player, from, to)) found.push([from, to]);
    }
  }
  return found;
}

// A small generator of our own, for JavaScript's cannot be seeded.
let state = seed + 1;
function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * limit);
}

function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function playOn(limit) {
  const reducer = CreateGameReducer({ game: Breakthrough });
  let decisions = 0;
  let games = 0;
  const begun = processorSeconds();
  while (processorSeconds() - begun < limit) {
    let game = InitializeGame({ game: Breakthrough, numPlayers: 2 });
    while (game.ctx.gameover === undefined) {
      const player = game.ctx.currentPlayer;
      const found = steps(game.G.cells, player);
      const args = found[below(found.length)];
      game = reducer(game, { type: "MAKE_MOVE", payload: { type: "step", args, playerID: player } });
      decisions++;
    }
    games++;
  }
  const spent = processorSeconds() - begun;
  return { "breakthrough decisions": decisions / spent, "breakthrough games": games / spent };
}

playOn(seconds * 0.2);
console.log(JSON.stringify(playOn(seconds)));
