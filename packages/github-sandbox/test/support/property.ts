import { fc, test } from '@fast-check/vitest'

/** The same draws each time, so that a failure is about the change; both can be told otherwise. */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_122)
const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 100)

fc.configureGlobal({ seed, numRuns })

export { fc, test }
