import { afterAll, expect, test } from 'vitest'
import { buildJudgement, buildModelReview } from '../../support/agents/reviewer-answers.ts'
import { findInFolder } from '../../support/agents/find-in-folder.ts'
import { type ScriptedProvider, type SeenCall, startScriptedProvider } from '../../support/models/scripted-provider.ts'
import type { ScriptedTurn } from '../../support/models/scripted-turn.ts'
import { readGit } from '../support/git/git.ts'
import { useWorld } from '../support/processes/start-world.ts'

const providerKey = 'sk-canary-51c8e07d42'
let provider: ScriptedProvider | undefined
const world = useWorld({
  env: async () => {
    provider = await startScriptedProvider(play)
    return { OPENAI_BASE_URL: `${provider.origin}/v1`, OPENAI_API_KEY: providerKey, MODELS: 'model-1' }
  },
})
afterAll(() => provider?.[Symbol.asyncDispose]())

const tasks = ['T1', 'T2', 'T3', 'T4']
const textOf = (id: string) => `The page of ${id} explains itself.`

/** T1 holds; T2 fails, by a line that it looked up; of T3 it can't tell; what it quotes of T4 isn't there. */
function play({ body }: SeenCall): ScriptedTurn {
  const id = tasks.find((one) => body.includes(`${one}: Explain`)) ?? ''
  const path = `docs/${id}.md`
  const quotes = [{ path, line: 1, text: id === 'T4' ? 'What was never written.' : textOf(id) }]
  const review = (given: Parameters<typeof buildJudgement>[0]): ScriptedTurn => {
    const answer = buildModelReview({
      judgements: [buildJudgement({ id: 'AC-2', quotes, ...given })],
      advice: [`Say more in ${path}.`],
    })
    return { kind: 'answer', text: JSON.stringify(answer) }
  }
  if (id === 'T2')
    return body.includes('"tool_call_id"')
      ? review({ result: 'fails', reason: 'It explains nothing.' })
      : { kind: 'answer', tools: [{ name: 'read_file', input: { path } }] }
  if (id === 'T3') return review({ result: 'cannot_tell', reason: 'It is a matter of taste.', quotes: [] })
  return review({ reason: 'It explains itself.' })
}

const issueText = [
  '```yaml countersign',
  'description: Pages that explain themselves',
  'strategy_type: feature',
  'tasks:',
  ...tasks.flatMap((id) => [
    `  - id: ${id}`,
    `    title: Explain ${id}`,
    `    scope: docs/${id}.md`,
    '    executor: patch',
    '    estimated_person_days: 0.5',
    `    deliverable_spec: { filename: ${id}.md, output_dir: docs/, single_file: true }`,
    '    acceptance_criteria:',
    `      - statement: '\`docs/${id}.md\` exists'`,
    `      - { statement: 'The page names \`${id}\` and explains it', check_method: model_review }`,
  ]),
  '```',
  ...tasks.flatMap((id) => ['', `${id}:`, '', `\`\`\`md path=docs/${id}.md`, textOf(id), '```']),
].join('\n')

test('a model judges versions: one is approved, one rejected, and what it can’t tell or show is a person’s', async () => {
  const repo = await world.repository({ config: 'run: { max_attempts: 1 }\n' })

  const issue = await repo.planIssue('Explain', issueText)
  await repo.say(issue, 'maintainer', '/approve')

  const { reviews, receipts, nodes } = await repo.execution(issue)
  expect(Object.fromEntries(reviews.map(({ task, verdict, reviewer }) => [task, [verdict, reviewer]]))).toEqual({
    T1: ['APPROVED', 'rules, model-1'],
    T2: ['REJECTED', 'rules, model-1'],
  })
  const [approved, rejected] = ['T1', 'T2'].map((id) => reviews.find((one) => one.task === id))
  expect(approved?.opinion).toMatchObject({ by: 'model-1', score: 0.8, advice: ['Say more in docs/T1.md.'] })
  expect(rejected?.criteria.find(({ id }) => id === 'AC-2')?.evidence).toBe(
    `It explains nothing.\ndocs/T2.md:1: ${textOf('T2')}`,
  )
  const file = await readGit(repo.bareDir, ['show', `countersign/workflow:${rejected?.file?.path ?? ''}`])
  expect(file).toContain('## What model-1 thinks of it\n\n- It gives it 0.80.\n- Say more in docs/T2.md.')
  expect(file).toContain('Asked of models: the review')

  const asked = receipts.filter(({ outcome }) => outcome === 'reviewed')
  expect(Object.fromEntries(asked.map((one) => [one.task, one.questions?.[0]]))).toMatchObject({
    T1: { tries: 1, tools: {} },
    T2: { tries: 1, tools: { read_file: 1 } },
    T3: { tries: 1 },
    T4: { tries: 2 },
  })
  for (const [id, why] of [
    ['C3', "model-1 can't tell: It is a matter of taste."],
    ['C4', "model-1 can't be taken at its word: what is quoted of docs/T4.md:1 doesn't stand there"],
  ] as const)
    expect(nodes[id]).toMatchObject({
      state: 'WAITING_EXTERNAL',
      partial: expect.arrayContaining([{ id: 'AC-2', result: 'none', evidence: why }]) as unknown,
    })

  await repo.say(issue, 'writer', '/approve T3')
  const judged = (await repo.execution(issue)).reviews.find(({ task }) => task === 'T3')
  expect(judged).toMatchObject({ verdict: 'APPROVED', opinion: { by: 'model-1' } })
  expect(judged?.criteria).toContainEqual(
    expect.objectContaining({ id: 'AC-2', result: 'pass', judge: expect.any(String) as unknown }),
  )

  const pull = await repo
    .as('reader')
    .rest.pulls.listReviews({ ...repo.place, pull_number: await repo.pullOf(issue, 'T2') })
  expect(pull.data.map(({ body }) => body).join('\n')).toContain('**What model-1 thinks of it**')
  const history = await readGit(repo.bareDir, ['log', '-p', '--all'])
  expect(history).not.toContain(providerKey)
  expect(await findInFolder(world.dir, providerKey)).toEqual([])
})
