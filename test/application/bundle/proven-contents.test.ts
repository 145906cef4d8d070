import { expect, test } from 'vitest'
import { gitBlobIdOf, sha256Of } from '../../../src/application/bundle/hashes.ts'
import { ProvenContents } from '../../../src/application/bundle/proven-contents.ts'
import type { BundleCopy } from '../../../src/domain/bundle/assemble-bundle.ts'

/** A record with so many files of so many bytes; how many of them were asked for and not yet given away. */
function recordOf(files: number, bytesEach: number) {
  const contents = new Map<string, Uint8Array>()
  const copies = Array.from({ length: files }, (_, index): BundleCopy => {
    const bytes = Buffer.alloc(bytesEach, String(index))
    const blob = gitBlobIdOf(bytes)
    contents.set(blob, bytes)
    const name = String(index).padStart(4, '0')
    return {
      blob,
      source_path: `from/${name}`,
      dest_path: `to/${name}`,
      sha256: sha256Of(bytes),
      size: bytes.length,
      mode: '100644',
    }
  })
  const bySource = new Map(copies.map((copy) => [copy.source_path, copy]))
  const held = { now: 0, most: 0, reads: 0 }
  const state = {
    findFile: (_commit: string, path: string) =>
      Promise.resolve(bySource.get(path)).then((one) => one && { ...one, path }),
    readBlob: (blob: string) => {
      held.reads += 1
      held.now += 1
      held.most = Math.max(held.most, held.now)
      return Promise.resolve(contents.get(blob) ?? Buffer.of())
    },
  }
  return { copies, contents, state, held, bySource }
}

test.each([
  ['many small ones', 200, 1_000, 6],
  ['large ones', 12, 6 * 1024 * 1024, 2],
  ['one after the other where each is larger than all that is held', 3, 20 * 1024 * 1024, 1],
])('of %s only a few are held at a time, and each is read once', async (_what, files, bytesEach, most) => {
  const { copies, contents, state, held } = recordOf(files, bytesEach)
  const proven = new ProvenContents(state, '', copies.toReversed())

  for (const { dest_path: path, blob } of copies) {
    expect(Buffer.compare(await proven.get(path), contents.get(blob) ?? Buffer.of())).toBe(0)
    held.now -= 1
  }

  expect(() => proven.expectProven()).not.toThrow()
  expect(held).toEqual({ now: 0, most, reads: files })
})

test('every file that is not what was approved is named, once all were read', async () => {
  const { copies, contents, state, bySource } = recordOf(4, 10)
  contents.set(copies[1]?.blob ?? '', Buffer.from('something else'))
  bySource.delete('from/0003')
  const proven = new ProvenContents(state, '', copies)

  for (const { dest_path: path } of copies) await proven.get(path)

  expect(() => proven.expectProven()).toThrowError(
    expect.objectContaining({
      reason: 'bytes_differ',
      details: 'from/0001 has other bytes than were approved; from/0003 is not what was recorded',
    }),
  )
})

test('a record that can’t be read ends it', async () => {
  const { copies, state } = recordOf(2, 10)
  const proven = new ProvenContents({ ...state, readBlob: () => Promise.reject(new Error('502')) }, '', copies)

  await expect(proven.get('to/0000')).rejects.toThrow('502')
})
