import type { ActionOf, EffectKind } from '../../effects/effect.ts'
import { addPlanningUse } from '../plan-life/take-plan.ts'
import { applyGate, note, type WorkDraft } from '../draft/work-draft.ts'
import type { AsRunRule, Failure, WorkState } from './effect-rule.ts'
import { showWayOn } from '../../rules/explain-obstacle.ts'
import { keepFailure, replyFailure } from './hold-effect.ts'
import { holdsNotice } from '../notices/find-notices.ts'
import { always, findReviewed, isRootDone } from './standing.ts'
import { gateAnswer } from './gate-answer.ts'
import { recordText } from '../../language/message.ts'

/** What no more than makes, shows or reads something: nobody is waited for by it. */
const aside = { performed: 'as_run', ends: false, isLive: null, left: null, underPause: 'go' } as const

/** Effects that take long. */
export const runRules = {
  draft_plan: {
    ...aside,
    name: recordText('make the plan'),
    stands: isPlanAwaited,
    replaces: 'none',
    failed: null,
    afterFailure: failPlanning,
    inBackground: false,
  },
  run_task: {
    performed: 'as_run',
    name: ({ task }) => recordText('work on {task}', { task }),
    // A fenced run stays owed until it reports: only then it has left.
    stands: always,
    underPause: 'leave',
    ends: true,
    isLive: isLiveRun,
    replaces: 'none',
    left: (op, { task, run_id }) => gateAnswer(op, { kind: 'run_left', task, run_id }),
    failed(op, { task, run_id }, why, { receipt: work, obstacle }) {
      if (obstacle !== undefined) {
        const receipt = work === null ? {} : { receipt: { ...work, outcome: 'left' as const } }
        return gateAnswer(op, { kind: 'run_left', task, run_id, obstacle, ...receipt })
      }
      const receipt = work === null ? null : { ...work, outcome: 'failed' as const }
      return gateAnswer(op, { kind: 'run_failed', task, run_id, reason: why, stuck: false, receipt })
    },
    afterFailure(draft, { task, run_id }, failure) {
      keepFailure(draft, failure)
      applyGate(draft, { kind: 'run_failed', task, run_id, reason: failure.why, stuck: true, receipt: null })
    },
    inBackground: false,
  },
  review_version: {
    performed: 'as_run',
    name: ({ task }) => recordText('review {task}', { task }),
    stands({ execution }, { task, review_id }) {
      const check = findReviewed(execution, task)?.check
      if (check?.superseded_review?.review_id === review_id) return true
      return check?.state === 'RUNNING' && check.review_id === review_id
    },
    underPause: 'wait',
    ends: true,
    isLive: null,
    replaces: ({ review_id }) => review_id,
    left: null,
    failed(op, { task, review_id }, why, { tests, review = null }) {
      const kept = { ...(tests === null ? {} : { validation: tests }), ...(review === null ? {} : { receipt: review }) }
      return gateAnswer(op, { kind: 'review_failed', task, review_id, reason: why, ...kept })
    },
    afterFailure(draft, { task, review_id }, failure) {
      keepFailure(draft, failure)
      applyGate(draft, { kind: 'review_failed', task, review_id, reason: failure.why })
    },
    inBackground: false,
  },
  validate_plan: {
    performed: 'as_run',
    name: recordText('run the tests of the plan'),
    stands: (state, { plan_id, commit_sha }) =>
      isRootDone(state, plan_id) && state.execution?.execution_result.commit_hash === commit_sha,
    underPause: 'wait',
    ends: true,
    isLive: null,
    replaces: ({ commit_sha }) => commit_sha,
    left: null,
    failed: null,
    afterFailure: { hold: 'action-validate-with-file' },
    inBackground: false,
  },
  diagnose_skill: {
    ...aside,
    name: recordText('diagnose the tuned skill again'),
    stands: (state, { plan_id, commit_sha }) =>
      isRootDone(state, plan_id) && state.execution?.execution_result.commit_hash === commit_sha,
    replaces: 'all',
    failed: null,
    afterFailure: failDiagnosis,
    inBackground: false,
  },
  mirror_tasks: {
    ...aside,
    name: recordText('bring the sub-issues up to date'),
    stands: ({ record }, { plan_id }) => record.plan_id === plan_id,
    replaces: 'all',
    failed: null,
    afterFailure: 'trail',
    inBackground: true,
  },
  examine: {
    ...aside,
    name: ({ fix }) => (fix ? recordText('mend the records') : recordText('examine the records')),
    stands: always,
    replaces: 'none',
    failed: null,
    afterFailure: 'reply',
    inBackground: false,
  },
  tell: {
    ...aside,
    name: ({ notice: { event }, to }) => recordText('tell {to} of {event}', { to, event: `\`${event}\`` }),
    // What is over by the end of the quiet hours is not told.
    stands: ({ record, execution, plan }, { notice }) => holdsNotice({ record, execution, plan }, notice),
    replaces: 'none',
    failed: null,
    afterFailure: 'trail',
    inBackground: true,
  },
  export: {
    ...aside,
    name: recordText('release the approved versions'),
    stands: always,
    replaces: 'none',
    failed: (op, _action, why) => ({ kind: 'export_failed', op, why }),
    afterFailure: 'reply',
    inBackground: false,
  },
} satisfies { [K in EffectKind]?: AsRunRule<K> }

function isPlanAwaited({ record }: WorkState, { plan_id }: ActionOf<'draft_plan'>): boolean {
  if (record.replanning !== null) return record.replanning.plan_id === plan_id
  return record.phase === 'drafting' && record.plan_id === plan_id
}

/** Results of any other run of the task are refused (I11). */
function isLiveRun(execution: WorkState['execution'], { task, run_id }: ActionOf<'run_task'>): boolean {
  const node = execution?.nodes[task]
  return node?.kind === 'ACTION' && node.run?.run_id === run_id
}

function failPlanning(draft: WorkDraft, _action: ActionOf<'draft_plan'>, failure: Failure): void {
  const isFirst = draft.record.replanning === null
  addPlanningUse(draft.record, [], failure.lost_use)
  keepFailure(draft, failure, 'action-plan')
  if (isFirst) draft.record.phase = 'awaiting_input'
  else draft.record.replanning = null
  note(draft, failure.text)
  const first = draft.record.tuning === undefined ? '/plan' : `/tune ${draft.record.tuning.path}`
  const command = isFirst ? first : '/replan'
  const { obstacle } = failure
  const again = `\`${command}\``
  replyFailure(
    draft,
    failure,
    obstacle === undefined
      ? recordText('{command} tries it again', { command: again })
      : recordText('{way}; then {command} tries it again', { way: showWayOn(obstacle), command: again }),
  )
}

/** The work is reviewed: its final pull request comes without, and says so. */
function failDiagnosis(draft: WorkDraft, { commit_sha }: ActionOf<'diagnose_skill'>, failure: Failure): void {
  const { tuning } = draft.record
  if (tuning !== undefined) draft.record.tuning = { ...tuning, after: null, diagnosed: commit_sha }
  note(draft, failure.text)
}
