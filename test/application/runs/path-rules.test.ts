import { expect, test } from 'vitest'
import { pathRules } from '../../../src/application/runs/path-rules.ts'
import { buildConfiguration, buildTask } from '../../support/builders.ts'

const anyChange = { ...buildTask().deliverable_spec, single_file: false, files: ['**'] }
const rules = (scope: string) =>
  pathRules(buildTask({ scope, deliverable_spec: anyChange, modification_points: [] }), buildConfiguration(), 'human')

test('a task that delivers “a change” is held to the scope that its plan says', () => {
  expect(rules('index.js, **/*test*').scope).toEqual(['index.js', '**/*test*'])
})

test('without a scope, and with one that is open, any file may be touched', () => {
  expect(rules('').scope).toEqual(['**'])
  expect(rules('**').scope).toEqual(['**'])
})
