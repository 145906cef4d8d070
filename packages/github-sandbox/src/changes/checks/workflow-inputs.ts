import { recordOf } from '../../handler/body-value.ts'
import type { Workflow } from './read-workflows.ts'
import { GitHubError } from '../../handler/route.ts'

const inputLimit = 25

/** What the run of a workflow is called: its `run-name`, of whose expressions those that are an input are filled in. */
export function renderRunName({ runName }: Workflow, inputs: Record<string, string>): string | undefined {
  const name = runName?.replaceAll(/\$\{\{\s*inputs\.([\w-]+)\s*\}\}/g, (_, input: string) => inputs[input] ?? '')

  return name === undefined || name.trim() === '' ? undefined : name
}

/** The inputs a run starts with, defaults filled in; throws 422 for one that the workflow doesn't know or that it needs. */
export function decideWorkflowInputs(workflow: Workflow, given: unknown): Record<string, string> {
  const asked = Object.entries(recordOf(given)).map(([name, value]) => [name, String(value)] as const)
  const known = workflow.inputs
  if (!known) throw new GitHubError(422, "Workflow does not have 'workflow_dispatch' trigger")
  if (asked.length > inputLimit) throw new GitHubError(422, `You may only define up to ${inputLimit} inputs`)
  const unknown = asked.map(([name]) => name).filter((name) => !(name in known))
  if (unknown.length > 0) throw new GitHubError(422, `Unexpected inputs provided: ${JSON.stringify(unknown)}`)
  const inputs: Record<string, string> = Object.fromEntries(asked)
  for (const [name, input] of Object.entries(known)) {
    const value = inputs[name] ?? input.default
    if (value === undefined && input.required) throw new GitHubError(422, `Required input '${name}' not provided`)
    if (input.options && value !== undefined && !input.options.includes(value))
      throw new GitHubError(422, `Provided value '${value}' for input '${name}' not in the list of allowed values`)
    if (input.type === 'boolean' && value !== undefined && !['true', 'false'].includes(value))
      throw new GitHubError(422, `Provided value '${value}' for input '${name}' is not a boolean`)
    inputs[name] = value ?? ''
  }

  return inputs
}
