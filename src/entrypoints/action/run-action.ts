import { readContext } from './action-context.ts'
import type { ActionMode } from './action-mode.ts'
import { commonInputs } from './inputs/common-inputs.ts'
import { findForeignInputs, readInput, readInputs, type RunnerEnvironment, suggest } from './inputs/read-inputs.ts'
import { actionModes, defaultMode } from './modes.ts'
import type { ActionOutput } from './output/action-output.ts'

/** The Action: reads `mode` and that mode's inputs, tells all that is wrong with them in one error, or does it. */
export async function runAction(env: RunnerEnvironment, output: ActionOutput): Promise<void> {
  const token = readInput(env, 'token') ?? ''
  output.mask(token)
  const context = readContext(env, token)
  const name = readInput(env, 'mode') || defaultMode
  const mode = Object.hasOwn(actionModes, name) ? actionModes[name] : undefined
  if (mode === undefined) return output.fail(explainMode(name))
  if (context === undefined) return output.fail('The runner does not say which repository this is (GITHUB_REPOSITORY).')
  const common = readInputs(commonInputs, env)
  const prepared = mode.prepare(context)
  const faults = [
    ...(common.ok ? [] : common.faults),
    ...(prepared.ok ? [] : prepared.faults),
    ...findForeignInputs({ ...commonInputs, ...mode.inputs }, inputsOfModes(actionModes), name, env),
  ]
  if (faults.length > 0 || !prepared.ok) return output.fail(faults.join('\n'))
  await prepared.run(output)
}

function explainMode(name: string): string {
  const known = Object.keys(actionModes)
  const list = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`
  return `Input "mode" is ${JSON.stringify(name.slice(0, 100))}; it takes ${list}.${suggest(name, known)}`
}

function inputsOfModes(modes: Readonly<Record<string, ActionMode>>): Map<string, { default: string; modes: string[] }> {
  const found = new Map<string, { default: string; modes: string[] }>()
  for (const [mode, { inputs }] of Object.entries(modes)) {
    for (const [name, input] of Object.entries(inputs)) {
      const known = found.get(name) ?? { default: input.default, modes: [] }
      found.set(name, { ...known, modes: [...known.modes, mode] })
    }
  }
  return found
}
