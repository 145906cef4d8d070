import type { DoctorExamination } from '../../domain/effects/doctor-finding.ts'
import { findStrayFaults } from '../../domain/doctor/look/find-stray-faults.ts'
import { ExecutionRecordSchema } from '../../domain/records/execution-record.ts'
import { issId } from '../../domain/records/iss-record.ts'
import { PlanSchema } from '../../domain/plan/plan.ts'
import type { CommittedFile, StateReader } from '../ports/state/state-reader.ts'
import { sessionsDir } from '../state/session-files.ts'
import { listIssues } from './read-work.ts'
import { parseJson } from '../../domain/text/parse-json.ts'

/** Looks for what belongs to no issue of the repository; files that can't be read are each issue's own matter. */
export async function examineStrays(
  reader: StateReader,
  commit: string,
  branches: Iterable<string>,
): Promise<DoctorExamination> {
  const issueIds = new Set((await listIssues(reader, commit)).map(issId))
  const taskIds = new Set<string>()
  for (const file of await reader.listFiles(commit, sessionsDir))
    if (/-(?:plan|execution)\.json$/.test(file.path)) for (const id of await readIds(reader, file)) taskIds.add(id)
  const files = await reader.listFiles(commit, 'workspace')
  const folders = new Set(files.flatMap(({ path }) => /^workspace\/(?:artifacts|reviews)\/[^/]+/.exec(path)?.[0] ?? []))
  const names = [...branches]
  const findings = findStrayFaults({ issueIds, taskIds }, names, folders)
  return { findings, things: names.length + folders.size, tasks: 0, unseen: [], vouched: true }
}

async function readIds(reader: StateReader, file: CommittedFile): Promise<string[]> {
  const json = parseJson(new TextDecoder().decode(await reader.readBlob(file.blob)))
  const plan = PlanSchema.safeParse(json).data
  if (plan !== undefined) return [...plan.tasks, ...plan.checks].map((node) => node.task_id)
  const execution = ExecutionRecordSchema.safeParse(json).data
  if (execution === undefined) return []
  return [...execution.artifacts.map((one) => one.task_id), ...execution.reviews.map((one) => one.check_task_id)]
}
