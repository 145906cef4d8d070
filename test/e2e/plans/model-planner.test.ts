import { afterAll, expect, test } from 'vitest'
import { PlanSchema } from '../../../src/domain/plan/plan.ts'
import { buildPlannedAnswer, buildTaskAnswer, tallyFiles, tallyIssue } from '../../support/agents/planner-answers.ts'
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

const opined = {
  dimension: 'agent',
  severity: 'critical',
  message: 'Nobody could say when that is.',
  remedy: 'Name a test.',
  quote: { path: 'SKILL.md', line: 7, text: 'Stop when it is good enough.' },
}

/** It looks at the code, asks once, and plans what it was told; of nonsense it makes nonsense. */
function play({ body }: SeenCall): ScriptedTurn {
  if (body.includes('You read a skill')) return says({ findings: [opined] })
  if (body.includes('qwertz')) return { kind: 'answer', text: 'I am only a language model.' }
  if (body.includes('How do I')) return says({ kind: 'declined', why: 'README.md says how it is run.' })
  if (!body.includes('return text.split'))
    return { kind: 'answer', tools: [{ name: 'read_file', input: { path: 'src/count.js' } }] }
  if (!body.includes('what people said in the thread since')) return says({ kind: 'questions', questions: [question] })
  return says(body.includes('plan that is to be replaced') ? replanned : buildPlannedAnswer())
}

/** What the model makes of its plan once it is told that the program is to refuse folders, too. */
const replanned = buildPlannedAnswer({
  description: 'Empty files are counted as 0, and folders are refused.',
  tasks: [
    buildTaskAnswer({
      title: 'Print 0 for an empty file and refuse folders',
      scope: ['src/count.js', 'bin/tally.js'],
      places: [
        { file: 'src/count.js', target: 'count', change: 'return 0 where there are no lines', is_new: false },
        { file: 'bin/tally.js', target: 'count', change: 'refuse a folder', is_new: false },
      ],
      criteria: [
        {
          statement: '`src/count.js` contains `return 0`',
          check: 'file_contains',
          path: 'src/count.js',
          contains: 'return 0',
        },
        {
          statement: '`bin/tally.js` contains `isDirectory`',
          check: 'file_contains',
          path: 'bin/tally.js',
          contains: 'isDirectory',
        },
      ],
    }),
  ],
})

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

test('an answer in own words, `/replan` and `/split` work on its plan, and what planning took is in the sum', async () => {
  const repo = await world.repository({ files: { ...tallyFiles } })
  const before = provider?.calls.length ?? 0
  const issue = await repo.planIssue(tallyIssue.title, tallyIssue.body)

  await repo.say(issue, 'maintainer', '/answer An empty file has no line at all.')
  const first = await repo.record(issue)
  await repo.say(issue, 'maintainer', '/replan Refuse folders too, in bin/tally.js.')
  const second = await repo.record(issue)
  await repo.say(issue, 'maintainer', '/split T1')
  const third = await repo.record(issue)
  await repo.say(issue, 'maintainer', '/approve')

  // Once it is approved, the same model works.
  const calls = provider?.calls.slice(before).filter(({ body }) => body.includes('You plan the work')) ?? []
  expect(calls.some(({ body }) => body.includes('An empty file has no line at all.'))).toBe(true)
  expect(calls.at(-1)?.body).toContain('Refuse folders too')
  expect(calls.at(-1)?.body).toContain('plan that is to be replaced')
  expect(new Set([first, second, third].map(({ plan_hash: hash }) => hash)).size).toBe(3)
  const record = await repo.record(issue)
  expect([record.phase, record.approved?.hash]).toEqual(['working', third.plan_hash])
  expect(Object.keys((await repo.execution(issue)).nodes)).toEqual(expect.arrayContaining(['T1.1', 'T1.2']))
  expect(record.planning_use).toMatchObject({ calls: calls.length, models: ['model-1'] })
  expect((await repo.thread(issue)).join('\n')).toMatch(/not priced (?:· )?for planning/)
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

test('a skill is read by a model too where that is wanted: its word is told as its own, and plan and gate are those of the rules', async () => {
  const skill = '---\nname: a\ndescription: b\n---\n# A\n\nStop when it is good enough.\n'
  const repo = await world.repository({
    files: {
      'skills/a/SKILL.md': `${skill}\n\`max_pages\` is 5.\n`,
      'skills/a/phases/01-a.md': '`max_pages` is 6.\n',
      'skills/b/SKILL.md': skill,
    },
    config: 'agents:\n  skill_adviser: model\n',
  })

  const issue = await repo.openIssue('Tune a', '')
  await repo.say(issue, 'maintainer', '/tune skills/a')
  const plan = (await repo.thread(issue)).at(-1) ?? ''
  expect(plan).toContain('What a model adds: 1 finding')
  expect(plan).toMatch(
    /`SKILL\.md:7`<br><sub>agent, it says critical · MODEL-[\da-f]{8}<\/sub> \| Nobody could say when that is/,
  )
  const record = await repo.record(issue)
  expect(record.tuning?.before).toMatchObject({ critical: 1, gate: 'fail' })
  const at = `.workflow/.scratchpad/${record.session_id}/solutions/${record.id}-plan.json`
  const made = PlanSchema.parse(JSON.parse(await repo.readState(at)))
  expect(made.tasks.map(({ executor }) => executor)).toEqual(['patch'])
  expect(made.rounds.flatMap(({ models = [] }) => models.map(({ role }) => role))).toEqual(['skill adviser'])
  await repo.say(issue, 'maintainer', '/approve')
  expect((await repo.record(issue)).tuning).toMatchObject({ after: { critical: 0, gate: 'pass' } })

  const other = await repo.openIssue('Tune b', '')
  await repo.say(other, 'maintainer', '/tune skills/b')
  expect((await repo.thread(other)).at(-1)).toContain(
    '`model-1` adds, by its own word: `SKILL.md:7` Nobody could say when that is.',
  )
})
