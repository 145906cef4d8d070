import type { Analysis } from '../../domain/records/loop/analysis.ts'
import { describeAnew } from '../../domain/gate/runs/do-anew.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { ExecutionRequest } from '../ports/roles/executor.ts'
import { type TaskRun, versionsOf } from './task-run.ts'

const maxDiffBytes = 200_000

/** What became of the task before, for whoever does it now. */
export async function gatherRequest(
  ports: Pick<MachinePorts, 'workspace'>,
  run: TaskRun,
): Promise<Pick<ExecutionRequest, 'rejections' | 'analysis' | 'lastFailure' | 'earlier'>> {
  const rejections = await readRejections(ports, run)
  const told = { ...(await readLastFailure(ports, run)), ...(await readEarlier(ports, run)) }
  return { rejections, analysis: findAnalysis(run), ...told }
}

/** The version of an earlier plan that could not be taken over: to go by, not to be copied over what was changed since. */
async function readEarlier(
  ports: Pick<MachinePorts, 'workspace'>,
  { repository, node: { earlier } }: TaskRun,
): Promise<Pick<ExecutionRequest, 'earlier'>> {
  if (earlier === undefined) return {}
  const { base_sha: base, commit_sha: commit } = earlier.from
  return {
    earlier: {
      why: describeAnew(earlier),
      diff: await ports.workspace.readDiff(repository, base, commit, maxDiffBytes),
    },
  }
}

/** The confirmed hypothesis goes with the redo (spec 002 §4): of its own tests, or of the plan's. */
function findAnalysis({ work, task }: TaskRun): Analysis | null {
  const { execution } = work
  const newest = execution?.validations.findLast((one) => one.task === task.id || one.task === null)
  if (newest === undefined || newest.passed) return null
  return execution?.analyses.find((one) => one.analysis_id === newest.analysis_id) ?? null
}

/** A redo begins at the integration branch: without it nothing would say what was tried, and came to no review. */
async function readLastFailure(
  ports: Pick<MachinePorts, 'workspace'>,
  run: TaskRun,
): Promise<Pick<ExecutionRequest, 'lastFailure'>> {
  const { attempts, reason, same_failure: failure } = run.node
  const key = failure?.key ?? ''
  if (attempts === 0 || reason === null || !/^(?:run|tests): /.test(key)) return {}
  const newest = key.startsWith('tests: ') ? versionsOf(run).at(-1) : undefined
  const diff =
    newest === undefined
      ? null
      : await ports.workspace.readDiff(run.repository, newest.base_sha, newest.commit_sha, maxDiffBytes)
  return { lastFailure: { reason, diff } }
}

/** The rejections and diffs that a redo gets (spec 003 §1.2). */
async function readRejections(ports: Pick<MachinePorts, 'workspace'>, run: TaskRun) {
  const { execution } = run.work
  const rejected = (execution?.reviews ?? []).filter(
    (review) => review.task === run.task.id && review.verdict === 'REJECTED',
  )
  const rejections = []
  for (const review of rejected) {
    const artifact = execution?.artifacts.find((one) => one.artifact_id === review.reviewed_artifact_id)
    if (artifact === undefined) continue
    const diff = await ports.workspace.readDiff(run.repository, artifact.base_sha, artifact.commit_sha, maxDiffBytes)
    rejections.push({ artifact, review, diff })
  }
  return rejections
}
