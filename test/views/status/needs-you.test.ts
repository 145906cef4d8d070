import { expect, test } from 'vitest'
import { renderNeeds } from '../../../src/views/status/needs-you.ts'
import { describeStandings } from '../../../src/views/task/task-standing.ts'
import { findLastWords } from '../../../src/views/status/last-words.ts'
import type { Receipt } from '../../../src/domain/records/execution-record.ts'
import {
  buildAgentReceipt,
  buildCriterion,
  buildExecution,
  buildPlan,
  buildTask,
  buildValidation,
} from '../../support/builders.ts'
import type { WaitingFor } from '../../../src/domain/records/node-state.ts'
import type { GateEvent } from '../../../src/domain/gate/draft/gate-event.ts'
import {
  ada,
  bo,
  play,
  receiptOf,
  rejectedBy,
  reviewReported,
  reviewStarted,
  runStarted,
  startGate,
  versionPushed,
} from '../../support/gate/play-gate.ts'
import { links } from '../../support/widget-links.ts'

const nobodys = { reviews: [], receipts: [] }
const validation = buildValidation({ passed: false, summary: '1 of 2 tests passed' })

test.each([
  ['shell', true],
  ['human', false],
  ['@bo', false],
])('who pushed what failed its tests is asked, and told of the way back to %s: %s', (executor, isNamed) => {
  const { plan, execution } = play(
    startGate(buildTask({ executor })),
    versionPushed('T1', 'p1'),
    reviewStarted('T1', 'c1'),
    reviewReported('T1', 'c1', {}, [], { validation }),
  )

  const [need = ''] = renderNeeds(describeStandings(plan, execution), links, execution)

  expect(need).toMatch(/^@ada: push a better version to .*; its own tests failed on version 1: 1 of 2 tests/)
  expect(need.includes('`/retry T1` has shell make another version in its place.')).toBe(isNamed)
})

test('after a rejection who made the version is asked, and told what to change in the words of who rejected it', () => {
  const { plan, execution } = play(
    startGate(buildTask({ executor: 'human' })),
    versionPushed('T1', 'p1', ada),
    reviewStarted('T1', 'c1'),
    { ...rejectedBy(bo, 'T1', 'p1'), why: 'Greet them by name\n- and by day' } as GateEvent,
    runStarted('T1', 'r1'),
    { kind: 'run_handed_over', task: 'T1', run_id: 'r1', who: [], receipt: receiptOf('r1') },
  )

  const [need = ''] = renderNeeds(describeStandings(plan, execution), links, execution)

  expect(need).toMatch(/^@ada: version 1 of T1 was rejected; push a mended one/)
  expect(need).toContain('What to change, as bo found version 1:\n\n- Greet them by name\n- and by day')
})

test('what a machine found is told with what is to hold, in a line', () => {
  const { plan, execution } = play(
    startGate(buildTask({ executor: 'human' })),
    versionPushed('T1', 'p1', ada),
    reviewStarted('T1', 'c1'),
    reviewReported('T1', 'c1', { 'AC-1': 'fail' }),
    runStarted('T1', 'r1'),
    { kind: 'run_handed_over', task: 'T1', run_id: 'r1', who: [], receipt: receiptOf('r1') },
  )
  const reviews = execution.reviews.map((review) => ({
    ...review,
    criteria: [{ id: 'AC-1', result: 'fail' as const, evidence: "greets: 'a' !== 'b'\nexit code 1" }],
  }))

  const [need = ''] = renderNeeds(describeStandings(plan, execution), links, { reviews, receipts: [] })

  expect(need).toMatch(/\n\n- Make AC-1 hold: src\/task-1\.ts exists; the check said: greets: 'a' !== 'b'$/)
})

test('what an agent said before it gave up is quoted, in words that do nothing', () => {
  const said = 'I did not add it: `src/legacy.ts` is not there.\n\nAsk @ada, or /approve T1.'
  const agent = { ...buildAgentReceipt(), said }
  const receipt: Receipt = { ...receiptOf('r1'), executor: 'codex', outcome: 'nothing', agent }
  const { plan, execution } = play(startGate(buildTask({ executor: 'codex' })), runStarted('T1', 'r1'), {
    kind: 'run_failed',
    task: 'T1',
    run_id: 'r1',
    reason: 'it produced nothing',
    stuck: true,
    receipt,
  })

  const [need = ''] = renderNeeds(describeStandings(plan, execution), links, execution)

  expect(need).toMatch(/\n\ncodex said last:\n\n> I did not add it: `src\/legacy\.ts` is not there\.\n> \n> Ask /)
  expect(need).not.toMatch(/@ada|^\/approve/m)
})

test.each([
  ['made a version', { outcome: 'changed' as const, said: 'Done.' }, ''],
  ['said nothing', { outcome: 'failed' as const, said: ' \n' }, ''],
  ['said much', { outcome: 'failed' as const, said: `${'word '.repeat(200)}end` }, `… ${'word '.repeat(99)}end`],
  [
    'ends in half a character',
    { outcome: 'failed' as const, said: `${'字'.repeat(9)}😀${'字'.repeat(499)}` },
    `… ${'字'.repeat(499)}`,
  ],
])('the last words of a run that %s are its end, at most a few lines', (_, { outcome, said }, words) => {
  expect(findLastWords({ ...receiptOf('r1'), outcome, agent: { ...buildAgentReceipt(), said } })).toBe(words)
})

test('a task that anybody may begin alone has the line of any push', () => {
  const { plan, execution } = play(startGate(buildTask({ executor: 'human' })), runStarted('T1', 'r1'), {
    kind: 'run_handed_over',
    task: 'T1',
    run_id: 'r1',
    who: [],
    receipt: receiptOf('r1'),
  })

  const [need = ''] = renderNeeds(describeStandings(plan, execution), links, nobodys)

  expect(need).toMatch(/^Anybody with write access: push the work of T1, “[^”]+”, to `\S+\/T1`\./)
})

test('a push that was refused is told with who, why and the way on, and the task has a line of its own', () => {
  const waiting_for = { kind: 'push' as const, who: [], what: 'push the work to `x`' }
  const refused = { by: 'bo', faults: ['CODEOWNERS: no task may touch this path', 'b: too large'] }
  const tasks = ['T1', 'T2', 'T3'].map((id) => buildTask({ id, executor: 'human', depends_on: [] }))
  const plan = buildPlan({ tasks })
  const execution = buildExecution(plan, {
    T1: { state: 'WAITING_EXTERNAL', waiting_for: { ...waiting_for, refused } },
    T2: { state: 'WAITING_EXTERNAL', waiting_for },
    T3: { state: 'WAITING_EXTERNAL', waiting_for },
  })

  const needs = renderNeeds(describeStandings(plan, execution), links, nobodys)

  expect(needs).toHaveLength(2)
  expect(needs[0]).toMatch(/^Anybody with write access: \*\*T1\*\*: push the work/)
  expect(needs[0]).toMatch(
    / The push by bo was refused: CODEOWNERS: no task may touch this path, and 1 more\. A push without that is a version\.$/,
  )
})

test('tasks that anybody may begin share a line, and one that is asked of somebody has its own', () => {
  const handedOver = (task: string, who: string[]): GateEvent[] => [
    runStarted(task, `r${task}`),
    { kind: 'run_handed_over', task, run_id: `r${task}`, who, receipt: receiptOf(`r${task}`) },
  ]
  const { plan, execution } = play(
    startGate(...['T1', 'T2', 'T3', 'T4'].map((id) => buildTask({ id, executor: 'human', depends_on: [] }))),
    ...handedOver('T1', []),
    ...handedOver('T2', ['bo']),
    ...handedOver('T3', []),
    ...handedOver('T4', []),
  )

  const needs = renderNeeds(describeStandings(plan, execution), links, execution)

  expect(needs).toHaveLength(2)
  expect(needs[0]).toMatch(
    /^Anybody with write access: push the work of T1 “Write part 1”, T3 “Write part 3” and T4 “Write part 4”, each to its branch. `git fetch && git switch \S+\/T1` gets T1’s; every push/,
  )
  expect(needs[1]).toMatch(/^@bo: push the work of T2, “[^”]+”, to `\S+\/T2`/)
})

test.each([
  ['a name, as its open pull request has told them', true, /^ada: T1 is approved, but/],
  ['a mention, where that is closed', false, /^@ada: T1 is approved, but/],
])('who is to bring a conflict together is asked by %s, with the commands', (_how, open, asked) => {
  const plan = buildPlan({ tasks: [buildTask({ executor: 'human' })] })
  const what = 'T1 is approved, but conflicts with T4 in `package.json`'
  const execution = buildExecution(plan, {
    T1: {
      state: 'WAITING_EXTERNAL',
      waiting_for: { kind: 'conflict', who: ['ada'], what },
      branch: 'countersign/ISS-007/1/T1',
      pull_request: { number: 11, open },
    },
  })

  const [need = ''] = renderNeeds(describeStandings(plan, execution), links, nobodys)

  expect(need).toMatch(asked)
  expect(need).toContain(
    'git switch countersign/ISS-007/1/T1 && git pull\ngit merge origin/countersign/ISS-007/1/base\n',
  )
})

test('who is asked to change that nobody else may judge is told to do so first', () => {
  const manual = buildCriterion({ id: 'AC-2', check_method: 'manual_review', severity: 'major' })
  const waits = reviewReported('T1', 'c1', { 'AC-1': 'pass' }, [{ criterion: 'AC-2', for: 'person' }])
  const { plan, execution } = play(
    startGate(buildTask({ acceptance_criteria: [buildCriterion(), manual] })),
    versionPushed('T1', 'p1'),
    reviewStarted('T1', 'c1'),
    { ...waits, judges: { may_judge: ['ada'] } } as typeof waits,
  )

  const [need] = renderNeeds(describeStandings(plan, execution), links, nobodys)

  expect(need).toContain('only @&#8288;ada may review here and pushed it: `review.allow_self: true`')
  expect(need).toMatch(/After that, `\/approve T1` counts; `\/reject T1 <why>` asks for another version\.$/)
})

test('who is needed reads what to do and about which task, whatever it waits for', () => {
  const { plan, execution } = play(startGate(buildTask({ executor: 'shell' })), versionPushed('T1', 'p1'))
  const node = execution.nodes['T1']
  if (node?.kind !== 'ACTION') throw new Error('T1 is an ACTION')
  const ask = (kind: WaitingFor['kind'], what: string) => {
    const waiting = {
      ...node,
      state: 'WAITING_EXTERNAL' as const,
      waiting_for: { kind, who: [], what },
    }
    const standings = describeStandings(plan, { ...execution, nodes: { ...execution.nodes, T1: waiting } })
    return renderNeeds(standings, links, nobodys)[0]
  }

  const judged = ask('judgement', 'its tests are flaky, `/retry T1` runs them again')
  expect(judged).toContain('write access: **T1**: its tests are flaky')
  expect(ask('judgement', 'T1 may undo work of T2')).toContain('write access: T1 may undo')
  expect(ask('decision', 'failed 3 times')).toMatch(
    /^Anybody with write access decides how \*\*T1\*\* goes on: failed 3 times\. `\/retry T1` lets it try again, /,
  )
  expect(ask('assignment', '`codex` is not on this server')).toMatch(
    /^Anybody with write access gives \*\*T1\*\* to somebody who can do it: `codex` is not on this server\. `\/assign T1 @login` /,
  )
})
