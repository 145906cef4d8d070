import { describe, expect } from 'vitest'
import {
  addFailure,
  decideApproach,
  keyOfReason,
  type SameFailureRule,
} from '../../../../src/domain/gate/attempts/same-failure.ts'
import type { SameFailure } from '../../../../src/domain/records/same-failure.ts'
import { fc, test } from '../../../support/property.ts'
import {
  accept,
  actionOf,
  bo,
  gateRules,
  reviewReported,
  reviewStarted,
  runStarted,
  runYielded,
  startGate,
} from '../../../support/gate/play-gate.ts'
import type { GateState } from '../../../../src/domain/gate/decide-gate.ts'
import type { GateEvent } from '../../../../src/domain/gate/draft/gate-event.ts'

const anyKey = fc.constantFrom('criteria: AC-1', 'criteria: AC-2', 'tests: adds', 'run: it produced nothing')
const anyAgent = fc.constantFrom('codex', 'gemini', 'claude')
const anyRule = fc.record({
  times: fc.integer({ min: 2, max: 4 }),
  approach: fc.constantFrom('go_on', 'other_agent', 'smaller_task', 'question'),
  agents: fc.uniqueArray(anyAgent),
})
const anyFailure = fc.record({ key: anyKey, isReset: fc.boolean() })

/** Plays failures, each by whom the rule gives the task to, and tells of each what came of it. */
function playFailures(rule: SameFailureRule, failures: readonly { key: string; isReset: boolean }[]) {
  let [failure, attempts, executor]: [SameFailure | undefined, number, string] = [undefined, 0, 'codex']
  return failures.map(({ key, isReset }) => {
    if (isReset) attempts = 0
    const by = executor
    failure = addFailure(failure, { key, attempts, executor })
    attempts += 1
    const approach = decideApproach(rule, failure, executor)
    if (approach.kind === 'other_agent') executor = approach.executor
    return { failure, approach, by, isReset }
  })
}

describe('failures in a row', () => {
  test.prop([anyRule, fc.array(anyFailure, { maxLength: 12 })])(
    'nothing changes before the same failure came as often as the rule says, and then always what it says',
    (rule, failures) => {
      const played = playFailures(rule, failures)

      played.forEach(({ failure, approach }, index) => {
        const last = played.slice(Math.max(0, index - rule.times + 1), index + 1)
        const isSame =
          last.every((one) => one.failure.key === failure.key) && last.slice(1).every((one) => !one.isReset)
        const isDue = last.length === rule.times && isSame && rule.approach !== 'go_on'
        expect(approach.kind !== 'again').toBe(isDue)
        if (isDue && rule.approach !== 'other_agent') expect(approach.kind).toBe(rule.approach)
      })
    },
  )

  test.prop([anyRule, fc.array(anyFailure, { maxLength: 12 })])(
    'no agent gets a task that failed at it in the same way, and only agents of the rule get one',
    (rule, failures) => {
      for (const { approach, failure, by } of playFailures(rule, failures)) {
        if (approach.kind !== 'other_agent') continue
        expect(rule.agents).toContain(approach.executor)
        expect([...failure.by, by]).not.toContain(approach.executor)
      }
    },
  )

  test('what people push, and a patch, is nobody else’s to try', () => {
    const rule: SameFailureRule = { times: 2, approach: 'other_agent', agents: ['gemini'] }
    const failure = { key: 'criteria: AC-1', times: 5, attempts: 5, by: [] }

    for (const executor of ['human', '@ada', 'patch'])
      expect(decideApproach(rule, failure, executor)).toEqual({ kind: 'again' })
  })

  test('the same words with other numbers are the same reason', () => {
    expect(keyOfReason('codex was ended at its deadline after 1201 s')).toBe(
      keyOfReason('codex was ended at its deadline after 1203 s'),
    )
  })
})

describe('a task whose second version is rejected for the same criterion', () => {
  /** The second rejection, under these rules. */
  function reject(approach: SameFailureRule['approach'], agents: string[] = [], before: GateEvent[] = []) {
    const rules = { ...gateRules, maxAttempts: 9, sameFailure: { times: 2, approach, agents } }
    const fail = (count: string) => [
      runStarted('T1', `r${count}`),
      runYielded('T1', `r${count}`, `v${count}`),
      reviewStarted('T1', `c${count}`),
      reviewReported('T1', `c${count}`, { 'AC-1': 'fail' }),
    ]
    const events = [...fail('1'), ...before, ...fail('2')]
    const trail: string[] = []
    const state = events.reduce<GateState>((now, event) => {
      const decision = accept(now, event, rules)
      trail.push(...decision.trail)
      return { plan: now.plan, execution: decision.execution }
    }, startGate())
    return { action: actionOf(state), trail: trail.join('\n') }
  }

  test('goes to the next agent, and the trail says why', () => {
    const { action, trail } = reject('other_agent', ['codex', 'gemini'])

    expect(action).toMatchObject({ state: 'TO_BE_MODIFY', executor: 'gemini', attempts: 2 })
    expect(trail).toMatch(/T1: given to gemini, as codex failed 2 times in the same way \(version 2 was rejected/)
  })

  test.each([
    ['smaller_task', [], '`/split T1`'],
    ['question', [], 'is what is asked for right'],
    ['other_agent', ['codex'], 'is what is asked for right'],
  ] as const)('by %s with agents %j waits for a person, who is told %s', (approach, agents, told) => {
    const { action, trail } = reject(approach, [...agents])

    expect(action).toMatchObject({ state: 'WAITING_EXTERNAL', executor: 'codex', waiting_for: { kind: 'decision' } })
    expect(action.waiting_for?.what).toContain('codex failed 2 times in the same way (version 2 was rejected')
    expect(action.waiting_for?.what).toContain(told)
    expect(trail).toContain('codex failed 2 times in the same way')
  })

  test('is done again as before where nothing is configured, and where a person stepped in meanwhile', () => {
    const assigned: GateEvent = { kind: 'assigned', task: 'T1', executor: 'codex', by: bo }

    expect(reject('go_on').action).toMatchObject({
      state: 'TO_BE_MODIFY',
      executor: 'codex',
      same_failure: { times: 2 },
    })
    expect(reject('question', [], [assigned]).action).toMatchObject({
      state: 'TO_BE_MODIFY',
      same_failure: { times: 1 },
    })
  })
})
