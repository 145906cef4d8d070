import { describe, expect, test } from 'vitest'
import { issuePhases } from '../../../src/domain/records/status-report.ts'
import { renderIssueText } from '../../../src/views/terminal/issue-text.ts'
import { countColumns } from '../../../src/views/terminal/parts/wrap-columns.ts'
import { buildIssueStatus, buildTaskStatus } from '../../support/work/build-issue-status.ts'
import { hostileTexts } from '../hostile-text.ts'

const wide = { colours: false, width: 100 }

const debugged = buildIssueStatus({
  tasks: [
    buildTaskStatus({ state: 'DONE', approved: true, version: 2, approved_version: 2, pull_request: 12, by: 'ada' }),
    buildTaskStatus({
      id: 'T2',
      title: '检查令牌是否过期，并在过期时返回错误',
      state: 'TO_BE_MODIFY',
      attempts: 1,
      version: 1,
      rejected_versions: 1,
      pull_request: 13,
      by: 'codex',
    }),
    buildTaskStatus({ id: 'T3', title: 'Document it', executor: 'human', after: ['T1', 'T2'] }),
  ],
  progress: { overall: 41.6, develop: 33.3, validate: 50, debug: 100 },
  tests: { passed: 1, failed: 1, skipped: 0, coverage: 81.9 },
  debug: {
    task: 'T2',
    iteration: 1,
    at: '2026-11-21T03:12:00Z',
    flaky: false,
    failing_tests: ['refuses a token of yesterday'],
    hypotheses: [
      {
        id: 'H1',
        description: 'the comparison',
        place: 'src/auth.ts:5',
        status: 'rejected',
        verdict_reason: 'undone, it fails',
      },
      { id: 'H2', description: 'the time zone', place: 'src/time.ts:2', status: 'confirmed', verdict_reason: null },
    ],
  },
})

test('it says what the status comment says', () => {
  expect(renderIssueText(debugged, wide)).toMatchInlineSnapshot(`
    "#7 Refuse expired tokens
    ▶ working · iteration 2 of 10 · plan 1a2b3c4

      overall  ████████░░░░░░░░░░░░  41 %  1 of 3 tasks approved
      develop  ███████░░░░░░░░░░░░░  33 %
      validate ██████████░░░░░░░░░░  50 %  1 of 2 tests passed, 81 % covered
      debug    ████████████████████ 100 %  H2 is the cause

    ┌──────┬──────────────────────┬───────────────────────┬───────────────────────┬────────┬───────────┐
    │ task │ what                 │ state                 │ version               │ by     │ waits for │
    ├──────┼──────────────────────┼───────────────────────┼───────────────────────┼────────┼───────────┤
    │ T1   │ Raise the limit      │ approved              │ v2 in #12             │ ada    │           │
    │ T2   │ 检查令牌是否过期，并 │ to be redone (attempt │ v1 in #13, 1 rejected │ codex  │           │
    │      │ 在过期时返回错误     │ 2)                    │                       │        │           │
    │ T3   │ Document it          │ not started           │                       │ person │ T1 and T2 │
    └──────┴──────────────────────┴───────────────────────┴───────────────────────┴────────┴───────────┘

    Debug of T2, iteration 1: H2 is the cause
      ✗ refuses a token of yesterday
      H1 the comparison (src/auth.ts:5)
         rejected: undone, it fails
      H2 the time zone (src/time.ts:2)
         confirmed
    "
  `)
})

test('a failure by chance is laid on no change', () => {
  const { debug } = debugged
  if (debug === null) throw new Error('nothing was debugged')
  const hypotheses = debug.hypotheses.map((one) => ({ ...one, status: 'inconclusive' as const }))

  const text = renderIssueText({ ...debugged, debug: { ...debug, flaky: true, hypotheses } }, wide)

  expect(text).toContain('Debug of T2, iteration 1: flaky, no change is to blame\n')
  expect(text).toMatch(/debug +█+ 100 % {2}flaky, no change to blame\n/)
})

test('where no cause was found it says how the hypotheses ended', () => {
  const { debug } = debugged
  if (debug === null) throw new Error('nothing was debugged')
  const hypotheses = debug.hypotheses.map((one) => ({ ...one, status: 'inconclusive' as const }))

  const text = renderIssueText({ ...debugged, debug: { ...debug, hypotheses } }, wide)

  expect(text).toMatch(/debug +█+ 100 % {2}2 of 2 hypotheses inconclusive\n/)
})

test('before a test ran there is one bar, of the tasks', () => {
  expect(renderIssueText(buildIssueStatus(), wide)).toContain(
    '  tasks    ░░░░░░░░░░░░░░░░░░░░   0 %  0 of 1 task approved\n',
  )
})

test('before there is a plan there are neither bars nor tasks', () => {
  const text = renderIssueText(buildIssueStatus({ phase: 'planning', plan: null, tasks: [], iteration: null }), wide)

  expect(text).toBe('#7 Refuse expired tokens\n… being planned\n')
})

test('who paused it, when and why', () => {
  const since = { by: 'ada', at: '2026-11-21T03:12:00Z', why: 'release week' }

  const text = renderIssueText(buildIssueStatus({ phase: 'paused', since }), wide)

  expect(text).toContain('‖ paused · iteration 2 of 10 · plan 1a2b3c4\n  by ada since 21 Nov 03:12 UTC: release week\n')
})

test('what somebody has to do, and how', () => {
  const needs = [
    { task: 'T2', who: ['ada', 'grace'], what: 'judge AC-1', how: '/approve T2' },
    { task: null, who: [], what: 'the end of the pause', how: '/resume' },
  ]

  const text = renderIssueText(buildIssueStatus({ needs }), wide)

  expect(text).toContain('Waits for 2 things\n  ! ada or grace: T2: judge AC-1. How: /approve T2\n')
  expect(text).toContain('  ! anybody with write access: the end of the pause. How: /resume\n')
})

describe('the sights', () => {
  const lines = (colours: boolean) =>
    issuePhases.map((phase) => renderIssueText(buildIssueStatus({ phase }), { colours, width: 100 }).split('\n')[1])

  test('no two phases have the same words', () => {
    expect(new Set(lines(false)).size).toBe(issuePhases.length)
  })

  test('nor the same in colours', () => {
    expect(new Set(lines(true)).size).toBe(issuePhases.length)
  })
})

test.each([40, 60, 80, 100, 200])('nothing is wider than a terminal of %i columns', (width) => {
  const needs = [{ task: 'T2', who: ['ada'], what: '检查令牌'.repeat(20), how: '/approve T2' }]

  const lines = renderIssueText({ ...debugged, needs, title: 'word '.repeat(30) }, { colours: false, width }).split(
    '\n',
  )

  expect(lines.filter((line) => countColumns(line) > width)).toEqual([])
})

test('the borders of a table stand below each other whatever the titles are made of', () => {
  const borders = renderIssueText(debugged, wide)
    .split('\n')
    .filter((line) => /^[┌│├└]/.test(line))

  expect(new Set(borders.map(countColumns)).size).toBe(1)
})

test('colours are for terminals only', () => {
  expect(renderIssueText(debugged, wide)).not.toContain('\u001B')
  expect(renderIssueText(debugged, { ...wide, colours: true })).toContain('\u001B[9m')
})

test.each([...hostileTexts, 'a\u001B]0;owned\u0007b\u009B2Jc\rd\be', '\u202Egpj.exe'])(
  '%j steers no terminal',
  (text) => {
    const status = buildIssueStatus({
      title: text,
      phase: 'paused',
      since: { by: text, at: text, why: text },
      released: text,
      tasks: [
        buildTaskStatus({ title: text, by: text, version: 1, waits_for: { kind: 'push', who: [text], what: text } }),
        buildTaskStatus({ id: 'T2', executor: text, after: [text] }),
      ],
      needs: [{ task: 'T1', who: [text], what: text, how: text }],
      debug: {
        task: 'T1',
        iteration: 1,
        at: text,
        flaky: false,
        failing_tests: [text],
        hypotheses: [{ id: text, description: text, place: text, status: 'rejected', verdict_reason: text }],
      },
    })

    for (const width of [40, 120])
      expect(renderIssueText(status, { colours: false, width })).not.toMatch(
        /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u,
      )
  },
)
