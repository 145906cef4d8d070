import { writeSync } from 'node:fs'
import { createInbox } from '../../src/adapters/postgres/create-inbox.ts'
import { openEmbedded } from '../../src/adapters/postgres/open-embedded.ts'

/** Stores deliveries in `argv[2]`, numbered from `argv[3]`, and prints the id of each that is stored, until it is killed. */
const [folder = '', from = '0'] = process.argv.slice(2)
const inbox = await createInbox(await openEmbedded(folder), { leaseMs: 60_000, isAlone: true })
for (let n = Number(from); ; n += 1) {
  const id = `delivery-${n}`
  const body = new TextEncoder().encode('{}')
  const lane = `octo-org/widgets#${n % 7}`
  await inbox.store({ id, event: 'push', body, bodySha256: id, lane, receivedAt: '2026-11-21T03:12:00.000Z' })
  writeSync(1, `${id}\n`)
}
