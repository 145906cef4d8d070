import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { packBundle } from '../../../src/application/bundle/pack-bundle.ts'
import { type Manifest, manifestFiles } from '../../../src/domain/bundle/manifest.ts'
import { assembleBundle } from '../../../src/domain/bundle/assemble-bundle.ts'
import { buildApprovedPlan } from '../../support/repository/fake-repository.ts'

const bytesEach = 256 * 1024

/** A bundle with so many files of 256 KiB. */
function bundleOf(count: number): Manifest {
  const decision = assembleBundle({ ...buildApprovedPlan(), includeCandidates: false, partial: false })
  if (decision.kind === 'refused') throw new Error(decision.why)
  const { manifest } = decision
  const [item] = manifest.items
  const [file] = item?.files ?? []
  if (item === undefined || file === undefined) throw new Error('the plan has no file')
  const files = Array.from({ length: count }, (_, index) => {
    return { ...file, dest_path: `x/${String(index).padStart(4, '0')}`, size: bytesEach }
  })
  return { ...manifest, items: [{ ...item, files }] }
}

test('files are asked for as fast as the archive is taken, and no faster', async () => {
  const manifest = bundleOf(60)
  let [asked, taken, most] = [0, 0, 0]
  const contents = {
    get: () => {
      asked += 1
      return Buffer.alloc(bytesEach)
    },
  }

  for await (const chunk of packBundle(manifest, contents)) {
    taken += chunk.length
    most = Math.max(most, asked - Math.floor(taken / bytesEach))
    // Whoever takes it is slow.
    await new Promise((resolve) => setImmediate(resolve))
  }

  expect(asked).toBe(manifestFiles(manifest).length)
  expect(most).toBeLessThanOrEqual(3)
})

test('a file that can’t be read ends the archive with its reason', async () => {
  const contents = { get: () => Promise.reject(new Error('502')) }

  const packing = buffer(Readable.from(packBundle(bundleOf(2), contents)))

  await expect(packing).rejects.toThrow('502')
})
