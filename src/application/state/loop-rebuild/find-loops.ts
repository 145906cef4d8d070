import { ConfigurationSchema } from '../../../domain/configuration/configuration.ts'
import { ExecutionRecordSchema } from '../../../domain/records/execution-record.ts'
import { type IssRecord, IssRecordSchema } from '../../../domain/records/iss-record.ts'
import { loopPaths, loopsDir } from '../../../domain/loop/loop-paths.ts'
import { legacyLoopsDir, parseLegacyLoop } from '../../../domain/loop/parse-legacy-loop.ts'
import type { LoopRecovery } from '../../../domain/loop/recovery.ts'
import { PlanSchema } from '../../../domain/plan/plan.ts'
import { solutionPaths } from '../../../domain/paths/solution-paths.ts'
import type { StateFolder } from '../../ports/state/state-folder.ts'
import { stateFilePaths } from '../state-files.ts'
import { rebuildLoop } from './rebuild-loop.ts'
import { parseJson } from '../../../domain/text/parse-json.ts'

/**
 * All loops of a workflow branch, or the one that `which` names (`ISS-007`, a loop's id, a session of the old location),
 * each with what can be put back. Files that can't be read are told, never thrown.
 */
export async function findLoops(folder: StateFolder, which: string | undefined): Promise<LoopRecovery[]> {
  const records = await readRecords(folder)
  const paths = await folder.list(loopsDir)
  const seen = paths.flatMap((path) => /^\.loop\/(loop-v2-\d{8}-[0-9a-z]{6,})\./.exec(path)?.[1] ?? [])
  const ids = [...new Set([...seen, ...records.flatMap(loopsOf)])].toSorted()
  const found: LoopRecovery[] = []
  for (const id of ids) {
    const record = records.find((one) => loopsOf(one).includes(id)) ?? null
    if (which === undefined || which === id || which === record?.id) found.push(await recover(folder, id, record))
  }
  for (const path of await folder.list(legacyLoopsDir)) {
    const session = /^\.workflow\/\.loop\/([^/]+)\/state\.json$/.exec(path)?.[1]
    if (session === undefined) continue
    const recovery = recoverLegacy(path, session, (await folder.read(path)) ?? '', ids)
    if (which === undefined || which === session || which === recovery.loop_id) found.push(recovery)
  }
  return found
}

/** The loop that goes on, and those before it. */
function loopsOf({ loop_id: current, loops }: IssRecord): string[] {
  return [...loops.map((one) => one.loop_id), ...(current === null ? [] : [current])]
}

/** Plan and records of the loop: of a replaced plan they lie in the history; those of an earlier loop of this plan go on. */
function placesOf(record: IssRecord, id: string): { plan?: string; execution?: string } {
  if (record.loop_id === id) return stateFilePaths(record)
  const planId = record.loops.find((one) => one.loop_id === id)?.plan_id
  if (planId === undefined) return {}
  const [current, superseded] = solutionPaths(record.session_id, record.id, planId, 'plan')
  if (planId === record.plan_id) return { plan: current }
  return { plan: superseded, execution: solutionPaths(record.session_id, record.id, planId, 'execution')[1] }
}

async function readRecords(folder: StateFolder): Promise<IssRecord[]> {
  const records: IssRecord[] = []
  for (const path of await folder.list('.workflow/issues')) {
    const record = IssRecordSchema.safeParse(parseJson((await folder.read(path)) ?? '')).data
    if (record !== undefined) records.push(record)
  }
  return records
}

async function recover(folder: StateFolder, id: string, record: IssRecord | null): Promise<LoopRecovery> {
  const paths = loopPaths(id)
  const state = await folder.read(paths.state)
  const texts = {
    state,
    tasks: await folder.read(paths.tasks),
    develop: await folder.read(paths.develop),
    debug: await folder.read(paths.debug),
    validate: await folder.read(paths.validate),
  }
  const readJson = async (path: string | undefined) =>
    path === undefined ? undefined : parseJson((await folder.read(path)) ?? '')
  const places = record === null ? undefined : placesOf(record, id)
  return rebuildLoop(id, texts, {
    record,
    plan: PlanSchema.safeParse(await readJson(places?.plan)).data ?? null,
    execution: ExecutionRecordSchema.safeParse(await readJson(places?.execution)).data ?? null,
    maxIterations: ConfigurationSchema.parse({}).run.max_iterations,
  })
}

function recoverLegacy(path: string, session: string, text: string, ids: readonly string[]): LoopRecovery {
  const loop = parseLegacyLoop(session, parseJson(text)) ?? null
  if (loop === null) {
    const faults = [`${path} is not a loop: it needs JSON with "task_description"`]
    return { loop_id: session, issue_id: null, file: path, verdict: 'lost', faults, parts: [], loop }
  }
  const base = { loop_id: loop.loop_id, issue_id: null, file: path, faults: [], loop }
  if (ids.includes(loop.loop_id)) return { ...base, verdict: 'well', parts: [] }
  const { title, status, skill_state: skill } = loop
  const tasks = `${skill?.develop.completed} of ${skill?.develop.total} tasks completed`
  return {
    ...base,
    verdict: 'rebuilt',
    parts: [
      { name: 'title', how: 'restored', value: title, from: path },
      { name: 'status', how: 'restored', value: status, from: path },
      { name: 'develop', how: 'restored', value: tasks, from: path },
      { name: 'debug', how: 'restored', value: `${skill?.debug.hypotheses_count} hypotheses`, from: path },
      { name: 'validate', how: 'restored', value: `${skill?.validate.test_results.length} tests`, from: path },
      { name: 'loop_id', how: 'offered', value: loop.loop_id, from: 'its day and session; the old location has none' },
    ],
  }
}
