import type { RepositoryRef } from '../../repository-ref.ts'
import { findSession, readOpenSessions, type ReadText, sessionIndexPath, sessionPaths } from '../session-files.ts'
import { parseRecord, parseStateText, recordPath, stateFilePaths } from '../state-files.ts'
import { type ExecutionRecord, ExecutionRecordSchema } from '../../../domain/records/execution-record.ts'
import { issId, issueNumberOf, type IssRecord } from '../../../domain/records/iss-record.ts'
import type { OpenIssue } from '../../../domain/session/open-issue.ts'
import { sessionShare } from '../../../domain/session/session-share.ts'
import { PlanSchema } from '../../../domain/plan/plan.ts'
import { findMisfitTask } from '../../../domain/work/draft/note-executors.ts'
import type { StateLabel } from '../../../domain/work/show/state-label.ts'
import type { WorkflowBranch } from '../../ports/state/workflow-branch.ts'
import type { KnownState } from './known-state.ts'

/** State files asked for in one query. */
const textsAtOnce = 40
/** More issues than a list shows are not looked into. */
const maxLooks = 100

/** What its session has ended and a person may still go on with. */
const endedLabels: readonly StateLabel[] = ['countersign: ready', 'countersign: needs you']

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
  const files = await read([...records.values()].flatMap(filesOf))
  const open = rows.map((row) => {
    const record = records.get(row.id) ?? null
    if (record === null) return { row, record, execution: null, unfit: null }
    return { row, record, execution: findExecution(record, files), unfit: findUnfit(record, files) }
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
  return share !== null && isReady ? [{ row: share.issue, record, execution: null, unfit: null }] : []
}

function parseOne(path: string, text: string | null): [id: string, record: IssRecord][] {
  if (text === null) return []
  const record = parseRecord(path, text)
  return [[record.id, record]]
}

/** What tells how it stands, beside its record. */
function filesOf(record: IssRecord): string[] {
  const { plan, execution } = stateFilePaths(record)
  if (record.phase === 'working') return [execution]
  return record.phase === 'proposed' ? [plan] : []
}

function findUnfit(record: IssRecord, read: ReadText): string | null {
  const path = stateFilePaths(record).plan
  const text = record.phase === 'proposed' ? read(path) : null
  return text === null ? null : (findMisfitTask(parseStateText(path, PlanSchema, text).notes) ?? null)
}

function findExecution(record: IssRecord, read: ReadText): ExecutionRecord | null {
  const path = stateFilePaths(record).execution
  const text = record.phase === 'working' ? read(path) : null
  return text === null ? null : parseStateText(path, ExecutionRecordSchema, text)
}
