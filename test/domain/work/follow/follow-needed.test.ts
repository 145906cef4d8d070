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
) {
  const configuration = buildConfiguration({ review: { assign } })
  const record = buildRecord({ assigned, phase })
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

test('who is needed no more is taken off, and nobody but who was put on', () => {
  const { effects, assigned } = follow({ T1: pushed }, { '7': ['ada', 'bo'], '12': ['bo'] })

  expect(effects).toEqual([
    { kind: 'set_assignees', number: 7, add: [], remove: ['bo'] },
    { kind: 'set_assignees', number: 12, add: [], remove: ['bo'] },
  ])
  expect(assigned).toEqual({ '7': ['ada'] })
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
