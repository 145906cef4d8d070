import { expect, test } from 'vitest'
import { planIssue } from '../../../support/plans/plan-issue.ts'

const tasks = '- [ ] T1: Add `--json` to the list command in `src/list.js`\n'

function asksNoted(notes: readonly string[]): string[] {
  return notes.filter((note) => note.includes('asks for something')).map((note) => note.slice(0, note.indexOf(')') + 1))
}

test('what prose asks for and no task speaks of is named in the plan', async () => {
  const { notes } = await planIssue('Export', `We use it daily. It must also work on Windows.\n\n${tasks}`)

  expect(notes).toContain(
    'Line 1 ("It must also work on Windows.") asks for something that no criterion looks for. To have it checked, write it as an item under `## Acceptance`.',
  )
})

test.each([
  ['says again what a task does', `Please add \`--json\` to the list command.\n\n${tasks}`, []],
  ["says again what the issue's title says", `We want to add an export.\n\n${tasks}`, []],
  ['only says where it stands', `Please do this as follows.\n\n${tasks}`, []],
  ['only tells', `It prints a table, and scripts parse it.\n\n${tasks}`, []],
  ['is the criterion of an issue that is one task', 'Please keep the old flag as an alias.\n', []],
  ['asks in Chinese', `必须支持 Windows 系统。\n\n${tasks}`, ['Line 1 ("必须支持 Windows 系统。")']],
])('prose that %s', async (_name, body, noted) => {
  expect(asksNoted((await planIssue('Add an export', body)).notes)).toEqual(noted)
})
