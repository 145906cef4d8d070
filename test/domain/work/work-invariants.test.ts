import { fc, test } from '../../support/property.ts'
import { expect } from 'vitest'
import type { Role } from '../../../src/domain/configuration/sections/roles.ts'
import { ExecutionRecordSchema } from '../../../src/domain/records/execution-record.ts'
import { IssRecordSchema } from '../../../src/domain/records/iss-record.ts'
import { LoopStateSchema } from '../../../src/domain/records/loop/loop-state.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { decideWork } from '../../../src/domain/work/decide-work.ts'
import { effectStands } from '../../../src/domain/work/effects/effect-rules.ts'
import { stateLabel, stateLabels } from '../../../src/domain/work/show/state-label.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import type { DecisionContext } from '../../../src/domain/work/draft/work-draft.ts'
import type { WorkEvent } from '../../../src/domain/work/draft/work-event.ts'
import { testUuid } from '../../support/builders.ts'
import { planArbitrary } from '../../support/gate/gate-arbitraries.ts'
import { ada, versionOf } from '../../support/gate/play-gate.ts'
import {
  actor,
  at,
  buildContext,
  buildIssue,
  type Command,
  comment,
  labelled,
  nothingYet,
  recordOf,
} from '../../support/work/play-work.ts'
import { answerEffect, settleWorkByWorld } from '../../support/work/settle-work.ts'

/** What happens next: `effect` answers one that is owed, the others come from people and the world. */
interface Turn {
  what:
    | 'effect'
    | 'effect fails'
    | 'command'
    | 'push'
    | 'again'
    | 'edit'
    | 'leave'
    | 'reopen'
    | 'branch lost'
    | 'final closed'
    | 'closed pull'
  pick: number
  role: Role | null
}

const turns = fc.array(
  fc.record({
    what: fc.oneof(
      { weight: 40, arbitrary: fc.constant<Turn['what']>('effect') },
      { weight: 6, arbitrary: fc.constant<Turn['what']>('command') },
      { weight: 1, arbitrary: fc.constantFrom<Turn['what']>('leave', 'reopen', 'branch lost') },
      {
        weight: 6,
        arbitrary: fc.constantFrom<Turn['what']>(
          'effect fails',
          'push',
          'again',
          'edit',
          'final closed',
          'closed pull',
        ),
      },
    ),
    pick: fc.nat(999),
    role: fc.constantFrom<Role | null>('maintain', 'maintain', 'write', 'triage', null),
  }),
  { maxLength: 120, size: 'max' },
)

function commandOf(pick: number, tasks: Plan['tasks']): Command {
  const task = tasks[pick % tasks.length]?.id ?? 'T1'
  const commands: Command[] = [
    { kind: 'approve_plan', hash: null },
    { kind: 'approve_plan', hash: null },
    { kind: 'plan' },
    { kind: 'approve_task', task, criteria: [], why: '' },
    { kind: 'approve_task', task, criteria: [], why: '' },
    { kind: 'reject_task', task, criteria: [], why: 'not so' },
    { kind: 'retry', task },
    { kind: 'retry', task: null },
    { kind: 'pause' },
    { kind: 'resume' },
    pick % 4 === 0 ? { kind: 'stop', why: '' } : { kind: 'resume' },
    { kind: 'status' },
    { kind: 'help' },
    {
      kind: 'export',
      include_candidates: false,
      supporting: [null, true, false][pick % 3] ?? null,
      partial: pick % 2 === 0,
    },
    { kind: 'approve_plan', hash: 'fffffff' },
    { kind: 'replan', guidance: `another ${pick}`, fresh: pick % 2 === 0 },
    { kind: 'split', task },
    { kind: 'answer', text: 'as you like' },
    { kind: 'waive', task, criterion: `AC-${1 + (pick % 3)}`, why: 'not needed' },
    { kind: 'assign', task, executor: pick % 2 === 0 ? '@bo' : 'shell' },
    { kind: 'list' },
    { kind: 'doctor', fix: pick % 2 === 0 },
  ]
  return commands[pick % commands.length] ?? { kind: 'help' }
}

function eventOf(
  turn: Turn,
  work: Work,
  step: number,
  past: readonly WorkEvent[],
  tasks: Plan['tasks'],
): WorkEvent | undefined {
  const { pick } = turn
  const by = actor(turn.role)
  const task = tasks[pick % tasks.length]?.id ?? 'T1'
  const outbox = work.record?.outbox ?? []
  const owed = outbox[pick % Math.max(outbox.length, 1)]
  switch (turn.what) {
    case 'effect':
      return owed && answerEffect(work, owed, `step ${step}`, tasks)
    case 'effect fails':
      return owed && at({ kind: 'effect_failed', op: owed.op, what: owed.action.kind, why: 'GitHub said no' })
    case 'command':
      return comment([commandOf(pick, tasks)], {
        by,
        issue: buildIssue(work.record ? { sha256: work.record.current_sha256 } : {}),
      })
    case 'push':
      return at({
        kind: 'gate',
        op: null,
        by,
        on: null,
        gate: {
          kind: 'version_pushed',
          task,
          by: ada,
          artifact: versionOf(task, `push ${step}`, `${pick % 3}`, { kind: 'person', ...ada }),
        },
      })
    case 'again':
      return past[pick % Math.max(past.length, 1)]
    case 'edit':
      return at({ kind: 'issue_edited', issue: buildIssue({ body: `text ${pick % 2}` }) })
    case 'leave':
      return at({ kind: 'issue_left', how: 'closed', by })
    case 'reopen':
      return at({ kind: 'issue_reopened', by })
    case 'branch lost':
      return at({ kind: 'branch_lost', branch: 'base', how: 'deleted', by: null })
    case 'final closed':
      return at({ kind: 'final_closed', number: 40, merged: false, by })
    case 'closed pull':
      return at({
        kind: 'gate',
        op: null,
        by,
        on: null,
        gate: {
          kind: 'pull_request_closed',
          task,
          number: pick % 2 === 0 ? 11 : 12,
          by,
          may_review: pick % 3 > 0,
          review_id: testUuid(`closed ${step}`),
        },
      })
  }
}

interface Step {
  before: Work
  event: WorkEvent
  after: Work
  kind: 'accepted' | 'answered' | 'refused'
}

function walk(plan: Plan, list: readonly Turn[]): { steps: Step[]; last: Work; context: DecisionContext } {
  const context = buildContext()
  const steps: Step[] = []
  let work = nothingYet()
  for (const [index, turn] of [null, ...list].entries()) {
    const event =
      turn === null
        ? labelled()
        : eventOf(
            turn,
            work,
            index,
            steps.map((step) => step.event),
            plan.tasks,
          )
    if (event === undefined) continue
    const decision = decideWork(work, event, context)
    const after = decision.kind === 'accepted' ? decision.work : work
    steps.push({ before: work, event, after, kind: decision.kind })
    work = after
  }
  return { steps, last: work, context }
}

const given: [fc.Arbitrary<Plan>, fc.Arbitrary<Turn[]>] = [planArbitrary, turns]

test.prop(given)('every state that is saved is valid under its schemas', (plan, list) => {
  const { last } = walk(plan, list)

  expect(IssRecordSchema.parse(last.record)).toEqual(last.record)
  expect(ExecutionRecordSchema.nullable().parse(last.execution)).toEqual(last.execution)
  expect(LoopStateSchema.nullable().parse(last.loop)).toEqual(last.loop)
})

test.prop(given)('I3: an event that comes again is refused and changes nothing', (plan, list) => {
  const { steps, last, context } = walk(plan, list)

  for (const { event, kind } of steps) {
    if (kind !== 'accepted') continue
    expect(decideWork(last, event, context)).toMatchObject({ kind: 'refused', silent: true })
  }
})

test.prop(given)('a decision leaves the state that it was given as it was', (plan, list) => {
  const { last, context } = walk(plan, list)
  const before = structuredClone(last)

  decideWork(last, comment([commandOf(list.length, plan.tasks)]), context)
  decideWork(last, at({ kind: 'issue_left', how: 'closed', by: actor() }), context)

  expect(last).toEqual(before)
})

test.prop(given)('the outbox holds what follows from the state, each once, under ids of its own', (plan, list) => {
  for (const { after } of walk(plan, list).steps) {
    const outbox = after.record?.outbox ?? []
    expect(outbox.filter((one) => !effectStands(after, one.action))).toEqual([])
    expect(new Set(outbox.map((one) => one.op)).size).toBe(outbox.length)
    for (const kind of ['merge_task', 'review_version'] as const) {
      const versions = outbox.flatMap(({ action }) => (action.kind === kind ? [action.artifact_id] : []))
      expect(new Set(versions).size).toBe(versions.length)
    }
  }
})

test.prop(given)('what answers an owed effect settles it, accepted or not', (plan, list) => {
  for (const { event, after, kind } of walk(plan, list).steps) {
    if (!('op' in event) || event.op === null || kind !== 'accepted') continue
    expect(after.record?.outbox.map((one) => one.op)).not.toContain(event.op)
  }
})

test.prop(given)('a live run, a review under way and a pending merge are each owed or waited for', (plan, list) => {
  for (const { after } of walk(plan, list).steps) {
    const owed = (kind: string, id: string) =>
      after.record?.outbox.some(({ action }) => action.kind === kind && Object.values(action).includes(id)) ?? false
    for (const node of Object.values(after.execution?.nodes ?? {})) {
      if (node.kind === 'ACTION' && node.run) expect(owed('run_task', node.run.run_id)).toBe(true)
      if (node.kind === 'CHECK' && node.state === 'RUNNING' && node.deadline === null)
        expect(owed('review_version', node.review_id ?? '')).toBe(true)
      if (node.kind === 'ACTION' && node.merge === 'pending')
        expect(owed(node.pull_request ? 'merge_task' : 'open_task_pull_request', node.active_artifact_id ?? '')).toBe(
          true,
        )
    }
  }
})

test.prop(given)('completed ⇒ validated, and the counts agree with the lists (spec 002)', (plan, list) => {
  for (const { after } of walk(plan, list).steps) {
    const skill = after.loop?.skill_state
    if (!skill) continue
    expect(skill.develop.completed).toBe(skill.develop.tasks.filter((task) => task.status === 'completed').length)
    expect(skill.develop.total).toBe(skill.develop.tasks.length)
    if (after.loop?.status === 'completed') expect(skill.validate.passed).toBe(true)
    expect(after.loop?.status === 'completed').toBe(after.record?.phase === 'completed')
    expect(after.loop?.status === 'paused').toBe(after.record?.phase === 'working' && after.record.paused !== null)
  }
})

test.prop(given)('the label is the one of the state, and one of those that there are', (plan, list) => {
  for (const { after } of walk(plan, list).steps) {
    expect(after.record?.label ?? null).toBe(stateLabel(after))
    expect([...Object.keys(stateLabels), null]).toContain(after.record?.label ?? null)
  }
})

test.prop(given)('complete means all DONE and the final pull request open or closed by a person', (plan, list) => {
  for (const { after } of walk(plan, list).steps) {
    if (after.record?.phase !== 'completed') continue
    expect(after.execution).toMatchObject({ status: 'completed', nodes: { G0: { state: 'DONE' } } })
    expect(['open', 'closed', 'merged']).toContain(after.record.final_pull_request?.state)
  }
})

test.prop(given)(
  'I13: from any state, with a world that helps, the work completes in a bounded number of steps',
  (plan, list) => {
    const { last, context } = walk(plan, list)

    const { work, steps } = settleWorkByWorld(last, context, plan.tasks)

    expect(recordOf(work).phase).toBe('completed')
    expect(recordOf(work).outbox).toEqual([])
    expect(steps).toBeLessThanOrEqual(60 + plan.tasks.length * 30)
  },
)
