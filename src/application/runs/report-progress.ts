import { boundProgress, type RunProgress } from '../../domain/records/run-progress.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'

/** Most runs are over by then, and cost nothing more. */
const firstAfterMs = 45_000
/** Each report is a commit and an edit of a comment. */
const everyMs = 180_000

export interface ProgressReport {
  /** `read` gives what it says at the time; called when it is told, since an agent may say something a thousand times a second. */
  note: (read: () => RunProgress) => void
  /** Nothing is told after that. */
  close: () => void
}

/**
 * Tells what a run says of itself, seldom: the newest at the time, and only where it is another than the last told.
 * `tell` may fail, as the next one says it all again.
 */
export function openProgressReport(
  { later, now }: Pick<MachinePorts, 'later' | 'now'>,
  tell: (progress: RunProgress) => Promise<void>,
): ProgressReport {
  let readNewest: (() => RunProgress) | null = null
  let told = ''
  let dueAtMs = Date.parse(now()) + firstAfterMs
  let isWaiting = false
  let isClosed = false
  const report = () => {
    isWaiting = false
    if (isClosed || readNewest === null) return
    const newest = boundProgress(readNewest())
    const text = JSON.stringify(newest)
    if (text === told) return
    told = text
    dueAtMs = Date.parse(now()) + everyMs
    void tell(newest).catch(() => {})
  }
  return {
    note(read) {
      readNewest = read
      if (isWaiting || isClosed) return
      isWaiting = true
      later(Math.max(0, dueAtMs - Date.parse(now())), report)
    },
    close: () => void (isClosed = true),
  }
}
