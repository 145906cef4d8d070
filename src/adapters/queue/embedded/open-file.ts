import { existsSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { packBytes, unpackBytes } from '../../storage/pack-bytes.ts'
import type { Opened } from '../../storage/answer-questions.ts'
import type { FileAnswer, FileQuestion, FileRow, SqlValue } from './file-question.ts'
import { migrations } from './migrations.ts'

/** Nobody else opens the file while it is open. A commit is on the disk when it is done (FULL), not soon after. */
const settings = `
pragma locking_mode = exclusive;
pragma auto_vacuum = incremental;
pragma journal_mode = wal;
pragma synchronous = full;
pragma journal_size_limit = 4194304;
`

/** Those that say what to do; SQLite's numbers for them. */
const names = new Map([
  [5, 'SQLITE_BUSY'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
])

/** The file of the embedded database, made if missing. Faults are named in `code`, as SQLite does; `newer_file` is ours. */
export function openFile(path: string): Opened<FileQuestion, FileAnswer> {
  // Left behind by a process that ended without closing the file.
  const wasLeft = existsSync(`${path}-wal`)
  const database = named(() => new DatabaseSync(path))
  try {
    named(() => prepare(database, wasLeft))
  } catch (error) {
    database.close()
    throw error
  }
  const prepared = new Map<string, StatementSync>()
  const run = ({ statements }: FileQuestion): FileAnswer =>
    statements.map(({ sql, parameters }) => {
      const statement = prepared.get(sql) ?? database.prepare(sql)
      prepared.set(sql, statement)
      return (statement.all(...parameters.map(pack)) as FileRow[]).map(unpack)
    })
  return {
    answer: (question) => named(() => (question.isOne ? transact(database, () => run(question)) : run(question))),
    close: () => database.close(),
  }
}

function prepare(database: DatabaseSync, wasLeft: boolean): void {
  database.exec(settings)
  const version = Number(database.prepare('pragma user_version').get()?.['user_version'])
  if (version > migrations.length)
    throw Object.assign(new Error(`it is of version ${version}, and this one reads up to ${migrations.length}`), {
      code: 'newer_file',
    })
  if (wasLeft) {
    const found = database.prepare('pragma quick_check(1)').get()?.['quick_check']
    if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' })
  }
  transact(database, () => {
    for (const statements of migrations.slice(version)) database.exec(statements)
    // Also where nothing changes: that the file can be written to is seen now.
    database.exec(`pragma user_version = ${migrations.length}`)
  })
}

function transact<T>(database: DatabaseSync, act: () => T): T {
  database.exec('begin immediate')
  try {
    const result = act()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function named<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
    const name = number === undefined ? undefined : (names.get(number) ?? `SQLITE_${number}`)
    throw name === undefined || !(error instanceof Error) ? error : Object.assign(error, { code: name })
  }
}

function pack(value: SqlValue): SqlValue {
  return value instanceof Uint8Array ? packBytes(value) : value
}

function unpack(row: FileRow): FileRow {
  for (const [name, value] of Object.entries(row)) if (value instanceof Uint8Array) row[name] = unpackBytes(value)
  return row
}
