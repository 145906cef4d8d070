import { writeSync } from 'node:fs'
import { createQueues } from '../../src/adapters/postgres/create-queues.ts'
import { openEmbedded } from '../../src/adapters/postgres/embedded/open-embedded.ts'
import { buildDelivery } from './build-delivery.ts'

/** Stores deliveries in `argv[2]`, numbered from `argv[3]`, and prints the id of each that is stored, until it is killed. */
const [folder = '', from = '0'] = process.argv.slice(2)
const { inbox } = await createQueues(await openEmbedded(folder), {
  leaseMs: 60_000,
  isAlone: true,
  runsPerRepository: 10,
  onFault: () => {},
})
for (let n = Number(from); ; n += 1) {
  const id = `delivery-${n}`
  const partition = `octo-org/widgets#${n % 7}`
  await inbox.store(buildDelivery(id, partition))
  writeSync(1, `${id}\n`)
}
