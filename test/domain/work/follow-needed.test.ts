import { expect, test } from 'vitest'
import { followNeeded } from '../../../src/domain/work/follow-needed.ts'
import type { WorkDraft } from '../../../src/domain/work/work-draft.ts'
import { buildConfiguration, buildExecution, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import type { NodeOverrides } from '../../support/builders.ts'

const plan = buildPlan({ tasks: ['T1', 'T2'].map((id) => buildTask({ id })) })

/** What is owed, and who counts as assigned, after a decision that left the tasks like this. */
function follow(nodes: NodeOverrides, assigned: Record<string, string[]> = {}, assign = true) {
  const configuration = buildConfiguration({ review: { assign } })
  const record = buildRecord({ assigned })
  const draft = { record, plan, execution: buildExecution(plan, nodes), context: { configuration }, effects: [] }
  followNeeded(draft as unknown as WorkDraft)
  return { effects: draft.effects, assigned: record.assigned }
}

const pushed = {
  state: 'WAITING_EXTERNAL' as const,
  waiting_for: { kind: 'push' as const, who: ['ada'], what: 'push' },
}
const judged: NodeOverrides = {
  T2: { state: 'READY_TO_CHECK', pull_request: { number: 12, open: true } },
  C2: { state: 'WAITING_EXTERNAL', waiting_for: { kind: 'judgement', who: ['bo', 'ada'], what: 'judge' } },
}

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
