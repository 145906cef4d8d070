import { expect, test } from 'vitest'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'

const world = useWorld()

const price = [
  "import assert from 'node:assert/strict'",
  "import { test } from 'node:test'",
  "import { total } from '../src/price.js'",
  "test('ten and more are a tenth cheaper', () => assert.equal(total(10, 5), 45))",
  "test('one is the price', () => assert.equal(total(1, 5), 5))",
  '',
].join('\n')
const before = ['const rate = 0.1', '', 'export function total(count, each) {', '  return count * each', '}', ''].join(
  '\n',
)
const wrong = before.replace(
  '  return count * each',
  '  const whole = count * each\n  return count > 10 ? whole * (1 - rate) : whole',
)
const right = wrong.replace('count > 10', 'count >= 10')
const files = { 'package.json': '{ "type": "module" }\n', 'test/price.test.js': price, 'src/price.js': before }

function writeIssue(content: string): string {
  return [
    '- [ ] T1: Discount in `src/price.js`',
    '  - Tests: `node --test`',
    '  - Acceptance:',
    '    - `src/price.js` contains `rate`',
    '',
    '```js path=src/price.js',
    content.trimEnd(),
    '```',
  ].join('\n')
}

async function listChecks(repo: Playground, ref = ''): Promise<string[]> {
  const { data } = await repo.as('reader').rest.checks.listForRef({ ...repo.place, ref })
  return data.check_runs.map(({ conclusion, output }) => `${conclusion}: ${output.title}`)
}

test('a version that fails its tests is debugged, a push is tested as well, and the plan validated', async () => {
  const repo = await world.repository({ files })
  const issue = await repo.planIssue('Discount', writeIssue(wrong))
  await repo.say(issue, 'maintainer', '/approve')

  const failed = await repo.execution(issue)
  expect(failed.validations).toMatchObject([
    { task: 'T1', passed: false, failed_tests: ['ten and more are a tenth cheaper'], totals: { passed: 1, failed: 1 } },
    // The run that made the same bytes once more.
    { task: 'T1', passed: false, analysis_id: failed.analyses[0]?.analysis_id },
  ])
  expect(failed.analyses).toMatchObject([{ task: 'T1', iteration: 1 }])
  expect(failed.analyses[0]?.hypotheses.length).toBeGreaterThan(0)
  expect(await repo.task(issue, 'T1')).toMatchObject({
    state: 'WAITING_EXTERNAL',
    reason: expect.stringContaining('no progress'),
  })
  expect((await repo.thread(issue)).join('\n')).toContain('Debug of T1, iteration 1')
  const loopId = (await repo.record(issue)).loop_id
  expect(await repo.readState(`.loop/${loopId}.progress/debug.md`)).toContain('src/price.js')

  await repo.push('writer', 'countersign/ISS-001/1/T1', { 'src/price.js': wrong.replace('> 10', '> 11') })

  expect(await repo.task(issue, 'T1')).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'push', who: ['grace'], what: expect.stringContaining('its own tests failed on version 2') },
  })
  const pushed = await repo.execution(issue)
  expect(pushed.nodes['C1']).toMatchObject({ state: 'PENDING', review_id: null })
  expect(pushed.reviews).toEqual([])
  expect(pushed.receipts).toEqual(failed.receipts)
  expect(pushed.analyses.map(({ task, iteration }) => [task, iteration])).toEqual([
    ['T1', 1],
    ['T1', 3],
  ])
  expect(await listChecks(repo, pushed.artifacts.at(-1)?.commit_sha)).toEqual([
    'failure: Its own tests failed: 1 of 2 tests passed (50 %) · version 2 of T1',
  ])

  await repo.push('writer', 'countersign/ISS-001/1/T1', { 'src/price.js': right })

  const { phase, final_pull_request: final } = await repo.record(issue)
  expect(phase).toBe('completed')
  const pull = await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: final?.number ?? 0 })
  expect(pull.data.body).toContain('**Tests:** 2 of 2 tests passed (100 %) on [`')
  const done = await repo.execution(issue)
  expect(done.validations.at(-2)).toMatchObject({
    task: 'T1',
    passed: true,
    artifact_id: done.artifacts[2]?.artifact_id,
  })
  expect(await listChecks(repo, done.artifacts.at(-1)?.commit_sha)).toEqual([
    'success: Approved: 2 of 2 criteria hold · score 1.00 · version 3 of T1',
  ])
  expect(done.validations.at(-1)).toMatchObject({ task: null, passed: true, totals: { passed: 2, failed: 0 } })
  const loop = JSON.parse(await repo.readState(`.loop/${loopId}.json`))
  expect(loop).toMatchObject({
    status: 'completed',
    // The round of what a person pushed is theirs: it is not counted.
    current_iteration: 3,
    skill_state: { validate: { passed: true, pass_rate: 100 } },
  })
})

test('a plan whose tests fail sends the guilty task back, and asks once nothing moves any more', async () => {
  const config = "run:\n  test_commands: ['node --test']\n"
  const sound = { ...files, 'src/price.js': right }
  const repo = await world.repository({ files: sound, config })
  const issue = await repo.planIssue(
    'Two changes',
    [
      '- [ ] T1: Note in `notes.md`',
      '- [ ] T2: Discount in `src/price.js`',
      '',
      '```md path=notes.md',
      'A tenth off.',
      '```',
      '',
      '```js path=src/price.js',
      `// Ten and more.\n${wrong.trimEnd()}`,
      '```',
    ].join('\n'),
  )
  await repo.say(issue, 'maintainer', '/approve')

  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE' })
  expect(await repo.task(issue, 'T2')).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'decision', what: expect.stringContaining('no progress') },
  })
  const asked = await repo.execution(issue)
  expect(asked.validations.map(({ task, passed }) => [task, passed])).toEqual([
    [null, false],
    [null, false],
  ])
  expect(asked.analyses[0]?.hypotheses).toContainEqual(expect.objectContaining({ status: 'confirmed' }))
  expect((await repo.thread(issue)).join('\n')).toContain('Debug of the plan, iteration 2: H1 is the cause')

  await repo.push('writer', 'countersign/ISS-001/1/T2', { 'src/price.js': `// At least ten.\n${right}` })

  expect(await repo.record(issue)).toMatchObject({ phase: 'completed' })
})

test('tests that failed before the plan began are no task’s fault: the work is paused with the reason', async () => {
  const config = "run:\n  test_commands: ['node --test']\n"
  const repo = await world.repository({ files: { ...files, 'src/price.js': wrong }, config })
  const issue = await repo.planIssue(
    'A remark',
    ['- [ ] T1: Remark in `src/price.js`', '', '```js path=src/price.js', `// Ten.\n${wrong.trimEnd()}`, '```'].join(
      '\n',
    ),
  )
  await repo.say(issue, 'maintainer', '/approve')

  expect((await repo.record(issue)).paused).toMatchObject({
    by: 'countersign',
    why: expect.stringContaining('tests failed'),
  })
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE' })
  expect((await repo.thread(issue)).join('\n')).toContain('No task could be named')
})
