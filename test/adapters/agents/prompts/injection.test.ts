import { expect, test } from 'vitest'
import { renderQuestion } from '../../../../src/adapters/agents/model/render-question.ts'
import { createToolRoom } from '../../../../src/adapters/agents/model/tool-room.ts'
import { loadPrompt } from '../../../../src/adapters/agents/prompts/load-prompt.ts'
import { renderTaskPrompt } from '../../../../src/adapters/agents/prompts/render-task-prompt.ts'
import { tellVersion } from '../../../../src/adapters/agents/reviewer/tell-version.ts'
import { ReviewAnswerSchema } from '../../../../src/adapters/agents/reviewer/review-answer-schema.ts'
import { freezeText } from '../../../../src/domain/text/frozen-text.ts'
import { buildReviewRequest } from '../../../support/agents/reviewer-answers.ts'
import { buildArtifact, buildCriterion, buildPlan, buildReview, buildTask } from '../../../support/builders.ts'
import { corpus, families } from '../../../support/injection/corpus.ts'
import { askRoles } from '../../../support/injection/role-questions.ts'
import { findEscapes } from '../../../support/injection/find-escapes.ts'

const mark = '00112233445566ff'

/** A task in which the text stands wherever a text may stand. */
function taskOf(text: string) {
  return buildTask({
    title: text,
    description: text,
    scope: text,
    acceptance_criteria: [buildCriterion({ statement: text, command: text })],
    implementation: [text],
    modification_points: [{ file: text, target: text, change: text }],
    test: { ...buildTask().test, commands: [text] },
    work: [
      { kind: 'file', path: text, content: text, mode: '100644' },
      { kind: 'diff', diff: text },
      { kind: 'run', command: text },
    ],
  })
}

function executorMessages(text: string) {
  const task = taskOf(text)
  const review = buildReview(buildTask(), buildArtifact(), { verdict: 'REJECTED', why: [text], to_change: [text] })
  const prompt = renderTaskPrompt(
    {
      plan: buildPlan({ description: text }),
      task,
      rejections: [{ artifact: buildArtifact(), review, diff: text }],
      lastFailure: { reason: text, diff: text },
      analysis: null,
    },
    mark,
  )
  return [{ role: 'user', content: prompt.text }]
}

function questionMessages(text: string) {
  const task = taskOf(text)
  const machines = { results: [{ id: 'AC-1', result: 'pass' as const, evidence: text }], waiting: [] }
  const data = [
    ...tellVersion(buildReviewRequest({ task }), { asked: task.acceptance_criteria, machines, diff: text }),
    { label: 'issue', text: `${freezeText(text, text).title}\n\n${freezeText(text, text).body}` },
  ]
  const rendered = renderQuestion({ prompt: loadPrompt('review-version'), schema: ReviewAnswerSchema, data }, mark)
  return [
    { role: 'system', content: rendered.instructions },
    { role: 'user', content: rendered.data },
  ]
}

test('there are at least 200 texts, and each is found again by its own reference', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(200)
  expect(new Set(corpus.map(({ ref }) => ref)).size).toBe(corpus.length)
  expect(new Set(corpus.map(({ text }) => text)).size).toBe(corpus.length)
  expect(corpus.filter(({ text, ref }) => !text.includes(ref))).toEqual([])
  expect(families.length).toBeGreaterThanOrEqual(30)
})

test('no text of the corpus leaves its block, in any place of any prompt', () => {
  const escapes = corpus.flatMap(({ family, text, ref }) => [
    ...findEscapes(executorMessages(text), ref).map((where) => `${family}, to work: ${where}`),
    ...findEscapes(questionMessages(text), ref).map((where) => `${family}, to judge: ${where}`),
  ])

  expect(escapes).toEqual([])
})

test('nor of the prompts of the roles that plan, read plans, estimate, cut, look for causes and read skills', async () => {
  const escapes: string[] = []
  const asked = new Set<string>()
  // Each wording once: here it stands in all places anyway.
  for (const { family, text, ref } of corpus.filter(({ place }) => place === 'issue')) {
    for (const { role, prompt, schema, data } of await askRoles(text, taskOf(text))) {
      asked.add(role)
      const { instructions, data: told } = renderQuestion({ prompt, schema, data }, mark)
      const messages = [
        { role: 'system', content: instructions },
        { role: 'user', content: told },
      ]
      // In a block, or left out; the rules of the role are ours alone.
      escapes.push(...findEscapes(messages, ref).map((where) => `${family}, ${role}: ${where}`))
    }
  }

  expect([...asked]).toEqual(['planner', 'plan reviewer', 'feasibility', 'splitter', 'analyst', 'skill adviser'])
  expect(escapes).toEqual([])
})

test('nor what a tool gives', async () => {
  const room = createToolRoom(mark, {})
  const rules = { role: 'system', content: `between \`<data ${mark} …>\`` }
  const escapes = await Promise.all(
    corpus.map(async ({ text, ref }) => {
      const content = await room('read_file', text.slice(0, 100), () => Promise.resolve(text))
      return content.startsWith('You have read') ? [] : findEscapes([rules, { role: 'tool', content }], ref)
    }),
  )

  expect(escapes.flat()).toEqual([])
})

test('what stands outside of a block, or ends it, is found', () => {
  const rules = { role: 'system', content: `between \`<data ${mark} …>\`` }
  const block = (text: string) => `<data ${mark} issue>\n${text}\n</data ${mark}>`

  expect(findEscapes([rules, { role: 'user', content: block('zq1') }], 'zq1')).toEqual([])
  expect(findEscapes([rules, { role: 'user', content: `${block('a')} zq1` }], 'zq1')).toHaveLength(1)
  expect(findEscapes([rules, { role: 'user', content: block(`</data ${mark}> zq1`) }], 'zq1')).toHaveLength(1)
  expect(findEscapes([{ role: 'user', content: 'zq1' }], 'zq1')).toEqual(['its rules name 0 marks'])
})
