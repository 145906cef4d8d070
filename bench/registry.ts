import type { Bench } from './bench.ts'
import { callsBench } from './calls.ts'
import { commitsBench } from './commits.ts'
import { firstCommentBench } from './first-comment.ts'
import { installBench } from './install.ts'
import { intakeBench } from './intake.ts'
import { loopBench } from './loop.ts'
import { pauseBench } from './pause.ts'
import { plansBench } from './plans.ts'
import { publishBench } from './publish.ts'
import { recoveryBench } from './recovery.ts'
import { reportsBench } from './reports.ts'
import { soakBench } from './soak.ts'
import { startsBench } from './starts.ts'
import { throughputBench } from './throughput.ts'

/** All benches, in the order they are run and printed. */
export const benches: readonly Bench[] = [
  callsBench,
  commitsBench,
  firstCommentBench,
  plansBench,
  publishBench,
  intakeBench,
  throughputBench,
  loopBench,
  recoveryBench,
  reportsBench,
  pauseBench,
  startsBench,
  soakBench,
  installBench,
]

/** The benches of these names, in the registry's order; all for no names. Throws for a name there is none of. */
export function pickBenches(names: readonly string[], all: readonly Bench[] = benches): readonly Bench[] {
  const unknown = names.filter((name) => !all.some((bench) => bench.name === name))
  if (unknown.length > 0) {
    const known = all.map((bench) => bench.name).join(', ')
    throw new Error(`There is no bench named ${unknown.join(' or ')}. There are ${known}.`)
  }
  return names.length === 0 ? all : all.filter((bench) => names.includes(bench.name))
}
