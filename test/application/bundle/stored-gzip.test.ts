import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sha256Of } from '../../../src/application/bundle/hashes.ts'
import { storeAsGzip } from '../../../src/application/bundle/stored-gzip.ts'

test.each([0, 1, 65_534, 65_535, 65_536, 131_070, 200_000])('%i bytes come out as they went in', (length) => {
  const bytes = Buffer.from(Array.from({ length }, (_, index) => index % 251))

  expect(gunzipSync(storeAsGzip(bytes)).equals(bytes)).toBe(true)
})

test('they are the same on any machine', () => {
  const archive = storeAsGzip(Buffer.from('what was approved\n'.repeat(5000)))

  expect(sha256Of(archive)).toBe('e1b46f906b5a4a38fb0564557f7090883923d00ece0a7b838f6d4fd57699ecc5')
})
