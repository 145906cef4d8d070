import type { Receipt } from '../../domain/records/execution-record.ts'
import type { GateEventOf, LeftRun } from '../../domain/gate/draft/gate-event.ts'
import { type Remains, remainsPath } from '../../domain/records/agent-remains.ts'
import { sha256Hex } from '../../domain/text/sha256.ts'
import { explain } from '../attempts/attempt-effect.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import { pathRules } from './path-rules.ts'
import type { RemainingChange, WorkTree } from '../ports/roles/workspace.ts'
import type { TaskRun } from './task-run.ts'

/** Of one run's patch; more would weigh on everybody who fetches the workflow branch. */
const maxPatchBytes = 100_000
/** Patches of one task: whoever pauses it more often is told how many files were left, and keeps no more. */
const maxPatches = 10
const maxFaults = 10

/** The run was cancelled: what lies in its work tree is kept beside the record, and becomes no version (spec 002 §3). */
export async function leaveRun(
  ports: Pick<MachinePorts, 'log'>,
  run: TaskRun,
  workTree: WorkTree,
  receipt: Omit<Receipt, 'outcome'>,
): Promise<GateEventOf<'run_left'>> {
  const { task, runId } = run
  const left: LeftRun = { task_id: task.task_id, receipt: { ...receipt, outcome: 'left' }, patch: null }
  const gate = { kind: 'run_left' as const, task: task.id, run_id: runId }
  try {
    const change = await workTree.readRemains(pathRules(task, run.configuration, run.node.executor), maxPatchBytes)
    if (change.files.length === 0 && change.faults.length === 0) return { ...gate, left }
    const remains = describeRemains(run, workTree.commit, hasRoom(run) ? change : withoutPatch(change))
    const patch = remains.path === null ? null : Buffer.from(change.patch).toString('base64')
    return { ...gate, left: { ...left, receipt: { ...left.receipt, remains }, patch } }
  } catch (error) {
    // It has to leave in any case.
    ports.log('warn', 'what a run left could not be read', { run: runId, why: explain(error) })
    return { ...gate, left }
  }
}

function hasRoom({ work, task }: TaskRun): boolean {
  const kept = work.execution?.receipts.filter((one) => one.task === task.id && one.remains?.path != null) ?? []
  return kept.length < maxPatches
}

function withoutPatch({ files, more }: RemainingChange): RemainingChange {
  const fault = { path: '.', code: 'too_many' as const, message: `${maxPatches} patches of this task are kept already` }
  return { files: [], more: more + files.length, patch: new Uint8Array(), faults: [fault] }
}

function describeRemains({ task, runId }: TaskRun, commit: string, change: RemainingChange): Remains {
  const { files, more, patch, faults } = change
  const isKept = patch.length > 0
  return {
    base_sha: commit,
    path: isKept ? remainsPath(task.task_id, runId) : null,
    sha256: isKept ? sha256Hex(patch) : null,
    size: patch.length,
    files,
    more,
    faults: faults.slice(0, maxFaults).map(({ path, message }) => `${path.slice(0, 200)}: ${message.slice(0, 200)}`),
  }
}
