import { expect, test } from 'vitest'
import { LoopStateSchema } from '../../../src/domain/records/loop/loop-state.ts'
import { jobsBugs } from '../../support/seeded-bugs/jobs-bugs.ts'
import { otherBugs } from '../../support/seeded-bugs/other-bugs.ts'
import { useNodeWithModules } from '../support/processes/node-with-modules.ts'
import { pricesStory } from '../support/prices-repository.ts'
import { findBugLine, writeAgentStory, writeSeededStory } from '../support/scripted-agent.ts'
import { useWorld } from '../support/processes/start-world.ts'

useNodeWithModules()
const world = useWorld()

const runners = [
  {
    runner: 'TypeScript with Vitest',
    failed: 'ships for nothing from fifty on',
    tests: 3,
    story: () => Promise.resolve(pricesStory),
  },
  {
    runner: 'JavaScript with node:test',
    failed: 'runs what is urgent first',
    tests: 10,
    story: () => writeSeededStory(jobsBugs, 'wrong order: the least urgent first'),
  },
  {
    // It tells of its tests only in words: the command counts as one.
    runner: 'Python with unittest',
    failed: 'python3 -B -m unittest',
    tests: 1,
    story: () => writeSeededStory(otherBugs, 'Python: an exchange rate, far from the stack'),
  },
  {
    runner: 'shell with TAP',
    failed: 'counts slow rows',
    tests: 7,
    story: () => writeSeededStory(otherBugs, 'shell: rows at the limit are no longer slow'),
  },
]

test.each(runners)('$runner: the cause is found, mended by the same agent, and approved', async (runner) => {
  const story = await runner.story()
  const { files, body } = await writeAgentStory(story)
  const repo = await world.repository({ files })
  const issue = await repo.planIssue('Rework', body)

  await repo.say(issue, 'maintainer', '/approve')

  const { validations, analyses, artifacts, reviews } = await repo.execution(issue)
  expect(validations).toMatchObject([
    { task: 'T1', passed: false, failed_tests: [runner.failed], totals: { passed: runner.tests - 1, failed: 1 } },
    { task: 'T1', passed: true, failed_tests: [], totals: { passed: runner.tests, failed: 0 } },
    { task: null, passed: true, totals: { passed: runner.tests, failed: 0 } },
  ])
  expect(analyses).toMatchObject([{ task: 'T1', iteration: 1, failing_tests: [runner.failed] }])
  const confirmed = analyses[0]?.hypotheses.find(({ status }) => status === 'confirmed')
  const line = findBugLine(story)
  expect(confirmed?.likelihood).toBeLessThanOrEqual(3)
  expect(confirmed?.evidence?.['suspect']).toMatchObject({ kind: 'hunk', path: story.guilty.path })
  expect(confirmed?.evidence?.['suspect']).toSatisfy(({ from, to }) => from <= line && line <= to)
  expect(artifacts.map(({ task, version, by }) => [task, version, by.kind])).toEqual([
    ['T1', 1, 'executor'],
    ['T1', 2, 'executor'],
  ])
  expect(reviews.map(({ version, verdict }) => [version, verdict])).toEqual([[2, 'APPROVED']])
  const { loop_id: loopId, phase } = await repo.record(issue)
  const loop = LoopStateSchema.parse(JSON.parse(await repo.readState(`.loop/${loopId}.json`)))
  expect(phase).toBe('completed')
  expect(loop).toMatchObject({
    status: 'completed',
    current_iteration: 2,
    skill_state: {
      debug: { confirmed_hypothesis: confirmed?.id },
      validate: { passed: true, pass_rate: 100, failed_tests: [] },
    },
  })
  expect(await repo.readState(`.loop/${loopId}.progress/debug.md`)).toContain(`${confirmed?.logging_point}`)
  expect(await repo.readState(`.loop/${loopId}.progress/validate.md`)).toContain('# Validate: passed')
  const thread = (await repo.thread(issue)).join('\n')
  expect(thread).toContain(`Debug of T1, iteration 1: ${confirmed?.id} is the cause`)
  expect(thread).toContain('T1: its own tests failed')
})

test('where only the plan has tests, the task to blame is mended after its approval', async () => {
  const story = await writeSeededStory(otherBugs, 'shell: rows at the limit are no longer slow')
  const { files, body } = await writeAgentStory({ ...story, command: null })
  const repo = await world.repository({ files, config: `run:\n  test_commands: ['${story.command}']\n` })
  const issue = await repo.planIssue('Rework', body)

  await repo.say(issue, 'maintainer', '/approve')

  const { validations, analyses, reviews } = await repo.execution(issue)
  expect(validations).toMatchObject([
    { task: null, passed: false, failed_tests: ['counts slow rows'] },
    { task: null, passed: true, totals: { passed: 7, failed: 0 } },
  ])
  expect(analyses[0]?.hypotheses.find(({ status }) => status === 'confirmed')).toMatchObject({
    evidence: { suspect: { kind: 'hunk', path: 'lib/judge.sh' } },
  })
  expect(reviews.map(({ task, version, verdict }) => [task, version, verdict])).toEqual([
    ['T1', 1, 'APPROVED'],
    ['T1', 2, 'APPROVED'],
  ])
  expect((await repo.record(issue)).phase).toBe('completed')
})

const source = [
  'export function grade(points) {',
  '  if (points > 90) {',
  "    return 'A'",
  '  }',
  "  return 'B'",
  '}',
].join('\n')
const suite = [
  "import assert from 'node:assert/strict'",
  "import { test } from 'node:test'",
  "import { grade } from '../src/grade.js'",
  "test('grades', () => assert.equal(grade(50), 'B'))",
  '',
].join('\n')
const covered = [
  'mkdir -p coverage',
  'node --test --experimental-test-coverage --test-coverage-exclude="test/**" \\',
  '  --test-reporter=lcov --test-reporter-destination=coverage/lcov.info \\',
  '  --test-reporter=tap --test-reporter-destination=stdout',
  '',
].join('\n')
const cobertura = [
  'cat > coverage.xml <<END',
  '<?xml version="1.0"?>',
  '<coverage line-rate="0.75"><packages><package name="src"><classes><class name="grade" filename="src/grade.py"><lines>',
  '<line number="1" hits="1"/><line number="2" hits="3"/><line number="3" hits="0"/><line number="4" hits="1"/>',
  '</lines></class></classes></package></packages></coverage>',
  'END',
  "printf 'TAP version 14\\nok 1 - grades\\n1..1\\n'",
  '',
].join('\n')

test('coverage of a real run stands in state, in the status and in the check, as lcov and as Cobertura', async () => {
  const files = {
    'package.json': '{ "type": "module" }\n',
    'test/grade.test.js': suite,
    'test/covered.sh': covered,
    'test/cobertura.sh': cobertura,
  }
  const repo = await world.repository({ files, config: "run:\n  test_commands: ['sh test/cobertura.sh']\n" })
  const task = [
    '- [ ] T1: Grade in `src/grade.js`',
    '  - Tests: `sh test/covered.sh`',
    '  - Acceptance:',
    '    - Run: `sh test/covered.sh`',
    '',
    '```js path=src/grade.js',
    source,
    '```',
  ]
  const issue = await repo.planIssue('Grades', task.join('\n'))

  await repo.say(issue, 'maintainer', '/approve')

  const { validations, reviews } = await repo.execution(issue)
  expect(validations).toMatchObject([
    { task: 'T1', passed: true, coverage: { lines: 6, covered: 4 } },
    { task: null, passed: true, coverage: { lines: 10, covered: 7 } },
  ])
  expect(validations[0]?.summary).toContain('1 of 1 test passed, 66 % of lines covered')
  expect(reviews[0]?.criteria[1]?.evidence).toContain('1 of 1 test passed, 66 % of lines covered')
  const reader = repo.as('reader').rest.checks
  const { data } = await reader.listForRef({ ...repo.place, ref: 'countersign/ISS-001/1/T1' })
  expect(JSON.stringify(data.check_runs.map(({ output }) => output))).toContain('66 % of lines covered')
  const { loop_id: loopId } = await repo.record(issue)
  const loop = LoopStateSchema.parse(JSON.parse(await repo.readState(`.loop/${loopId}.json`)))
  expect(loop.skill_state?.validate.coverage).toBe(70)
  expect(await repo.readState(`.loop/${loopId}.progress/validate.md`)).toContain('70 %')
  expect((await repo.thread(issue)).at(-1)).toContain('70 % covered')
})
