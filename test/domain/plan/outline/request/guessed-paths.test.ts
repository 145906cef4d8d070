import { expect, test } from 'vitest'
import { planIssue } from '../../../../support/plans/plan-issue.ts'
import { expectDelivery } from '../../../../../src/domain/plan/assemble/delivery.ts'
import { planFromText } from '../../../../../src/domain/plan/outline/plan-from-text.ts'
import type { Task } from '../../../../../src/domain/plan/task.ts'
import { planWritten } from '../../../../support/plans/written-issues.ts'

const told = (shown: string): string =>
  `Saving crashes with an exception when the name is empty.\n\n\`\`\`\n${shown}\n\`\`\`\n`

test.each([
  ['above the repository', '../../external/fmt/include/fmt/format.h:3481:29: error: constexpr variable'],
  [
    'of a container',
    'Traceback (most recent call last):\n  File "/usr/src/app/app/components/climate.py", line 21, in <module>\nImportError: x',
  ],
  ['without a folder', 'Error: x\n    at save (save.js:10:2)'],
  ['of a Go path', 'goroutine 1:\n  /home/j/gopath/src/google.golang.org/grpc/transport/http2_client.go:1027 +0x93'],
])('a path of a trace is no scope: one %s', (_name, shown) => {
  expect(planWritten('Saving crashes when the name is empty', told(shown)).scope).toBe('')
})

test('what a command is to write is no scope', () => {
  const body = 'It should write one file a folder. Environments should go to `http-client.env.json`.'

  expect(planWritten('Export a collection', body).scope).toBe('')
})

test.each([
  '`packages/core/legacy` remove it',
  '`packages/core/legacy`: get rid of it',
  'Remove `packages/core/legacy`',
])('what is to be removed is not delivered: %s', async (box) => {
  const plan = await planIssue('Clean up', `- [ ] ${box}\n- [ ] Add \`src/new.ts\`\n`)

  expect(plan.tasks[0]?.action).toBe('Remove')
})

test('of a trace the longest end of a path that is a file of the repository counts', () => {
  const frame = '../../external/fmt/include/fmt/format.h:3481:29: error: constexpr variable'
  const files = new Set(['include/fmt/format.h', 'fmt/format.h'])
  const planned = (known: ReadonlySet<string>) =>
    planFromText('Saving crashes when the name is empty', told(frame), '', false, known)

  expect(planned(files)).toMatchObject({ reading: { paths: ['include/fmt/format.h'] } })
  expect(planned(new Set())).toMatchObject({ reading: { paths: [] } })
})

test('nobody is held to a change where a trace begins', async () => {
  const body = `### What did you expect to see?\n\nNo data races are reported.\n\n### What did you see instead?\n\n${told('Error: x\n    at save (src/save.js:10:2)')}`

  const plan = await planIssue('Data race in saving', body)

  expect(plan.tasks[0]?.scope).toContain('src/save.js')
  expect(expectDelivery(plan.tasks[0] as Task)).toEqual({ kind: 'anything' })
})

test.each([
  ['of instructions', 'For profiling we can start the node with `pump` in `tool/pump/main.go`.', ''],
  ['of a dependency, in Elixir', '```\n** (Error) x\n    at f (lib/phoenix/channel.ex:487)\n```', ''],
  ['of what is no goal', 'It breaks in `src/a.js`.\n\n## Explicit non-goals\n\n- No change of `src/b.js`', 'src/a.js'],
  ['of where it breaks', 'We can see it in `src/a.js`.', 'src/a.js'],
])('a path is a place to change unless it stands in passing: one %s', (_name, body, scope) => {
  expect(planWritten('Saving crashes when the name is empty', body).scope).toBe(scope)
})

const accepted = '\n\n## Acceptance\n\n- Saving an empty name says so on the page\n'

test.each([
  ['is only spoken of', `The name comes from \`src/name.js\`.${accepted}`, 'anything'],
  ['is named to be changed', `Return the error in \`src/name.js\`.${accepted}`, 'set'],
  ['is thought to be the cause', `I think it is the check in \`src/name.js\`.${accepted}`, 'set'],
  ['has the mistake in it', `There is a bug in \`src/name.js\`.${accepted}`, 'set'],
])('who works is held to a change of the only file that %s: %s', async (_name, body, kind) => {
  const plan = await planIssue('Saving crashes when the name is empty', body)

  expect(plan.tasks[0]?.scope).toContain('src/name.js')
  expect(expectDelivery(plan.tasks[0] as Task).kind).toBe(kind)
})

test('where criteria are about more than the file that is pointed at, any file may be touched', async () => {
  const body =
    'All changes stand in `CHANGELOG.md`.\n\n## Acceptance\n\n- `CHANGELOG.md` has a heading for 0.1.0\n- The checklist names each step\n'

  const plan = await planIssue('Write the changelog and the checklist', body)

  expect(plan.tasks[0]?.scope).toBe('**')
  expect(plan.notes).toContainEqual(expect.stringContaining('besides what it delivers'))
})

test.each([
  ['while running', 'question'],
  ['while parsing dates', 'reading'],
])('a leak %s', (when, gives) => {
  expect(planWritten(`Memory leak ${when}`, 'It grows.').gives).toBe(gives)
})
