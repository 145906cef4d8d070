import { expect, test } from 'vitest'
import type { Task } from '../../../src/domain/plan/task.ts'
import { commentLimit } from '../../../src/views/markdown/fit.ts'
import { renderPlanComment } from '../../../src/views/plan/plan-comment.ts'
import { renderTaskPullRequest } from '../../../src/views/pulls/task-pull-request.ts'
import { buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { links } from '../../support/widget-links.ts'

const trace =
  'TypeError: value.replace is not a function\n    at htmlEscape (index.js:3:18)\n    at Object.<anonymous> (test.js:5:1)'
const bug = `It crashes:

\`\`\`js
htmlEscape(42)
\`\`\`

    ${trace.replaceAll('\n', '\n    ')}

> \`\`\`
> quoted
> \`\`\`
`

const recordOf = (body: string) => {
  const record = buildRecord()
  return { ...record, frozen: { ...record.frozen, body } }
}
const planOf = (body: string, tasks = [buildTask()]) =>
  renderPlanComment({ record: recordOf(body), plan: buildPlan({ tasks }), links })
const pullOf = (body: string, tasks = [buildTask()]) => {
  const [task = buildTask()] = tasks
  return renderTaskPullRequest({ record: recordOf(body), plan: buildPlan({ tasks }), task, links }).body
}

test.each([
  ['plan', planOf],
  ['pull request', pullOf],
])('code and trace of a bug report stand whole in the %s, folded, with their lines', (_, render) => {
  const shown = render(bug)

  expect(shown).toContain('<details><summary>What the issue shows: 3 code blocks</summary>')
  expect(shown).toContain('Line 3:\n\n```js\nhtmlEscape(42)\n```')
  expect(shown).toContain(`Line 7:\n\n\`\`\`\n${trace}\n\`\`\``)
  expect(shown).toContain('```\nquoted\n```')
})

test('of several tasks the plan alone shows it', () => {
  const tasks = [buildTask(), buildTask({ id: 'T2' })]

  expect(planOf(bug, tasks)).toContain('What the issue shows')
  expect(pullOf(bug, tasks)).not.toContain('What the issue shows')
})

test('work of the plan, a plan in YAML and empty blocks are not shown', () => {
  const work: Task['work'] = [
    { kind: 'run', command: 'npm run build' },
    { kind: 'file', path: 'a.md', content: 'Seconds.\n', mode: '100644' },
    { kind: 'diff', diff: '--- a/b\n+++ b/b\n' },
  ]
  const body = [
    '```sh run\nnpm run build\n```',
    '```md path=a.md\nSeconds.\n```',
    '```diff\n--- a/b\n+++ b/b\n```',
    '```yaml countersign\ntasks: []\n```',
    '```\n\n```',
  ].join('\n\n')

  expect(planOf(body, [buildTask({ work })])).not.toContain('What the issue shows')
})

test('there is a limit, which is said', () => {
  const body = Array.from({ length: 30 }, (_, n) => `\`\`\`\n${n}${'x'.repeat(9_000)}\n\`\`\`\n`).join('\n')

  const shown = planOf(body)

  expect(shown.length).toBeLessThan(commentLimit)
  expect(shown).toContain('And 27 more in the issue.')
  expect(shown).not.toContain('x'.repeat(4_000))
  const small = Array.from({ length: 30 }, (_, n) => `\`\`\`\nline ${n}\n\`\`\`\n`).join('\n')
  expect(planOf(small)).toContain('And 20 more in the issue.')
})

test('nothing in it works', () => {
  const body = '```"><b>\n@ada fixes #12 </details> <script>\n````\n'

  const shown = pullOf(body)

  expect(shown).toContain('```\n@ada fixes #\u206012 </details> <script>\n```\n\n</details>')
})
