import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFile } from '../../../src/adapters/queue/embedded/open-file.ts'
import { noteFault } from './support/chains/note-fault.ts'
import { type DiskEvent, recordDisk } from './support/power-loss/record-disk.ts'
import { type Loss, losses, ReplayedDisk } from './support/power-loss/replayed-disk.ts'
import { bodyOf } from './support/power-loss/store-and-finish.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(600_000) })

/** A number of webhooks, and whether the power is cut after every event in every way, or after some in one. */
const webhooks = Number(process.env['POWER_WEBHOOKS'] ?? '40')
const isEach = process.env['POWER_CUTS'] === 'each'
const program = join(import.meta.dirname, 'support/power-loss/store-and-finish.ts')

let dir: string
let events: DiskEvent[]

beforeAll(async () => {
  // What is tried there needs no disk.
  dir = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'countersign-power-'))
  const folder = join(dir, 'data')
  const half = String(webhooks / 2)
  // The second one finds what a kill left, and closes the file in order.
  const first = await recordDisk(folder, [program, folder, '0', half, 'killed'])
  const second = await recordDisk(folder, [program, folder, half, String(webhooks), 'closed'])
  events = [...first, ...second]
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** The same numbers each time, and as many as are asked for. */
function drawFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** What was said to be stored, and whether it may be done by now. */
class Said {
  readonly stored = new Set<string>()
  readonly mayBeDone = new Set<string>()

  hear(text: string): void {
    for (const line of text.split('\n'))
      if (line !== '') (line.startsWith('+') ? this.stored : this.mayBeDone).add(line.slice(1))
  }
}

/** Those that were said to be stored, and that the file that is left doesn't have. */
async function findLost(left: ReadonlyMap<string, Buffer>, said: Said): Promise<string[]> {
  const folder = await mkdtemp(join(dir, 'left-'))
  try {
    for (const [path, content] of left)
      if (basename(path).startsWith('database.sqlite')) await writeFile(join(folder, basename(path)), content)
    const file = openFile(join(folder, 'database.sqlite'))
    const sql = 'select delivery_id as id, state, packed from inbox left join body using (row)'
    const [rows = []] = await file.answer({ statements: [{ sql, parameters: [] }], isOne: false })
    await file.close()
    const found = new Map(rows.map((row) => [row['id'], row]))
    return [...said.stored].filter((id) => {
      const row = found.get(id)
      if (row === undefined || said.mayBeDone.has(id)) return row === undefined
      const { state, packed } = row
      return state !== 'waiting' || !(packed instanceof Uint8Array) || Buffer.from(packed).toString() !== bodyOf(id)
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Cuts the power after each event, or each so many, and looks what is missing then. */
async function cutPower(disk: ReplayedDisk, every: number): Promise<{ cuts: number; lost: string[] }> {
  const said = new Said()
  const lost: string[] = []
  let cuts = 0
  for (const [index, event] of events.entries()) {
    if (event.kind === 'said') said.hear(event.text)
    else disk.apply(event)
    if (index % every !== 0) continue
    const ways: readonly Loss[] = isEach ? losses : [losses[(index / every) % losses.length] ?? 'nothing']
    for (const loss of ways) {
      cuts += 1
      const missing = await findLost(disk.survive(loss, drawFrom(index)), said).catch((error: unknown) => [
        String(error),
      ])
      lost.push(...missing.map((what) => `after event ${index}, ${loss} kept: ${what}`))
    }
  }
  return { cuts, lost }
}

test(
  'a machine that loses its power at any moment has all that was answered, whatever the disk kept of the rest',
  { timeout: 7_200_000 },
  async () => {
    const { cuts, lost } = await cutPower(new ReplayedDisk(), isEach ? 1 : 5)

    await noteFault({
      fault: 'power lost',
      where: 'embedded database: its writes cut off after any of them, with what was not synced there, gone or torn',
      tried: cuts,
      lost: lost.length,
    })
    expect(lost).toEqual([])
  },
)

test('a disk that only says that it keeps what it is told to is found out', async () => {
  const { lost } = await cutPower(new ReplayedDisk({ ignoresSyncs: true }), 97)

  expect(lost).not.toEqual([])
})
