import { expect, test } from 'vitest'
import { mergeCommands, renderBroughtTogether, renderConflict } from '../../../src/views/pulls/conflict-replies.ts'

const branch = 'countersign/ISS-007/1/T1'
const what = 'T1 is approved, but conflicts with T4 in `package.json`'
const commands = [
  `git fetch && git switch ${branch} && git pull`,
  'git merge origin/countersign/ISS-007/1/base',
  'git push',
]

test('three commands bring a branch together with the integration branch beside it', () => {
  expect(mergeCommands(branch)).toEqual(commands)
})

test.each([
  ['who is asked is notified', ['ada', 'bo'], '@ada or @bo, please bring both together:'],
  ['nobody in particular', [], 'Anybody with write access can bring both together:'],
])('a conflict says what, who and how: %s', (_who, who, asked) => {
  const text = renderConflict({ kind: 'conflict', who, what, branch })

  expect(text).toContain(`⚠️ **${what}.** ${asked}\n\n\`\`\`sh\n${commands.join('\n')}\n\`\`\``)
  expect(text).toContain('The push is a new version, and is judged like any other.')
})

test.each([
  [['ada'], 'Keep what T4 brought: where lines of it change, ada is asked'],
  [[], 'Keep what T4 brought: where lines of it change, somebody who may judge your version is asked'],
])('a conflict says beforehand who is asked where the other work goes: %j', (judges, told) => {
  const text = renderConflict({ kind: 'conflict', who: ['bo'], what, branch, keep: { tasks: ['T4'], judges } })

  expect(text).toContain(told)
})

test.each([
  [['package.json'], ['T4', 'T5'], 'T4 and T5 changed `package.json` meanwhile.'],
  [['package.json'], [], '`package.json` was changed meanwhile.'],
  [[], [], "others' work was merged meanwhile."],
])('what git merged says whose work came in: %j of %j', (paths, tasks, moved) => {
  const text = renderBroughtTogether({ kind: 'brought_together', task: 'T1', version: 2, paths, tasks })

  expect(text).toContain(
    `**T1 was approved, and ${moved}** Git merged both without a conflict. That is version 2, and is judged`,
  )
})
