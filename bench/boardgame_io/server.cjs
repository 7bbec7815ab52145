// A boardgame.io server to compare ours with: node server.cjs PORT [FILE], in memory or with SQLite in a file.
//
// Its game knows no rules: any text is a move, turns alternate, and after 60 moves it is over.

const { Server } = require('boardgame.io/server');

const ACTS = 60; // as in bench/load_boardgame_io.py

const game = {
  name: 'kidd',
  setup: () => ({ last: '', ply: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G }, act) => ({ last: String(act).slice(0, 40), ply: G.ply + 1 }),
  },
  endIf: ({ G }) => (G.ply >= ACTS ? { draw: true } : undefined),
};

const [port, file] = process.argv.slice(2);
const db = file ? new (require('./sqlite_store.cjs').SqliteStore)(file) : undefined;
const server = Server({ games: [game], origins: [], db });

server.router.get('/readyz', (ctx) => {
  ctx.body = {};
});
// Only this machine is to come in, for which there is no option.
const listen = server.app.listen;
server.app.listen = (number, done) => listen.call(server.app, number, '127.0.0.1', done);
server.run(Number(port));
process.on('SIGTERM', () => process.exit(0));
