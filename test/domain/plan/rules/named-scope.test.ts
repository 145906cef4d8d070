import { expect, test } from 'vitest'
import { findPathRuleFaults } from '../../../../src/domain/plan/rules/find-path-rule-faults.ts'
import { buildPlan, buildTask } from '../../../support/builders.ts'

const told = (scope: string, path: string) => {
  const deliverable_spec = { ...buildTask().deliverable_spec, output_dir: '', filename: path }
  return findPathRuleFaults(buildPlan({ tasks: [buildTask({ scope, deliverable_spec })] }), []).map(
    (one) => one.message,
  )
}

test('a path outside of its scope is told with the scope that would hold it', () => {
  expect(told('src/', 'lib/a.ts')).toEqual([expect.stringContaining('scope: src/, lib/a.ts')])
})

test('where its scope names a path already, to name it is no remedy', () => {
  expect(told('./lib/a.ts', './lib/a.ts').at(-1)).toBe('T1 may not write `./lib/a.ts`: outside its scope (./lib/a.ts)')
})
