import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runSandbox } from '../../../src/entrypoints/commands/sandbox.ts'
import { runSetup } from '../../../src/entrypoints/commands/setup.ts'
import { serve } from '../../../src/entrypoints/server/serve.ts'

let other: Server
let port: number

beforeEach(async () => {
  other = createServer()
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  port = (other.address() as AddressInfo).port
})
afterEach(() => other.close())

test('the sandbox on a port that is taken names --port', async () => {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const io = { stdout: (text: string) => stdout.push(text), stderr: (text: string) => stderr.push(text), env: {} }

  const code = await runSandbox({ port }, io)

  expect(code).toBe(2)
  expect(stdout).toEqual([])
  expect(stderr.join('')).toBe(
    `countersign sandbox: something else listens on 127.0.0.1:${port} already; name another with --port N (--port 0 takes a free one), or end what listens there\n`,
  )
})

test('a sandbox beside another on the same folder, or in a repository, is refused before anything is written', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sandbox-folder-'))
  await mkdir(join(dir, '.git'))
  const stderr: string[] = []
  const io = { stdout: () => {}, stderr: (text: string) => stderr.push(text), env: {} }

  const inRepository = await runSandbox({ port: 0, data: dir }, io)
  await rm(join(dir, '.git'), { recursive: true })
  await mkdir(join(dir, 'github'))
  await writeFile(join(dir, 'github', 'sandbox.lock'), String(process.ppid))
  const beside = await runSandbox({ port: 0, data: dir }, io)

  expect([inRepository, beside]).toEqual([2, 2])
  expect(stderr[0]).toContain(`countersign sandbox: ${dir} holds other things (".git")`)
  expect(stderr[1]).toContain(`countersign sandbox: process ${process.ppid} keeps a sandbox in ${join(dir, 'github')}`)
  expect(await readdir(dir)).toEqual(['github'])
  await rm(dir, { recursive: true })
})

test('setup on a port that is taken names it too, and writes nothing', async () => {
  const stderr: string[] = []
  const io = { stdout: () => {}, stderr: (text: string) => stderr.push(text), env: {} }
  const out = join(tmpdir(), `countersign-none-${port}.env`)

  const code = await runSetup({ url: 'https://countersign.example.com', port, out }, io)

  expect(code).toBe(2)
  expect(stderr.join('')).toContain(`127.0.0.1:${port} already; name another with --port N`)
  expect(existsSync(out)).toBe(false)
})

test('a server on a port that is taken names PORT', async () => {
  await expect(serve(() => {}, { HOST: '127.0.0.1', PORT: port })).rejects.toMatchObject({
    code: 'configuration_invalid',
    details: expect.stringContaining(`127.0.0.1:${port} already; set PORT to another`),
  })
})

test('a server on what is no address of its own names HOST', async () => {
  await expect(serve(() => {}, { HOST: '192.0.2.1', PORT: 0 })).rejects.toMatchObject({
    code: 'configuration_invalid',
    details: '192.0.2.1 is no address of this machine; set HOST to 127.0.0.1, or to 0.0.0.0 for all of them',
  })
})
