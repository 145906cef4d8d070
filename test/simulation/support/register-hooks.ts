import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Defect, plantDefect } from '../defects/defect.ts'

/** Loaded before a simulation (`node --import`): its sources wait in virtual time, and one of them may have a defect. */
const virtualTimers = new URL('virtual-timers.ts', import.meta.url).href
const sources = new URL('../../../src/', import.meta.url).href
const planted = process.env['SIM_DEFECT']
const defect = planted === undefined ? undefined : (JSON.parse(planted) as Defect)

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = context.parentURL?.startsWith(sources) === true
    if (specifier === 'node:timers/promises' && isOurs)
      return { url: virtualTimers, shortCircuit: true, format: 'module-typescript' }
    return nextResolve(specifier, context)
  },
  load(url, context, nextLoad) {
    if (defect === undefined || url !== new URL(defect.file, sources).href) return nextLoad(url, context)
    const source = plantDefect(defect, readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module-typescript', source, shortCircuit: true }
  },
})
