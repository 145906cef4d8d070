import { parse } from 'yaml'
import { recordOf, textOf } from '../../handler/body-value.ts'
import type { GitStore } from '../../handler/git-store.ts'

export interface Workflow {
  /** `.github/workflows/x.yml`. */
  path: string
  name: string
  /** `run-name`: what a run of it is called. */
  runName?: string | undefined
  /** Inputs of `workflow_dispatch`; undefined where it can't be dispatched. */
  inputs: Record<string, WorkflowInput> | undefined
}

interface WorkflowInput {
  required: boolean
  default: string | undefined
  /** Of `type: choice`. */
  options: string[] | undefined
  type: string
}

const folder = '.github/workflows/'

/** The workflow files of a commit. One that doesn't parse is listed under its path, as on GitHub. */
export async function readWorkflows(git: GitStore, commit: string): Promise<Workflow[]> {
  const { tree } = await git.readCommit(commit)
  const entries = await git.readTree(tree, true)
  const files = entries.filter(
    (entry) =>
      entry.type === 'blob' && entry.path.startsWith(folder) && /^[^/]+\.ya?ml$/.test(entry.path.slice(folder.length)),
  )

  return Promise.all(
    files.map(async ({ path, sha }) => parseWorkflow(path, Buffer.from(await git.readBlob(sha)).toString('utf8'))),
  )
}

function parseWorkflow(path: string, text: string): Workflow {
  const content = parseYaml(text)
  const { on } = content
  const dispatchable = on === 'workflow_dispatch' || (Array.isArray(on) && on.includes('workflow_dispatch'))
  const isListed = 'workflow_dispatch' in recordOf(on)
  const asked = recordOf(recordOf(recordOf(on)['workflow_dispatch'])['inputs'])
  const inputs = Object.fromEntries(Object.entries(asked).map(([name, input]) => [name, parseInput(recordOf(input))]))

  return {
    path,
    name: textOf(content['name']) ?? path,
    runName: textOf(content['run-name']),
    inputs: dispatchable || isListed ? inputs : undefined,
  }
}

function parseInput(input: Record<string, unknown>): WorkflowInput {
  const { default: initial, options } = input

  return {
    required: input['required'] === true,
    default: typeof initial === 'boolean' ? String(initial) : textOf(initial),
    options: Array.isArray(options) ? options.map(String) : undefined,
    type: textOf(input['type']) ?? 'string',
  }
}

function parseYaml(text: string): Record<string, unknown> {
  try {
    return recordOf(parse(text))
  } catch {
    return {}
  }
}
