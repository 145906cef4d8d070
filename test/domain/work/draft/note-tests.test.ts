import { expect, test } from 'vitest'
import { defaultConfiguration } from '../../../../src/domain/configuration/configuration.ts'
import { noteTests } from '../../../../src/domain/work/draft/note-tests.ts'
import { buildCriterion, buildPlan, buildTask } from '../../../support/builders.ts'

test('a plan says before its approval which tests will be run', () => {
  const own = buildTask({ id: 'T1', test: { commands: ['node --test'], unit: [], integration: [] } })
  const run = { ...defaultConfiguration.run, test_commands: ['npm test'] }

  const { notes } = noteTests(buildPlan({ tasks: [own] }), { run }, new Map())

  expect(notes[0]).toBe('Tests that will be run on what the tasks come to: `node --test`, `npm test`.')
})

test('a plan of a repository that names no tests says that none will be run, and how to name one', () => {
  const { notes } = noteTests(buildPlan({ tasks: [buildTask()] }), defaultConfiguration, new Map())

  expect(notes[0]).toMatch(/^Your repository's tests won't be run: name them in `.github\/countersign.yml`/)
})

test('a plan in which a criterion runs a command says nothing of tests that are not run', () => {
  const criterion = buildCriterion({ check_method: 'run_smoke_test', command: 'npm test' })
  const plan = buildPlan({ tasks: [buildTask({ acceptance_criteria: [criterion] })] })

  expect(noteTests(plan, defaultConfiguration, new Map()).notes).toEqual(plan.notes)
})

test.each([
  [['package.json'], 'npm test'],
  [['go.mod'], 'go test ./...'],
  [['README.md'], 'how they are run'],
])('where a repository has %j, its tests are named as `%s`', (paths, command) => {
  const files = new Map(paths.map((path) => [path, 1]))

  const [note] = noteTests(buildPlan({ tasks: [buildTask()] }), defaultConfiguration, files).notes

  expect(note).toContain(`{ test_commands: [${command}] }`)
})
