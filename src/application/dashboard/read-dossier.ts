import { assembleBundle } from '../../domain/bundle/assemble-bundle.ts'
import { ExecutionRecordSchema } from '../../domain/records/execution-record.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { Work } from '../../domain/records/work.ts'
import { PlanSchema } from '../../domain/plan/plan.ts'
import { solutionPaths } from '../../domain/paths/solution-paths.ts'
import type { Dossier, EarlierPlan } from '../../views/dashboard/dossier.ts'
import type { BranchTexts } from '../ports/state/branch-texts.ts'
import { describeIssue } from '../status/describe-issue.ts'
import { parseRecord, parseStateText, parseWork, recordPath, stateFilePaths } from '../state/state-files.ts'

/** More plans of one issue than that are not shown. */
const mostEarlier = 20

/** Everything about one issue; undefined where it is not registered. Throws `state_corrupt` where a file can't be read. */
export async function readDossier(texts: BranchTexts, number: number): Promise<Dossier | undefined> {
  const path = recordPath(number)
  const text = (await texts.readMany([path])).get(path)
  if (text === undefined) return undefined
  const record = parseRecord(path, text)
  const places = earlierPlans(record)
  const wanted = [...Object.values(stateFilePaths(record)), ...places.flatMap((one) => [one.plan, one.execution])]
  const read = await texts.readMany(wanted.filter((one) => one !== null))
  const work = parseWork(record, (one) => read.get(one) ?? null)
  const earlier = places.flatMap((place): EarlierPlan[] => {
    const [plan, execution] = [read.get(place.plan), read.get(place.execution)]
    if (plan === undefined) return []
    const old = {
      plan: parseStateText(place.plan, PlanSchema, plan),
      execution: execution === undefined ? null : parseStateText(place.execution, ExecutionRecordSchema, execution),
    }
    return [{ ...old, tasks: describeIssue({ record, ...old, loop: null }).tasks }]
  })
  const { tuning = null } = work
  const manifest = previewBundle(record, work)
  return { status: describeIssue({ record, ...work }), record, ...work, tuning, earlier, manifest }
}

/** Where plans lie that gave way to another, the newest first. */
function earlierPlans(record: IssRecord): { plan: string; execution: string }[] {
  const numbers = Array.from({ length: record.plan_count }, (_, index) => record.plan_count - index)
  return numbers
    .map((number) => `SOL-${record.id}-${number}`)
    .filter((id) => id !== record.plan_id)
    .slice(0, mostEarlier)
    .map((id) => ({
      plan: solutionPaths(record.session_id, record.id, id, 'plan')[1],
      execution: solutionPaths(record.session_id, record.id, id, 'execution')[1],
    }))
}

function previewBundle(record: IssRecord, { plan, execution }: Pick<Work, 'plan' | 'execution'>): Dossier['manifest'] {
  if (plan === null || execution === null) return null
  const decided = assembleBundle({ record, plan, execution, includeCandidates: false, partial: true })
  return decided.kind === 'bundle' ? decided.manifest : null
}
