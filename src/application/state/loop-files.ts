import { isDeepStrictEqual } from 'node:util'
import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import { type LoopPaths, loopPaths } from '../../domain/loop/loop-paths.ts'
import { ofThisLoop } from '../../domain/loop/of-this-loop.ts'
import type { LoopState, SkillState } from '../../domain/records/loop/loop-state.ts'
import type { Work } from '../../domain/records/work.ts'
import { renderDebugPage } from '../../views/loop-progress/debug.ts'
import { renderDevelopPage } from '../../views/loop-progress/develop.ts'
import { renderChangesLog, renderDebugLog } from '../../views/loop-progress/logs.ts'
import { renderValidatePage } from '../../views/loop-progress/validate.ts'

/** A loop, and the record that its logs are made of. */
type Run = Pick<Work, 'execution' | 'loop'>

/**
 * Pages and logs of a loop that differ from those of the state before, by path. Nobody reads them to work on, so what is
 * on the branch isn't looked at: the state before says it.
 */
export function progressFiles(before: Work, next: Work): Map<string, string> {
  const known = new Map(runsOf(before).flatMap((run) => (run.loop === null ? [] : [[run.loop.loop_id, run] as const])))
  const files = new Map<string, string>()
  for (const run of runsOf(next)) {
    if (run.loop === null) continue
    const old = known.get(run.loop.loop_id)
    const paths = loopPaths(run.loop.loop_id)
    const put = (path: string, text: string, was: string | undefined) => {
      if (text !== (was ?? '')) files.set(path, text)
    }
    if (run.loop.skill_state !== old?.loop?.skill_state) putPages(put, paths, run.loop, old?.loop ?? null)
    if (run.execution !== old?.execution) putLogs(put, paths, ownOf(run), old === undefined ? null : ownOf(old))
  }
  return files
}

/** What happened in the loop: its logs say nothing of an earlier loop of the plan. */
function ownOf({ execution }: Run): ExecutionRecord | null {
  return execution === null ? null : ofThisLoop(execution)
}

/** Pages and logs of one loop, those with something in them. */
export function allProgressFiles(run: Run): Map<string, string> {
  const none = { record: null, plan: null, execution: null, loop: null }
  return progressFiles(none, { ...none, ...run })
}

function runsOf({ loop, execution, replaced = [] }: Work): Run[] {
  return [...replaced, { loop, execution }]
}

type Put = (path: string, text: string, was: string | undefined) => void

/**
 * A page is only rendered where what it shows has changed: most transitions touch one task. One that reads the same is
 * not written: a commit names each file that it changes, and no other.
 */
function putPages(put: Put, paths: LoopPaths, loop: LoopState, old: LoopState | null): void {
  const [skill, was] = [loop.skill_state, old?.skill_state]
  if (skill === undefined) return
  const putPage = (path: string, part: (state: SkillState) => unknown, render: (state: SkillState) => string) => {
    if (was === undefined) put(path, render(skill), undefined)
    else if (!isDeepStrictEqual(part(skill), part(was))) put(path, render(skill), render(was))
  }
  putPage(paths.develop, ({ debug: _debug, validate: _validate, ...develop }) => develop, renderDevelopPage)
  putPage(paths.debug, ({ debug }) => debug, renderDebugPage)
  putPage(paths.validate, ({ validate }) => validate, renderValidatePage)
}

function putLogs(put: Put, paths: LoopPaths, now: ExecutionRecord | null, was: ExecutionRecord | null): void {
  const [artifacts, madeBefore] = [now?.artifacts ?? [], was?.artifacts ?? []]
  if (artifacts !== madeBefore) put(paths.changesLog, renderChangesLog(artifacts), renderChangesLog(madeBefore))
  const [analyses, knownBefore] = [now?.analyses ?? [], was?.analyses ?? []]
  if (analyses === knownBefore) return
  const [leftOut, leftOutBefore] = [now?.analyses_left_out ?? 0, was?.analyses_left_out ?? 0]
  put(paths.debugLog, renderDebugLog(analyses, leftOut), renderDebugLog(knownBefore, leftOutBefore))
}
