// A boardgame.io server with breakthrough: prints its port and a game's steps as one JSON object.
// node breakthrough_server.cjs SEED [FOLDER], run where boardgame.io is installed. Games are kept in memory, or in the
// folder by boardgame.io's own storage.

const { createRequire } = require("node:module");
const { Breakthrough, generator, steps } = require("./breakthrough_game.cjs");
const here = createRequire(`${process.cwd()}/`);
const { Server, Origins, FlatFile } = here("boardgame.io/server");
const { CreateGameReducer, InitializeGame } = here("boardgame.io/internal");

const below = generator(Number(process.argv[2]));

// One game from start to end: by step, its player and its arguments.
function script() {
  const reducer = CreateGameReducer({ game: Breakthrough });
  const found = [];
  let game = InitializeGame({ game: Breakthrough, numPlayers: 2 });
  while (game.ctx.gameover === undefined) {
    const playerID = game.ctx.currentPlayer;
    const legal = steps(game.G.cells, playerID);
    const args = legal[below(legal.length)];
    game = reducer(game, { type: "MAKE_MOVE", payload: { type: "step", args, playerID } });
    found.push([Number(playerID), args]);
  }
  return found;
}

console.info = () => {};
const folder = process.argv[3];
const server = Server({
  games: [{ ...Breakthrough, name: "breakthrough" }],
  origins: [Origins.LOCALHOST],
  ...(folder && { db: new FlatFile({ dir: folder }) }),
});
server.run({ port: 0 }).then(({ appServer }) => {
  process.stdout.write(`${JSON.stringify({ port: appServer.address().port, script: script() })}\n`);
});
