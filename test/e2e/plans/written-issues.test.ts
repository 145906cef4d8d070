import { expect, test } from 'vitest'
import { verdictPath } from '../../../src/domain/records/review.ts'
import { readExampleIssues } from '../../support/read-fences.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'

const world = useWorld()
const examples = await readExampleIssues()

type Files = Record<string, string>

/** What an example speaks of: what its repository holds, what people push for each task, and which CI jobs report. */
interface Work {
  files?: Files
  pushes?: Record<string, Files>
  ci?: string[]
}

const passing = { 'test/all.test.js': "import { test } from 'node:test'\ntest('all is well', () => {})\n" }
const modules = { 'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n' }

/** By words that stand in one example alone. */
const works: Record<string, Work> = {
  'People want `1 h 30 min`': {
    files: { ...modules, ...passing, 'src/duration.js': 'export const format = (s) => `${s} s`\n' },
    pushes: { T1: { 'src/duration.js': 'export const format = (s) => `${Math.floor(s / 60)} min`\n' } },
  },
  'Parse the header': {
    files: { 'src/header.js': '// Nothing yet.\n' },
    pushes: { T1: { 'src/header.js': '// Parsed.\n' }, T7: { 'src/header.js': '// Parsed.\n// Written.\n' } },
  },
  'Read the file': {
    pushes: {
      T1: { 'src/read.js': '// Reads.\n' },
      T2: { 'src/check.js': '// Checks.\n' },
      T3: { 'docs/reading.md': 'Read, then checked.\n' },
    },
  },
  'Draw the icons': {
    files: { ...modules, ...passing, 'assets/icons/old.svg': '<svg/>\n' },
    pushes: { T1: { 'assets/icons/new.svg': '<svg><!-- new --></svg>\n', 'docs/icons.md': 'One is new.\n' } },
  },
  'Make one page of both': {
    pushes: {
      T1: { 'docs/commands.md': 'Commands.\n' },
      T2: { 'docs/configuration.md': 'Configuration.\n' },
      T3: { 'docs/manual.md': 'Commands. Configuration.\n' },
    },
  },
  'Write the schema': {
    files: {
      ...modules,
      ...passing,
      'check.js': "JSON.parse((await import('node:fs')).readFileSync('schema/user.json'))\n",
    },
    pushes: { T1: { 'schema/user.json': '{ "properties": { "email": {\n"maxLength": 99 } } }\n' } },
    ci: ['lint', 'unit'],
  },
  'Parse durations': {
    pushes: {
      T1: { 'src/parse.js': 'export const parse = Number\n' },
      T2: { 'src/print.js': 'export const print = String\n' },
    },
  },
  'Greet in German': { files: { 'greeting.txt': 'Hello\n' } },
  'Rounding is explained': {
    files: { 'src/duration.js': '// Formats seconds.\n' },
    pushes: { T1: { 'src/duration.js': '// Rounds down to a min.\n' }, T2: { 'docs/format.md': 'It rounds down.\n' } },
  },
  实现解析: {
    files: { ...modules, ...passing },
    pushes: { T1: { 'src/parse.ts': 'export const parse = Number\n' }, T2: { 'docs/parse.md': '一小时\n' } },
  },
}

/** Each example with its work, told apart by those words. */
const cases = examples.flatMap(({ page, body }) =>
  Object.entries(works)
    .filter(([words]) => body.includes(words))
    .map(([words, work]) => ({ page, body, words, work })),
)

test('each example is played once', () => {
  expect(cases.map(({ body }) => body)).toEqual(examples.map(({ body }) => body))
})

/** One round of what people do: push where a task waits for its work, report CI, approve where a CHECK waits for somebody. */
async function help(repo: Playground, issue: number, work: Work): Promise<boolean> {
  const { nodes } = await repo.execution(issue)
  for (const node of Object.values(nodes)) {
    if (node.kind !== 'ACTION') continue
    if (node.state === 'WAITING_EXTERNAL' || node.state === 'RUNNING') {
      await repo.push('writer', `countersign/ISS-001/1/${node.id}`, work.pushes?.[node.id] ?? {})
      return true
    }
    if (node.state === 'READY_TO_CHECK') {
      await judge(repo, await repo.pullOf(issue, node.id), work)
      return true
    }
  }
  return false
}

async function judge(repo: Playground, pull: number, { ci = [] }: Work): Promise<void> {
  const { data } = await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: pull })
  for (const context of ci) {
    const status = { sha: data.head.sha, state: 'success' as const, context }
    await repo.as('writer').rest.repos.createCommitStatus({ ...repo.place, ...status })
    await repo.settle()
  }
  if (ci.length > 0) return
  await repo.as('maintainer').rest.pulls.createReview({ ...repo.place, pull_number: pull, event: 'APPROVE' })
  await repo.settle()
}

/** All; else the README's, one whose CI reports, and every third. */
const played = cases.filter(({ work }, place) => process.env['WRITTEN_ISSUES'] === 'all' || work.ci || place % 3 === 0)

test.each(played)(
  '“$words” of $page comes to its final pull request, with a verdict for each task',
  async ({ body, work }) => {
    const repo = await world.repository({ files: work.files ?? {} })
    const issue = await repo.planIssue('An example', body)
    await repo.say(issue, 'maintainer', '/approve')

    for (let left = 12; left > 0; left -= 1) if (!(await help(repo, issue, work))) break

    const { nodes, reviews } = await repo.execution(issue)
    const tasks = Object.values(nodes).filter((node) => node.kind === 'ACTION')
    expect(tasks.map(({ id, state }) => `${id} ${state}`)).toEqual(tasks.map(({ id }) => `${id} DONE`))
    for (const { id } of tasks) {
      const review = reviews.findLast((one) => one.task === id)
      if (review === undefined) throw new Error(`nobody judged ${id}`)
      expect(review.verdict).toBe('APPROVED')
      expect(await repo.readState(verdictPath(review))).toContain(review.review_id)
    }
    expect(await repo.record(issue)).toMatchObject({ phase: 'completed', final_pull_request: { state: 'open' } })
  },
)
