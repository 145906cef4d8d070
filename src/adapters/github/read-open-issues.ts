import type { RepositoryRef } from '../../application/ports/repository-ref.ts'
import {
  findSession,
  readOpenSessions,
  type ReadText,
  sessionIndexPath,
  sessionPaths,
} from '../../application/session-files.ts'
import { parseRecord, parseStateText, recordPath, workPaths } from '../../application/state-files.ts'
import { type ExecutionRecord, ExecutionRecordSchema } from '../../domain/execution-record.ts'
import { issueNumberOf, type IssRecord } from '../../domain/iss-record.ts'
import type { OpenIssue } from '../../domain/session/open-issue.ts'
import type { InstallationClient } from './installation-client.ts'
import type { KnownState } from './known-state.ts'
import { readTexts } from './read-state.ts'

/** State files asked for in one query. */
const textsAtOnce = 40
/** More issues than a list shows are not looked into. */
const maxLooks = 100

/** Rows of all open sessions, oldest first, with the state of each issue. Nothing of it is kept. */
export async function readOpenIssues(
  client: InstallationClient,
  repository: RepositoryRef,
  { head, texts }: KnownState,
): Promise<OpenIssue[]> {
  if (head === null) return []
  const read = async (paths: readonly string[]): Promise<ReadText> => {
    const found = new Map<string, string | null>()
    const missing = paths.filter((path) => !texts.has(path))
    for (let from = 0; from < missing.length; from += textsAtOnce) {
      const some = missing.slice(from, from + textsAtOnce)
      for (const [path, text] of await readTexts(client, repository, head, some)) found.set(path, text)
    }
    return (path) => texts.get(path) ?? found.get(path) ?? null
  }
  const ids = readOpenSessions(await read([sessionIndexPath]))
  const states = await read(ids.map((id) => sessionPaths(id).state))
  const rows = ids.flatMap((id) => Object.values(findSession(states, id)?.state.issues ?? {}))
  const paths = rows.slice(0, maxLooks).map((row) => recordPath(issueNumberOf(row.id)))
  const findText = await read(paths)
  const records = new Map(paths.flatMap((path) => parseOne(path, findText(path))))
  const working = [...records.values()].filter((record) => record.phase === 'working')
  const executions = await read(working.map((record) => workPaths(record).execution))
  return rows.map((row) => {
    const record = records.get(row.id) ?? null
    return { row, record, execution: record === null ? null : findExecution(record, executions) }
  })
}

function parseOne(path: string, text: string | null): [id: string, record: IssRecord][] {
  if (text === null) return []
  const record = parseRecord(path, text)
  return [[record.id, record]]
}

function findExecution(record: IssRecord, read: ReadText): ExecutionRecord | null {
  const path = workPaths(record).execution
  const text = record.phase === 'working' ? read(path) : null
  return text === null ? null : parseStateText(path, ExecutionRecordSchema, text)
}
