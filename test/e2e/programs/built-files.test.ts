import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildBundles, buildChunks } from '../../support/action/build-bundles.ts'

const root = new URL('../../../', import.meta.url).pathname
const mostBytes = 2 * 1024 * 1024

/** Licences that ask for nothing but to be passed on. */
const permissive = /^(?:MIT|ISC|Apache-2\.0|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|Unlicense)$/

/** The packages that a text of licences names, and what of it can't be passed on as it is. */
function listTold(licences: string): { names: Set<string>; strange: string[] } {
  const told = [...licences.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) \d\S* \(([^)\n]+)\)$/gm)]
  const strange = told.filter(([, , licence = '']) => !permissive.test(licence)).map(([line]) => line)
  const textless = licences.match(/without a text\.(?! By \S)/g) ?? []
  return { names: new Set(told.map(([, name = '']) => name)), strange: [...strange, ...textless] }
}

let built: Map<string, string>
let modules: Map<string, string[]>

beforeAll(async () => {
  const chunks = await buildChunks()
  built = new Map([...chunks].map(([path, chunk]) => [path, chunk?.code ?? '']))
  modules = new Map([...chunks].map(([path, chunk]) => [path, chunk?.moduleIds ?? []]))
})

describe('what stands in the repository ready built', () => {
  test.each(['dist/action.js', 'dist/attest.js', 'packages/countersign-verify/countersign-verify.mjs'])(
    '%s is what the sources make, byte for byte',
    async (path) => {
      const committed = await readFile(join(root, path), 'utf8').catch(() => '')

      // Not by toEqual: nobody reads the difference of two such files.
      expect(committed === built.get(path), `${path} is not what the sources make: run "npm run build"`).toBe(true)
    },
  )

  test('dist/bot is what the sources make, and nothing else lies there; its licences lie beside it', async () => {
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
    const told = listTold(made.get('THIRD_PARTY_LICENSES') ?? '')
    expect([...told.names]).toEqual(expect.arrayContaining(['@octokit/graphql', 'ai', 'pino', 'zod']))
    expect(told.strange).toEqual([])
    await rm(dir, { recursive: true })
  })

  test('carries the licence of each package that is in it, and of no other, all of a kind that may be passed on so', () => {
    for (const [path, code] of built) {
      const ids = modules.get(path) ?? []
      const packages = new Set(ids.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []))
      const licences = code.slice(code.lastIndexOf('\n/*\nIn this build is code of others'))

      expect(packages.size).toBeGreaterThan(5)
      expect([path, listTold(licences).names]).toEqual([path, packages])
      expect([path, listTold(licences).strange]).toEqual([path, []])
    }
  })

  test('is a program, where a package names it as one', () => {
    const verifier = built.get('packages/countersign-verify/countersign-verify.mjs')

    expect(verifier?.split('\n', 1)).toEqual(['#!/usr/bin/env node'])
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
