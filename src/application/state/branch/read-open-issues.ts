import type { RepositoryRef } from '../../repository-ref.ts'
import { findSession, readOpenSessions, type ReadText, sessionIndexPath, sessionPaths } from '../session-files.ts'
import { parseRecord, parseStateText, recordPath, stateFilePaths } from '../state-files.ts'
import { type ExecutionRecord, ExecutionRecordSchema } from '../../../domain/records/execution-record.ts'
import { issId, issueNumberOf, type IssRecord } from '../../../domain/records/iss-record.ts'
import type { OpenIssue } from '../../../domain/session/open-issue.ts'
import { sessionShare } from '../../../domain/session/session-share.ts'
import type { StateLabel } from '../../../domain/work/show/state-label.ts'
import type { WorkflowBranch } from '../../ports/state/workflow-branch.ts'
import type { KnownState } from './known-state.ts'

/** State files asked for in one query. */
const textsAtOnce = 40
/** More issues than a list shows are not looked into. */
const maxLooks = 100

/** What its session has ended and a person may still go on with. */
const endedLabels: readonly StateLabel[] = ['countersign: ready']

/**
 * Rows of all open sessions, oldest first, with the state of each issue, and before them the issues of complete sessions
 * that wait to be merged. Nothing of it is kept.
 */
export async function readOpenIssues(
  branch: WorkflowBranch,
  repository: RepositoryRef,
  { head, texts }: KnownState,
): Promise<OpenIssue[]> {
  if (head === null) return []
  const read = async (paths: readonly string[]): Promise<ReadText> => {
    const found = new Map<string, string | null>()
    const missing = paths.filter((path) => !texts.has(path))
    for (let from = 0; from < missing.length; from += textsAtOnce) {
      const some = missing.slice(from, from + textsAtOnce)
      for (const [path, text] of await branch.readTexts(repository, head, some)) found.set(path, text)
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
  const executions = await read(working.map((record) => stateFilePaths(record).execution))
  const open = rows.map((row) => {
    const record = records.get(row.id) ?? null
    return { row, record, execution: record === null ? null : findExecution(record, executions) }
  })
  const listed = new Set(rows.map(({ id }) => id))
  // They are waited for, though nothing is left to do in their session.
  const ended = (await branch.listLabelled(repository, endedLabels, maxLooks)).filter(
    (number) => !listed.has(issId(number)),
  )
  const endedPaths = ended.map(recordPath)
  const findEndedText = await read(endedPaths)
  const endedRecords = endedPaths.flatMap((path) => parseOne(path, findEndedText(path))).map(([, record]) => record)
  return [...endedRecords.flatMap(asEnded), ...open]
}

/** Anybody may set a label: the record says whether it is so. */
function asEnded(record: IssRecord): OpenIssue[] {
  const share = sessionShare({ record, plan: null, execution: null, loop: null })
  const isReady = record.phase === 'completed' && record.final_pull_request?.state === 'open'
  return share !== null && isReady ? [{ row: share.issue, record, execution: null }] : []
}

function parseOne(path: string, text: string | null): [id: string, record: IssRecord][] {
  if (text === null) return []
  const record = parseRecord(path, text)
  return [[record.id, record]]
}

function findExecution(record: IssRecord, read: ReadText): ExecutionRecord | null {
  const path = stateFilePaths(record).execution
  const text = record.phase === 'working' ? read(path) : null
  return text === null ? null : parseStateText(path, ExecutionRecordSchema, text)
}
