import type { ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import type { ActionNode, CheckNode } from '../../../src/domain/records/node-state.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { answersOf } from '../../../src/domain/effects/reply.ts'
import type { Review } from '../../../src/domain/records/review.ts'

/** One commit of the workflow branch: what an issue's records said before and after, and what happened by its message. */
export interface GateTransition {
  before: GateView
  after: GateView
  told: readonly { task: string | null; what: string }[]
}

interface GateView {
  record: IssRecord | undefined
  plan: Plan | undefined
  execution: ExecutionRecord | undefined
}

export interface GateRow {
  /** State and event as spec 003 §4 has them. */
  name: string
  taken: (transition: GateTransition) => boolean
}

/** One ACTION with its CHECK in a transition within one plan. */
interface Moved {
  id: string
  before: ActionNode
  after: ActionNode
  checkBefore: CheckNode
  checkAfter: CheckNode
  /** Kinds of events that the commit tells of this task. */
  told: Set<string>
  /** Verdicts given in this commit. */
  verdicts: Review[]
  dependsOn: readonly string[]
  isNewVersion: boolean
}

function findMoved({ before, after, told }: GateTransition): Moved[] {
  if (before.execution === undefined || after.execution === undefined) return []
  if (before.execution.solution_id !== after.execution.solution_id) return []
  const old = before.execution
  const now = after.execution
  return Object.values(now.nodes).flatMap((node): Moved[] => {
    const former = old.nodes[node.id]
    if (node.kind !== 'ACTION' || former?.kind !== 'ACTION') return []
    const checkAfter = Object.values(now.nodes).find((one) => one.kind === 'CHECK' && one.target === node.id)
    const checkBefore = old.nodes[checkAfter?.id ?? '']
    if (checkAfter?.kind !== 'CHECK' || checkBefore?.kind !== 'CHECK') return []
    return [
      {
        id: node.id,
        before: former,
        after: node,
        checkBefore,
        checkAfter,
        told: new Set(told.flatMap(({ task, what }) => (task === node.id ? [what] : []))),
        verdicts: now.reviews.slice(old.reviews.length).filter((review) => review.task === node.id),
        dependsOn: after.plan?.tasks.find((task) => task.id === node.id)?.depends_on ?? [],
        isNewVersion: now.artifacts.slice(old.artifacts.length).some((artifact) => artifact.task === node.id),
      },
    ]
  })
}

/** A row that one task of the commit takes. */
function task(name: string, taken: (moved: Moved, transition: GateTransition) => boolean): GateRow {
  return { name, taken: (transition) => findMoved(transition).some((moved) => taken(moved, transition)) }
}

/** A row that the whole commit takes. */
function whole(name: string, taken: (transition: GateTransition) => boolean): GateRow {
  return { name, taken }
}

const tells = ({ told }: GateTransition, what: string) => told.some((event) => event.what === what)

/** Lines that the commit added to the trail. */
function newTrail({ before, after }: GateTransition): string[] {
  const last = before.record?.trail.at(-1)
  const trail = after.record?.trail ?? []
  const at = last === undefined ? -1 : trail.findLastIndex((one) => one.at === last.at && one.text === last.text)
  return trail.slice(at + 1).map((one) => one.text)
}

const hasTrail = (transition: GateTransition, id: string, text: string) =>
  newTrail(transition).some((line) => line.startsWith(`${id}: `) && line.includes(text))

/** What the commit says in the thread, as data. */
function newReplies({ before, after }: GateTransition) {
  const from = before.record?.next_op ?? 0
  const owed = after.record?.outbox.filter(({ op }) => Number(op.split('/')[1]) >= from) ?? []
  return owed.flatMap(({ action }) => (action.kind === 'say' ? answersOf(action.reply) : []))
}

const refusals = (transition: GateTransition) =>
  newReplies(transition).flatMap((reply) => (reply.kind === 'refused' ? [reply.why] : []))

const startsRun = ({ before, after }: Moved) =>
  after.state === 'RUNNING' && after.run !== null && after.run.run_id !== before.run?.run_id
const isRejected = ({ verdicts, after }: Moved) =>
  verdicts.some((one) => one.verdict === 'REJECTED' && one.reviewed_artifact_id === after.active_artifact_id)
const isApproved = ({ verdicts, after }: Moved) =>
  verdicts.some((one) => one.verdict === 'APPROVED' && one.reviewed_artifact_id === after.active_artifact_id)
const hasFailed = ({ before, after }: Moved) => after.attempts > before.attempts || after.attempts === 1
const pushedIn =
  (...states: ActionNode['state'][]) =>
  ({ before, told }: Moved) =>
    told.has('version_pushed') && states.includes(before.state)
const isStarted = ({ state }: CheckNode) => state === 'READY' || state === 'RUNNING'

const runRows: GateRow[] = [
  task('ACTION PENDING | all dependencies DONE → READY', ({ before, after, dependsOn }) => {
    const open = after.state !== 'PENDING' && after.state !== 'CANCELLED'
    return before.state === 'PENDING' && dependsOn.length > 0 && open
  }),
  task('READY | run starts → RUNNING', (moved) => startsRun(moved) && moved.before.attempts === 0),
  task('TO_BE_MODIFY | run starts → RUNNING', (moved) => startsRun(moved) && moved.after.attempts > 0),
  task(
    'RUNNING | run yields a change, its own tests pass → READY_TO_CHECK',
    ({ told, isNewVersion, after }) =>
      told.has('run_yielded') && isNewVersion && after.state === 'READY_TO_CHECK' && after.merge === 'none',
  ),
  task(
    'RUNNING | its own tests fail → TO_BE_MODIFY',
    ({ told, after }) => told.has('run_yielded') && (after.reason ?? '').startsWith('its own tests failed'),
  ),
  task(
    'RUNNING | run yields nothing → TO_BE_MODIFY',
    ({ told, after }) => told.has('run_failed') && after.reason === 'it produced nothing',
  ),
  task(
    'RUNNING | the same tree as a rejected version → TO_BE_MODIFY',
    ({ told, after }) => told.has('run_failed') && (after.reason ?? '').startsWith('the run made the same bytes'),
  ),
  task(
    'RUNNING | run fails → TO_BE_MODIFY',
    (moved) => moved.told.has('run_failed') && hasFailed(moved) && moved.after.state !== 'WAITING_EXTERNAL',
  ),
  task(
    'RUNNING | run fails at the limit → WAITING_EXTERNAL',
    ({ told, after }) => (told.has('run_failed') || told.has('run_yielded')) && after.state === 'WAITING_EXTERNAL',
  ),
  task(
    'RUNNING | handed over to a person → WAITING_EXTERNAL',
    ({ told, after }) => told.has('run_handed_over') && after.waiting_for?.kind === 'push',
  ),
  // These two by an event that the test puts into the queue: nothing looks for lost workers while there is one process.
  task(
    'RUNNING | lease lost → READY, no attempt counted',
    ({ told, before, after }) =>
      told.has('lease_lost') && after.lost_leases === before.lost_leases + 1 && after.attempts === before.attempts,
  ),
  task(
    'RUNNING | lease lost the third time → WAITING_EXTERNAL',
    ({ told, after }) => told.has('lease_lost') && after.state === 'WAITING_EXTERNAL',
  ),
  task(
    'RUNNING | pause → READY, no attempt counted',
    ({ told, before, after }) =>
      told.has('run_left') &&
      before.state === 'RUNNING' &&
      after.state === 'READY' &&
      after.attempts === before.attempts,
  ),
]

const pushRows: GateRow[] = [
  task('PENDING | a person pushes: recorded, judged once its inputs are approved', pushedIn('PENDING')),
  task('READY or TO_BE_MODIFY | a person pushes', pushedIn('READY', 'TO_BE_MODIFY')),
  task(
    'RUNNING | a person pushes: the run is fenced',
    (moved) => pushedIn('RUNNING')(moved) && moved.after.run === null,
  ),
  task('READY_TO_CHECK | a person pushes', pushedIn('READY_TO_CHECK')),
  task('WAITING_EXTERNAL | a person pushes', pushedIn('WAITING_EXTERNAL')),
  task(
    'any | a person pushes by force: a version beside the one it replaces on the branch',
    ({ id, isNewVersion }, transition) => isNewVersion && hasTrail(transition, id, 'pushed by force'),
  ),
  whole('any | a push that breaks the path policy is refused', (one) => tells(one, 'push_refused')),
  whole('any | a branch thrown back by force: the newest version stays', (one) => tells(one, 'branch_thrown_back')),
  task(
    'any CHECK state | new version → READY, new review: CHECK DONE',
    ({ isNewVersion, checkBefore, checkAfter }) =>
      isNewVersion && checkBefore.state === 'DONE' && isStarted(checkAfter),
  ),
  task(
    'any CHECK state | new version → READY, new review: CHECK RUNNING',
    ({ isNewVersion, checkBefore, checkAfter }) =>
      isNewVersion &&
      checkBefore.state === 'RUNNING' &&
      checkAfter.superseded_review?.review_id === checkBefore.review_id,
  ),
  task(
    'any CHECK state | new version → READY, new review: CHECK WAITING_EXTERNAL',
    ({ isNewVersion, checkBefore, checkAfter }) =>
      isNewVersion && checkBefore.state === 'WAITING_EXTERNAL' && isStarted(checkAfter),
  ),
]

const reviewRows: GateRow[] = [
  task(
    'CHECK READY | review starts → RUNNING, locks the version',
    ({ checkBefore, checkAfter, after }) =>
      checkAfter.state === 'RUNNING' &&
      checkAfter.review_id !== checkBefore.review_id &&
      checkAfter.reviewed_artifact_id === after.active_artifact_id,
  ),
  // The reviewer fails when the test tells it to, and CI's deadline passes when the test says so.
  task(
    'CHECK RUNNING | reviewer fails → READY',
    ({ told, checkAfter }) => told.has('review_failed') && isStarted(checkAfter),
  ),
  task(
    'CHECK RUNNING | reviewer fails at the limit → WAITING_EXTERNAL',
    ({ told, checkAfter }) => told.has('review_failed') && checkAfter.waiting_for?.kind === 'decision',
  ),
  task(
    'CHECK RUNNING | waits for a person → WAITING_EXTERNAL',
    ({ told, checkAfter }) => told.has('review_reported') && checkAfter.waiting_for?.kind === 'judgement',
  ),
  task(
    'CHECK RUNNING | its own tests fail on what a person pushed → WAITING_EXTERNAL, a better push',
    ({ told, after }) => told.has('review_reported') && after.waiting_for?.kind === 'push',
  ),
  task(
    'CHECK RUNNING | waits for CI → RUNNING with a deadline',
    ({ told, checkAfter }) =>
      told.has('review_reported') && checkAfter.state === 'RUNNING' && checkAfter.deadline !== null,
  ),
  task(
    'CHECK RUNNING | CI does not report in time → asks a person',
    ({ told, checkAfter }) => told.has('ci_overdue') && checkAfter.state === 'WAITING_EXTERNAL',
  ),
  task(
    'CHECK | CI reports: looked at again',
    ({ told, checkAfter }) => told.has('ci_reported') && isStarted(checkAfter),
  ),
  task(
    'CHECK | APPROVED, version still active → DONE, merge pending',
    (moved) => isApproved(moved) && (moved.after.merge === 'pending' || moved.after.state === 'DONE'),
  ),
  task('CHECK | APPROVED by a person', (moved) =>
    moved.verdicts.some((one) => one.verdict === 'APPROVED' && one.reviewer.includes('@')),
  ),
  task(
    'CHECK | APPROVED, but a newer version exists → READY for the newer one',
    ({ verdicts, after }) =>
      verdicts.some((one) => one.verdict === 'APPROVED' && one.reviewed_artifact_id !== after.active_artifact_id) &&
      after.approved_artifact_id !== after.active_artifact_id,
  ),
  task('CHECK | REJECTED → TO_BE_MODIFY, attempt counted', (moved) => isRejected(moved) && moved.after.attempts > 0),
  task(
    'CHECK | REJECTED at the limit → WAITING_EXTERNAL',
    (moved) => isRejected(moved) && moved.told.has('review_reported') && moved.after.state === 'WAITING_EXTERNAL',
  ),
]

const mergeRows: GateRow[] = [
  task(
    'ACTION merge pending | merge_confirmed → DONE',
    ({ told, after }) => told.has('merge_confirmed') && after.state === 'DONE',
  ),
  task(
    'ACTION merge pending | head moved → READY_TO_CHECK, CHECK READY',
    ({ before, told, after, checkAfter }) =>
      before.merge === 'pending' &&
      told.has('version_pushed') &&
      after.state === 'READY_TO_CHECK' &&
      isStarted(checkAfter),
  ),
  task('ACTION merge pending | conflict → TO_BE_MODIFY on the new base', ({ told }) => told.has('merge_conflicted')),
  task(
    'ACTION merge pending | conflict, the same bytes again: the approval holds',
    ({ isNewVersion, after, verdicts }) =>
      isNewVersion && after.merge === 'pending' && verdicts.length === 0 && after.state === 'READY_TO_CHECK',
  ),
  task(
    'RUNNING after a conflict | merged by git, or made anew → a version',
    ({ isNewVersion, before, told }) => isNewVersion && told.has('run_yielded') && before.conflict !== null,
  ),
  task(
    'RUNNING after a conflict | git can not merge it → WAITING_EXTERNAL, its author is told',
    ({ before, after }) => before.waiting_for?.kind !== 'conflict' && after.waiting_for?.kind === 'conflict',
  ),
  task(
    'any | a person merges by hand → DONE, failing criteria waived',
    ({ told, after }) => told.has('pull_request_merged') && after.state === 'DONE',
  ),
  task(
    'any | merged by hand by somebody whose merge approves nothing → READY_TO_CHECK, merged already',
    ({ told, after }) =>
      told.has('pull_request_merged') && after.state === 'READY_TO_CHECK' && after.hand_merge !== null,
  ),
  task(
    'CHECK of what is merged by hand | REJECTED → taken out of the integration branch',
    (moved) => moved.before.hand_merge !== null && moved.after.hand_merge === null && isRejected(moved),
  ),
  task(
    'any | merged by hand though a machine found it wanting, or with what no task may write → taken out',
    ({ told, before, after }) =>
      told.has('pull_request_merged') &&
      before.state === after.state &&
      before.pull_request?.open === true &&
      after.pull_request?.open === false &&
      after.hand_merge === null,
  ),
  task(
    'any | somebody without the role closes the pull request → opened again',
    ({ told, before, after }) =>
      told.has('pull_request_closed') && before.pull_request?.open === true && after.pull_request?.open === true,
  ),
  task(
    'any | a person closes the pull request → rejected',
    (moved) => moved.told.has('pull_request_closed') && isRejected(moved),
  ),
]

const waitRows: GateRow[] = [
  task(
    'WAITING_EXTERNAL | /retry → READY, attempts 0',
    ({ id, before }, one) => before.state === 'WAITING_EXTERNAL' && hasTrail(one, id, 'to be tried again'),
  ),
  task(
    'CHECK WAITING_EXTERNAL | /retry → READY',
    ({ checkBefore, checkAfter, isNewVersion }, one) =>
      checkBefore.state === 'WAITING_EXTERNAL' &&
      (tells(one, 'commands_given') || tells(one, 'retried')) &&
      checkAfter.state === 'RUNNING' &&
      !isNewVersion,
  ),
  task('WAITING_EXTERNAL | /waive: waived, review concluded anew', ({ id, verdicts }, one) => {
    const waived = verdicts.some((review) => review.criteria.some((criterion) => criterion.result === 'waived'))
    return waived && hasTrail(one, id, 'waived by')
  }),
  task(
    'WAITING_EXTERNAL | /assign → READY with that executor',
    ({ id, before }, one) => before.state === 'WAITING_EXTERNAL' && hasTrail(one, id, 'given to'),
  ),
  task(
    'RUNNING | /assign: the run is fenced',
    ({ id, before, after }, one) =>
      before.state === 'RUNNING' && hasTrail(one, id, 'given to') && after.run?.run_id !== before.run?.run_id,
  ),
]

const doneRows: GateRow[] = [
  task(
    'DONE | /retry → TO_BE_MODIFY',
    ({ id, before }, one) => before.state === 'DONE' && hasTrail(one, id, 'asked for another version'),
  ),
  task('DONE | /reject → TO_BE_MODIFY', (moved) => moved.before.state === 'DONE' && isRejected(moved)),
  task(
    'DONE | review dismissed → TO_BE_MODIFY',
    ({ id, before }, one) => before.state === 'DONE' && hasTrail(one, id, 'dismissed the review'),
  ),
  task(
    'merge pending | review dismissed → TO_BE_MODIFY',
    ({ id, before }, one) => before.merge === 'pending' && hasTrail(one, id, 'dismissed the review'),
  ),
  task('DONE | push to its branch → READY_TO_CHECK, new pull request', pushedIn('DONE')),
  task(
    'DONE upstream leaves DONE | dependents back to PENDING, approvals stale',
    ({ before, after }) => before.state === 'DONE' && after.state === 'PENDING' && after.approval_stale,
  ),
  task(
    'DONE upstream leaves DONE | live runs fenced',
    ({ before, after }) => before.state === 'RUNNING' && after.state === 'PENDING' && after.run === null,
  ),
  whole(
    'DONE upstream leaves DONE | final pull request back to draft',
    ({ before, after }) =>
      before.record?.final_pull_request?.state === 'open' && after.record?.final_pull_request?.state === 'draft',
  ),
  whole(
    'GOAL | a leaf starts → RUNNING',
    (one) => goalWent(one, undefined, 'RUNNING') || goalWent(one, 'PENDING', 'RUNNING'),
  ),
  whole('GOAL | all leaves DONE → DONE', (one) => goalWent(one, 'RUNNING', 'DONE')),
  whole('GOAL | a leaf leaves DONE → RUNNING', (one) => goalWent(one, 'DONE', 'RUNNING')),
]

function goalWent({ before, after }: GateTransition, from: string | undefined, to: string): boolean {
  return before.execution?.nodes['G0']?.state === from && after.execution?.nodes['G0']?.state === to
}

const wasLive = ({ before, after }: GateTransition) =>
  before.record?.phase === 'working' && after.record?.phase === 'stopped'

const endRows: GateRow[] = [
  whole('any | /stop → CANCELLED', (one) => wasLive(one) && tells(one, 'commands_given')),
  whole(
    'any | issue closed → CANCELLED',
    (one) => wasLive(one) && (one.after.record?.stopped?.why ?? '').includes('closed'),
  ),
  whole(
    'any | issue deleted → CANCELLED',
    (one) => wasLive(one) && (one.after.record?.stopped?.why ?? '').includes('deleted'),
  ),
  whole(
    'any | re-plan → CANCELLED, superseded',
    ({ before, after }) => before.execution !== undefined && after.record?.plan_id !== before.record?.plan_id,
  ),
  whole('CANCELLED | issue reopened: nothing by itself', (one) => tells(one, 'issue_reopened')),
  task(
    'CANCELLED | /approve: what was not done starts over',
    ({ before, after }) => before.state === 'CANCELLED' && after.state !== 'CANCELLED',
  ),
  whole(
    "any | a task's or the base branch deleted: paused",
    (one) => (one.after.record?.paused?.why ?? '').includes('was deleted') && tells(one, 'branch_lost'),
  ),
  whole(
    'any | the base branch force-pushed: paused',
    (one) => (one.after.record?.paused?.why ?? '').includes('was force-pushed') && tells(one, 'branch_lost'),
  ),
  whole('any | /doctor fix restores a branch from the recorded commits', (one) =>
    newReplies(one).some(
      (reply) => reply.kind === 'examined' && reply.mending?.mended.some((text) => text.includes('countersign/')),
    ),
  ),
  whole(
    'any | issue transferred → CANCELLED',
    (one) => wasLive(one) && (one.after.record?.stopped?.why ?? '').includes('transferred'),
  ),
]

const refusedRows: GateRow[] = [
  whole('refused | approval of an own push', (one) => refusals(one).some((why) => why.includes('their own work'))),
  whole('refused | review of an old head', (one) => refusals(one).some((why) => why.startsWith('that review is on'))),
  whole('refused | judged before its inputs are there', (one) => refusals(one).some((why) => / waits for T/.test(why))),
  whole('refused | approval of a version that failed by machine', (one) =>
    refusals(one).some((why) => why.includes('failed its automatic check')),
  ),
  whole('refused | nothing to try again', (one) => refusals(one).some((why) => why.includes('nothing to try again'))),
  whole('refused | a plan that is not the newest', (one) =>
    newReplies(one).some((reply) => reply.kind === 'stale_plan'),
  ),
  whole('refused | no permission', (one) => newReplies(one).some((reply) => reply.kind === 'no_permission')),
]

/** Every row of the table in spec 003 §4, told apart by what the records say before and after a commit. */
export const gateRows: readonly GateRow[] = [
  ...runRows,
  ...pushRows,
  ...reviewRows,
  ...mergeRows,
  ...waitRows,
  ...doneRows,
  ...endRows,
  ...refusedRows,
]
