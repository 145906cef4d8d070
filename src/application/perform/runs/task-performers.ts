import type { ActionOf } from '../../../domain/effects/effect.ts'
import { assignedTask } from '../../../domain/records/assigned-task.ts'
import { gateAnswer } from '../../../domain/work/effects/gate-answer.ts'
import type { RunPlace } from '../../attempts/run-place.ts'
import type { BranchPorts, MachinePorts, RecordPorts, ViewPorts } from '../../ports/machine-ports.ts'
import { openProgressReport } from '../../runs/report-progress.ts'
import { prepareReview } from '../../runs/review/prepare-review.ts'
import { openReview } from '../../runs/review/review-version.ts'
import { openRun } from '../../runs/run-task.ts'
import type { TaskRun } from '../../runs/task-run.ts'
import type { How, Tries } from './run-performer.ts'

/** A task's executor at work. */
export function openTaskRun(
  ports: ViewPorts &
    BranchPorts &
    RecordPorts &
    Pick<MachinePorts, 'people' | 'executors' | 'analyst' | 'later' | 'log'>,
  place: RunPlace,
  action: ActionOf<'run_task'>,
  op: string,
  { signal, noteWork, noteProgress, handedBack }: How,
): Tries {
  const placed = placeTaskRun(place, action, signal)
  if (placed === undefined) return () => Promise.resolve({ kind: 'effect_done', op })
  const { task, runId } = placed
  const told = openProgressReport(ports, (progress) =>
    noteProgress({ kind: 'run_progressed', task: task.id, run_id: runId, progress }),
  )
  const given = { ...placed, noteProgress: told.note, ...(handedBack === undefined ? {} : { handedBack }) }
  const run = openRun(ports, given, noteWork)
  return async (again) => {
    try {
      return gateAnswer(op, await run(again))
    } finally {
      told.close()
    }
  }
}

/** The run as its task and node stand; undefined where it is not the live one of its task. */
export function placeTaskRun(
  { work, configuration, repository }: RunPlace,
  { task: taskId, run_id: runId }: ActionOf<'run_task'>,
  signal: AbortSignal,
): TaskRun | undefined {
  const node = work.execution?.nodes[taskId]
  const task = work.plan?.tasks.find((one) => one.id === taskId)
  if (task === undefined || node?.kind !== 'ACTION' || node.run?.run_id !== runId) return undefined
  return { repository, work, configuration, task: assignedTask(task, node), node, runId, signal }
}

/** The CHECK of a version. */
export function openVersionReview(
  ports: RecordPorts & Pick<MachinePorts, 'people' | 'ci' | 'workspace' | 'reviewer' | 'analyst' | 'timeAfter' | 'log'>,
  place: RunPlace,
  action: ActionOf<'review_version'>,
  op: string,
  { signal, keepTests }: How,
): Tries {
  const prepared = prepareReview(place, action, signal)
  if (prepared === undefined) return () => Promise.resolve({ kind: 'effect_done', op })
  const review = openReview(ports, prepared)
  return async () => {
    try {
      return gateAnswer(op, await review.look())
    } finally {
      keepTests(review.tested())
    }
  }
}
