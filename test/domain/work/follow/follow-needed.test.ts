import { expect, test } from 'vitest'
import type { IssRecord } from '../../../../src/domain/records/iss-record.ts'
import { followNeeded } from '../../../../src/domain/work/follow/follow-needed.ts'
import type { WorkDraft } from '../../../../src/domain/work/draft/work-draft.ts'
import { buildConfiguration, buildExecution, buildPlan, buildRecord, buildTask } from '../../../support/builders.ts'
import type { NodeOverrides } from '../../../support/builders.ts'

const plan = buildPlan({ tasks: ['T1', 'T2'].map((id) => buildTask({ id })) })

type Phase = IssRecord['phase']

/** What is owed, and who counts as assigned, after a decision that left the tasks like this. */
function follow(
  nodes: NodeOverrides,
  assigned: Record<string, string[]> = {},
  assign = true,
  phase: Phase = 'working',
  final: IssRecord['final_pull_request'] = null,
) {
  const configuration = buildConfiguration({ review: { assign, reviewers: ['rae'] } })
  const approved = { by: 'cy', at: 'then', hash: 'h' }
  const record = buildRecord({ assigned, phase, approved, final_pull_request: final })
  const draft = { record, plan, execution: buildExecution(plan, nodes), context: { configuration }, effects: [] }
  followNeeded(draft as unknown as WorkDraft)
  return { effects: draft.effects, assigned: record.assigned }
}

const pushed = {
  state: 'WAITING_EXTERNAL' as const,
  waiting_for: { kind: 'push' as const, who: ['ada'], what: 'push' },
}
const judged = {
  T2: { state: 'READY_TO_CHECK', pull_request: { number: 12, open: true } },
  C2: { state: 'WAITING_EXTERNAL', waiting_for: { kind: 'judgement', who: ['bo', 'ada'], what: 'judge' } },
} satisfies NodeOverrides

test('the issue is assigned to all who are needed, and a pull request to whom its task waits for', () => {
  const { effects, assigned } = follow({ T1: pushed, ...judged })

  expect(effects).toEqual([
    { kind: 'set_assignees', number: 7, add: ['ada', 'bo'], remove: [] },
    { kind: 'set_assignees', number: 12, add: ['bo', 'ada'], remove: [] },
  ])
  expect(assigned).toEqual({ '7': ['ada', 'bo'], '12': ['bo', 'ada'] })
  expect(follow({ T1: pushed, ...judged }, assigned).effects).toEqual([])
})

test('who has no part in it any more is taken off, and nobody but who was put on', () => {
  const { effects, assigned } = follow(
    { T1: pushed, T2: { ...judged.T2, executor: '@dee' } },
    { '7': ['ada', 'bo', 'dee'], '12': ['bo'] },
  )

  expect(effects).toEqual([
    { kind: 'set_assignees', number: 7, add: [], remove: ['bo'] },
    { kind: 'set_assignees', number: 12, add: [], remove: ['bo'] },
  ])
  expect(assigned).toEqual({ '7': ['ada', 'dee'] })
})

test('whoever pushes and whoever judges take turns without being put on and off again', () => {
  const push = { executor: '@dee', pull_request: { number: 12, open: true } }
  const turns: NodeOverrides[] = []
  for (const who of ['rae', 'cy']) {
    turns.push({ T2: { ...push, ...pushed, waiting_for: { ...pushed.waiting_for, who: ['dee'] } } })
    const waiting = { kind: 'judgement' as const, who: [who], what: 'judge' }
    turns.push({ T2: { ...push, state: 'READY_TO_CHECK' }, C2: { state: 'WAITING_EXTERNAL', waiting_for: waiting } })
    turns.push({ T2: { ...push, state: 'TO_BE_MODIFY' } })
  }
  let assigned: Record<string, string[]> = {}
  const changes = turns.flatMap((nodes) => {
    const followed = follow(nodes, assigned)
    assigned = followed.assigned
    return followed.effects
  })

  expect(changes).toEqual(
    ['dee', 'rae', 'cy'].flatMap((who) =>
      [7, 12].map((number) => ({ kind: 'set_assignees', number, add: [who], remove: [] })),
    ),
  )
})

test('a pull request that was merged keeps whom it has, without a word', () => {
  const merged = { state: 'DONE' as const, pull_request: { number: 12, open: false } }

  expect(follow({ T1: pushed, T2: merged }, { '7': ['ada'], '12': ['bo'] })).toEqual({
    effects: [],
    assigned: { '7': ['ada'] },
  })
})

test('who approved the plan is asked to merge the final pull request, and stays on what is merged', () => {
  const ready = follow({}, { '7': ['cy'] }, true, 'completed', { number: 19, state: 'open' })
  const merged = follow({}, ready.assigned, true, 'completed', { number: 19, state: 'merged' })

  expect(ready).toEqual({
    effects: [{ kind: 'set_assignees', number: 19, add: ['cy'], remove: [] }],
    assigned: { '7': ['cy'], '19': ['cy'] },
  })
  expect(merged).toEqual({ effects: [], assigned: {} })
})

test('switched off, nobody is put on', () => {
  expect(follow({ T1: pushed }, {}, false).effects).toEqual([])
})

test('once nothing is worked on any more, nobody is needed', () => {
  expect(follow({ T1: pushed }, { '7': ['ada'] }, true, 'stopped').effects).toEqual([
    { kind: 'set_assignees', number: 7, add: [], remove: ['ada'] },
  ])
})

test('a pull request that is closed asks nobody, nor does a CHECK whose version is being made anew', () => {
  const { T2, C2 } = judged

  expect(follow({ T2: { ...T2, pull_request: { number: 12, open: false } }, C2 }).assigned).toEqual({
    '7': ['bo', 'ada'],
  })
  expect(follow({ T2: { ...T2, state: 'RUNNING' }, C2 }).assigned).toEqual({})
})

test('no more are assigned than GitHub takes', () => {
  const who = Array.from({ length: 12 }, (_, index) => `p${index}`)

  const { assigned } = follow({ T1: { ...pushed, waiting_for: { ...pushed.waiting_for, who } } })

  expect(assigned).toEqual({ '7': who.slice(0, 10) })
})
