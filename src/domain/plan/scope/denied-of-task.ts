import type { Configuration } from '../../configuration/configuration.ts'
import { isAgentPath } from '../../paths/agent-paths.ts'
import { canonicalPath } from '../../paths/canonical-path.ts'
import { withoutFreed } from '../../paths/denied-path.ts'
import type { Task } from '../task.ts'
import { workPaths } from '../work-paths.ts'

/** Globs that no task may touch, and, after a `!`, those that a skill's tuning may. */
export function deniedGlobs({ paths, tune }: Pick<Configuration, 'paths' | 'tune'>): string[] {
  return [...withoutFreed(paths.denied), ...tune.paths.map((glob) => `!${glob}`)]
}

/**
 * The same for one task under whoever does it now: files that tell agents what to do are free only where all of the work
 * is spelled out, nobody but a patch or a person does it, and a blocker of its CHECK diagnoses the skill that each of
 * them is in (decision 129).
 */
export function deniedOfTask(
  { work, acceptance_criteria: criteria }: Task,
  denied: readonly string[],
  executor: string,
): readonly string[] {
  const isSpelledOut = work.length > 0 && work.every(({ kind }) => kind !== 'run')
  const skills = criteria.flatMap(({ check, severity, target }) =>
    check === 'diagnosis' && severity === 'blocker' && target !== undefined ? [target] : [],
  )
  const isHeld = (path: string) => skills.some((skill) => skill === '.' || path.startsWith(`${skill}/`))
  const isDiagnosed =
    skills.length > 0 && workPaths(work).every((path) => !isAgentPath(canonicalPath(path)) || isHeld(path))
  const isOfNoModel = executor === 'patch' || executor === 'human' || executor.startsWith('@')
  return isSpelledOut && isDiagnosed && isOfNoModel ? denied : withoutFreed(denied)
}
