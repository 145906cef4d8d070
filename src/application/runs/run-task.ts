import { type Artifact, sameContent } from '../../domain/records/artifact.ts'
import type { Receipt } from '../../domain/records/execution-record.ts'
import { listExecutors } from '../../domain/configuration/executor-names.ts'
import type { GateEvent } from '../../domain/gate/draft/gate-event.ts'
import type { Validation } from '../../domain/records/loop/validation.ts'
import { bringTogether, type BroughtTogether } from './bring-together.ts'
import { carryVersion } from './carry-version.ts'
import { findMergedVersion } from '../branches/describe-version.ts'
import { standsFence } from '../fence.ts'
import { haveExecuted } from './have-executed.ts'
import { findStandingJudges } from './find-standing-judges.ts'
import { handOver } from './hand-over.ts'
import { integrationHead } from '../branches/integration-head.ts'
import { leaveRun } from './leave-run.ts'
import type { MachinePorts, ViewPorts, BranchPorts, RecordPorts } from '../ports/machine-ports.ts'
import { pathRules } from './path-rules.ts'
import type { ExecutionAnswer, ExecutionOutcome } from '../ports/roles/executor.ts'
import type { WorkTreeFile } from '../ports/roles/workspace.ts'
import { onceDone } from '../attempts/once-done.ts'
import { type MadeVersion, publishRunVersion } from './publish-run.ts'
import { runTestCommands } from './tests/run-test-commands.ts'
import { getPlan, takenOverReceipt, type TaskRun, versionsOf } from './task-run.ts'
import type { TestedCommand } from './tests/test-findings.ts'
import { findStandstill, validateVersion } from './validate-version.ts'
import { recordText } from '../../domain/language/message.ts'

/** A version that is not published yet, and what its own tests came to. */
interface Made {
  kind: 'made'
  version: MadeVersion
  tested: TestedCommand[]
}

/**
 * One run of a task: its executor in a work tree of its own, the change policed, tested and published as a version.
 * Called again after a fault it goes on with what was made. `noteWork` hears what an executor's work took, once it ended.
 */
export function openRun(
  ports: ViewPorts & BranchPorts & RecordPorts & Pick<MachinePorts, 'people' | 'executors' | 'analyst' | 'log'>,
  run: TaskRun,
  noteWork: (receipt: Omit<Receipt, 'outcome'>) => void = () => {},
): (again: boolean) => Promise<GateEvent> {
  const make = onceDone((again: boolean) => makeVersion(ports, run, noteWork, again))
  const publish = onceDone((version: MadeVersion, again: boolean) => publishRunVersion(ports, run, version, again))
  let isPublished = false
  return async (again) => {
    const made = await make(again)
    if (made.kind !== 'made') return made
    const { version, tested } = made
    if (run.signal.aborted && !isPublished) return leaveUnpublished(run, version.receipt)
    const { artifact, pullRequest } = await publish(version, again)
    isPublished = true
    const { base, receipt, carried } = version
    const owner = { runId: run.runId, issue: getPlan(run.work).source.issue_number, task: run.task.id }
    const tests = { base, commit: artifact.commit_sha, tested }
    const { validation, models } = takeModels(await validateVersion(ports, { ...run, owner }, tests))
    // Told to end from here on, it has a version on its branch all the same; of its debugging there is less.
    return {
      kind: 'run_yielded',
      task: run.task.id,
      run_id: run.runId,
      artifact,
      pull_request: pullRequest,
      validation,
      receipt: models.length === 0 ? receipt : { ...receipt, questions: [...(receipt.questions ?? []), ...models] },
      ...(carried !== null && (await findStandingJudges(ports.people, run.repository, run.configuration, carried))),
    }
  }
}

/** What debugging asked of models is of its run, and added up with its receipt. */
function takeModels(concluded: Validation | null) {
  if (concluded === null) return { validation: null, models: [] }
  const { models = [], ...validation } = concluded
  return { validation, models }
}

/** Its work tree is gone by then. */
function leaveUnpublished({ task, runId }: TaskRun, receipt: Receipt): GateEvent {
  const left = { task_id: task.task_id, receipt: { ...receipt, outcome: 'left' as const }, patch: null }
  return { kind: 'run_left', task: task.id, run_id: runId, left }
}

async function makeVersion(
  ports: ViewPorts & BranchPorts & Pick<MachinePorts, 'people' | 'executors' | 'newId' | 'log'>,
  run: TaskRun,
  noteWork: (receipt: Omit<Receipt, 'outcome'>) => void,
  again: boolean,
): Promise<Made | GateEvent> {
  const { task, runId } = run
  const left = { kind: 'run_left' as const, task: task.id, run_id: runId }
  if (run.signal.aborted) return left
  const { handedBack } = run
  const base = handedBack?.order.base_sha ?? integrationHead(run.work)
  await using workTree = await ports.workspace.openWorkTree(run.repository, base)
  // Worked on elsewhere, there was nothing to take over.
  const carry = handedBack === undefined ? run.node.carry : null
  const carrying = carry === null ? null : await carryVersion(ports, run.repository, workTree, carry)
  const together = handedBack === undefined ? await bringTogether(ports, run, workTree) : null
  // Getting here may have taken long, and somebody else may have the run by now: no heartbeat may have said so yet.
  if (!standsFence() || run.signal.aborted) return left
  if (carrying !== null && carrying !== 'carried') return { ...left, anew: carrying }
  const carried = carrying === null ? null : carry
  if (together?.kind === 'conflict') return handOverConflict(run, together)
  const worked = answerTakenOver(run, carried, together) ?? (await haveExecuted(ports, run, workTree))
  if (worked === null) return leaveUnassigned(ports, run)
  const { outcome, receipt } = worked
  if (carried === null && together === null && outcome.kind !== 'handed_over') noteWork(receipt)
  if (run.signal.aborted) return await leaveRun(ports, run, workTree, receipt)
  if (outcome.kind === 'held') return { ...(await leaveRun(ports, run, workTree, receipt)), limit: outcome.hold }
  if (outcome.kind === 'handed_over') return await handOver(ports, run, { base, who: outcome.who, receipt }, again)
  if (outcome.kind !== 'changed') return concludeUnchanged(run, outcome, receipt)
  const failed = (reason: string, how: Pick<Receipt, 'outcome'>, stuck = false) => ({
    kind: 'run_failed' as const,
    task: task.id,
    run_id: runId,
    reason,
    stuck,
    receipt: { ...receipt, ...how },
  })
  const change = await workTree.readChange(pathRules(task, run.configuration, run.node.executor))
  if (change.kind === 'refused') {
    const faults = change.faults.slice(0, 5).map((fault) => `${fault.path}: ${fault.message}`)
    return failed(faults.join('; '), { outcome: 'failed' }, run.node.executor === 'patch')
  }
  if (change.files.length === 0 && !(await isApprovedInBase(ports, run, base)))
    return failed(recordText('it produced nothing'), { outcome: 'nothing' })
  const twin = findRejectedTwin(run, change.files)
  if (twin !== undefined)
    return failed(recordText('the run made the same bytes as version {n}, which was rejected', { n: twin.version }), {
      outcome: 'failed',
    })
  const tested = await runTestCommands(workTree, task.test.commands, run.configuration, run.signal)
  if (run.signal.aborted) return await leaveRun(ports, run, workTree, receipt)
  const standstill = findStandstill(run, change.files, tested)
  if (standstill !== null) {
    const { reason, artifact_id, findings } = standstill
    const ids = { validation_id: ports.newId(), analysis_id: ports.newId() }
    const again = { artifact_id, validation: { ...findings, ...ids, hypotheses: [] } }
    return { ...failed(reason, { outcome: 'failed' }, true), again }
  }
  const by = carried?.by ?? together?.by ?? { kind: 'executor' as const, name: run.node.executor }
  const version = { base, files: change.files, receipt: { ...receipt, outcome: 'changed' as const }, carried, by }
  return { kind: 'made', version, tested }
}

/** Whoever it was given to isn't on this server: no attempt, whoever is must be named. */
function leaveUnassigned({ executors }: Pick<MachinePorts, 'executors'>, { task, runId, node }: TaskRun): GateEvent {
  const name = `\`${node.executor}\``
  const reason = `${recordText('there is no executor {name} on this server', { name })}; ${listExecutors({ executors: [...executors.keys()] })}`
  return { kind: 'run_failed', task: task.id, run_id: runId, reason, stuck: true, unassigned: true, receipt: null }
}

/** What stands in the work tree already: an approved version, carried over or brought up to date. */
function answerTakenOver(
  run: TaskRun,
  carried: TaskRun['node']['carry'],
  together: Extract<BroughtTogether, { kind: 'merged' }> | null,
): ExecutionAnswer | null {
  const outcome = { kind: 'changed' as const }
  if (carried !== null) return { outcome, receipt: takenOverReceipt(run, 'carry', carried.artifact_id) }
  return together === null ? null : { outcome, receipt: together.receipt }
}

/** Whom it was given to by name is asked; else whoever made the version. */
function handOverConflict(
  { task, runId, node }: TaskRun,
  { conflict, receipt }: Extract<BroughtTogether, { kind: 'conflict' }>,
): GateEvent {
  const who = node.executor.startsWith('@') ? [node.executor.slice(1)] : []
  const handed = { ...receipt, outcome: 'handed_over' as const }
  return { kind: 'run_handed_over', task: task.id, run_id: runId, who, conflict, receipt: handed }
}

/** An input changed after this task was approved and merged: the same bytes again are a version that its CHECK looks at anew. */
async function isApprovedInBase(ports: Pick<MachinePorts, 'workspace'>, run: TaskRun, base: string): Promise<boolean> {
  const { active_artifact_id: active, approved_artifact_id: approved } = run.node
  const version = versionsOf(run).find((one) => one.artifact_id === approved)
  if (version === undefined || active !== approved) return false
  const review = run.work.execution?.reviews.findLast((one) => one.reviewed_artifact_id === approved)
  if (review?.verdict !== 'APPROVED') return false
  return (await findMergedVersion(ports, run.repository, [version], base)) !== undefined
}

/** These bytes were rejected before. Published all the same, they would move the head to a commit that is no version. */
function findRejectedTwin(run: TaskRun, files: readonly WorkTreeFile[]): Artifact | undefined {
  const reviews = run.work.execution?.reviews ?? []
  return versionsOf(run).find((version) => {
    const review = reviews.findLast((one) => one.reviewed_artifact_id === version.artifact_id)
    return review?.verdict === 'REJECTED' && sameContent(version, { files: [...files] })
  })
}

function concludeUnchanged(
  { task, runId }: TaskRun,
  outcome: Exclude<ExecutionOutcome, { kind: 'changed' | 'held' | 'handed_over' }>,
  receipt: Omit<Receipt, 'outcome'>,
): GateEvent {
  const stuck = outcome.kind === 'stuck' || (outcome.kind === 'absent' && outcome.otherwise === 'stuck')
  return {
    kind: 'run_failed',
    task: task.id,
    run_id: runId,
    reason: outcome.reason,
    stuck,
    ...(outcome.kind === 'absent' && { absent: true }),
    receipt: { ...receipt, outcome: stuck ? 'stuck' : 'failed' },
  }
}
