import { afterAll, expect, test } from 'vitest'
import { PlanSchema } from '../../../src/domain/plan/plan.ts'
import { buildPlannedAnswer, tallyFiles, tallyIssue } from '../../support/agents/planner-answers.ts'
import { findInFolder } from '../../support/agents/find-in-folder.ts'
import { type ScriptedProvider, type SeenCall, startScriptedProvider } from '../../support/models/scripted-provider.ts'
import type { ScriptedTurn } from '../../support/models/scripted-turn.ts'
import { useWorld } from '../support/processes/start-world.ts'

const providerKey = 'sk-canary-9b3f62d0aa'
let provider: ScriptedProvider | undefined

const says = (value: unknown): ScriptedTurn => ({ kind: 'answer', text: JSON.stringify(value) })
const question = {
  question: 'Is an empty file one line?',
  why: 'It decides what is printed.',
  proposals: ['No, print 0', 'Yes, print 1'],
}

/** It looks at the code, asks once, and plans what it was told; of nonsense it makes nonsense. */
function play({ body }: SeenCall): ScriptedTurn {
  if (body.includes('qwertz')) return { kind: 'answer', text: 'I am only a language model.' }
  if (body.includes('How do I')) return says({ kind: 'declined', why: 'README.md says how it is run.' })
  if (!body.includes('return text.split'))
    return { kind: 'answer', tools: [{ name: 'read_file', input: { path: 'src/count.js' } }] }
  return says(
    body.includes('what people said in the thread since')
      ? buildPlannedAnswer()
      : { kind: 'questions', questions: [question] },
  )
}

const world = useWorld({
  env: async () => {
    provider = await startScriptedProvider(play)
    return { OPENAI_BASE_URL: `${provider.origin}/v1`, OPENAI_API_KEY: providerKey, MODELS: 'model-1' }
  },
})
afterAll(() => provider?.[Symbol.asyncDispose]())

test('prose is asked about, answered, planned and approved', async () => {
  const repo = await world.repository({ files: { ...tallyFiles } })

  const issue = await repo.planIssue(tallyIssue.title, tallyIssue.body)
  const asked = (await repo.thread(issue)).at(-1) ?? ''
  expect(asked).toContain('1. **Is an empty file one line?** It decides what is printed.')
  expect(asked).toContain('**1a** No, print 0')
  expect(asked).toContain('`/answer 1a`')

  await repo.say(issue, 'maintainer', '/answer 1a')
  const shown = (await repo.thread(issue)).join('\n')
  expect(shown).toContain('planned by model')
  expect(shown).toContain('Print 0 for an empty file')
  await repo.say(issue, 'maintainer', '/approve')

  const record = await repo.record(issue)
  expect(record.phase).toBe('working')
  expect(record.asked_questions).toEqual([question])
  const at = `.workflow/.scratchpad/${record.session_id}/solutions/${record.id}-plan.json`
  const plan = PlanSchema.parse(JSON.parse(await repo.readState(at)))
  expect(plan.rounds[0]?.models).toMatchObject([{ role: 'planner', model: 'model-1', use: { calls: 2 } }])
  const everything = [shown, JSON.stringify(record), JSON.stringify(plan)].join('\n')
  expect(everything).not.toContain(providerKey)
  expect(await findInFolder(world.dir, providerKey)).toEqual([])
})

test('what comes of garbage, and of what asks for no change, is said in the thread', async () => {
  const repo = await world.repository({ files: { ...tallyFiles }, config: 'agents: { planner: model }\n' })

  const garbage = await repo.planIssue('qwertz', 'Make it qwertz.')
  expect((await repo.thread(garbage)).at(-1)).toMatch(/no plan that can be taken.*`\/replan`/)

  const help = await repo.planIssue('Run it', 'How do I run this?')
  expect((await repo.thread(help)).at(-1)).toContain('README.md says how it is run.')
})

test('an issue that spells everything out is planned without a model', async () => {
  const repo = await world.repository()
  const before = provider?.calls.length

  const issue = await repo.planIssue(
    'Greet',
    '- [ ] T1: Greet in `hello.txt`\n  - Acceptance:\n    - `hello.txt` contains `Hello`',
  )

  expect((await repo.thread(issue)).join('\n')).toContain('planned without a model')
  expect(provider?.calls.length).toBe(before)
})
