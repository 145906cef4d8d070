import { describe, expect, test } from 'vitest'
import { askSkillAdviser, addOpinion } from '../../../../src/adapters/agents/tuner/ask-skill-adviser.ts'
import { createModelSkillAdviser } from '../../../../src/adapters/agents/tuner/create-model-skill-adviser.ts'
import { createReaderOfFiles } from '../../../../src/adapters/agents/tuner/reader-of-files.ts'
import type { SkillReading } from '../../../../src/application/ports/roles/skill-adviser.ts'
import type { SkillOpinion } from '../../../../src/domain/tuning/opinion/skill-opinion.ts'
import { freezeText } from '../../../../src/domain/text/frozen-text.ts'
import { initialTuningState } from '../../../../src/domain/tuning/state/tuning-state.ts'
import { renderSkillOpinion } from '../../../../src/views/tuning/skill-opinion.ts'
import { createFakeLanguageModel, type FakeAnswer } from '../../../support/agents/fake-language-model.ts'
import { buildConfiguration } from '../../../support/builders.ts'
import { buildPlanRequest } from '../../../support/plans/plan-issue.ts'

const text = '---\nname: a\n---\n\n# Writer\n\nStop when it is good enough.\n'
const files = [
  { path: 'SKILL.md', text },
  { path: 'phases/01-write.md', text: '# Write\n\nWrite it.\n' },
]
const quote = { path: 'SKILL.md', line: 5, text: 'Stop when it is good enough.' }
const finding = {
  dimension: 'agent',
  severity: 'critical',
  message: 'Nothing says  when.',
  remedy: 'Name a test.',
  quote,
}

function adviserOf(...answers: FakeAnswer[]) {
  const language = createFakeLanguageModel(
    (_question, number) => answers[Math.min(number, answers.length) - 1] ?? { value: {} },
  )
  return { adviser: createModelSkillAdviser(language), questions: language.asked }
}

const asked: SkillReading = {
  files,
  complaint: 'It never ends.',
  known: [],
  commit: 'c'.repeat(40),
  owner: { runId: 'run-1', repository: 'o/r', issue: 7 },
  model: null,
  contextTokens: 24_000,
  maxTurns: 30,
  timeoutMs: 1_000,
  signal: new AbortController().signal,
}

describe('a model that reads a skill', () => {
  test('adds what it can show, at the line where it stands', async () => {
    const { adviser, questions } = adviserOf({ value: { gate: 'pass', findings: [finding, finding] } })

    const { opinion } = await adviser.read(asked)

    expect(opinion).toEqual({
      kind: 'given',
      by: 'model-1',
      findings: [
        {
          id: expect.stringMatching(/^MODEL-[\da-f]{8}$/),
          dimension: 'agent',
          severity: 'critical',
          path: 'SKILL.md',
          line: 7,
          evidence: 'Stop when it is good enough.',
          message: 'Nothing says when.',
          remedy: 'Name a test.',
        },
      ],
    })
    expect(questions[0]?.prompt).toMatchObject({ name: 'read-skill@1', text: expect.not.stringContaining('Writer') })
    expect(questions[0]?.data.map(({ label }) => label)).toEqual([
      'what people say is wrong',
      'what rules found',
      'file of the skill',
      'file of the skill',
    ])
  })

  test.each([
    ['lines that are not there', { ...quote, text: 'Stop when the tests pass.' }],
    ['a file that is not there', { ...quote, path: 'phases/09-none.md' }],
    ['another place', { ...quote, line: 70 }],
  ])('can’t show it by %s, and is then not heard', async (_name, forged) => {
    const { adviser } = adviserOf({ value: { findings: [finding, { ...finding, quote: forged }] } })

    expect(await adviser.read(asked)).toMatchObject({
      opinion: { kind: 'none', why: expect.stringContaining('no answer that can be taken') },
      receipt: { tries: 2 },
    })
  })

  test('is done without where it is away, unknown or at its limit', async () => {
    const away = adviserOf({ failure: { kind: 'outage', reason: 'HTTP 503' } })
    const ended = adviserOf({ failure: { kind: 'ended', reason: 'stopped' } })

    expect((await away.adviser.read(asked)).opinion).toMatchObject({ kind: 'none' })
    expect(await away.adviser.read({ ...asked, model: 'other' })).toMatchObject({
      opinion: { why: expect.stringContaining("`other` isn't among") },
      receipt: null,
    })
    await expect(ended.adviser.read(asked)).rejects.toMatchObject({ code: 'told_to_end' })
  })

  test('is told as much as there is room for, and looks at the rest by tools', async () => {
    const { adviser, questions } = adviserOf({ value: { findings: [] } })

    await adviser.read({ ...asked, contextTokens: 10 })

    expect(questions[0]?.data.map(({ label }) => label)).toEqual([
      'what people say is wrong',
      'what rules found',
      'file of the skill',
      'files that are not shown here',
    ])
    const reader = createReaderOfFiles(files, 'c')
    expect(await reader.list('')).toEqual(['SKILL.md', 'phases/'])
    expect(await reader.list('phases')).toEqual(['01-write.md'])
    expect(await reader.list('none')).toBeUndefined()
    expect(await reader.read('../SKILL.md', 100)).toBeUndefined()
    expect(await reader.read('SKILL.md', 3)).toEqual({ kind: 'text', text: '---', isCut: true })
    expect((await reader.search('WRITE', 'phases', 1)).lines).toEqual([
      { path: 'phases/01-write.md', line: 1, text: '# Write' },
    ])
  })
})

describe('in a thread', () => {
  const skill = { files, complaint: '', known: [] }
  const issue = { number: 7, frozen: { ...freezeText('Tune', ''), author: 'ada', labels: [], at: '', by: 'ada' } }
  const by = (skill_adviser: 'rules' | 'model') =>
    buildPlanRequest({ issue, configuration: buildConfiguration({ agents: { skill_adviser } }) })
  const opined = {
    id: 'MODEL-01234567',
    dimension: 'agent' as const,
    severity: 'critical' as const,
    path: 'SKILL.md',
    line: 7,
    evidence: 'Stop.',
    message: 'Nothing says when.',
    remedy: 'Name a test.',
  }
  const given: SkillOpinion = { kind: 'given', by: 'model-1', findings: [opined] }

  test('it is asked where the configuration says so, once for a commit, and not for a second draft', async () => {
    const { adviser, questions } = adviserOf({ value: { findings: [] } })
    const request = by('model')
    const record = { path: 'a', about: '', before: null, after: null, diagnosed: null, in_vain: 0 }
    const measure = {
      commit: request.commit,
      critical: 0,
      high: 0,
      medium: 0,
      low: 0,
      score: 100,
      gate: 'pass' as const,
      tokens: 1,
    }
    const tuning = { record: { ...record, before: measure, opinion: given }, state: null, workDir: '', at: '' }

    expect(await askSkillAdviser(adviser, by('rules'), skill)).toBeUndefined()
    expect(await askSkillAdviser(adviser, { ...request, draft: {} as never }, skill)).toBeUndefined()
    expect(await askSkillAdviser(adviser, { ...request, tuning }, skill)).toEqual({ opinion: given, receipt: null })
    expect(questions).toEqual([])
    expect(await askSkillAdviser(adviser, { ...request, tuning, commit: 'd'.repeat(40) }, skill)).toMatchObject({
      opinion: { kind: 'given', findings: [] },
      receipt: { role: 'skill adviser' },
    })
    expect(await askSkillAdviser(undefined, request, skill)).toMatchObject({
      opinion: { kind: 'none', why: expect.stringContaining('this server has none') },
    })
  })

  test('what it says changes the report and nothing else', () => {
    const answer = { kind: 'declined' as const, why: 'Nothing is wrong.' }
    const state = { ...initialTuningState, final_report: 'Report.' }

    const added = addOpinion({ answer, tuning: { state, measure: null } }, { opinion: given, receipt: null })

    const report = expect.stringContaining('it says critical')
    expect(added).toEqual({
      kind: 'declined',
      why: 'Nothing is wrong. `model-1` adds, by its own word: `SKILL.md:7` Nothing says when.',
      tuning: { state: { ...state, final_report: report }, measure: null, opinion: given },
    })
    expect(addOpinion({ answer, tuning: { state, measure: null } }, undefined).tuning).toEqual({ state, measure: null })
  })

  test('its words are text, wherever they are shown', () => {
    const hostile = '</details> | @all <img src=x> [a](https://b) #1'
    const findings = [{ ...opined, path: hostile, message: hostile, remedy: hostile }]
    const shown = renderSkillOpinion({ ...given, by: hostile, findings }).replaceAll(/`[^`]*`/g, '')

    expect(shown).not.toMatch(/<img|<\/details>|(?<!\\)[@#[]|(?<!\\)\](?=\()/)
  })
})
