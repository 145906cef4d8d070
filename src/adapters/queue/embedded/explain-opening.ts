import { CountersignFault } from '../../../application/fault.ts'

/** Why the embedded database in a folder could not be opened, and what to do about it. */
export function explainOpening(folder: string, error: unknown): CountersignFault {
  const said = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'SQLITE_BUSY')
    return new CountersignFault(
      'database_locked',
      `the database in ${folder} is in use by another process`,
      'Stop that process first; to have several on one database, keep it on a Postgres server (DATABASE_URL).',
      error,
    )
  return new CountersignFault(
    'database_unavailable',
    `the database in ${folder} could not be opened`,
    `${said}. ${adviseOn(code)}`,
    error,
  )
}

function adviseOn(code: unknown): string {
  switch (code) {
    case 'newer_file':
      return 'A newer version of Countersign wrote it: start that version, or move database.sqlite away and start again, and the sweep finds most of what waited in it'
    case 'SQLITE_CORRUPT':
    case 'SQLITE_NOTADB':
      return 'The file is broken: move database.sqlite and database.sqlite-wal away and start again, and the sweep finds most of what waited in it'
    default:
      return 'That says nothing of what is in it: see to it that this machine has time, memory, file handles and room, and that the folder and database.sqlite in it may be written to, and start again'
  }
}
