import { expect, test } from 'vitest'
import { plantDefect, readEvalCases } from '../../../bench/eval/eval-case.ts'
import { passesHiddenTests } from '../../../bench/eval/hidden-tests.ts'
import { createLocalRepository, widgets } from '../../support/local-repository.ts'

/** One case in ten is held up in `npm test`. */
const isLong = process.env['EVAL_CASES'] === 'all'
const cases = await readEvalCases()

test('there are twenty small repositories, one of them in Python', () => {
  expect(cases.length).toBeGreaterThanOrEqual(20)
  expect(cases.some(({ files }) => Object.keys(files).some((path) => path.endsWith('.py')))).toBe(true)
  expect(
    cases.filter(({ files, solution }) => Object.keys(solution).some((path) => files[path] === undefined)),
  ).toEqual([])
})

test.each(cases.filter((_, at) => isLong || at % 10 === 0))(
  '$name: its hidden tests pass with the solution, and neither before it nor with any of the mistakes',
  async (one) => {
    await using repository = await createLocalRepository()
    const place = { workspace: repository.workspace(), repository: widgets, commit: await repository.commit(one.files) }
    const versions = [{}, one.solution, ...one.defects.map((defect) => plantDefect(one, defect))]

    const passed = await Promise.all(versions.map((version) => passesHiddenTests(one, place, version)))

    expect(passed).toEqual(versions.map((version) => version === one.solution))
  },
)
