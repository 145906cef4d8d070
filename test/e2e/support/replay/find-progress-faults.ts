import { isDeepStrictEqual } from 'node:util'
import { allProgressFiles } from '../../../../src/application/state/loop-files.ts'
import { loopPaths } from '../../../../src/domain/loop/loop-paths.ts'
import { rebuildSkillState } from '../../../support/loop/rebuild-skill-state.ts'
import type { ExecutionRecord } from '../../../../src/domain/records/execution-record.ts'
import type { IssRecord } from '../../../../src/domain/records/iss-record.ts'
import type { LoopState } from '../../../../src/domain/records/loop/loop-state.ts'

export interface LoopFacts {
  records: ReadonlyMap<string, IssRecord>
  loops: ReadonlyMap<string, LoopState>
  executions: ReadonlyMap<string, ExecutionRecord>
  /** Texts of pages and logs, by path. */
  progress: ReadonlyMap<string, string>
}

/** Loops that their pages gave back, with those pages: what is read twice is not parsed twice. */
const givenBack = new WeakMap<LoopState, string>()

/**
 * Pages and logs of each loop that a commit touched are what its state renders to, and the pages give `skill_state` back.
 * `changed`: the paths of that commit.
 */
export function findProgressFaults(
  { records, loops, executions, progress }: LoopFacts,
  changed: readonly string[],
): string[] {
  return [...records.values()].flatMap((record) => {
    const loop = loops.get(record.loop_id ?? '')
    if (loop === undefined || !changed.some((path) => path.includes(loop.loop_id) || path.includes(record.id)))
      return []
    const execution = executions.get(record.plan_id ?? '') ?? null
    const wanted = allProgressFiles({ loop, execution })
    const faults = [...wanted].flatMap(([path, text]) =>
      progress.get(path) === text ? [] : [`${path} is not what the state renders to`],
    )
    const paths = loopPaths(loop.loop_id)
    const page = (path: string) => progress.get(path) ?? ''
    const pages = { develop: page(paths.develop), debug: page(paths.debug), validate: page(paths.validate) }
    if (faults.length > 0 || loop.skill_state === undefined) return faults
    const texts = Object.values(pages).join('\0')
    if (givenBack.get(loop) === texts) return []
    if (!isDeepStrictEqual(rebuildSkillState(pages, loop.loop_id), loop.skill_state))
      return [`${loop.loop_id}: its pages don't give skill_state back`]
    givenBack.set(loop, texts)
    return []
  })
}

/** A log is only ever added to; `before` is '' where it begins. */
export function findLostLines(path: string, before: string, after: string): string[] {
  return path.endsWith('.log') && !after.startsWith(before) ? [`${path} lost a line`] : []
}
