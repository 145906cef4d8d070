import { fc, test } from '../../support/property.ts'
import { describe, expect } from 'vitest'
import { countIterations } from '../../../src/domain/loop/iterations.ts'
import { buildArtifact, buildTask, testUuid } from '../../support/builders.ts'

const made = buildArtifact(buildTask())
const pushed = {
  ...made,
  artifact_id: testUuid('pushed'),
  run_id: null,
  by: { kind: 'person' as const, login: 'ada', id: 1 },
}
const carried = {
  ...pushed,
  artifact_id: testUuid('carried'),
  run_id: 'r2',
  carried_from: { task_id: made.task_id, artifact_id: made.artifact_id },
}
const artifacts = [made, pushed, carried]

const run = (task: string | null, passed: boolean, { artifact_id } = made) => ({
  task,
  passed,
  artifact_id: task === null ? null : artifact_id,
})
const count = (...validations: ReturnType<typeof run>[]) => countIterations({ artifacts, validations })
const runs = fc.array(
  fc
    .record({
      task: fc.constantFrom('T1', 'T2', 'T3', null),
      passed: fc.boolean(),
      version: fc.constantFrom(...artifacts),
    })
    .map(({ task, passed, version }) => run(task, passed, version)),
  { maxLength: 30 },
)

describe('iterations', () => {
  test('tasks that fail side by side are one round, and one that fails again is another', () => {
    expect(count()).toBe(1)
    expect(count(run('T1', false), run('T2', false), run('T3', true))).toBe(2)
    expect(count(run('T1', false), run('T1', false), run('T2', false))).toBe(3)
  })

  test('each failed validation of the plan is a round, after which tasks begin to count anew', () => {
    expect(count(run('T1', false), run('T1', false), run(null, false))).toBe(4)
    expect(count(run(null, false), run('T1', false), run(null, true))).toBe(3)
  })

  test('what people push uses up none, what a run takes over of theirs does', () => {
    expect(count(...Array.from({ length: 10 }, () => run('T1', false, pushed)), run('T1', false))).toBe(2)
    expect(count(run('T1', false, pushed), run('T1', false, carried))).toBe(2)
  })

  test.prop([runs])('each failure adds one or none, what passes adds none', (all) => {
    for (const [index, { passed }] of all.entries()) {
      const added = count(...all.slice(0, index + 1)) - count(...all.slice(0, index))

      expect(passed ? [0] : [0, 1]).toContain(added)
    }
  })
})
