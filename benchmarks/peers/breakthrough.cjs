// Time boardgame.io's reducer on breakthrough, 8 by 8, random legal play: prints one JSON object.
// node breakthrough.cjs SECONDS SEED, run where boardgame.io is installed.

const { createRequire } = require("node:module");
const { Breakthrough, generator, steps } = require("./breakthrough_game.cjs");
const here = createRequire(`${process.cwd()}/`);
const { CreateGameReducer, InitializeGame } = here("boardgame.io/internal");

const [seconds, seed] = process.argv.slice(2).map(Number);
const below = generator(seed);

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
