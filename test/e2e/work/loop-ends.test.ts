import { join } from 'node:path'
import { expect, test } from 'vitest'
import { otherBugs } from '../../support/seeded-bugs/other-bugs.ts'
import { writeAgentStory, writeSeededStory } from '../support/scripted-agent.ts'
import { useWorld } from '../support/processes/start-world.ts'

const world = useWorld()

/** Rows at the limit are as fast as before. */
const wrongMend = '[ "$ms" -gt "$((SLOW_FROM_MS))" ]'

const noteTask = (id: string, command: string, content = 'A note.') =>
  [
    `- [ ] ${id}: Note in \`${id}.md\``,
    `  - Tests: \`${command}\``,
    '',
    `\`\`\`md path=${id}.md`,
    content,
    '```',
    '',
  ].join('\n')

/** TAP of one test which fails in these runs, by a file that outlives a checkout. */
const failIn = (runs: string, counter: string) =>
  [
    `n=$(($(cat ${counter} 2>/dev/null || echo 0) + 1))`,
    `echo $n > ${counter}`,
    "echo 'TAP version 14'",
    `case $n in ${runs}) echo 'not ok 1 - answers in time';; *) echo 'ok 1 - answers in time';; esac`,
    'echo 1..1',
    '',
  ].join('\n')

test('an agent that mends wrongly ends with a person, who is told what fails, where, and what to do', async () => {
  const story = await writeSeededStory(otherBugs, 'shell: rows at the limit are no longer slow')
  const { files, body } = await writeAgentStory({ ...story, mend: wrongMend })
  const repo = await world.repository({ files })
  const issue = await repo.planIssue('Rework', body)

  await repo.say(issue, 'maintainer', '/approve')

  const { validations, analyses, artifacts, reviews } = await repo.execution(issue)
  expect(validations.map(({ passed }) => passed)).toEqual([false, false, false])
  expect([artifacts.length, analyses.length, reviews.length]).toEqual([2, 2, 0])
  expect((await repo.task(issue, 'T1')).state).toBe('WAITING_EXTERNAL')
  const [, status = ''] = await repo.thread(issue)
  const needs = status.split('\n').find((line) => line.startsWith('**Needs you:**')) ?? ''
  expect(needs).toContain('no progress: the run made the same bytes as version 2, and the same tests fail')
  expect(needs).toContain('(cause found: `lib/judge.sh:6`)')
  expect(needs).toContain('6 of 7 tests passed; failed: counts slow rows: got 2, want 3')
  expect(needs).toContain('`/retry T1`')
  expect(needs).toContain('a push to [`countersign/ISS-001/1/T1`]')
  expect(status).toContain('Debug of T1, iteration 2: H1 is the cause')
})

test('the last round that is allowed ends with a person, too', async () => {
  const story = await writeSeededStory(otherBugs, 'shell: rows at the limit are no longer slow')
  const { files, body } = await writeAgentStory({ ...story, mend: wrongMend })
  const repo = await world.repository({ files, config: 'run:\n  max_iterations: 1\n' })
  const issue = await repo.planIssue('Rework', body)

  await repo.say(issue, 'maintainer', '/approve')

  expect(await repo.task(issue, 'T1')).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: {
      kind: 'decision',
      what: expect.stringMatching(
        /^the loop went through 1 iteration, the most that is allowed: its own tests failed \(cause found/,
      ),
    },
  })
  const [, status] = await repo.thread(issue)
  expect(status).toContain('iteration 1 of 1')
  expect(status).toMatch(/failed: counts slow rows.*`\/retry T1` lets it try again/)
})

test('a task whose test fails by chance is tested again by its redo, and no change is blamed', async () => {
  const flaky = failIn('1', join(world.dir, 'by-chance'))
  const repo = await world.repository({ files: { 'test/run.sh': flaky }, config: 'run:\n  isolation: none\n' })
  const issue = await repo.planIssue('Note', noteTask('T1', 'sh test/run.sh'))

  await repo.say(issue, 'maintainer', '/approve')

  const { validations, analyses } = await repo.execution(issue)
  expect(validations.map(({ task, passed }) => [task, passed])).toEqual([
    ['T1', false],
    ['T1', true],
    [null, true],
  ])
  expect(analyses[0]?.hypotheses.map(({ status }) => status)).toEqual(['inconclusive', 'inconclusive', 'inconclusive'])
  expect((await repo.record(issue)).phase).toBe('completed')
  const [, status] = await repo.thread(issue)
  expect(status).toContain('Debug of T1, iteration 1: flaky, no change is to blame')
  expect(status).toContain('T1: its own tests failed: flaky, the same files passed in another run')
  expect(status).toMatch(/overall \| `█+`\s100\s%/)
})

test('a test that goes on failing by chance is a person’s matter, and /retry runs it again', async () => {
  const flaky = failIn('1|3', join(world.dir, 'now-and-then'))
  const repo = await world.repository({ files: { 'test/run.sh': flaky }, config: 'run:\n  isolation: none\n' })
  const issue = await repo.planIssue('Note', noteTask('T1', 'sh test/run.sh'))

  await repo.say(issue, 'maintainer', '/approve')

  expect(await repo.task(issue, 'T1')).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: {
      what: expect.stringMatching(/^its tests are flaky, `\/retry T1` runs them again: .*answers in time/),
    },
  })

  await repo.say(issue, 'maintainer', '/retry T1')

  expect((await repo.record(issue)).phase).toBe('completed')
})

test('tests of the plan that fail by chance pause it, and /resume runs them again', async () => {
  const flaky = failIn('1', join(world.dir, 'plan-by-chance'))
  const config = "run:\n  isolation: none\n  test_commands: ['sh test/run.sh']\n"
  const repo = await world.repository({ files: { 'test/run.sh': flaky }, config })
  const issue = await repo.planIssue('Note', noteTask('T1', 'true'))

  await repo.say(issue, 'maintainer', '/approve')

  expect((await repo.record(issue)).paused?.why).toContain("the plan's tests failed: flaky, the same files passed")
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE' })
  const thread = (await repo.thread(issue)).join('\n')
  expect(thread).toContain('answers in time')
  expect(thread).toContain('`/resume` runs the tests again')

  await repo.say(issue, 'maintainer', '/resume')

  expect((await repo.record(issue)).phase).toBe('completed')
})

test('that no test ran, that there is no such command, and that time ran out are three different words', async () => {
  const files = { 'test/none.sh': 'echo TAP version 14\necho 1..0\n' }
  const repo = await world.repository({ files, config: 'run:\n  max_attempts: 1\n  timeout_minutes: 0.05\n' })
  const tasks = [noteTask('T1', 'sh test/none.sh'), noteTask('T2', 'no-such-runner --all'), noteTask('T3', 'sleep 60')]
  const issue = await repo.planIssue('Notes', tasks.join('\n'))

  await repo.say(issue, 'maintainer', '/approve')

  const { validations, reviews } = await repo.execution(issue)
  expect(validations.map(({ passed }) => passed)).toEqual([false, false, false])
  expect(reviews).toEqual([])
  const [, status = ''] = await repo.thread(issue)
  const needs = status.split('\n').filter((line) => line.startsWith('- Anybody'))
  expect(needs).toEqual([
    expect.stringContaining(
      '**T1** goes on: 1 attempt did not pass: its own tests failed: `sh test/none.sh` ended with exit code 0: no test ran.',
    ),
    expect.stringMatching(
      /\*\*T2\*\* goes on: .* `no-such-runner --all` ended with exit code 127: .*no-such-runner: not found\./,
    ),
    expect.stringMatching(/\*\*T3\*\* goes on: .* `sleep 60` ran out of time after \d+\.\d s\./),
  ])
})
