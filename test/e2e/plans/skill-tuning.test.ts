import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { tuningStateSchema, type TuningState } from '../../../src/domain/tuning/state/tuning-state.ts'
import { readGit } from '../support/git/git.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'

const world = useWorld()
const example = 'examples/skills/manual-writer'

async function readExampleSkill(): Promise<Record<string, string>> {
  const names = (await readdir(example, { recursive: true })).filter((name) => name.endsWith('.md'))
  const files = names.map(async (name) => {
    return [`skills/manual-writer/${name}`, await readFile(`${example}/${name}`, 'utf8')] as const
  })
  return Object.fromEntries(await Promise.all(files))
}

async function readTuning(repo: Playground, issue: number): Promise<TuningState> {
  const { session_id: session, id } = await repo.record(issue)
  const text = await repo.readState(`.workflow/.scratchpad/${session}/tuning/${id}/state.json`)
  return tuningStateSchema.parse(JSON.parse(text))
}

test('a skill with all seven kinds of fault goes from /tune to a pull request whose second diagnosis passes the gate', async () => {
  const repo = await world.repository({ files: await readExampleSkill() })
  const issue = await repo.openIssue('Tune the manual writer', 'It is not what it could be.')

  await repo.say(issue, 'maintainer', '/tune skills/manual-writer It never does it right')
  const [question] = await repo.thread(issue)
  expect(question).toContain('**One question before there is a plan:**')
  expect(question).toContain('- **1b** memory loss')
  expect((await readTuning(repo, issue)).requirement_analysis).toMatchObject({ status: 'needs_clarification' })

  await repo.say(issue, 'maintainer', '/answer 1b')
  const before = await readTuning(repo, issue)
  expect(before).toMatchObject({
    status: 'running',
    quality_gate: 'fail',
    issues_by_severity: { critical: 1, high: 5, medium: 10, low: 1 },
    requirement_analysis: { status: 'completed', dimensions: [{ inferred_category: 'memory_loss', confidence: 1 }] },
  })
  expect(Object.values(before.diagnosis).map((one) => one?.status)).toEqual(Array(6).fill('completed'))
  expect(new Set(before.issues.map(({ id }) => /^ISS-([A-Z]+)/.exec(id)?.[1]))).toEqual(
    new Set(['CTX', 'MEM', 'DF', 'AGT', 'DOC', 'TKN', 'APV']),
  )
  const plan = (await repo.thread(issue)).at(-1) ?? ''
  expect(plan).toContain('**The skill `skills/manual-writer` fails** its quality gate')
  expect(plan).toContain('**T7** Mend how it keeps its state: 3 findings')

  await repo.say(issue, 'maintainer', '/approve')
  const record = await repo.record(issue)
  expect(record).toMatchObject({ phase: 'completed', final_pull_request: { state: 'open' } })
  expect(record.tuning).toMatchObject({
    before: { gate: 'fail', score: 60, critical: 1 },
    after: { gate: 'pass', score: 100, critical: 0, high: 0, medium: 0, low: 0 },
  })
  const { reviews } = await repo.execution(issue)
  expect(reviews.map(({ task, verdict }) => `${task} ${verdict}`)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((number) => `T${number} APPROVED`),
  )
  expect(reviews.at(-1)?.criteria.at(-1)).toMatchObject({
    result: 'pass',
    evidence: expect.stringContaining('gate pass'),
  })
  const after = await readTuning(repo, issue)
  expect(after).toMatchObject({ status: 'completed', quality_gate: 'pass', issues: [], iteration_count: 1 })
  expect(after.applied_fixes.map(({ verification_result: result }) => result)).toEqual(
    Array(before.pending_fixes.length).fill('pass'),
  )
  const number = record.final_pull_request?.number ?? 0
  const { data: pull } = await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: number })
  expect(pull.body).toContain('| critical | 1 | 0 |')
  expect(pull.body).toContain('| gate | fail | pass |')
  const phase = await readGit(repo.bareDir, [
    'show',
    'countersign/ISS-001/1/base:skills/manual-writer/phases/03-write.md',
  ])
  expect(phase).toContain('if (history.length > 20)')
  expect(await readGit(repo.bareDir, ['rev-parse', 'main'])).toBe(repo.startHead)
})

test('a pull request that touches a skill has its findings on the lines, where that is switched on', async () => {
  const repo = await world.repository({
    files: { 'skills/a/SKILL.md': '---\nname: a\ndescription: b\n---\n# A\n\n`max_pages` is 5.\n' },
    config: 'tune:\n  pull_requests: fail\n',
  })
  const head = await repo.push(
    'writer',
    'main',
    { 'skills/a/phases/01-a.md': '# A\n\n`max_pages` is 6.\n' },
    { to: 'more' },
  )

  await repo.as('writer').rest.pulls.create({ ...repo.place, head: 'more', base: 'main', title: 'More' })
  await repo.settle()

  const place = { ...repo.place, ref: head, check_name: 'countersign/skills' }
  const { data } = await repo.as('reader').rest.checks.listForRef(place)
  expect(data.check_runs).toMatchObject([
    { conclusion: 'failure', output: { title: 'The gate of 1 skill fails', annotations_count: 1 } },
  ])
})

test('what takes judgement is a task for whoever works here, with the finding as its criterion; a skill that agents take as told is mended where that is free', async () => {
  const scattered = "Write('state.json', a); Write('config.json', b); Write('progress.json', c)"
  const skill = `---\nname: a\ndescription: b\nallowed-tools: Read\n---\n# A\n\n\`\`\`js\n${scattered}\nhistory.push(a)\nwhile (b) history.push(a)\n\`\`\`\n`
  const repo = await world.repository({
    files: { 'skills/a/SKILL.md': skill, '.claude/skills/b/SKILL.md': skill },
    config: "tune:\n  paths: ['.claude/skills/**']\n",
  })
  const open = await repo.openIssue('Tune a', '')
  await repo.say(open, 'maintainer', '/tune skills/a')
  await repo.say(open, 'maintainer', '/approve')
  expect(await repo.task(open, 'T1')).toMatchObject({ state: 'DONE', executor: 'patch' })
  expect(await repo.task(open, 'T2')).toMatchObject({ state: 'WAITING_EXTERNAL', executor: 'human' })

  const mended = await readGit(repo.bareDir, ['show', 'countersign/ISS-001/1/T2:skills/a/SKILL.md'])
  await repo.push('writer', 'countersign/ISS-001/1/T2', {
    'skills/a/SKILL.md': `${mended.replace(scattered, "Write('state.json', { a, b, c })")}\n`,
  })
  expect(await repo.record(open)).toMatchObject({ phase: 'completed', tuning: { after: { gate: 'pass', high: 0 } } })

  const told = await repo.openIssue('Tune b', '')
  await repo.say(told, 'maintainer', '/tune .claude/skills/b')
  expect((await repo.thread(told)).at(-1)).toContain('DF-001 in SKILL.md')
  await repo.say(told, 'maintainer', '/approve')
  expect(await repo.record(told)).toMatchObject({ phase: 'completed' })
  expect((await repo.execution(told)).artifacts[0]?.files.map(({ path }) => path)).toEqual([
    '.claude/skills/b/SKILL.md',
  ])
})

test('what can’t be tuned is told in the thread, and the next /tune goes on from there', async () => {
  const repo = await world.repository({
    files: {
      'skills/broken/SKILL.md': '---\nname: [a\n---\n# A\n',
      'skills/good/SKILL.md': '---\nname: good\ndescription: Says hello.\n---\n# Good\n\nSay hello.\n',
    },
  })
  const issue = await repo.openIssue('Tune', 'Tune it, please.')
  const last = async () => (await repo.thread(issue)).at(-1) ?? ''

  await repo.say(issue, 'maintainer', '/tune skills/none')
  expect(await last()).toContain('There is no folder `skills/none` in commit')
  expect(await last()).toContain('skills are in `skills/broken`, `skills/good`')
  await repo.say(issue, 'maintainer', '/tune skills')
  expect(await last()).toContain('There is no SKILL.md in skills')
  await repo.say(issue, 'maintainer', '/tune skills/broken')
  expect(await last()).toMatch(/SKILL\.md: front matter: Line \d/)
  await repo.say(issue, 'maintainer', '/tune skills/../../etc')
  expect(await last()).toContain('climbs out with')
  await repo.say(issue, 'reader', '/tune skills/good')
  expect(await last()).toContain('/tune')
  await repo.say(issue, 'maintainer', '/tune skills/good')
  expect(await last()).toContain('Nothing that is looked for is wrong with the skill')
})
