import { expect, test } from 'vitest'
import type { JudgedVersion } from '../../../bench/eval/judge-versions.ts'
import type { PlayedCase } from '../../../bench/eval/play-case.ts'
import { renderPlot } from '../../../bench/eval/render-plot.ts'
import { type EvalRun, renderReport } from '../../../bench/eval/render-report.ts'
import { summarise } from '../../../bench/eval/summarise.ts'

const play = (given: Partial<PlayedCase> = {}): PlayedCase => ({
  name: 'csv',
  plan: 'at once',
  questions: 0,
  tasks: ['at first'],
  hidden: true,
  tokens: 1000,
  costUsd: 0.02,
  seconds: 3,
  ...given,
})
const judge = (defect: string | null, verdict: JudgedVersion['verdict']): JudgedVersion => ({
  name: 'csv',
  defect,
  verdict,
  tokens: 10,
  costUsd: null,
})

function run(given: Partial<EvalRun> = {}): EvalRun {
  const { played = [play()], judged = [judge(null, 'approved'), judge('a quote', 'rejected')] } = given
  const shares = summarise(played, judged)
  return {
    models: 'm',
    isScripted: false,
    executor: 'model',
    at: '2026-11-25',
    recordedAt: null,
    failed: [],
    played,
    judged,
    shares,
    ...given,
  }
}

test('shares are of what there was to do', () => {
  const played = [
    play(),
    play({ plan: 'after questions', questions: 2, tasks: ['after redo', 'not'], hidden: false }),
    play({ plan: 'declined', tasks: [], hidden: null }),
  ]
  const judged = [judge(null, 'approved'), judge('a', 'approved'), judge('b', 'rejected'), judge('c', 'left to people')]

  const shares = Object.fromEntries(summarise(played, judged).map(({ title, count, of }) => [title, [count, of]]))

  expect(shares).toEqual({
    'issues with a plan': [2, 3],
    'plans that pass their review at once': [1, 3],
    'tasks approved at first': [1, 3],
    'tasks approved, at first or after a redo': [2, 3],
    'issues whose hidden tests pass': [1, 2],
    'right versions that the reviewer approves': [1, 1],
    'wrong versions that the reviewer approves': [1, 3],
    'wrong versions that it leaves to people': [1, 3],
  })
})

test('the goal is kept or missed, and a wrong approval is seen', () => {
  expect(renderReport(run())).toContain('kept, with 0 of 1')
  const missed = renderReport(run({ judged: [judge('a quote', 'approved')] }))
  expect(missed).toContain('**missed**, with 1 of 1')
  expect(missed).toContain('| csv | a quote | **approved** |')
})

test('of a script it says that it says nothing about models, and of what broke off that it is missing', () => {
  expect(renderReport(run({ isScripted: true }))).toContain('**say nothing about any model**')
  expect(renderReport(run())).not.toContain('say nothing')
  expect(renderReport(run({ recordedAt: '2026-11-20T01:02:03Z' }))).toContain(
    'on 2026-11-20, and played again from a rec',
  )
  expect(renderReport(run({ failed: ['lru (no model answered)'] }))).toContain('in no share**: lru (no model answered)')
})

test('the plot has a bar for each share, and one in another colour where the goal is missed', () => {
  const plot = renderPlot(run({ judged: [judge('a', 'approved')] }).shares, 'Eval: <m>')

  expect(plot).toContain('Eval: &lt;m>')
  expect(plot.match(/class="rail"/g)).toHaveLength(8)
  expect(plot).toContain('class="bad"')
  expect(renderPlot(run().shares, 'm')).not.toContain('class="bad"')
})
