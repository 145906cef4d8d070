import { expect, test } from 'vitest'
import { defaultConfiguration } from '../../../../../src/domain/configuration/configuration.ts'
import { pathRules } from '../../../../../src/application/runs/path-rules.ts'
import { findPathFaults } from '../../../../../src/domain/paths/path-policy.ts'
import { assemblePlan } from '../../../../../src/domain/plan/assemble/assemble-plan.ts'
import { planFromText } from '../../../../../src/domain/plan/outline/plan-from-text.ts'
import type { Task } from '../../../../../src/domain/plan/task.ts'
import { buildPlanFacts } from '../../../../support/plans/build-draft.ts'

function planOf(body: string, guidance = '') {
  const answer = planFromText('Round half up', body, guidance)
  if (answer.kind !== 'draft') throw new Error(JSON.stringify(answer))
  return assemblePlan(answer.draft, buildPlanFacts())
}

function refusedIn(task: Task | undefined, paths: readonly string[]): string[] {
  if (task === undefined) throw new Error('no such task')
  const entries = paths.map((path) => ({ path, mode: '100644', size: 1, status: 'added' as const }))
  return findPathFaults(entries, pathRules(task, defaultConfiguration, 'human')).map(({ path }) => path)
}

test('beside a file of code that a task names, tests named after it may be pushed, and no other', () => {
  const { tasks } = planOf('- [ ] Round half up in `src/round.js`\n- [ ] Mend `lib/Money.java`\n')

  const named = ['src/round.js', 'test/round.test.js', 'src/round_test.js', 'spec/round.spec.ts', 'tests/a/round.js']
  expect(refusedIn(tasks[0], named)).toEqual([])
  expect(refusedIn(tasks[0], ['test/ground.test.js', 'src/lib/round.js', 'src/attest.js'])).toHaveLength(3)
  expect(refusedIn(tasks[1], ['src/test/java/MoneyTest.java'])).toEqual([])
})

test('the plan says so before it is approved, and delivers and estimates the file as before', () => {
  const { tasks, notes } = planOf('- [ ] Round half up in `src/round.js`\n')

  expect(notes).toContain(
    'T1 may touch tests that are named after their files, too: `**/{test?round,round?test,round?spec}.*`, `**/{test,tests,spec,__tests__}/**/round.*`. For other files comment `/replan T1: Scope: …`.',
  )
  expect(tasks[0]?.deliverable_spec).toMatchObject({ output_dir: 'src/', filename: 'round.js', single_file: true })
})

test.each([
  ['a scope that its author wrote', '- [ ] Round half up\n  Scope: `src/round.js`\n'],
  ['a file that was promised alone', '- [ ] Round half up\n  Delivers: `src/round.js`\n'],
])('%s is no wider', (_, body) => {
  const { tasks, notes } = planOf(body)

  expect(tasks[0]?.scope).toBe('src/round.js')
  expect(notes.join()).not.toContain('named after')
})

test('what is no code, and a test itself, brings no other tests', () => {
  const { tasks } = planOf('- [ ] Write `docs/round.md`\n- [ ] Extend `test/round.test.js`\n')

  expect(tasks.map(({ scope }) => scope)).toEqual(['docs/round.md', 'test/round.test.js'])
})

test('a scope of globs may be typed as it is shown', () => {
  const said = 'T1: Scope: `src/round.js`, `**/{test?round,round?test}.*`, `src/__tests__/**`'

  const { tasks } = planOf('- [ ] Round half up in `src/round.js`\n', said)

  expect(tasks[0]?.scope).toBe('src/round.js, **/{test?round,round?test}.*, src/__tests__/**')
  expect(refusedIn(tasks[0], ['test/round.test.js', 'src/__tests__/a.js'])).toEqual([])
})
