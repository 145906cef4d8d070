import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
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

  test('dist/bot is what the sources make, and nothing else lies there', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
    const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs')
    await execa(process.execPath, [rolldown, '--config', 'rolldown.bot.config.mjs'], {
      cwd: root,
      env: { BOT_DIST: dir },
    })

    const [made, committed] = [await readFolder(dir), await readFolder(join(root, 'dist/bot'))]
    const names = [...new Set([...made.keys(), ...committed.keys()])]

    expect(made.size).toBeGreaterThan(2)
    expect(
      names.filter((name) => made.get(name) !== committed.get(name)),
      'run "npm run build"',
    ).toEqual([])
    await rm(dir, { recursive: true })
  })

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

async function readFolder(dir: string): Promise<Map<string, string>> {
  const names = await readdir(dir)
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name), 'utf8')] as const)))
}
