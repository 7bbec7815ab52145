// Keeps boardgame.io's matches in SQLite: what one move writes is one commit with a full sync.
//
// States are read from the database for each move, as in the stores that others have published for it; the file's pages
// are in SQLite's cache. setState and setMetadata of a move are called in one go: the commit comes right after both.

const Database = require('better-sqlite3');
const { Async } = require('boardgame.io/internal');

const SCHEMA = `
  CREATE TABLE matches (id TEXT PRIMARY KEY, state TEXT, initialState TEXT, metadata TEXT) WITHOUT ROWID;
  CREATE TABLE log (id TEXT, number INTEGER, entry TEXT, PRIMARY KEY (id, number)) WITHOUT ROWID;
`;

class SqliteStore extends Async {
  constructor(file) {
    super();
    this.rows = new Database(file);
    this.rows.pragma('journal_mode = WAL');
    this.rows.pragma('synchronous = FULL');
    this.rows.exec(SCHEMA);
    const prepared = (sql) => this.rows.prepare(sql);
    this.create = prepared('INSERT INTO matches VALUES (?, ?, ?, ?)');
    this.read = Object.fromEntries(
      ['state', 'metadata', 'initialState'].map((field) => [field, prepared(`SELECT ${field} FROM matches WHERE id = ?`)])
    );
    this.writeState = prepared('UPDATE matches SET state = ? WHERE id = ?');
    this.writeMetadata = prepared('UPDATE matches SET metadata = ? WHERE id = ?');
    this.writeLog = prepared('INSERT INTO log VALUES (?, ?, ?)');
    this.readLog = prepared('SELECT entry FROM log WHERE id = ? ORDER BY number');
    this.list = prepared('SELECT id, metadata FROM matches');
    this.forget = prepared('DELETE FROM matches WHERE id = ?');
    this.commit = this.rows.transaction((writes) => writes.forEach((write) => write()));
    this.waiting = [];
  }

  async connect() {}

  // Everything that was asked for until the present code lets go is one transaction.
  write(what) {
    return new Promise((done, failed) => {
      this.waiting.push({ what, done, failed });
      if (this.waiting.length === 1) queueMicrotask(() => this.flush());
    });
  }

  flush() {
    const writes = this.waiting;
    this.waiting = [];
    try {
      this.commit(writes.map(({ what }) => what));
      writes.forEach(({ done }) => done());
    } catch (error) {
      writes.forEach(({ failed }) => failed(error));
    }
  }

  createMatch(id, { initialState, metadata }) {
    const state = JSON.stringify(initialState);
    return this.write(() => this.create.run(id, state, state, JSON.stringify(metadata)));
  }

  setState(id, state, deltalog) {
    return this.write(() => {
      this.writeState.run(JSON.stringify(state), id);
      (deltalog || []).forEach((entry, number) =>
        this.writeLog.run(id, 1000 * state._stateID + number, JSON.stringify(entry))
      );
    });
  }

  setMetadata(id, metadata) {
    return this.write(() => this.writeMetadata.run(JSON.stringify(metadata), id));
  }

  async fetch(id, wanted) {
    const found = {};
    for (const [field, query] of Object.entries(this.read)) {
      const row = wanted[field] && query.get(id);
      if (row) found[field] = JSON.parse(row[field]);
    }
    if (wanted.log) found.log = this.readLog.all(id).map(({ entry }) => JSON.parse(entry));
    return found;
  }

  async wipe(id) {
    this.forget.run(id);
  }

  async listMatches() {
    return this.list.all().map(({ id }) => id);
  }
}

module.exports = { SqliteStore };
