import { describe, expect, test } from 'vitest'
import { analyseRequirements } from '../../../src/domain/tuning/ask/analyse-requirements.ts'
import { askAmbiguities, settleAmbiguities } from '../../../src/domain/tuning/ask/settle-ambiguities.ts'
import { tuneSkill } from '../../../src/domain/tuning/orchestrate/tune-skill.ts'
import type { TuningRun } from '../../../src/domain/tuning/orchestrate/tuning-run.ts'
import { keepLineEnds, keepsItsLineEnds, readPlainText } from '../../../src/domain/tuning/read/line-ends.ts'
import { parseSkillPath } from '../../../src/domain/tuning/read/skill-path.ts'
import { initialTuningState, tuningStateSchema } from '../../../src/domain/tuning/state/tuning-state.ts'
import { answerMending } from '../../../src/domain/tuning/thread/answer-mending.ts'
import { beginTuning, carryTuning, failTuning, findTuningEnd } from '../../../src/domain/tuning/thread/carry-tuning.ts'
import { concludeTuning } from '../../../src/domain/tuning/thread/conclude-tuning.ts'
import { draftMending } from '../../../src/domain/tuning/thread/draft-mending.ts'
import { findTakenUp } from '../../../src/domain/tuning/thread/left-out.ts'
import { faultySkill } from '../../support/tuning/faulty-skill.ts'
import { planMending } from '../../../src/domain/tuning/thread/plan-mending.ts'

const at = '2026-11-26T05:00:00.000Z'
function diagnose(text: string): TuningRun {
  const tuned = tuneSkill({
    folderName: 'writer',
    path: 'skills/writer',
    sources: [{ path: 'SKILL.md', text }],
    complaint: '',
    focus: [],
    mostRisk: undefined,
    workDir: 'work',
    countTokens: (one) => Math.ceil(one.length / 4),
    now: () => at,
  })
  if (tuned.kind === 'faults') throw new Error(tuned.faults.join())
  return tuned.run
}

const all = { mend: () => true, rewrite: () => true }

describe('a plan that mends', () => {
  test('goes by data flow, agents, context and the rest, each patch on what the ones before have left', () => {
    const { steps, left } = planMending(diagnose(faultySkill), all)

    expect(steps.map(({ dimension }) => dimension)).toEqual(['agent', 'context', 'token_consumption'])
    for (const [index, { changes }] of steps.entries())
      expect(changes[0]?.before).toBe(index === 0 ? faultySkill : steps[index - 1]?.changes[0]?.after)
    expect(left.map(({ pattern }) => pattern)).toEqual(['DF-001'])
  })

  test('has a task for each step, after the one before, and one for what takes judgement, with the finding as its criterion', () => {
    const run = diagnose(faultySkill)
    const draft = draftMending(
      { path: 'skills/writer', name: 'writer', raw: new Map([['SKILL.md', faultySkill]]), passesThen: true },
      planMending(run, all),
    )

    expect(draft.tasks.map(({ id, executor, depends_on: after }) => [id, executor, after])).toEqual([
      ['T1', 'patch', undefined],
      ['T2', 'patch', ['T1']],
      ['T3', 'patch', ['T2']],
      ['T4', undefined, ['T3']],
    ])
    expect(draft.tasks[3]?.acceptance_criteria).toMatchObject([
      { check: 'diagnosis', target: 'skills/writer', text: expect.stringMatching(/^ISS-DF-001-/), severity: 'blocker' },
      { check: 'diagnosis', target: 'skills/writer', statement: expect.stringContaining('passes the quality gate') },
    ])
    expect(draft.tasks[0]?.work).toEqual([
      { kind: 'diff', diff: expect.stringContaining('+++ b/skills/writer/SKILL.md') },
    ])
  })

  test('leaves out what it may not mend, and files that it can’t write again as they are', () => {
    const run = diagnose(faultySkill)

    const without = planMending(run, { ...all, mend: ({ pattern }) => pattern !== 'CTX-001' && pattern !== 'DF-001' })
    expect(without.steps.flatMap(({ fixes }) => fixes.map(({ finding }) => finding.pattern))).not.toContain('CTX-001')
    expect(without.left).toEqual([])
    expect(planMending(run, { ...all, rewrite: () => false }).steps).toEqual([])
  })

  test('keeps the line ends of a file in its diff', () => {
    const raw = `\uFEFF${faultySkill.replaceAll('\n', '\r\n')}`
    const plan = planMending(diagnose(readPlainText(raw)), all)

    const { tasks } = draftMending(
      { path: '.', name: 'writer', raw: new Map([['SKILL.md', raw]]), passesThen: true },
      plan,
    )

    const [item] = tasks[0]?.work ?? []
    const changed = (item?.kind === 'diff' ? item.diff : '').split('\n').filter((line) => /^[-+] /.test(line))
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.every((line) => line.endsWith('\r'))).toBe(true)
    expect(keepLineEnds(raw, readPlainText(raw))).toBe(raw)
    expect(keepsItsLineEnds('a\r\nb\n')).toBe(false)
  })
})

describe('an answer in the thread', () => {
  const order = {
    path: 'skills/writer',
    raw: new Map([['SKILL.md', faultySkill]]),
    guidance: null,
    wasAsked: false,
    denied: [],
    state: null,
    taken: [],
  }

  test('is a plan, whose fixes are pending', () => {
    const run = diagnose(faultySkill)
    const { answer, state } = answerMending(order, run)

    expect(answer.kind === 'draft' ? answer.draft.tasks.length : 0).toBe(4)
    expect(state.status).toBe('running')
    expect(state.completed_actions).not.toContain('action-complete')
    expect(state.pending_fixes.length).toBe(run.tried.length)
    expect(tuningStateSchema.parse(state)).toEqual(state)
  })

  test.each([
    ['/replan without CTX-001', 'CTX-001'],
    ['leave DF-001 as it is', 'DF-001'],
    ['不要 AGT-005', 'AGT-005'],
  ])('leaves out what %j says', (guidance, pattern) => {
    const { answer } = answerMending({ ...order, guidance }, diagnose(faultySkill))

    expect(JSON.stringify(answer)).not.toContain(pattern)
  })

  test('is a no where everything is left out, or nothing is wrong', () => {
    const without = 'without AGT-001, AGT-002, AGT-005, CTX-001, TKN-003, DF-001'

    expect(answerMending({ ...order, guidance: without }, diagnose(faultySkill)).answer).toMatchObject({
      kind: 'declined',
    })
    expect(answerMending(order, diagnose('---\nname: a\n---\nWrite.\n'))).toMatchObject({
      answer: { kind: 'declined', why: expect.stringContaining('Nothing that is looked for') },
      state: { status: 'completed' },
    })
  })

  test('says what would free a skill that agents take as told; then patches mend it, and judgement stays out', () => {
    const path = '.claude/skills/writer'
    const closed = answerMending({ ...order, path }, diagnose(faultySkill))
    expect(closed.answer).toMatchObject({
      kind: 'needs_input',
      lacks: [expect.stringContaining("`tune: { paths: ['.claude/skills/writer/**'] }`")],
    })

    const { answer } = answerMending({ ...order, path, denied: ['!.claude/skills/**'] }, diagnose(faultySkill))
    expect(answer.kind === 'draft' ? answer.draft : {}).toMatchObject({
      tasks: [{ executor: 'patch' }, { executor: 'patch' }, { executor: 'patch' }],
      notes: [expect.stringContaining('DF-001 in SKILL.md')],
    })
  })

  test('makes a task of what a model found where somebody takes it up, and a person judges that', () => {
    const opined = {
      id: 'MODEL-0123abcd',
      dimension: 'agent' as const,
      severity: 'critical' as const,
      path: 'SKILL.md',
      line: 5,
      evidence: '# Writer',
      message: 'Nothing says when to stop.',
      remedy: 'Name a test.',
    }
    const opinion = { kind: 'given' as const, by: 'model-1', findings: [opined] }
    const taken = findTakenUp('/replan with MODEL-0123ABCD', opinion)
    expect(taken).toEqual([opined])
    expect(findTakenUp('without MODEL-0123abcd', opinion)).toEqual([])
    expect(findTakenUp('with MODEL-0123abcd', undefined)).toEqual([])

    const well = diagnose('---\nname: a\n---\nWrite.\n')
    const { answer, state } = answerMending({ ...order, taken }, well)

    expect(answer.kind === 'draft' ? answer.draft.tasks : []).toMatchObject([
      {
        scope: 'skills/writer/**',
        acceptance_criteria: [{ check_method: 'manual_review', severity: 'blocker' }, { check: 'diagnosis' }],
      },
    ])
    expect(state.issues).toEqual([])
    expect(answerMending({ ...order, taken, path: '.claude/skills/a' }, well).answer.kind).toBe('declined')
  })

  test('holds no gate that can’t pass then', () => {
    const many = [1, 2, 3].map((at) => `\`max_${at}_pages\` is 5.\n\n\`max_${at}_pages\` is 6.\n`).join('\n')
    const run = diagnose(`${faultySkill}\n${many}`)
    const wrong = run.findings.filter(({ pattern }) => pattern === 'DOC-CON-001').length
    const { answer } = answerMending({ ...order, guidance: 'without DOC-CON-001' }, run)

    const criteria = answer.kind === 'draft' ? answer.draft.tasks.flatMap((task) => task.acceptance_criteria ?? []) : []
    expect(criteria.some(({ text }) => text === undefined)).toBe(wrong === 0)
  })
})

describe('a tuning goes on', () => {
  const state = { ...initialTuningState, status: 'running' as const }

  test('until five rounds are over, three errors were made, or two rounds changed nothing', () => {
    expect(findTuningEnd(null, 0)).toBeUndefined()
    expect(findTuningEnd({ ...state, iteration_count: 4, error_count: 2 }, 1)).toBeUndefined()
    expect(findTuningEnd({ ...state, iteration_count: 5 }, 0)).toContain('5 rounds')
    expect(findTuningEnd(state, 2)).toContain('The last 2 rounds left as many findings')
    const failed = [1, 2, 3].reduce(
      (before) => failTuning(before, { path: 'a', about: '', message: 'There is no SKILL.md.', at }),
      beginTuning('a', ''),
    )
    expect(failed).toMatchObject({ status: 'failed', error_count: 3, started_at: at })
    expect(findTuningEnd(failed, 0)).toBe('The tuning has failed: 3 errors, the last of them: There is no SKILL.md')
    expect(tuningStateSchema.parse(failed)).toEqual(failed)
  })

  test('from what was counted before', () => {
    const before = { ...state, started_at: 'first', iteration_count: 2, error_count: 1 }

    expect(carryTuning(before, { ...state, started_at: at })).toMatchObject({
      started_at: 'first',
      iteration_count: 2,
      error_count: 1,
    })
  })

  test('to the second diagnosis, which says of each fix whether its finding is gone', () => {
    const run = diagnose(faultySkill)
    const [gone, ...others] = run.state.proposed_fixes.map(({ id }) => id)
    const before = { ...run.state, pending_fixes: [gone ?? '', ...others] }
    const again = diagnose(faultySkill.replace('allowed-tools: Read', 'allowed-tools: Read, Task'))

    const after = concludeTuning(before, again, 'abc', at)

    expect(after).toMatchObject({ status: 'completed', iteration_count: 1, pending_fixes: [] })
    expect(after.issues).toEqual(again.state.issues)
    const passed = after.applied_fixes.filter(({ success }) => success).map(({ fix_id: id }) => id)
    expect(passed).toEqual([expect.stringMatching(/^FIX-AGT-005-/)])
    expect(after.applied_fixes).toHaveLength(before.pending_fixes.length)
    expect(after.quality_score).toBeLessThan(80)
    expect(tuningStateSchema.parse(after)).toEqual(after)
  })
})

describe('what can be read in two ways', () => {
  const analysis = analyseRequirements('It forgets the goal. It never works.', at)

  test('is asked about, with readings to pick from', () => {
    expect(askAmbiguities(analysis)).toMatchObject([
      {
        question: expect.stringContaining('It never works'),
        proposals: ['context explosion', 'memory loss', 'dataflow break', 'agent failure'],
      },
    ])
  })

  test.each([
    ['1b', 'memory_loss', 1],
    ['1 C, please', 'dataflow_break', 1],
    ['d', 'agent_failure', 1],
    ['1: too many tokens, too expensive', 'token_consumption', 1],
    ['no idea', 'unknown', 0],
    ['2b', 'unknown', 0],
  ])('%j settles it as %s', (answer, category, confidence) => {
    const settled = settleAmbiguities(analysis, answer)

    expect(settled.status).toBe('completed')
    expect(settled.dimensions.at(-1)).toMatchObject({ inferred_category: category, confidence })
    expect(askAmbiguities(settled)).toEqual([])
    expect(settled.coverage.with_fix_strategy).toBe(confidence === 1 ? 2 : 1)
  })
})

test.each([
  ['skills/writer', 'skills/writer'],
  ['./skills/writer/', 'skills/writer'],
  ['/skills/writer/SKILL.md', 'skills/writer'],
  ['SKILL.md', '.'],
  ['.', '.'],
])('%j is the skill at %s', (text, path) => {
  expect(parseSkillPath(text)).toEqual({ kind: 'path', path })
})

test.each(['', 'skills/../../etc', '.git/hooks', String.raw`skills\writer`, 'C:/skills'])('%j is no skill', (text) => {
  expect(parseSkillPath(text).kind).toBe('problem')
})
