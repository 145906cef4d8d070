import { expect, test } from 'vitest'
import { buildTask } from '../../../support/builders.ts'
import { actionOf, receiptOf } from '../../../support/gate/play-gate.ts'
import { acceptWork, at, buildContext, recordOf, repliesOf, working } from '../../../support/work/play-work.ts'
import { opOf } from '../../../support/work/settle-work.ts'

const refused = (by: string, ...faults: string[]) =>
  at({ kind: 'push_refused', task: 'T1', by, faults, outside: [], pull_request: null })

test('a task that waits for a push keeps the last one that was refused', () => {
  const begun = working(buildContext(), { tasks: [buildTask({ executor: 'human' })] })
  const run_id = begun.execution === null ? '' : (actionOf({ execution: begun.execution }).run?.run_id ?? '')
  const gate = { kind: 'run_handed_over' as const, task: 'T1', run_id, who: [], receipt: receiptOf(run_id) }
  const waiting = acceptWork(begun, at({ kind: 'gate', op: opOf(begun, 'run_task'), by: null, on: null, gate })).work

  const { work: once, owed } = acceptWork(waiting, refused('bo', 'CODEOWNERS: no task may touch this path'))
  const { work } = acceptWork(once, refused('cy', 'a: too large', 'b: too large'))

  expect(owed.map(({ action }) => action.kind)).toContain('show_status')
  expect(recordOf(once).trail.at(-1)).toMatchObject({ text: 'T1: a push was refused', by: 'bo' })
  expect(once.execution?.nodes['T1']).toMatchObject({ waiting_for: { kind: 'push', refused: { by: 'bo' } } })
  expect(work.execution?.nodes['T1']).toMatchObject({
    waiting_for: { kind: 'push', refused: { by: 'cy', faults: ['a: too large', 'b: too large'] } },
  })
})

test.each([
  [[], 'takes back what does not belong; no other plan would allow it'],
  [
    ['src/b.js'],
    'takes back what does not belong; for `src/b.js` alone, have the scope widened: `` /replan T1: Scope: `src/a.js`, `src/b.js` ``',
  ],
  [
    ['a', 'b'],
    'takes back what does not belong, or have the scope widened: `` /replan T1: Scope: `src/a.js`, `a`, `b` ``',
  ],
  [['a', '`b'], 'or have the scope widened: `/replan T1: Scope: …`, with all that it may touch'],
  [['a', 'x'.repeat(400)], 'or have the scope widened: `/replan T1: Scope: …`, with all that it may touch'],
])('another scope is offered for what it would allow: %j', (outside, next) => {
  const begun = working(buildContext(), { tasks: [buildTask({ executor: 'human', scope: 'src/a.js' })] })
  const faults = ['CODEOWNERS: no task may touch this path', 'b: outside']

  const { work } = acceptWork(
    begun,
    at({ kind: 'push_refused', task: 'T1', by: 'bo', faults, outside, pull_request: null }),
  )

  expect(repliesOf(work)).toContainEqual(expect.objectContaining({ next: expect.stringContaining(next) as string }))
})

test.each([
  ['main', 'git rebase --onto origin/countersign/ISS-007/1/base origin/main'],
  ['a$(id)', 'push without them; or `/replan`'],
])(
  'a push that brings the branch %s with it gets a command only where a shell takes the name for no more',
  (brings, next) => {
    const begun = working(buildContext(), { tasks: [buildTask({ executor: 'human' })] })

    const { work } = acceptWork(
      begun,
      at({ kind: 'push_refused', task: 'T1', by: 'bo', faults: ['x'], outside: ['x'], brings, pull_request: null }),
    )

    const [reply] = repliesOf(work)
    expect(reply).toMatchObject({ kind: 'work_failed', next: expect.stringContaining(next) })
    if (brings !== 'main') expect(JSON.stringify(reply)).not.toContain('git ')
  },
)
