import { describe, expect, test } from 'vitest'
import { takeAction, tuneSkill } from '../../../src/domain/tuning/orchestrate/tune-skill.ts'
import type { TuningOrder, TuningRun } from '../../../src/domain/tuning/orchestrate/tuning-run.ts'
import { tuningStateSchema } from '../../../src/domain/tuning/state/tuning-state.ts'

const faulty = `---
name: writer
allowed-tools: Read
---
# Writer

\`\`\`js
while (!done) {
  const r = await Task({ prompt: \`Write. \${Read('spec.md')}\` })
  history.push(r.text)
}
\`\`\`
`

function order(more: Partial<TuningOrder> = {}): TuningOrder {
  return {
    folderName: 'writer',
    path: 'skills/writer',
    sources: [{ path: 'SKILL.md', text: faulty }],
    complaint: '',
    focus: [],
    mostRisk: 'medium',
    workDir: 'work',
    countTokens: (text) => Math.ceil(text.length / 4),
    now: () => '2026-11-26T05:00:00.000Z',
    ...more,
  }
}

function tune(more: Partial<TuningOrder> = {}): TuningRun {
  const tuned = tuneSkill(order(more))
  if (tuned.kind === 'faults') throw new Error(tuned.faults.join())
  return tuned.run
}

test('actions run in their order, once each, until the tuning is completed', () => {
  const { state } = tune({ complaint: 'tokens explode' })

  expect(state.completed_actions).toEqual([
    'action-init',
    'action-analyze-requirements',
    'action-diagnose-context',
    'action-diagnose-memory',
    'action-diagnose-dataflow',
    'action-diagnose-agent',
    'action-diagnose-docs',
    'action-diagnose-token-consumption',
    'action-propose-fixes',
    'action-apply-fix',
    'action-verify',
    'action-propose-fixes',
    'action-complete',
  ])
  expect(state.action_history.map(({ action }) => action)).toEqual(state.completed_actions)
  expect(state.status).toBe('completed')
  expect(tuningStateSchema.parse(state)).toEqual(state)
})

test('fixes are verified, and the second diagnosis finds what they left', () => {
  const run = tune()

  expect(run.before?.findings.map(({ pattern }) => pattern).toSorted()).toEqual([
    'AGT-001',
    'AGT-002',
    'AGT-005',
    'CTX-001',
    'TKN-003',
  ])
  expect(run.findings).toEqual([])
  expect(run.state.applied_fixes.map(({ verification_result: result }) => result)).toEqual(Array(5).fill('pass'))
  expect(run.state.pending_fixes).toEqual([])
  expect(run.state).toMatchObject({ iteration_count: 1, quality_gate: 'pass', quality_score: 100 })
})

test('without leave to apply, fixes are proposed with their difference, and nothing changes', () => {
  const run = tune({ mostRisk: undefined })

  expect(run.sources).toEqual([{ path: 'SKILL.md', text: faulty }])
  expect(run.state.pending_fixes).toHaveLength(5)
  expect(run.state.proposed_fixes[0]?.changes[0]?.diff).toMatch(/^--- a\/SKILL\.md\n\+\+\+ b\/SKILL\.md\n@@/)
})

test('a skill tuned once is left alone the second time', () => {
  const once = tune()

  const twice = tune({ sources: once.sources })

  expect(twice.sources).toEqual(once.sources)
  expect(twice.state.applied_fixes).toEqual([])
})

test('with a focus the other diagnoses are skipped, what they would find is not told, and fixes hold beside it', () => {
  const run = tune({ focus: ['agent', 'authoring'] })

  expect(run.before?.findings.map(({ pattern }) => pattern).toSorted()).toEqual(['AGT-001', 'AGT-002', 'AGT-005'])
  expect(Object.entries(run.state.diagnosis).map(([key, found]) => [key, found?.status, found?.issues_found])).toEqual([
    ['context', 'skipped', 0],
    ['memory', 'skipped', 0],
    ['dataflow', 'skipped', 0],
    ['agent', 'completed', 3],
    ['docs', 'skipped', 0],
    ['token_consumption', 'completed', 0],
  ])
  expect(run.state).toMatchObject({ focus_areas: ['agent', 'authoring'], issues: [] })
  expect(run.state.applied_fixes.map(({ success }) => success)).toEqual([true, true, true])
  expect(run.sources[0]?.text).toContain('history.push')
  expect(tuningStateSchema.parse(run.state)).toEqual(run.state)
})

describe('errors', () => {
  const broken = {
    name: 'action-broken',
    mayRun: () => true,
    run: () => {
      throw new Error('no')
    },
    outputs: [],
  }

  test('the third ends the tuning as failed', () => {
    let run = tune({ mostRisk: undefined })
    run = { ...run, state: { ...run.state, status: 'running' } }

    run = takeAction(takeAction(run, [broken]), [broken])
    expect(run.state).toMatchObject({ status: 'running', error_count: 2 })
    run = takeAction(run, [broken])

    expect(run.state).toMatchObject({ status: 'failed', error_count: 3 })
    expect(run.state.errors[0]).toMatchObject({ action: 'action-broken', message: 'no', recoverable: true })
    expect(run.state.action_history.at(-1)).toMatchObject({ action: 'action-broken', result: 'failure' })
  })

  test('a diagnosis that fails says so, and the next is made', () => {
    const countTokens = () => {
      throw new Error('no tokenizer')
    }
    const long = 'Write each page with care and read it again. '.repeat(200)
    const { state } = tune({ sources: [{ path: 'SKILL.md', text: `---\nname: a\n---\n${long}` }], countTokens })

    expect(state).toMatchObject({ status: 'failed', error_count: 3, quality_gate: 'fail' })
    expect(Object.values(state.diagnosis).map((one) => one?.status)).toEqual([
      ...Array(3).fill('failed'),
      ...Array(3).fill(undefined),
    ])
    expect(state.errors[2]).toMatchObject({ action: 'action-diagnose-dataflow', message: 'no tokenizer' })
  })

  test('where no action may run, it has failed at once', () => {
    expect(takeAction(tune(), []).state).toMatchObject({ status: 'failed', errors: [{ recoverable: false }] })
  })
})

test.each([
  ['no SKILL.md', [{ path: 'a.md', text: 'a' }], 'There is no SKILL.md in writer'],
  ['a SKILL.md further down', [{ path: 'a/SKILL.md', text: 'a' }], 'There is one in a: name that folder.'],
  ['no front matter', [{ path: 'SKILL.md', text: '# A' }], 'SKILL.md does not begin with front matter'],
  ['broken YAML', [{ path: 'SKILL.md', text: '---\nname: [a\n---\n' }], /SKILL\.md: front matter: Line \d, column \d/],
  ['front matter that is a list', [{ path: 'SKILL.md', text: '---\n- a\n---\n' }], 'front matter is no list of keys'],
])('%s is told', (_case, sources, words) => {
  const tuned = tuneSkill(order({ sources }))

  expect(tuned.kind === 'faults' ? tuned.faults[0] : '').toMatch(words)
})

test('agent instructions are looked at where there is no skill', () => {
  const run = tune({
    sources: [{ path: 'AGENTS.md', text: '# Agents\n\nEach agent returns the full content of its report.\n' }],
  })

  expect(run.before?.findings).toMatchObject([{ pattern: 'CTX-004', path: 'AGENTS.md', line: 3 }])
})
