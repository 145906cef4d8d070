import type { Configuration } from '../../configuration/configuration.ts'
import { withoutFreed } from '../../paths/denied-path.ts'
import type { Task } from '../task.ts'

/** Globs that no task may touch, and, after a `!`, those that a skill's tuning may. */
export function deniedGlobs({ paths, tune }: Pick<Configuration, 'paths' | 'tune'>): string[] {
  return [...withoutFreed(paths.denied), ...tune.paths.map((glob) => `!${glob}`)]
}

/**
 * The same for one task: files that tell agents what to do are free only where all of the work is spelled out, nobody but
 * a patch or a person does it, and the CHECK diagnoses the skill (docs/security.md).
 */
export function deniedOfTask(
  { work, executor, acceptance_criteria: criteria }: Task,
  denied: readonly string[],
): readonly string[] {
  const isSpelledOut = work.length > 0 && work.every(({ kind }) => kind !== 'run')
  const isHeld = criteria.some(({ check, severity }) => check === 'diagnosis' && severity === 'blocker')
  const isOfNoModel = executor === 'patch' || executor === 'human' || executor.startsWith('@')
  return isSpelledOut && isHeld && isOfNoModel ? denied : withoutFreed(denied)
}
