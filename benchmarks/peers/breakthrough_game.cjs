// Breakthrough, 8 by 8, as a game of boardgame.io; and the legal steps of a player.

const SIZE = 8;

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
function generator(seed) {
  let state = seed + 1;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * limit);
  };
}

module.exports = { Breakthrough, generator, steps };
