import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sha256Of } from '../../../src/application/bundle/hashes.ts'
import { storeAsGzip as storeChunks } from '../../../src/application/bundle/stored-gzip.ts'

/** In pieces of so many bytes. */
async function storeAsGzip(bytes: Uint8Array, piece = bytes.length): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const stored: Uint8Array[] = []
  for await (const chunk of storeChunks(pieces())) stored.push(chunk)
  return Buffer.concat(stored)
}

test.each([0, 1, 65_534, 65_535, 65_536, 131_070, 200_000])(
  '%i bytes come out as they went in, in whatever pieces they come',
  async (length) => {
    const bytes = Buffer.from(Array.from({ length }, (_, index) => index % 251))

    const whole = await storeAsGzip(bytes)
    const inPieces = await Promise.all([7_001, 65_535, 65_536, 131_070].map((piece) => storeAsGzip(bytes, piece)))

    expect(gunzipSync(whole).equals(bytes)).toBe(true)
    expect(inPieces.map((one) => one.equals(whole))).toEqual([true, true, true, true])
  },
)

test('they are the same on any machine', async () => {
  const archive = await storeAsGzip(Buffer.from('what was approved\n'.repeat(5000)))

  expect(sha256Of(archive)).toBe('e1b46f906b5a4a38fb0564557f7090883923d00ece0a7b838f6d4fd57699ecc5')
})
