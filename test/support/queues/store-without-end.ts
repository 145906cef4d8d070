import { writeSync } from 'node:fs'
import { openEmbedded } from '../../../src/adapters/queue/embedded/open-embedded.ts'
import { buildDelivery } from '../build-delivery.ts'

/** Stores deliveries in `argv[2]`, numbered from `argv[3]`, and prints the id of each that is stored, until it is killed. */
const [folder = '', from = '0'] = process.argv.slice(2)
const { inbox } = await openEmbedded(folder, { runsPerRepository: 10, onFault: () => {} })
for (let n = Number(from); ; n += 1) {
  const id = `delivery-${n}`
  const partition = `octo-org/widgets#${n % 7}`
  await inbox.store(buildDelivery(id, partition))
  writeSync(1, `${id}\n`)
}
