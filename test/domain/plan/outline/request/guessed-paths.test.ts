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
