import { registerHooks } from 'node:module'
import { plantDefect, planted } from '../../defects/plant.ts'

/** Loaded before a simulation (`node --import`): its sources wait in virtual time, and one of them may have a defect. */
const virtualTimers = new URL('virtual-timers.ts', import.meta.url).href
const sources = new URL('../../../../src/', import.meta.url).href
const defectFiles = new URL('../../defects/', import.meta.url).href
const plantFile = new URL('plant.ts', defectFiles).href
const suffix = '?planted'

/** Who imports this module from now on gets what was planted. */
let target: string | undefined
/** What the defects import while this is true is the module that one is planted in. */
let isPlanting = false
/** Modules that others than the defects have imported. */
const imported = new Set<string>()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    if (specifier === 'node:timers/promises' && parentURL.startsWith(sources))
      return { url: virtualTimers, shortCircuit: true, format: 'module-typescript' }
    const resolved = nextResolve(specifier, context)
    const isOfDefects = parentURL.startsWith(defectFiles)
    if (!isOfDefects) imported.add(resolved.url)
    if (isOfDefects && isPlanting) target = resolved.url
    return resolved.url === target && !isOfDefects ? { ...resolved, url: `${target}${suffix}` } : resolved
  },
  load(url, context, nextLoad) {
    if (target === undefined || url !== `${target}${suffix}`) return nextLoad(url, context)
    const exported = Object.keys(planted).map((name) => `export const ${name} = planted.${name}`)
    const source = [`import { planted } from '${plantFile}'`, ...exported].join('\n')
    return { format: 'module', source, shortCircuit: true }
  },
})

const name = process.env['SIM_DEFECT']
if (name !== undefined) {
  const { defects } = await import('../../defects/defects.ts')
  const defect = defects.find((one) => one.name === name)
  if (defect === undefined) throw new Error(`there is no defect "${name}"`)
  isPlanting = true
  await plantDefect(defect)
  isPlanting = false
  // Who has the module as it is would keep it, and the defect would be half planted.
  if (target === undefined || imported.has(target))
    throw new Error(`${target} was imported before "${name}" was planted`)
}
