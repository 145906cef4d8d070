import { describe, expect, test } from 'vitest'
import { recordShare } from '../../../src/domain/session/record-share.ts'
import { openSession, type Session, takesNewIssues } from '../../../src/domain/session/session.ts'
import { sessionShare } from '../../../src/domain/session/session-share.ts'
import type { IssueState } from '../../../src/domain/records/session/session-state.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildTask } from '../../support/builders.ts'
import { giveUp } from '../../support/work/give-up.ts'
import { findSessionFaults } from '../../support/work/find-session-faults.ts'
import {
  acceptWork,
  at,
  buildContext,
  comment,
  labelled,
  nothingYet,
  playWork,
  planDrafted,
  proposed,
  recordOf,
  sessionId,
  sessionOf,
  startedAt,
  working,
} from '../../support/work/play-work.ts'
import { settleWorkByWorld } from '../../support/work/settle-work.ts'

const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] })]
const drafting = () => playWork(nothingYet(), buildContext(), labelled())
const complete = () => settleWorkByWorld(working(buildContext(), { tasks }), buildContext(), tasks).work
const stopped = () => playWork(working(), buildContext(), comment([{ kind: 'stop', why: 'wrong way' }]))
const givenUp = () => giveUp(working(buildContext(), { tasks }), 'T1')
const open = () => openSession(sessionId, startedAt)

/** The session as it was left by each of these states, one after the other. */
function history(...works: Work[]): Session {
  return works.reduce((session, work) => sessionOf(work, session), open())
}

/** Another issue of the session. */
function beside(status: IssueState['status']): Session {
  const issue = { id: 'ISS-003', title: 'Other', status, solution_id: null, planned_at: null }
  const share = { issue: { ...issue, executed_at: null, error: null }, planned: null, replaced: [], executed: null }
  return recordShare(open(), share, [], startedAt)
}

test('an open session is the initial state of spec 001', () => {
  expect(openSession(sessionId, 'now').state).toEqual({
    schema_version: 1,
    status: 'pending',
    phase: 'init',
    work_dir: `.workflow/.scratchpad/${sessionId}`,
    issues: {},
    queue: [],
    completed_actions: [],
    context: { total_issues: 0, completed_count: 0, failed_count: 0 },
    errors: [],
    created_at: 'now',
    updated_at: 'now',
  })
})

test('an issue that is not registered has no share in a session', () => {
  expect(sessionShare(nothingYet())).toBeNull()
})

const rows: [string, () => Work, string, string | undefined, string, string][] = [
  ['drafting', drafting, 'planning', undefined, 'running', 'planning'],
  ['proposed', proposed, 'planned', 'pending', 'running', 'planning'],
  ['working', working, 'executing', 'executing', 'running', 'executing'],
  ['completed', complete, 'completed', 'completed', 'completed', 'complete'],
  ['stopped', stopped, 'failed', 'failed', 'completed', 'complete'],
  ['waiting for a decision', givenUp, 'executing', 'executing', 'running', 'executing'],
]
describe.each(rows)('%s', (_phase, make, issue, item, status, phase) => {
  test(`is an issue that is ${issue}, its queue item ${item ?? 'none'}, in a session ${status}`, () => {
    const { state } = history(make())

    const row = { id: 'ISS-007', title: 'Refuse expired tokens', status: issue, solution_id: 'SOL-ISS-007-1' }
    expect(state.issues['ISS-007']).toMatchObject(row)
    const one = { item_id: 'S-1', issue_id: 'ISS-007', solution_id: 'SOL-ISS-007-1', status: item }
    expect(state.queue).toEqual(item ? [one] : [])
    expect(state).toMatchObject({ status, phase })
    expect(findSessionFaults(state)).toEqual([])
  })
})

test('the actions of spec 001 are kept, each once', () => {
  const loop = recordOf(complete()).loop_id
  const actions = ['action-init', 'action-plan SOL-ISS-007-1', `action-execute ${loop}`, 'action-complete']

  expect(history(drafting()).state.completed_actions).toEqual(actions.slice(0, 1))
  expect(history(drafting(), proposed(), working(), complete()).state.completed_actions).toEqual(actions)
})

test('two plans of an issue are two actions, and so are two loops of a plan', () => {
  const again = playWork(stopped(), buildContext(), comment([{ kind: 'approve_plan', hash: null }]))
  const twice = playWork(again, buildContext(), comment([{ kind: 'stop', why: '' }]))
  const planned = playWork(drafting(), buildContext(), planDrafted(drafting()))
  const second = { ...planned, plan: planned.plan && { ...planned.plan, id: 'SOL-ISS-007-2' } }

  expect(history(stopped(), twice, second).state.completed_actions).toEqual([
    'action-init',
    'action-plan SOL-ISS-007-1',
    `action-execute ${recordOf(stopped()).loop_id}`,
    'action-complete',
    `action-execute ${recordOf(twice).loop_id}`,
    'action-plan SOL-ISS-007-2',
  ])
})

test('a plan that took the place of one that was worked on comes after that one’s work', () => {
  const before = working(buildContext(), { tasks })
  const asked = playWork(before, buildContext(), comment([{ kind: 'replan', guidance: 'otherwise', fresh: false }]))
  const planned = playWork(asked, buildContext(), planDrafted(asked, { tasks: tasks.slice(0, 1) }))

  expect(history(before, asked, planned).state.completed_actions).toEqual([
    'action-init',
    'action-plan SOL-ISS-007-1',
    `action-execute ${recordOf(before).loop_id}`,
    'action-plan SOL-ISS-007-2',
  ])
})

test('a session is complete once every issue of it has ended, and takes no new one then', () => {
  const running = sessionOf(complete(), beside('planned'))
  const ended = sessionOf(complete(), beside('failed'))

  expect(running.state).toMatchObject({ status: 'running', context: { total_issues: 2, completed_count: 1 } })
  expect(ended.state).toMatchObject({ status: 'completed', phase: 'complete', context: { failed_count: 1 } })
  expect([takesNewIssues(running, 0), takesNewIssues(ended, 0)]).toEqual([true, false])
})

test('an issue that goes on after its end opens the session again, until it ends once more', () => {
  const again = playWork(stopped(), buildContext(), comment([{ kind: 'approve_plan', hash: null }]))

  const { state } = history(stopped(), again)

  expect(state).toMatchObject({ status: 'running', phase: 'executing' })
  expect(history(stopped(), again, stopped()).state).toMatchObject({ status: 'completed', phase: 'complete' })
})

test('no new issue after fifty, none after a day', () => {
  const issue = (index: number): IssueState => ({
    id: `ISS-${100 + index}`,
    title: 'x',
    status: 'planning',
    solution_id: null,
    planned_at: null,
    executed_at: null,
    error: null,
  })
  const fill = (count: number) =>
    Array.from({ length: count }, (_, index) => issue(index)).reduce(
      (session, one) =>
        recordShare(session, { issue: one, planned: null, replaced: [], executed: null }, [], startedAt),
      open(),
    )

  expect([takesNewIssues(fill(49), 0), takesNewIssues(fill(50), 0)]).toEqual([true, false])
  expect([takesNewIssues(fill(1), 86_399_999), takesNewIssues(fill(1), 86_400_000)]).toEqual([true, false])
})

test('/list is an action of its own, and the phase until something else is acted on', () => {
  const listed = playWork(working(), buildContext(), comment([{ kind: 'list' }]))

  const { state } = history(listed)
  expect(state).toMatchObject({ phase: 'listing', completed_actions: expect.arrayContaining(['action-list']) })
  expect(sessionOf(drafting(), sessionOf(listed, beside('planning'))).state.phase).toBe('planning')
})

test('what waits for a decision has not failed: its loop runs, its task is in progress, and /retry goes on with both', () => {
  const again = playWork(givenUp(), buildContext(), comment([{ kind: 'retry', task: null }]))

  const { loop } = givenUp()
  expect([loop?.status, loop?.failure_reason, loop?.skill_state?.develop.tasks[0]?.status]).toEqual([
    'running',
    undefined,
    'in_progress',
  ])
  expect([again.loop?.status, history(givenUp(), again).state.status]).toEqual(['running', 'running'])
})

test('a loop that was stopped says by whom and why, and none of its tasks is in progress', () => {
  const { loop } = stopped()

  expect(loop).toMatchObject({ status: 'failed', failure_reason: 'stopped by @ada: wrong way' })
  expect(loop?.skill_state?.develop.tasks.map(({ status }) => status)).not.toContain('in_progress')
})

describe('errors', () => {
  test('why an issue failed is in its row and among the errors, once', () => {
    const work = stopped()
    const { state } = history(work, work)

    expect(state.issues['ISS-007']?.error).toBe('wrong way')
    expect(state.errors).toEqual([
      { action: 'action-execute ISS-007', message: 'wrong way', timestamp: recordOf(work).stopped?.at },
    ])
  })

  test('planning that came to nothing is one', () => {
    const work = drafting()
    const op = recordOf(work).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''
    const asked = playWork(
      work,
      buildContext(),
      at({ kind: 'plan_needs_input', op, lacks: ['which file'], rounds: [] }),
    )

    expect(history(asked).state.errors).toMatchObject([
      { action: 'action-plan ISS-007', message: 'the issue does not say enough to plan' },
    ])
  })

  test('a question of planning is none', () => {
    const work = drafting()
    const op = recordOf(work).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''
    const reading = { id: 'ab12cd34ef56', certain: true, title: 'Say hello', criteria: [], paths: [] }
    const questions = [{ question: 'Which file?', why: 'two are meant', proposals: [] }]
    const errorsOf = (asked: { reading: typeof reading } | { questions: typeof questions }) => {
      const event = at({ kind: 'plan_needs_input', op, lacks: ['whether that is meant'], rounds: [], ...asked })
      return history(playWork(work, buildContext(), event)).state.errors
    }

    expect(errorsOf({ reading })).toEqual([])
    expect(errorsOf({ questions })).toEqual([])
  })

  test('an effect that was given up is one, and those that only tell are not', () => {
    const work = working()
    const fail = (kind: string) => {
      const op = recordOf(work).outbox.find((one) => one.action.kind === kind)?.op ?? ''
      return acceptWork(work, at({ kind: 'effect_failed', op, what: kind, why: 'GitHub said no' })).work.acts ?? []
    }

    expect(fail('open_base')).toMatchObject([{ kind: 'failed', action: 'action-execute' }])
    expect(fail('show_status')).toEqual([])
  })

  test('the newest two hundred are kept', () => {
    const acts = Array.from({ length: 250 }, (_, index) => ({
      kind: 'failed' as const,
      action: 'action-execute',
      message: `${index}`,
      at: startedAt,
    }))

    const { errors } = sessionOf({ ...working(), acts }).state

    expect([errors.length, errors[0]?.message]).toEqual([200, '50'])
  })
})

test('history grows only when the session changed, and keeps the newest 200', () => {
  const session = history(working())
  const same = playWork(working(), buildContext(), comment([{ kind: 'status' }]))
  expect(sessionOf(same, session)).toBe(session)

  const entry = { timestamp: 'then', phase: 'planning', completed_actions: 1, issues_count: 1 }
  const long = { ...session, history: Array.from({ length: 200 }, () => entry) }
  const { history: entries } = sessionOf(stopped(), long)
  expect(entries).toHaveLength(200)
  expect(entries.at(-1)).toMatchObject({ issues_count: 1, phase: 'complete' })
})

test('other issues of the session stay as they are', () => {
  const session = beside('completed')

  const { state } = sessionOf(drafting(), session)

  expect(state.issues['ISS-003']).toEqual(session.state.issues['ISS-003'])
  expect(state).toMatchObject({ status: 'running', context: { total_issues: 2, completed_count: 1, failed_count: 0 } })
})
