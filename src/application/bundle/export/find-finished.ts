import { assembleBundle } from '../../../domain/bundle/assemble-bundle.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import type { PlanReference } from '../../../domain/records/plan-reference.ts'
import type { StateReader } from '../../ports/state/state-reader.ts'
import { loadPlanState } from '../load-plan-state.ts'
import type { ExportRequest } from './export-plan.ts'

/**
 * The plans, in the order of their issues, of which all that is exported is approved, the newest of it at `since` (ISO time)
 * or later. A state that can't be read is thrown: nobody should take a list for whole that isn't.
 */
export async function findFinished(
  reader: StateReader,
  since: string,
  choices: Pick<ExportRequest, 'includeCandidates' | 'includeSupporting'>,
): Promise<PlanReference[]> {
  const head = await reader.findHead(workflowBranch)
  if (head === undefined) return []
  const found: PlanReference[] = []
  for (const issueId of await listRecords(reader, head)) {
    const state = await loadPlanState(reader, head, issueId, null)
    if (state.kind === 'absent') continue
    const decision = assembleBundle({ ...state, ...choices, partial: false })
    if (decision.kind === 'refused' || Date.parse(decision.manifest.exported_at) < Date.parse(since)) continue
    found.push({ issueId, planId: state.plan.id })
  }
  return found
}

async function listRecords(reader: StateReader, head: string): Promise<string[]> {
  const files = await reader.listFiles(head, '.workflow/issues')
  const ids = files.flatMap(({ path }) => /^\.workflow\/issues\/(ISS-\d+)\.json$/.exec(path)?.[1] ?? [])
  return ids.toSorted((a, b) => Number(a.slice(4)) - Number(b.slice(4)))
}
