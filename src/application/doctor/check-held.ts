import type { DoctorFacts } from '../../domain/doctor/doctor-facts.ts'
import type { DoctorQuestions } from '../../domain/doctor/doctor-questions.ts'
import { readHeldContent } from '../branches/held-content.ts'
import type { CommitTrees } from '../ports/state/commit-trees.ts'

/** What the integration branch holds, for the doctor; null where there is nothing to ask, or no such branch. */
export async function checkHeld(
  trees: CommitTrees,
  { integration }: DoctorQuestions,
  branches: ReadonlyMap<string, string>,
): Promise<DoctorFacts['integration']> {
  const commit = branches.get(integration?.branch ?? '')
  if (integration === null || commit === undefined) return null
  const held = await readHeldContent(trees, integration, commit)
  return held === null ? null : { ...held, commit }
}
