import type { EffectKind } from '../../domain/effects/effect.ts'
import type { Performance } from './attempt-effect.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/** Effects that take long, and are carried out by whichever process has room. */
export const runKinds = [
  'draft_plan',
  'run_task',
  'review_version',
  'validate_plan',
  'mirror_tasks',
  'examine',
  'export',
] as const satisfies readonly EffectKind[]
export type RunEffectKind = (typeof runKinds)[number]

/** What long work needs to know of the issue. */
export type RunPlace = Pick<Performance, 'repository' | 'work' | 'configuration' | 'defaultBranch'>

/** Operation ids are unique in a repository only. */
export function runId(repository: Pick<RepositoryRef, 'key'>, op: string): string {
  return `${repository.key} ${op}`
}
