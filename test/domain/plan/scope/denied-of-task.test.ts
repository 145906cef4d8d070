import { expect, test } from 'vitest'
import type { Task } from '../../../../src/domain/plan/task.ts'
import { deniedOfTask } from '../../../../src/domain/plan/scope/denied-of-task.ts'
import { buildCriterion, buildTask } from '../../../support/builders.ts'

const denied = ['secret/**', '!.claude/skills/**']
const kept = ['secret/**']
const skill = '.claude/skills/a'
const writes = (path: string): Task['work'] => [{ kind: 'file', path, content: 'x\n', mode: '100644' }]
const diagnosed = (target: string) => buildCriterion({ check: 'diagnosis', target })
const mending = buildTask({ work: writes(`${skill}/SKILL.md`), acceptance_criteria: [diagnosed(skill)] })

test.each(['patch', 'human', '@bo'])(
  'a mending that is spelled out and diagnosed may touch its skill by %s',
  (executor) => {
    expect(deniedOfTask(mending, denied, executor)).toEqual(denied)
  },
)

test.each(['model', 'codex', 'shell'])('assigned to %s, the same task may not', (executor) => {
  expect(deniedOfTask({ ...mending, executor: 'patch' }, denied, executor)).toEqual(kept)
})

test.each<[string, Partial<Task>]>([
  ['writes another skill than is diagnosed', { work: writes('.claude/skills/b/SKILL.md') }],
  ['writes one whose name begins alike', { work: writes('.claude/skills/ab/SKILL.md') }],
  ['is diagnosed only where its own files are not', { acceptance_criteria: [diagnosed('skills/other')] }],
  ['runs a command', { work: [...mending.work, { kind: 'run', command: 'make' }] }],
  ['is not spelled out', { work: [] }],
  ['may fail its diagnosis', { acceptance_criteria: [{ ...diagnosed(skill), severity: 'major' }] }],
])('a task that %s may not', (_what, change) => {
  expect(deniedOfTask({ ...mending, ...change }, denied, 'patch')).toEqual(kept)
})
