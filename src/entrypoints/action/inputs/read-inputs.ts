import { closest, distance } from 'fastest-levenshtein'
import type { InputTable, InputValues } from './input-kinds.ts'

export type RunnerEnvironment = Readonly<Record<string, string | undefined>>

/** What the runner hands over for an input: `include-candidates` is `INPUT_INCLUDE-CANDIDATES`. */
export function readInput(env: RunnerEnvironment, name: string): string | undefined {
  return env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`]?.trim()
}

/** The values of a mode's inputs, or what is wrong, each with the input's name and what it takes: all at once. */
export function readInputs<Inputs extends InputTable>(
  inputs: Inputs,
  env: RunnerEnvironment,
): { ok: true; values: InputValues<Inputs> } | { ok: false; faults: string[] } {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, input] of Object.entries(inputs)) {
    const given = readInput(env, name) || presetOf(input)
    const parsed = input.parse(given)
    if (parsed === undefined) faults.push(describeFault(name, given, input.takes, input.explain?.(given)))
    else values[name] = parsed.value
  }
  return faults.length === 0 ? { ok: true, values: values as InputValues<Inputs> } : { ok: false, faults }
}

/** An expression is the runner's to fill in. */
function presetOf(input: InputTable[string]): string {
  return input.default.startsWith('${{') ? '' : input.default
}

/** Inputs of other modes that somebody set: they would have no effect, which nobody wants to find out later. */
export function findForeignInputs(
  inputs: InputTable,
  others: ReadonlyMap<string, { default: string; modes: readonly string[] }>,
  mode: string,
  env: RunnerEnvironment,
): string[] {
  return [...others]
    .filter(([name, other]) => {
      const given = readInput(env, name) ?? ''
      return inputs[name] === undefined && given !== '' && given !== other.default
    })
    .map(([name, { modes }]) => `Input "${name}" has no meaning in mode ${mode}; it belongs to ${modes.join(' and ')}.`)
}

/** `Input "partial" is "maybe"; it takes true or false.` */
export function describeFault(name: string, given: string, takes: string, why?: string): string {
  return given === ''
    ? `Input "${name}" is missing; it takes ${takes}.`
    : `Input "${name}" is ${JSON.stringify(given.slice(0, 100))}; ${why ?? `it takes ${takes}`}.`
}

/** ` Is "export" meant?` where one of the words is near. */
export function suggest(given: string, words: readonly string[]): string {
  const near = closest(given.toLowerCase(), words)
  return near !== undefined && distance(given.toLowerCase(), near) <= 2 ? ` Is "${near}" meant?` : ''
}
