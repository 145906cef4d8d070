import { fc, test } from '../../support/property.ts'
import { expect } from 'vitest'
import { checkWork } from '../../../src/domain/doctor/look/check-work.ts'
import { hashPlan } from '../../../src/domain/plan/plan-hash.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { decideWork } from '../../../src/domain/work/decide-work.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import type { WorkEvent } from '../../../src/domain/work/draft/work-event.ts'
import { testSha, testUuid } from '../../support/builders.ts'
import { matchingFacts, sealed } from '../../support/work/doctor-facts.ts'
import { planArbitrary } from '../../support/gate/gate-arbitraries.ts'
import { ada, versionOf } from '../../support/gate/play-gate.ts'
import { actor, at, buildContext, buildIssue, comment, labelled, nothingYet } from '../../support/work/play-work.ts'
import { answerEffect } from '../../support/work/settle-work.ts'

interface Turn {
  what: 'effect' | 'fails' | 'judge' | 'retry' | 'control' | 'push' | 'edit' | 'leave' | 'close pull' | 'dismiss'
  pick: number
}

const turns = fc.array(
  fc.record({
    what: fc.oneof(
      { weight: 30, arbitrary: fc.constant<Turn['what']>('effect') },
      { weight: 8, arbitrary: fc.constantFrom<Turn['what']>('fails', 'judge', 'push', 'retry', 'control') },
      { weight: 2, arbitrary: fc.constantFrom<Turn['what']>('edit', 'close pull', 'dismiss') },
      { weight: 1, arbitrary: fc.constant<Turn['what']>('leave') },
    ),
    pick: fc.nat(999),
  }),
  { maxLength: 100, size: 'max' },
)

/** What happens next; pull requests get a number of their own, so that each is one pull request. */
function eventOf({ what, pick }: Turn, work: Work, step: number, plan: Plan): WorkEvent | undefined {
  const task = plan.tasks[pick % plan.tasks.length]?.id ?? 'T1'
  const by = actor()
  const issue = buildIssue(work.record ? { sha256: work.record.current_sha256 } : {})
  switch (what) {
    case 'effect': {
      const outbox = work.record?.outbox ?? []
      const owed = outbox[pick % Math.max(outbox.length, 1)]
      return owed && renumbered(answerEffect(work, owed, `step ${step}`, plan.tasks), step, plan)
    }
    case 'fails': {
      const owed = work.record?.outbox.find(
        ({ action }) => action.kind === 'review_version' || action.kind === 'run_task',
      )
      return owed && at({ kind: 'effect_failed', op: owed.op, what: owed.action.kind, why: 'it fell over' })
    }
    case 'judge':
      return comment(
        [
          pick % 3 === 0
            ? { kind: 'reject_task', task, criteria: [], why: 'no' }
            : { kind: 'approve_task', task, criteria: [], why: '' },
        ],
        {
          by,
        },
      )
    case 'retry':
      return comment([{ kind: 'retry', task: pick % 2 === 0 ? task : null }], { by })
    case 'control': {
      const kinds = ['pause', 'resume', 'resume', 'approve_plan', 'approve_plan', 'plan'] as const
      const kind = kinds[pick % kinds.length] ?? 'resume'
      return comment([kind === 'approve_plan' ? { kind, hash: null } : { kind }], { by, issue })
    }
    case 'push': {
      const artifact = versionOf(task, `push ${step}`, `${pick % 3}`, { kind: 'person', ...ada })
      const gate = { kind: 'version_pushed' as const, task, by: ada, artifact }
      return at({ kind: 'gate', op: null, by, on: null, gate })
    }
    case 'edit':
      return at({ kind: 'issue_edited', issue: buildIssue({ body: `text ${pick % 2}` }) })
    case 'leave':
      return at(pick % 2 === 0 ? { kind: 'issue_left', how: 'closed', by } : { kind: 'issue_reopened', by })
    case 'close pull': {
      const node = work.execution?.nodes[task]
      const number = node?.kind === 'ACTION' ? (node.pull_request?.number ?? 1) : 1
      const gate = {
        kind: 'pull_request_closed' as const,
        task,
        number,
        by,
        may_review: true,
        review_id: testUuid(`closed ${step}`),
      }
      return at({ kind: 'gate', op: null, by, on: null, gate })
    }
    case 'dismiss': {
      const node = work.execution?.nodes[task]
      const id = node?.kind === 'ACTION' ? node.approved_artifact_id : null
      const headSha = work.execution?.artifacts.find((one) => one.artifact_id === id)?.commit_sha ?? testSha('none')
      return at({
        kind: 'gate',
        op: null,
        by,
        on: null,
        gate: { kind: 'review_dismissed', task, by, reviewer: null, head_sha: headSha },
      })
    }
  }
}

function renumbered(event: WorkEvent | undefined, step: number, plan: Plan): WorkEvent | undefined {
  if (event?.kind === 'plan_drafted') return { ...event, plan: { ...event.plan, hash: hashPlan(plan) } }
  if (event?.kind === 'final_opened') return { ...event, number: 3000 + step }
  if (event?.kind !== 'gate') return event
  if (event.gate.kind === 'run_yielded') return { ...event, gate: { ...event.gate, pull_request: 1000 + step } }
  if (event.gate.kind === 'pull_request_opened') return { ...event, gate: { ...event.gate, number: 2000 + step } }
  return event
}

test.prop([planArbitrary, turns])(
  'whatever happens, the doctor finds nothing in a state that came about by events, in the world it says',
  (plan, list) => {
    const context = buildContext()
    let work = nothingYet()
    for (const [step, turn] of [null, ...list].entries()) {
      const event = turn === null ? labelled() : eventOf(turn, work, step, plan)
      if (event === undefined) continue
      const decision = decideWork(work, event, context)
      if (decision.kind !== 'accepted') continue
      work = sealed(decision.work)

      const findings = checkWork(work, matchingFacts(work)).findings

      expect({ after: event.kind, findings }).toEqual({ after: event.kind, findings: [] })
    }
  },
)
