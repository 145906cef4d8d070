import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLimitFile } from '../../../src/entrypoints/server/open-limit-file.ts'

const counts = { windows: { created_hour: [{ at: 1_000, weight: 2 }] }, pausedUntil: 5_000 }
const other = { windows: {}, pausedUntil: 0 }

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-limits-'))
})
afterAll(() => rm(dir, { recursive: true }))

test('what was counted is there at the next start, of clients too that nobody has asked for since', async () => {
  const file = join(dir, 'limits.json')
  const onFault = (what: string) => expect.unreachable(what)
  const first = await openLimitFile(file, onFault)
  first.note('7', () => counts)
  await first.close()
  const second = await openLimitFile(file, onFault)
  second.note('app', () => other)
  await second.close()

  const third = await openLimitFile(file, onFault)

  expect([third.recall('7'), third.recall('app'), third.recall('8')]).toEqual([counts, other, undefined])
  expect(await readdir(dir)).toEqual(['limits.json'])
})

test('a file that can’t be read is said, and counting begins anew', async () => {
  const file = join(dir, 'broken.json')
  await writeFile(file, '{"schema_version":2}')
  const faults: string[] = []

  const opened = await openLimitFile(file, (what) => void faults.push(what))

  expect(opened.recall('7')).toBeUndefined()
  expect(faults).toEqual(['what was counted for the limits of GitHub can’t be read: it is counted anew'])
})
