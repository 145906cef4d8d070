import { expect, test } from 'vitest'
import { openProgressReport } from '../../../src/application/runs/report-progress.ts'
import type { RunProgress } from '../../../src/domain/records/run-progress.ts'

const doing = (text: string) => (): RunProgress => ({ steps: [], more: 0, doing: text, tools: 1 })

/** A clock that is set by hand; what is due when it is set is done. */
function open() {
  let nowMs = Date.parse('2026-11-21T03:12:00.000Z')
  const due: { atMs: number; act: () => void }[] = []
  const told: (string | null)[] = []
  const report = openProgressReport(
    { now: () => new Date(nowMs).toISOString(), later: (ms, act) => void due.push({ atMs: nowMs + ms, act }) },
    (progress) => {
      told.push(progress.doing)
      return Promise.reject(new Error('nobody listens'))
    },
  )
  const pass = (seconds: number) => {
    nowMs += seconds * 1_000
    for (const { act } of due.splice(0).filter(({ atMs, act }) => atMs <= nowMs || void due.push({ atMs, act }))) act()
  }
  return { report, told, pass, waiting: due }
}

test('a run that is soon over tells nothing, and leaves nothing to be told', () => {
  const { report, told, pass } = open()

  report.note(doing('npm test'))
  pass(30)
  report.close()
  pass(600)

  expect(told).toEqual([])
})

test('of many words in a minute the newest are told, then nothing for three minutes, however it goes', () => {
  const { report, told, pass, waiting } = open()

  for (const text of ['one', 'two', 'three']) report.note(doing(text))
  expect(waiting).toHaveLength(1)
  pass(60)
  for (let second = 0; second < 170; second += 10) {
    report.note(doing(`later ${second}`))
    pass(10)
  }
  expect(told).toEqual(['three'])
  pass(20)

  expect(told).toEqual(['three', 'later 160'])
})

test('the same again is not told again, and what is told is bounded', () => {
  const { report, told, pass } = open()
  const long = `${'x'.repeat(5_000)}\n# A title @ada`

  report.note(doing(long))
  pass(60)
  report.note(doing(long))
  pass(600)

  expect(told).toHaveLength(1)
  expect(told[0]?.length).toBeLessThanOrEqual(100)
})

test('what an agent says a thousand times is read once, when it is told', () => {
  const { report, told, pass } = open()
  let reads = 0

  for (let times = 0; times < 1_000; times += 1)
    report.note(() => {
      reads += 1
      return doing('npm test')()
    })
  pass(60)

  expect([told, reads]).toEqual([['npm test'], 1])
})
