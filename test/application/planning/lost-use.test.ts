import { expect, test } from 'vitest'
import { ModelOutage } from '../../../src/application/model-outage.ts'
import { buildModelReceipt } from '../../support/agents/fake-language-model.ts'
import { buildConfiguration } from '../../support/builders.ts'
import { Machine } from '../../support/fakes/machine.ts'

/** A machine whose plans a model makes and another reads again, which has an outage so often: each question is a call. */
async function plan(outages: number): Promise<Machine> {
  const machine = new Machine()
  const configuration = buildConfiguration()
  const agents = { ...configuration.agents, planner: 'model' as const, plan_reviewer: 'model' as const }
  machine.store.configuration = { ...configuration, agents }
  const { planner } = machine.ports
  machine.ports.modelPlanner = {
    name: 'model',
    inline: false,
    plan: async (request) => ({ ...(await planner.plan(request)), receipts: [buildModelReceipt('planner')] }),
  }
  let left = outages
  const receipt = buildModelReceipt('plan reviewer')
  machine.ports.advisers = () => ({
    review: () => {
      left -= 1
      if (left >= 0) return Promise.reject(new ModelOutage('502', receipt.use))
      return Promise.resolve({ kind: 'advised', value: [], by: 'model-1', receipt })
    },
  })
  machine.label()
  await machine.settle()
  return machine
}

test('what planning had of models before an outage is in its sum, once another try makes a plan', async () => {
  const machine = await plan(2)

  expect(machine.record()).toMatchObject({ phase: 'proposed', planning_use: { calls: 3 * 2, models: ['model-1'] } })
})

test('the same where it is given up, and what is asked after that comes on top', async () => {
  const machine = await plan(8)
  const given = machine.record()

  machine.say('/plan')
  await machine.settle()

  expect(given).toMatchObject({ phase: 'awaiting_input', planning_use: { calls: 8 * 2 } })
  expect(machine.record()).toMatchObject({ phase: 'proposed', planning_use: { calls: 9 * 2 } })
})
