import { expect, test } from 'vitest'
import { useWorld } from '../support/processes/start-world.ts'

const world = useWorld()

const suite = [
  "import { describe, test } from 'node:test'",
  "import assert from 'node:assert/strict'",
  "import { answer } from '../src/auth.js'",
  "describe('auth', () => {",
  "  test('accepts fresh', () => assert.equal(answer('fresh'), 200))",
  "  test('refuses expired', () => {",
  "    assert.equal(answer('expired'), 401, 'expected 401, got 200 for @ada')",
  '  })',
  '})',
  '',
].join('\n')
const files = { 'package.json': '{ "type": "module" }\n', 'test/auth.test.js': suite }
const always200 = 'export const answer = () => 200'
const writeTask = (lines: readonly string[], content: string) =>
  ['- [ ] T1: Answer in `src/auth.js`', ...lines, '', '```js path=src/auth.js', content, '```'].join('\n')

test('a review tells which test failed, on its line, and then that all passed', async () => {
  const repo = await world.repository({ files })
  const lines = ['  - Acceptance:', '    - `node --test` passes']
  const issue = await repo.planIssue('Auth', writeTask(lines, always200))
  await repo.say(issue, 'maintainer', '/approve')

  const [rejected] = (await repo.execution(issue)).reviews
  expect(rejected?.verdict).toBe('REJECTED')
  expect(rejected?.criteria[1]?.evidence).toMatch(
    /^1 of 2 tests passed; failed: refuses expired \(test\/auth\.test\.js:7\): expected 401, got 200 for @ada\nexit code 1 after/,
  )
  const branch = 'countersign/ISS-001/1/T1'
  const reader = repo.as('reader').rest.checks
  const { data: checks } = await reader.listForRef({ ...repo.place, ref: branch })
  const { data: notes } = await reader.listAnnotations({ ...repo.place, check_run_id: checks.check_runs[0]?.id ?? 0 })
  expect(notes.map(({ path, start_line: line }) => `${path}:${line}`)).toEqual(['test/auth.test.js:7'])

  const mended = "export const answer = (token) => (token === 'expired' ? 401 : 200)\n"
  await repo.push('writer', branch, { 'src/auth.js': mended })

  const approved = (await repo.execution(issue)).reviews.at(-1)
  expect(approved?.verdict).toBe('APPROVED')
  expect(approved?.criteria[1]?.evidence).toMatch(/^2 of 2 tests passed\nexit code 0 after/)
})

test("a task's own tests that fail are its reason, in the thread and on their lines in its check run", async () => {
  const repo = await world.repository({ files })
  const issue = await repo.planIssue('Auth', writeTask(['  - Tests: `node --test`'], always200))
  await repo.say(issue, 'maintainer', '/approve')

  const { state, reason, branch } = await repo.task(issue, 'T1')
  expect([state, reason]).toEqual([
    'WAITING_EXTERNAL',
    expect.stringContaining('refuses expired (test/auth.test.js:7)'),
  ])
  const status = (await repo.thread(issue)).join('\n')
  expect(status).toContain('1 of 2 tests passed; failed: refuses expired')
  expect(status).not.toContain('@ada')
  const reader = repo.as('reader').rest.checks
  const { data: checks } = await reader.listForRef({ ...repo.place, ref: branch })
  expect(checks.check_runs.map(({ name, conclusion, output }) => [name, conclusion, output.title])).toEqual([
    ['countersign/T1', 'failure', 'Its own tests failed: 1 of 2 tests passed (50 %) · version 1 of T1'],
  ])
  const summary = checks.check_runs[0]?.output.summary ?? ''
  expect(summary).toContain('refuses expired [`test/auth.test.js:7`]')
  expect(summary).toContain('#### What was suspected')
  expect(summary.replace(/```[\s\S]*?```/g, '')).not.toContain('@ada')
  const { data: notes } = await reader.listAnnotations({ ...repo.place, check_run_id: checks.check_runs[0]?.id ?? 0 })
  expect(notes.map((one) => [one.path, one.start_line, one.annotation_level, one.message])).toEqual([
    ['test/auth.test.js', 7, 'failure', expect.stringContaining('expected 401, got 200 for @ada')],
  ])
})
