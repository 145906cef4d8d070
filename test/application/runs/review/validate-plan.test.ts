import { expect, test } from 'vitest'
import { openPlanValidation } from '../../../../src/application/runs/review/validate-plan.ts'
import {
  buildConfiguration,
  buildExecution,
  buildPlan,
  buildRecord,
  buildTask,
  testSha,
} from '../../../support/builders.ts'
import { Machine, repository } from '../../../support/fakes/machine.ts'

test('the tests of the plan run once, however often what is asked after them fails', async () => {
  const machine = new Machine()
  const plan = buildPlan({ tasks: [buildTask({ test: { commands: ['npm test'], unit: [], integration: [] } })] })
  const work = { record: buildRecord({ base_sha: testSha('base') }), plan, execution: buildExecution(plan), loop: null }
  const opened: string[] = []
  const open = machine.workspace.openWorkTree.bind(machine.workspace)
  machine.workspace.openWorkTree = (asked, commit) => {
    opened.push(commit)
    return open(asked, commit)
  }
  const readTree = machine.workspace.readTreeSha.bind(machine.workspace)
  machine.workspace.readTreeSha = () => {
    machine.workspace.readTreeSha = readTree
    return Promise.reject(new Error('git is away'))
  }
  const place = { repository, work, configuration: buildConfiguration() }
  const how = { op: 'ISS-007/9', commit: testSha('head'), signal: new AbortController().signal }
  const validate = openPlanValidation(machine.ports, place, how)

  await expect(validate()).rejects.toThrow('git is away')
  const body = await validate()

  expect(body).toMatchObject({ kind: 'plan_validated', validation: { passed: true } })
  expect(opened).toEqual([testSha('head')])
})
