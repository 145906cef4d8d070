import type { ActionContext } from './action-context.ts'
import type { InputTable, InputValues } from './inputs/input-kinds.ts'
import { readInputs } from './inputs/read-inputs.ts'
import type { ActionOutput } from './output/action-output.ts'

interface ModeDefinition<Inputs extends InputTable, Output extends string> {
  /** What it does, for `action.yml` and the documentation. */
  about: string
  /** Permissions that the job's token needs, as a workflow writes them. */
  permissions: readonly string[]
  inputs: Inputs
  /** What later steps may read, each with its meaning. */
  outputs: Readonly<Record<Output, string>>
  /** Loads what the mode needs; nothing of it is loaded for another one. */
  load: () => Promise<RunMode<Inputs, Output>>
}

/** Carries a mode out. What it throws fails the step with its message. */
export type RunMode<Inputs extends InputTable, Output extends string> = (
  values: InputValues<Inputs>,
  context: ActionContext,
  output: ActionOutput<Output>,
) => Promise<void>

/** A mode whose inputs are read and whose work is done in one: what types they have is its own matter. */
export interface ActionMode extends Omit<ModeDefinition<InputTable, string>, 'load'> {
  prepare(
    context: ActionContext,
  ): { ok: true; run(output: ActionOutput): Promise<void> } | { ok: false; faults: string[] }
}

/** Ties what a mode says of its inputs to what it is run with. */
export function defineMode<const Inputs extends InputTable, const Output extends string>(
  definition: ModeDefinition<Inputs, Output>,
): ActionMode {
  const { load, ...told } = definition
  return {
    ...told,
    prepare(context) {
      const read = readInputs(told.inputs, context.env)
      if (!read.ok) return read
      return { ok: true, run: async (output) => (await load())(read.values, context, output) }
    },
  }
}
