import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openEmbedded } from '../../../../../src/adapters/queue/embedded/open-embedded.ts'
import { buildDelivery } from '../../../../support/build-delivery.ts'

const bodyBytes = 12_000
const atOnce = 5

const bodies = new Map<string, string>()

/** What stands in the body of a delivery; nothing that could be packed. */
export function bodyOf(id: string): string {
  let text = bodies.get(id) ?? id
  while (text.length < bodyBytes) text += createHash('sha512').update(text).digest('base64')
  bodies.set(id, text)
  return text
}

/** Stores deliveries FROM to TO in FOLDER, finishes some, and says of each `+ID` once it is stored, and `-ID` before it is finished. */
const [folder, from, to, end] = process.argv.slice(2)
if (folder !== undefined) {
  const say = (text: string) => void writeSync(1, `${text}\n`)
  const queues = await openEmbedded(folder, { runsPerRepository: 10, onFault: () => {} })
  const { inbox } = queues
  for (let first = Number(from); first < Number(to); first += atOnce) {
    const ids = Array.from({ length: 1 + (first % atOnce) }, (_, n) => `${first + n}`)
    const store = async (id: string) => {
      await inbox.store(buildDelivery(id, `octo-org/widgets#${id}`, bodyOf(id)))
      say(`+${id}`)
    }
    await Promise.all(ids.map(store))
    const claim = first % 2 === 0 ? await inbox.claim() : undefined
    if (claim === undefined) continue
    for (const { delivery } of claim.rows) say(`-${delivery.id}`)
    await inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, { kind: 'done' }])))
  }
  if (end === 'killed') process.kill(process.pid, 'SIGKILL')
  await queues.close()
}
