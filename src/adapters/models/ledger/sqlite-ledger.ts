import { DatabaseSync } from 'node:sqlite'
import type { CallLedger, ModelCall } from '../../../application/ports/models/call-ledger.ts'
import { nothingSpent } from '../../../domain/models/spend-limits.ts'

const keptDays = 90
const tables = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 2000;
  CREATE TABLE IF NOT EXISTS calls (
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, run TEXT NOT NULL, repository TEXT NOT NULL, issue INTEGER NOT NULL,
    task TEXT NOT NULL, call TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS calls_by_time ON calls (at);
  CREATE INDEX IF NOT EXISTS calls_by_run ON calls (run);
  CREATE TABLE IF NOT EXISTS spent (
    scope TEXT PRIMARY KEY, requests INTEGER NOT NULL, tokens INTEGER NOT NULL, usd REAL NOT NULL, minutes REAL NOT NULL,
    at TEXT NOT NULL
  ) WITHOUT ROWID;
`
const insertCall = 'INSERT INTO calls (at, run, repository, issue, task, call) VALUES (?, ?, ?, ?, ?, ?)'
const addSpent = `INSERT INTO spent (scope, requests, tokens, usd, minutes, at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (scope) DO UPDATE SET requests = requests + excluded.requests, tokens = tokens + excluded.tokens,
    usd = usd + excluded.usd, minutes = minutes + excluded.minutes, at = excluded.at`
const findSpent = 'SELECT requests, tokens, usd, minutes FROM spent WHERE scope = ?'

/** Calls in a file beside the server's other data. Several processes of one machine may share it; `:memory:` is none. */
export function openSqliteLedger(file: string, now: () => Date): CallLedger {
  const db = new DatabaseSync(file)
  db.exec(tables)
  const oldest = new Date(now().getTime() - keptDays * 24 * 3_600_000).toISOString()
  db.prepare('DELETE FROM calls WHERE at < ?').run(oldest)
  db.prepare('DELETE FROM spent WHERE at < ?').run(oldest)
  const [call, add, find] = [db.prepare(insertCall), db.prepare(addSpent), db.prepare(findSpent)]
  const ofRun = db.prepare('SELECT call FROM calls WHERE run = ? ORDER BY id')
  return {
    spentOf(scope) {
      const row = find.get(scope)
      if (row === undefined) return nothingSpent
      return {
        requests: Number(row['requests']),
        tokens: Number(row['tokens']),
        usd: Number(row['usd']),
        minutes: Number(row['minutes']),
      }
    },
    record(one, spent, scopes) {
      db.exec('BEGIN IMMEDIATE')
      try {
        call.run(one.at, one.run, one.repository, one.issue, one.task, JSON.stringify(one))
        for (const scope of scopes) add.run(scope, spent.requests, spent.tokens, spent.usd, spent.minutes, one.at)
        db.exec('COMMIT')
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
    // Written here and nowhere else.
    callsOf: (run) => ofRun.all(run).map((row) => JSON.parse(String(row['call'])) as ModelCall),
    close: () => db.close(),
  }
}
