import { expect, test } from 'vitest'
import { readConfined } from '../../../src/adapters/process/read-confined.ts'

test('a confined reader has an end of its time, and can write no file', async () => {
  const reader = { module: new URL('tell-limits.ts', import.meta.url), ms: 10_000 }

  const limits = await readConfined<null, string>(reader, null, AbortSignal.timeout(60_000))

  expect(limits).toMatch(/^Max cpu time +300 +300 /m)
  expect(limits).toMatch(/^Max file size +0 +0 /m)
  expect(limits).toMatch(/^Max core file size +0 +0 /m)
})
