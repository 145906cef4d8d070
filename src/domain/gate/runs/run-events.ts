import { nextFallback } from '../../configuration/next-fallback.ts'
import { type Artifact, sameContent, unknownPerson } from '../../records/artifact.ts'
import type { ActionNode, Conflict } from '../../records/node-state.ts'
import { askToMerge } from '../merge/ask-to-merge.ts'
import { describeLeft } from '../draft/describe-left.ts'
import {
  countAttempt,
  fence,
  findArtifact,
  findLastReview,
  findInputs,
  type GateDraft,
  getTask,
  isRejected,
  refuse,
  refuseSilently,
  waitForAssignment,
  waitForDecision,
} from '../draft/gate-draft.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { cutText } from '../../text/cut-text.ts'
import { countIterations } from '../../loop/iterations.ts'
import { keepJudgements } from '../draft/keep-judgements.ts'
import { failOwnTests, recordOwnTests } from '../draft/own-tests.ts'
import { recordVersion, submitVersion } from '../draft/record-version.ts'
import { recordText } from '../../language/message.ts'

const maxLostLeases = 3

/** READY or TO_BE_MODIFY → RUNNING, with inputs approved and nothing newer (I5, I11). */
export function startRun(draft: GateDraft, action: ActionNode, event: GateEventOf<'run_started'>): Refusal | undefined {
  if (action.state !== 'READY' && action.state !== 'TO_BE_MODIFY') {
    return refuse(`${action.id} is ${action.state}, a run starts from READY or TO_BE_MODIFY`)
  }
  const inputs = findInputs(draft, getTask(draft, action.id).depends_on)
  if (inputs === undefined) return refuse(recordText('{task} needs inputs that are not approved', { task: action.id }))
  action.state = 'RUNNING'
  action.waiting_for = null
  action.inputs = inputs
  dropCarry(draft, action)
  action.run = {
    run_id: event.run_id,
    executor: action.executor,
    started_at: draft.rules.at,
    lease_until: event.lease_until,
  }
  draft.effects.push({ kind: 'run_task', task: action.id, run_id: event.run_id })
  return undefined
}

/** What was to be taken over was made from versions that were taken over, too: where one was made anew, so is this. */
function dropCarry(draft: GateDraft, action: ActionNode): void {
  if (action.carry === null) return
  const anew = Object.entries(action.inputs).flatMap(([task, input]) =>
    findArtifact(draft, input)?.carried_from == null ? [task] : [],
  )
  if (anew.length === 0) return
  action.carry = null
  draft.trail.push(`${action.id}: ${recordText('done anew, as {tasks} was', { tasks: anew.join(', ') })}`)
}

/** The fence: results of any run but the live one are refused (I11). */
function refuseOtherRun(action: ActionNode, runId: string): Refusal | undefined {
  if (action.state === 'RUNNING' && action.run?.run_id === runId) return undefined
  return refuseSilently(`run ${runId} is not the live run of ${action.id}`)
}

/** A run made a version: its own tests decide whether it goes to its CHECK; bytes rejected before count as nothing. */
export function yieldRun(draft: GateDraft, action: ActionNode, event: GateEventOf<'run_yielded'>): Refusal | undefined {
  const other = refuseOtherRun(action, event.run_id)
  if (other) return other
  draft.execution.receipts.push(event.receipt)
  fence(action)
  if (event.pull_request !== null) action.pull_request = { number: event.pull_request, open: true }
  const again = draft.rows.versionsByTask
    .of(action.id)
    .find((old) => isRejected(draft, old.artifact_id) && sameContent(old, event.artifact))
  if (again) {
    action.carry = null
    const reason = recordText('the run made the same bytes as version {n}, which was rejected', { n: again.version })
    countAttempt(draft, action, reason)
    return undefined
  }
  const { conflict, carry } = action
  const artifact = recordVersion(draft, action, event.artifact)
  if (conflict !== null && artifact.by.kind === 'person') noteMerged(draft, action, artifact, conflict)
  const rounds = countIterations(draft.execution)
  if (event.validation !== null) recordOwnTests(draft, artifact, event.validation, artifact.created_at)
  if (event.validation?.passed === false) {
    failOwnTests(draft, action, rounds, event.validation)
    return undefined
  }
  submitVersion(draft, action, artifact)
  if (carry !== null && artifact.carried_from?.artifact_id === carry.artifact_id)
    keepJudgements(draft, action, artifact, carry, event)
  return undefined
}

/** Git brought a person's approved version together with what was merged since: they are told, since it is on their branch. */
function noteMerged(draft: GateDraft, action: ActionNode, { version }: Artifact, { paths, tasks }: Conflict): void {
  draft.trail.push(
    `${action.id}: ${recordText('version {n} is the approved one, merged with what was approved since', { n: version })}`,
  )
  if (!action.pull_request?.open) return
  const reply = { kind: 'brought_together' as const, task: action.id, version, paths, tasks }
  draft.effects.push({ kind: 'say', number: action.pull_request.number, reply })
}

/** The run came to nothing: an attempt, a person's matter where another run can't do better, or nobody's task yet. */
export function failRun(draft: GateDraft, action: ActionNode, event: GateEventOf<'run_failed'>): Refusal | undefined {
  const other = refuseOtherRun(action, event.run_id)
  if (other) return other
  if (event.receipt) draft.execution.receipts.push(event.receipt)
  fence(action)
  action.carry = null
  draft.trail.push(`${action.id}: ${recordText('a try failed: {reason}', { reason: event.reason })}`)
  recordAgain(draft, event)
  if ((event.unassigned === true || event.absent === true) && fallBack(draft, action, event.reason)) return undefined
  if (event.unassigned === true) {
    action.reason = event.reason
    waitForAssignment(action, event.reason)
    return undefined
  }
  if (!event.stuck) {
    countAttempt(draft, action, event.reason)
    return undefined
  }
  action.attempts += 1
  action.reason = event.reason
  if (action.conflict === null) waitForDecision(action, event.reason)
  else askToMerge(draft, action, action.conflict)
  return undefined
}

/** No attempt is counted for who wasn't there: the task goes to the next of `run.fallback`; false where there is none. */
function fallBack(draft: GateDraft, action: ActionNode, reason: string): boolean {
  const next = nextFallback(draft.rules.fallback, action.executor, () => true)
  if (next === undefined) return false
  draft.trail.push(
    `${action.id}: ${recordText('given to {next}, as {executor} could not begin', { next, executor: action.executor })}`,
  )
  action.executor = next
  action.state = 'READY'
  action.reason = reason
  action.waiting_for = null
  return true
}

/** Whom it was given to by name may not push any more: somebody else does it, or it is to be given to somebody. */
export function loseExecutor(
  draft: GateDraft,
  action: ActionNode,
  { executor, reason, ask }: GateEventOf<'executor_left'>,
): Refusal | undefined {
  const waits = action.waiting_for?.kind === 'push' || action.waiting_for?.kind === 'conflict'
  if (action.executor !== executor || action.state !== 'WAITING_EXTERNAL' || !waits)
    return refuseSilently(`${action.id} does not wait for ${executor} to push`)
  draft.trail.push(`${action.id}: ${reason}`)
  if (fallBack(draft, action, reason)) return undefined
  action.reason = reason
  waitForAssignment(action, reason, ask)
  return undefined
}

/** The same bytes were tested once more: that is a validation of theirs, though no version came of it. */
function recordAgain(draft: GateDraft, { again }: GateEventOf<'run_failed'>): void {
  const version = again === undefined ? undefined : findArtifact(draft, again.artifact_id)
  if (again === undefined || version === undefined) return
  const before = draft.execution.validations.findLast((one) => one.artifact_id === version.artifact_id)
  recordOwnTests(draft, version, again.validation, draft.rules.at)
  // Nobody looked for the cause anew: what was found still goes with the redo.
  const added = draft.execution.validations.at(-1)
  if (added !== undefined) added.analysis_id = before?.analysis_id ?? null
}

/** RUNNING → WAITING_EXTERNAL where the executor is a person: they push to the task's branch. */
export function handOverRun(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'run_handed_over'>,
): Refusal | undefined {
  const other = refuseOtherRun(action, event.run_id)
  if (other) return other
  draft.execution.receipts.push(event.receipt)
  fence(action)
  if (event.conflict !== undefined) {
    askToMerge(draft, action, event.conflict, event.who)
    return undefined
  }
  if (event.draft !== undefined) {
    const { number, commit_sha } = event.draft
    action.pull_request = { number, open: true, draft: { commit_sha } }
  }
  const version = findArtifact(draft, action.active_artifact_id)
  const author = version?.by.kind === 'person' && version.by.id !== unknownPerson.id ? [version.by.login] : []
  action.state = 'WAITING_EXTERNAL'
  action.waiting_for = {
    kind: 'push',
    who: event.who.length > 0 ? event.who : author,
    what: describePush(draft, action, version),
  }
  return undefined
}

/** What became of the version before, if any, then what is asked for. */
function describePush(draft: GateDraft, { id, branch, reason }: ActionNode, version: Artifact | undefined): string {
  const review = version === undefined ? undefined : findLastReview(draft, version.artifact_id)
  const to = `\`${branch}\``
  if (version === undefined) {
    const title = draft.plan.tasks.find((task) => task.id === id)?.title ?? ''
    const told = { task: id, branch: to }
    return title === ''
      ? recordText('push the work of {task} to {branch}', told)
      : recordText('push the work of {task}, “{title}”, to {branch}', { ...told, title: cutText(title, 100) })
  }
  const n = version.version
  if (review?.verdict !== 'REJECTED') {
    const why = reason ?? recordText('version {n} of {task} is to be replaced', { n, task: id })
    return `${why}; ${recordText('push another version to {branch}', { branch: to })}`
  }
  const failed = review.criteria.filter(({ result }) => result === 'fail').map(({ id: criterion }) => criterion)
  const rejected =
    failed.length === 0
      ? recordText('version {n} of {task} was rejected', { n, task: id })
      : recordText('version {n} of {task} was rejected ({criteria})', {
          n,
          task: id,
          criteria: failed.slice(0, 4).join(', '),
        })
  return `${rejected}; ${recordText('push a mended one to {branch}', { branch: to })}`
}

/** Shown, and nothing else. */
export function noteProgress(
  _draft: GateDraft,
  action: ActionNode,
  { run_id, progress }: GateEventOf<'run_progressed'>,
): Refusal | undefined {
  const other = refuseOtherRun(action, run_id)
  if (other) return other
  if (action.run !== null) action.run = { ...action.run, progress }
  return undefined
}

/** The worker went away: no attempt, but the third time a person looks. */
export function loseLease(draft: GateDraft, action: ActionNode, event: GateEventOf<'lease_lost'>): Refusal | undefined {
  const other = refuseOtherRun(action, event.run_id)
  if (other) return other
  fence(action)
  action.lost_leases += 1
  action.reason = event.why ?? recordText('the worker that ran it went away')
  draft.trail.push(`${action.id}: ${action.reason}`)
  const n = action.lost_leases
  if (n >= maxLostLeases)
    waitForDecision(
      action,
      event.why === undefined
        ? recordText('its worker went away {n} times', { n })
        : recordText('its worker went away {n} times: {why}', { n, why: event.why }),
    )
  else action.state = 'READY'
  return undefined
}

/** Pause: the run left without a result; no attempt counted. */
export function recordLeftRun(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'run_left'>,
): Refusal | undefined {
  const other = refuseOtherRun(action, event.run_id)
  if (other) return other
  if (event.left !== undefined) {
    draft.execution.receipts.push(event.left.receipt)
    draft.trail.push(describeLeft(event.left.receipt))
  } else if (event.receipt !== undefined) draft.execution.receipts.push(event.receipt)
  fence(action)
  action.state = 'READY'
  return undefined
}
