import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildBundles } from '../../support/action/build-bundles.ts'

const root = new URL('../../../', import.meta.url).pathname
const mostBytes = 2 * 1024 * 1024

let built: Map<string, string>

beforeAll(async () => {
  built = await buildBundles()
})

describe('what stands in the repository ready built', () => {
  test.each(['dist/action.js', 'packages/countersign-verify/countersign-verify.mjs'])(
    '%s is what the sources make, byte for byte',
    async (path) => {
      const committed = await readFile(join(root, path), 'utf8').catch(() => '')

      // Not by toEqual: nobody reads the difference of two such files.
      expect(committed === built.get(path), `${path} is not what the sources make: run "npm run build"`).toBe(true)
    },
  )

  test('is the same made again', async () => {
    expect((await buildBundles()).get('dist/action.js') === built.get('dist/action.js')).toBe(true)
  })

  test('fits what a runner should have to fetch, and names no place of the machine that built it', () => {
    for (const [path, code] of built) {
      expect([path, Buffer.byteLength(code) <= mostBytes]).toEqual([path, true])
      expect([path, code.includes(root)]).toEqual([path, false])
    }
  })
})
