import { stringify } from 'yaml'
import type { ActionInput } from '../../src/entrypoints/action/inputs/input-kinds.ts'
import { commonInputs } from '../../src/entrypoints/action/inputs/common-inputs.ts'
import { actionModes, defaultMode } from '../../src/entrypoints/action/modes.ts'
import { renderTable } from './markdown-table.ts'

interface Told {
  name: string
  modes: string[]
  about: string
  default: string
  takes: string
}

const head = '# Made by `npm run docs` from src/entrypoints/action/modes. Changes made here are lost.\n'

/** `action.yml`: every input with its default and every output, from the table that reads them. */
export function renderActionFile(): string {
  const inputs = Object.fromEntries(
    listInputs().map(({ name, modes, about, default: preset }) => [
      name,
      { description: `${scopeOf(modes)}${about}`, required: false, default: preset },
    ]),
  )
  const outputs = Object.fromEntries(
    listOutputs().map(({ name, modes, about }) => [name, { description: `${scopeOf(modes)}${about}` }]),
  )
  const action = {
    name: 'Countersign',
    description: 'Exports the approved versions of a plan with a manifest that proves them, and verifies such exports.',
    author: 'Countersign',
    branding: { icon: 'check-square', color: 'green' },
    inputs,
    outputs,
    runs: { using: 'node24', main: 'dist/action.js' },
  }
  return head + stringify(action, { lineWidth: 0, singleQuote: true })
}

/** `docs/action-reference.md`: modes, inputs and outputs as tables. */
export function renderActionPage(): string {
  const modes = Object.entries(actionModes).map(([name, { about, permissions }]) => [
    `\`${name}\``,
    about,
    permissions.map((one) => `\`${one}\``).join(', '),
  ])
  const inputs = listInputs().map(({ name, modes: of, about, default: preset, takes }) => [
    `\`${name}\``,
    of.map((one) => `\`${one}\``).join(', ') || 'all',
    takes,
    preset === '' ? '' : `\`${preset}\``,
    about,
  ])
  const outputs = listOutputs().map(({ name, modes: of, about }) => [
    `\`${name}\``,
    of.map((one) => `\`${one}\``).join(', '),
    about,
  ])
  return `# Inputs and outputs of the Action

<!-- Made by \`npm run docs\` from src/entrypoints/action/modes. Changes made here are lost. -->

\`mode\` says what it does. An input that the mode doesn't have, or that takes something else, ends the step with one error that names all of them, before anything is asked of GitHub.

## Modes

${renderTable(['mode', 'what it does', 'permissions of the job'], modes)}

## Inputs

${renderTable(['input', 'in mode', 'takes', 'default', 'what it is'], inputs)}

## Outputs

${renderTable(['output', 'in mode', 'what it is'], outputs)}
`
}

function scopeOf(modes: readonly string[]): string {
  return modes.length === 0 ? '' : `(${modes.join(', ')}) `
}

function listInputs(): Told[] {
  const words = Object.keys(actionModes)
  const mode: Told = {
    name: 'mode',
    modes: [],
    about: `What to do: ${oneOf(words)}.`,
    default: defaultMode,
    takes: oneOf(words),
  }
  const ofModes = Object.entries(actionModes).flatMap(([name, { inputs }]) =>
    Object.entries(inputs).map(([input, told]) => describe(input, told, [name])),
  )
  const common = Object.entries(commonInputs).map(([input, told]) => describe(input, told, []))
  return [mode, ...merge(ofModes), ...common]
}

function describe(name: string, { about, default: preset, takes }: ActionInput<unknown>, modes: string[]): Told {
  return { name, modes, about, default: preset, takes }
}

function listOutputs(): Pick<Told, 'name' | 'modes' | 'about'>[] {
  return merge(
    Object.entries(actionModes).flatMap(([mode, { outputs }]) =>
      Object.entries(outputs).map(([name, about]) => ({ name, about, modes: [mode] })),
    ),
  )
}

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** One name, one meaning: the runner knows an input once, whatever mode reads it. */
function merge<One extends { name: string; modes: string[]; about: string }>(all: readonly One[]): One[] {
  const merged = new Map<string, One>()
  for (const one of all) {
    const known = merged.get(one.name)
    if (known !== undefined && known.about !== one.about) throw new Error(`${one.name} is described in two ways`)
    merged.set(one.name, { ...one, modes: [...(known?.modes ?? []), ...one.modes] })
  }
  return [...merged.values()]
}
