import { beforeAll, describe, expect, test } from 'vitest'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()

const yaml = (text: string) => `A plan:\n\n\`\`\`yaml countersign\n${text}\n\`\`\`\n`
const yamlTask = (id: string) =>
  [
    `  - id: ${id}`,
    '    title: Write it',
    '    scope: out.txt',
    '    estimated_person_days: 1',
    '    deliverable_spec: { filename: out.txt, output_dir: "", single_file: true }',
    '    acceptance_criteria:',
    '      - { id: AC-1, statement: It is there, type: structure, check_method: static_check, severity: blocker, target: out.txt, check: exists }',
  ].join('\n')

const rows: { name: string; body: string; said: RegExp[] }[] = [
  {
    name: 'a circle of tasks',
    body: writeIssue([
      { id: 'T1', path: 'a.txt', content: 'a', after: 'T2' },
      { id: 'T2', path: 'b.txt', content: 'b', after: 'T1' },
    ]),
    said: [/No plan was made/, /T1 → T2 → T1/, /circle|circular|cycle/],
  },
  {
    name: 'a task that waits for one that is not there',
    body: writeIssue([{ id: 'T1', path: 'a.txt', content: 'a', after: 'T9' }]),
    said: [/No plan was made/, /T9/],
  },
  { name: 'two tasks of one id', body: yaml(`tasks:\n${yamlTask('T1')}\n${yamlTask('T1')}`), said: [/No plan/, /T1/] },
  {
    name: 'two CHECKs for one ACTION',
    body: yaml(`tasks:\n${yamlTask('T1')}\nchecks:\n  - { id: C1, target: T1 }\n  - { id: C2, target: T1 }`),
    said: [/No plan/, /`?T1`?/, /C1/, /C2/],
  },
  {
    name: 'YAML that does not parse',
    body: yaml('tasks:\n  - id: T1\n    title: one: two'),
    said: [/No plan/, /Line 6, column 12/],
  },
  { name: 'an empty issue', body: '', said: [/No plan/, /no text/] },
  {
    name: 'a file outside the repository',
    body: writeIssue([{ id: 'T1', path: '../evil.txt', content: 'x' }]),
    said: [/No plan/, /\.\.\/evil\.txt/],
  },
  {
    name: 'a workflow file',
    body: writeIssue([{ id: 'T1', path: '.github/workflows/x.yml', content: 'on: push' }]),
    said: [/No plan/, /\.github\/workflows\/x\.yml/],
  },
]

describe('an issue that can’t be planned', () => {
  let repo: Playground
  const issues = new Map<string, number>()

  beforeAll(async () => {
    repo = await world.repository()
    for (const { name, body } of rows) {
      const number = await repo.openIssue(name, body)
      issues.set(name, number)
      await repo.label(number)
    }
    await repo.settle()
  })

  test.each(rows)('for $name is answered with what to mend, and waits', async ({ name, said }) => {
    const issue = issues.get(name) ?? 0

    const thread = await repo.thread(issue)
    expect(thread).toHaveLength(1)
    for (const words of said) expect(thread[0]).toMatch(words)
    expect(await repo.record(issue)).toMatchObject({ phase: 'awaiting_input', frozen: { title: name } })
    expect(await repo.labels(issue)).toEqual(['countersign', 'countersign: needs input'])
  })

  test('is planned once it was mended', async () => {
    const issue = issues.get('an empty issue') ?? 0
    const body = writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }])
    await repo.as('maintainer').rest.issues.update({ ...repo.place, issue_number: issue, body })
    await repo.say(issue, 'triager', '/plan')

    expect(await repo.record(issue)).toMatchObject({ phase: 'proposed', plan_id: 'SOL-ISS-006-1' })
    expect(await repo.thread(issue)).toHaveLength(2)
  })
})

test('an issue of 200 KB is planned, and its comments keep to GitHub’s limits', async () => {
  const repo = await world.repository()
  const padding = `${'🧱'.repeat(80)}\n`.repeat(600)
  const body = `${writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }])}\n## Background\n\n${padding}`
  expect(Buffer.byteLength(body)).toBeGreaterThan(190_000)

  const issue = await repo.planIssue('Long', body)
  await repo.say(issue, 'maintainer', '/approve')

  expect((await repo.record(issue)).phase).toBe('completed')
  for (const comment of await repo.thread(issue)) expect(comment.length).toBeLessThan(65_536)
})

describe('the trigger', () => {
  test('on a pull request is answered there, and registers nothing', async () => {
    const repo = await world.repository()
    await repo.push('writer', 'main', { 'a.txt': 'a\n' }, { to: 'topic' })
    const pull = await repo
      .as('writer')
      .rest.pulls.create({ ...repo.place, title: 'Mine', head: 'topic', base: 'main' })
    await repo.label(pull.data.number)
    await repo.settle()
    await repo.say(pull.data.number, 'writer', '/plan')

    const thread = await repo.thread(pull.data.number)
    expect(thread).toHaveLength(2)
    for (const comment of thread) expect(comment).toContain('plans are made for issues')
    await expect(repo.workflowHead()).rejects.toThrow('unknown revision')
  })

  test('given twice within a second makes one plan', async () => {
    const repo = await world.repository()
    const issue = await repo.openIssue('Twice', writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }]))
    const at = { ...repo.place, issue_number: issue }
    await repo.label(issue)
    await repo.as('writer').rest.issues.removeLabel({ ...at, name: 'countersign' })
    await repo.label(issue, 'writer')
    await repo.as('writer').rest.issues.createComment({ ...at, body: '/plan' })
    await repo.settle()

    expect(await repo.record(issue)).toMatchObject({ plan_count: 1, phase: 'proposed' })
    const plans = (await repo.thread(issue)).filter((comment) => comment.startsWith('### Plan'))
    expect(plans).toHaveLength(1)
  })

  test('delivered again by GitHub, or replayed by somebody under another id, has no second effect', async () => {
    const repo = await world.repository()
    const issue = await repo.planIssue('Once', writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }]))
    await repo.say(issue, 'maintainer', '/approve')
    const [head, thread] = [await repo.workflowHead(), await repo.thread(issue)]

    await repo.redeliver('issues', 'labeled')
    await repo.redeliver('issue_comment', 'created')
    await repo.replay('issues', 'labeled')
    await repo.replay('issue_comment', 'created')

    expect(await repo.thread(issue)).toEqual(thread)
    expect(await repo.workflowHead()).toBe(head)
  })
})

test('a mistake in the configuration is named with its line, and the last good one holds', async () => {
  const repo = await world.repository({ config: 'label: go\nrun:\n  parallel: many\n' })
  const body = writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }])
  const first = await repo.planIssue('Defaults hold', body)

  const [told, plan] = (await repo.thread(first)).toSorted((a, b) => b.indexOf('parallel') - a.indexOf('parallel'))
  expect(told).toMatch(/\.github\/countersign\.yml/)
  expect(told).toMatch(/[Ll]ine 3/)
  expect(plan).toContain('### Plan')

  await repo.push('maintainer', 'main', { '.github/countersign.yml': 'label: go\n' })
  const second = await repo.openIssue('Mended', body)
  await repo.as('maintainer').rest.issues.addLabels({ ...repo.place, issue_number: second, labels: ['go'] })
  await repo.settle()
  expect(await repo.record(second)).toMatchObject({ phase: 'proposed' })

  await repo.push('maintainer', 'main', { '.github/countersign.yml': 'label: go\nrun: [\n' })
  const third = await repo.openIssue('The last good one holds', body)
  await repo.as('maintainer').rest.issues.addLabels({ ...repo.place, issue_number: third, labels: ['go'] })
  await repo.settle()
  expect(await repo.record(third)).toMatchObject({ phase: 'proposed' })
  expect((await repo.thread(third)).join()).toMatch(/[Ll]ine \d/)
})
