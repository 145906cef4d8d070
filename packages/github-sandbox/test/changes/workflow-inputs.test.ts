import { expect, test } from 'vitest'
import { decideWorkflowInputs, renderRunName } from '../../src/changes/checks/workflow-inputs.ts'

const input = { required: false, default: undefined, options: undefined, type: 'string' }
const workflow = {
  path: '.github/workflows/export.yml',
  name: 'Export',
  inputs: {
    plan: { ...input, required: true },
    mode: { ...input, default: 'full', options: ['full', 'brief'] },
    dry: { ...input, default: 'false', type: 'boolean' },
  },
}

test('inputs not given have their defaults', () => {
  const inputs = decideWorkflowInputs(workflow, { plan: 'p1', dry: true })

  expect(inputs).toEqual({ plan: 'p1', mode: 'full', dry: 'true' })
})

test.each([
  [{ plan: 'p1', more: 'x' }, 'Unexpected inputs provided: ["more"]'],
  [{}, "Required input 'plan' not provided"],
  [{ plan: 'p1', mode: 'loud' }, "'loud' for input 'mode' not in the list"],
  [{ plan: 'p1', dry: 'maybe' }, "'maybe' for input 'dry' is not a boolean"],
])('%o is refused', (given, words) => {
  const decide = () => decideWorkflowInputs(workflow, given)

  expect(decide).toThrow(words)
})

test('a workflow without the trigger is refused', () => {
  const decide = () => decideWorkflowInputs({ ...workflow, inputs: undefined }, {})

  expect(decide).toThrow("Workflow does not have 'workflow_dispatch' trigger")
})

test.each([
  ['${{ inputs.plan }} again', 'p1 again'],
  ['${{ inputs.other }}', undefined],
  [undefined, undefined],
])('a run is called by its run-name with the inputs in it: %s', (runName, title) => {
  expect(renderRunName({ ...workflow, runName }, { plan: 'p1' })).toBe(title)
})
