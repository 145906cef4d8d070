import { expect, test } from 'vitest'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { askPlanner, fence, planIssue } from '../../../support/plans/plan-issue.ts'

const diff = fence('diff', '--- a/src/x.js\n+++ b/src/x.js\n@@ -1 +1 @@\n-1\n+2')
const tasks = '- [ ] T1: Change `src/a.js`\n- [ ] T2: Change `src/b.js`\n'

function workOf(plan: Plan): string[] {
  return plan.tasks.flatMap((task) => task.work.map((item) => `${task.id} ${item.kind}`))
}

test.each([
  [
    'under "Actual behavior"',
    'Wrong number of retries after a timeout',
    `It is wrong.\n\n## Actual behavior\n\n${diff}\n`,
  ],
  [
    'under a label of a report',
    'Wrong number of retries after a timeout',
    `It is wrong.\n\n**Actual behavior:**\n\n${diff}\n`,
  ],
  ['under a heading that asks for nothing', 'Fix the number of retries after a timeout', `## Background\n\n${diff}\n`],
  ['in an issue that only tells', 'Crash on start when the port is taken', `It crashes.\n\n${diff}\n`],
  [
    'in a quotation in HTML',
    'Fix the number of retries after a timeout',
    `It is wrong.\n\n<blockquote>\n\n${diff}\n\n</blockquote>\n`,
  ],
  [
    'without the files it changes',
    'Fix the number of retries after a timeout',
    `It is wrong.\n\n${fence('diff', '-1\n+2')}\n`,
  ],
  ['told below a list of tasks', 'Two', `${tasks}\n## Actual behavior\n\n${diff}\n`],
  ['told below the only task', 'One', `- [ ] T1: Change \`src/x.js\`\n\n## Logs\n\n${diff}\n`],
  ['told inside of a task', 'One', `## T1: Change \`src/x.js\`\n\n### Actual output\n\n${diff}\n`],
])('a diff %s is no work', async (_name, title, body) => {
  const plan = await planIssue(title, body)

  expect(workOf(plan)).toEqual([])
  expect(plan.tasks.every((task) => task.executor === 'human')).toBe(true)
})

test('the plan says that it did not take a diff, and which line would be right', async () => {
  const plan = await planIssue('Two', `${tasks}\n## Actual behavior\n\n${diff}\n`)

  expect(plan.notes).toContain(
    'Line 6: the diff is not taken as work, since no task claims it. Write `diff task=T1` behind its opening backticks, or put it below its task.',
  )
})

test.each([
  [
    'that names its task',
    'Two',
    `${tasks}\n## Actual behavior\n\n${diff.replace('diff', 'diff task=T2')}\n`,
    ['T2 diff'],
  ],
  ['inside of a task', 'Two', `${tasks}  ${diff.replaceAll('\n', '\n  ')}\n`, ['T2 diff']],
  ['right below a task', 'Two', `# Numbers\n\n${tasks}\n${diff}\n`, ['T2 diff']],
  [
    'whose file a task writes',
    'One',
    `- [ ] T1: Change \`src/x.js\`\n- [ ] T2: Change \`y\`\n\n## Idea\n\n${diff}\n`,
    ['T1 diff'],
  ],
  [
    'under a title that says it is the work',
    'Wrong number',
    `It is wrong.\n\n## Suggested fix\n\n${diff}\n`,
    ['T1 diff'],
  ],
  ['in an issue whose title asks for it', 'Fix the number', `Like this:\n\n${diff}\n`, ['T1 diff']],
  ['under a heading that is a task', 'Numbers', `## Fix the number\n\n${diff}\n`, ['T1 diff']],
])('a diff %s is work', async (_name, title, body, work) => {
  expect(workOf(await planIssue(title, body))).toEqual(work)
})

test('a plan in YAML that is quoted is none', async () => {
  const yaml = fence('yaml countersign', 'tasks: [').replaceAll(/^/gm, '> ')

  const answer = await askPlanner('Fix the parser of empty headers', `Somebody wrote:\n\n${yaml}\n`)

  expect(answer).toMatchObject({
    kind: 'needs_input',
    lacks: [],
    reading: { title: 'Fix the parser of empty headers' },
  })
})
