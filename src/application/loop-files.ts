import type { ExecutionRecord } from '../domain/execution-record.ts'
import { type LoopPaths, loopPaths } from '../domain/loop/loop-paths.ts'
import type { LoopState } from '../domain/loop-state.ts'
import type { Work } from '../domain/work/work.ts'
import { renderChangesLog, renderDebugLog } from '../views/loop-progress/logs.ts'
import { renderProgressPages } from '../views/loop-progress/pages.ts'

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
    if (run.execution !== old?.execution) putLogs(put, paths, run.execution, old?.execution ?? null)
  }
  return files
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

function putPages(put: Put, paths: LoopPaths, loop: LoopState, old: LoopState | null): void {
  if (loop.skill_state === undefined) return
  const pages = renderProgressPages(loop.skill_state)
  const was = old?.skill_state === undefined ? undefined : renderProgressPages(old.skill_state)
  put(paths.develop, pages.develop, was?.develop)
  put(paths.debug, pages.debug, was?.debug)
  put(paths.validate, pages.validate, was?.validate)
}

function putLogs(put: Put, paths: LoopPaths, now: ExecutionRecord | null, was: ExecutionRecord | null): void {
  put(
    paths.changesLog,
    renderChangesLog(now?.artifacts ?? []),
    was === null ? undefined : renderChangesLog(was.artifacts),
  )
  put(paths.debugLog, renderDebugLog(now?.analyses ?? []), was === null ? undefined : renderDebugLog(was.analyses))
}
