import { fc, test as property } from '../../support/property.ts'
import { expect, test } from 'vitest'
import type { AnalysisRequest } from '../../../src/domain/debug/read/analysis-request.ts'
import { parseChange } from '../../../src/domain/debug/read/parse-change.ts'
import { rankSuspicions } from '../../../src/domain/debug/rank-suspicions.ts'
import { buildChange, buildFailure, buildHunk, buildRequest } from './build-request.ts'

const nearAndFar = () =>
  buildChange(
    buildHunk({ path: 'src/a.js', at: 10 }),
    buildHunk({ path: 'src/a.js', at: 40 }),
    buildHunk({ path: 'src/b.js', at: 5 }),
  )
const places = (request: AnalysisRequest) => rankSuspicions(request).map((one) => one.logging_point)

test('the changed line on the stack comes before its file, and that before other files', () => {
  const stack = 'Error: x\n    at f (/work/src/a.js:40:3)\n    at /work/test/a.test.js:3:1'

  expect(places(buildRequest({ change: nearAndFar(), tests: [buildFailure({ stack })] })).slice(0, 2)).toEqual([
    'src/a.js:40',
    'src/a.js:10',
  ])
})

test('where no frame is changed, the names lead from the test to the change', () => {
  const sources = [
    {
      path: 'test/a.test.js',
      text: "import { total } from '../src/a.js'\ntest('adds up', () => {\n  equal(total(), 2)\n})\n",
    },
    { path: 'src/a.js', text: "import { rate } from './b.js'\nexport function total() {\n  return 1 * rate\n}\n" },
    { path: 'src/b.js', text: 'export const rate = 2\nexport function other() {\n  return 1\n}\n' },
  ]
  const change = buildChange(
    buildHunk({ path: 'src/b.js', at: 3, removed: ['  return 0'], added: ['  return 1'] }),
    buildHunk({ path: 'src/b.js', at: 1, removed: ['export const rate = 1'], added: ['export const rate = 2'] }),
  )

  const [first] = rankSuspicions(buildRequest({ change, sources }))

  expect(first?.logging_point).toBe('src/b.js:1')
  expect(first?.description).toContain('the test leads to it by total → rate')
})

test('a hypothesis names test, place, edit and what settles it', () => {
  const change = buildChange(buildHunk({ removed: ['if (a < b) stop()'], added: ['if (a <= b) stop()'] }))

  expect(rankSuspicions(buildRequest({ change }))[0]).toMatchObject({
    description:
      'The change of src/a.js line 10 makes “adds up” (test/a.test.js:3) fail: `if (a < b) stop()` became `if (a <= b) stop()`; a condition changed',
    testable_condition:
      'Without the change of src/a.js line 10, and with all else as it is, `node --test` passes “adds up” (test/a.test.js:3).',
    logging_point: 'src/a.js:10',
    likelihood: 1,
    suspect: { kind: 'hunk', path: 'src/a.js', from: 10, to: 10, patch: 'undo src/a.js:10' },
  })
})

test('one rerun is a run', () => {
  const request = buildRequest({ change: nearAndFar(), reruns: [{ passed: true }] })

  expect(rankSuspicions(request)[0]?.description).toMatch(/1 of 1 run of the same version passed$/)
})

test('a test that passed again unchanged is flaky before all else', () => {
  const request = buildRequest({ change: nearAndFar(), reruns: [{ passed: false }, { passed: true }] })

  expect(rankSuspicions(request)[0]).toMatchObject({
    suspect: { kind: 'flaky' },
    description:
      '“adds up” (test/a.test.js:3) fails by chance: it passes and fails on the same files; 1 of 2 runs of the same version passed',
  })
})

test('a missing command is the machine before all else', () => {
  const request = buildRequest({ change: nearAndFar(), tests: [] })
  const output = 'sh: 1: gradle: not found'

  expect(rankSuspicions({ ...request, run: { ...request.run, exitCode: 127, output } })[0]?.suspect).toEqual({
    kind: 'environment',
    what: 'the command gradle is not there',
  })
})

test('a run that was ended at its limit may just be slow', () => {
  const request = buildRequest({ change: nearAndFar(), tests: [] })

  const kinds = rankSuspicions({ ...request, run: { ...request.run, timedOut: true } }).map(
    ({ suspect }) => suspect.kind,
  )

  expect(kinds).toContain('timeout')
})

test('inputs and commits are suspected by what they changed', () => {
  const artifact_id = '018f0000-0000-7000-8000-000000000001'
  const inputs = [{ task: 'T1', artifact_id, version: 3, files: buildChange(buildHunk({ path: 'data/x.json' })) }]
  const commits = [{ sha: 'a'.repeat(40), subject: 'feat: y', files: buildChange(buildHunk({ path: 'src/y.js' })) }]
  const tests = [buildFailure({ stack: '  at data/x.json:10:1' })]

  const ranked = rankSuspicions(buildRequest({ inputs, commits, tests }))

  expect(ranked[0]).toMatchObject({ suspect: { kind: 'input', task: 'T1', artifact_id, patch: 'undo data/x.json' } })
  expect(ranked[0]?.description).toContain('Version 3 of the input T1')
  expect(ranked.map(({ suspect }) => suspect.kind)).toContain('commit')
})

test('a change of one place has three hypotheses: the place, chance and the machine', () => {
  const kinds = rankSuspicions(buildRequest({ change: buildChange(buildHunk()) })).map(({ suspect }) => suspect.kind)

  expect(kinds).toEqual(['hunk', 'flaky', 'environment'])
})

test('several changes have five at most', () => {
  const stack = Array.from({ length: 12 }, (_, index) => `  at src/a.js:${10 * index + 10}:1`).join('\n')
  const hunks = Array.from({ length: 12 }, (_, index) => buildHunk({ at: 10 * index + 10 }))

  expect(
    rankSuspicions(buildRequest({ change: buildChange(...hunks), tests: [buildFailure({ stack })] })),
  ).toHaveLength(5)
})

test('text of tests can not break a line, nor go on for ever', () => {
  const name = `a\u001B[31m\n## heading ${'x'.repeat(5_000)}`
  const change = buildChange(buildHunk({ added: ['`now`\u0007\n'] }))

  const [first] = rankSuspicions(buildRequest({ change, tests: [buildFailure({ name, stack: name, message: name })] }))

  expect(first?.description).toMatch(/^\P{Cc}{1,700}$/u)
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'src/a.js:3',
    '  at f (/work/src/a.js:10:1)',
    'File "a.py", line 3',
    "expected 'a'",
    '12 !== 11',
    '__proto__',
    '(a+)+$',
  ),
)
const hunk = fc
  .record({
    path: text,
    at: fc.integer({ min: 1, max: 50 }),
    removed: fc.array(text, { maxLength: 4 }),
    added: fc.array(text, { maxLength: 4 }),
  })
  .map(buildHunk)
const files = fc.array(hunk, { maxLength: 6 }).map((hunks) => buildChange(...hunks))
const failure = fc
  .record({
    name: text,
    suite: text,
    message: fc.option(text),
    stack: fc.option(fc.array(text, { maxLength: 6 }).map((lines) => lines.join('\n'))),
    file: fc.option(text),
    line: fc.option(fc.integer({ min: 1, max: 60 })),
    status: fc.constantFrom('passed' as const, 'failed' as const, 'skipped' as const),
  })
  .map(buildFailure)

property.prop([
  fc.record({
    tests: fc.array(failure, { maxLength: 5 }),
    change: files,
    inputs: fc.array(fc.record({ task: text, artifact_id: text, version: fc.nat(), files }), { maxLength: 2 }),
    commits: fc.array(fc.record({ sha: text, subject: text, files }), { maxLength: 2 }),
    reruns: fc.array(fc.record({ passed: fc.boolean() }), { maxLength: 3 }),
    sources: fc.array(
      fc.record({ path: text, text: fc.array(text, { maxLength: 20 }).map((lines) => lines.join('\n')) }),
      { maxLength: 4 },
    ),
  }),
  text,
  fc.boolean(),
])('whatever is asked, likelihoods are 1 to n, and no text breaks a line', (parts, output, timedOut) => {
  const request = buildRequest(parts)

  const ranked = rankSuspicions({ ...request, run: { ...request.run, output, timedOut } })

  expect(ranked.map(({ likelihood }) => likelihood)).toEqual(ranked.map((_, index) => index + 1))
  expect(ranked.length).toBeGreaterThanOrEqual(2)
  expect(ranked.length).toBeLessThanOrEqual(5)
  for (const { description, testable_condition, logging_point } of ranked)
    for (const line of [description, testable_condition, logging_point]) expect(line).toMatch(/^\P{Cc}{1,700}$/u)
})

property.prop([
  fc.array(fc.oneof(text, fc.constantFrom('diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'))),
])('whatever a diff says, reading it ends well', (lines) => {
  expect(parseChange(lines.join('\n'))).toBeInstanceOf(Array)
})
