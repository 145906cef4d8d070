import { openEmbedded } from '../../../src/adapters/queue/embedded/open-embedded.ts'
import { buildRunOrder } from '../build-run-order.ts'

/** Finishes what waits in `argv[2]`, keeps its partition, takes a run, says so, and stays there until it is killed. */
const { inbox, runs } = await openEmbedded(process.argv[2] ?? '', { runsPerRepository: 10, onFault: () => {} })
const claim = await inbox.claim()
if (claim === undefined) throw new Error('nothing was due')
inbox.keep(claim.partition)
await inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, { kind: 'done' }])))
await runs.add([buildRunOrder('ISS-007/1')])
await runs.take()
process.stdout.write('kept\n')
setInterval(() => {}, 60_000)
