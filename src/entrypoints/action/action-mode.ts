import type { ActionContext } from './action-context.ts'
import type { InputTable, InputValues } from './inputs/input-kinds.ts'
import { readInputs } from './inputs/read-inputs.ts'
import type { ActionOutput } from './output/action-output.ts'

/** What a mode says of itself. */
export interface ModeDescription {
  /** What it does, for `action.yml` and the documentation. */
  about: string
  /** Permissions that the job's token needs, as a workflow writes them. */
  permissions: readonly string[]
  inputs: InputTable
  /** What later steps may read, each with its meaning. */
  outputs: Readonly<Record<string, string>>
}

/** Where a mode's outputs are written. */
export type ModeOutput<Mode extends ModeDescription> = ActionOutput<keyof Mode['outputs'] & string>

/** Carries a mode out. What it throws fails the step with its message. */
export type RunMode<Mode extends ModeDescription> = (
  values: InputValues<Mode['inputs']>,
  context: ActionContext,
  output: ModeOutput<Mode>,
) => Promise<void>

/** A mode whose inputs are read and whose work is done in one: what types they have is its own matter. */
export interface ActionMode extends ModeDescription {
  prepare(
    context: ActionContext,
  ): { ok: true; run(output: ActionOutput): Promise<void> } | { ok: false; faults: string[] }
}

/** Ties what a mode says of its inputs to what it is run with; that is loaded only when it runs, so nothing of it for another mode. */
export function defineMode<Mode extends ModeDescription>(mode: Mode, load: () => Promise<RunMode<Mode>>): ActionMode {
  return {
    ...mode,
    prepare(context) {
      const read = readInputs<Mode['inputs']>(mode.inputs, context.env)
      if (!read.ok) return read
      return { ok: true, run: async (output) => (await load())(read.values, context, output) }
    },
  }
}
