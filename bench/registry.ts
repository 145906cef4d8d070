import type { Bench } from './bench.ts'
import { agentsBench } from './models/agents.ts'
import { callsBench } from './requests/calls.ts'
import { commitsBench } from './requests/commits.ts'
import { dashboardBench } from './dashboard/dashboard.ts'
import { firstCommentBench } from './requests/first-comment.ts'
import { footprintBench } from './install/footprint.ts'
import { exportBench } from './export/export.ts'
import { installBench } from './install/install.ts'
import { intakeBench } from './intake/intake.ts'
import { loopBench } from './loop/loop.ts'
import { pauseBench } from './work/pause.ts'
import { gatewayBench } from './models/gateway.ts'
import { plansBench } from './plans/plans.ts'
import { publishBench } from './publish/publish.ts'
import { recoveryBench } from './work/recovery.ts'
import { reportsBench } from './reports/reports.ts'
import { soakBench } from './soak/soak.ts'
import { startsBench } from './starts/starts.ts'
import { throughputBench } from './work/throughput.ts'
import { tuningBench } from './tuning/tuning.ts'

/** All benches, in the order they are run and printed. */
export const benches: readonly Bench[] = [
  callsBench,
  commitsBench,
  firstCommentBench,
  plansBench,
  publishBench,
  exportBench,
  intakeBench,
  throughputBench,
  loopBench,
  recoveryBench,
  reportsBench,
  pauseBench,
  startsBench,
  tuningBench,
  dashboardBench,
  gatewayBench,
  agentsBench,
  soakBench,
  installBench,
  footprintBench,
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
