import { expect, test } from 'vitest'
import { judgeSession } from '../../../src/adapters/agents/judge-session.ts'
import { type ModelUse, noModelUse } from '../../../src/domain/models/model-use.ts'

const tokens = { input: 10, cached: 0, output: 1, reasoning: 0 }

function judge(use: Partial<ModelUse>) {
  return judgeSession({
    name: 'codex',
    end: { kind: 'stopped', stopReason: 'end_turn' },
    report: { use: { ...noModelUse, ...use }, stop: null },
    isLate: false,
    durationMs: 1,
    said: '',
    complaints: '',
  })
}

test.each<[string, Partial<ModelUse>, ReturnType<typeof judgeSession>]>([
  ['no call', {}, { kind: 'failed', reason: 'codex asked no model, and did nothing.' }],
  ['calls that all came to nothing', { calls: 3 }, { kind: 'failed', reason: 'codex got no answer of its model.' }],
  ['an answer', { calls: 3, tokens }, { kind: 'changed' }],
  ['an answer whose tokens nobody told', { calls: 3, unmetered: 1 }, { kind: 'changed' }],
])('a turn that ended well after %s', (_what, use, outcome) => {
  expect(judge(use)).toEqual(outcome)
})
