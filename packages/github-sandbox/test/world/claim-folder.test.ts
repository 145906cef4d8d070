import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimFolder, refuseStrangeFolder } from '../../src/world/claim-folder.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'claim-folder-'))
})

afterEach(() => rm(dir, { recursive: true }))

test('a folder that another process keeps a sandbox in is refused, and says whose it is', async () => {
  const other = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
  await writeFile(join(dir, 'sandbox.lock'), String(other.pid))

  const claim = claimFolder(dir)

  await expect(claim).rejects.toMatchObject({
    code: 'ERR_SANDBOX_FOLDER',
    message: expect.stringContaining(`process ${other.pid} keeps a sandbox in ${dir} already`),
  })
  other.kill('SIGKILL')
  await once(other, 'exit')
})

test('what a killed process left is taken over, and given back at the end', async () => {
  const killed = spawn(process.execPath, ['--eval', ''])
  await once(killed, 'exit')
  await writeFile(join(dir, 'sandbox.lock'), String(killed.pid))

  const leave = await claimFolder(dir)
  await leave()

  expect(await readdir(dir)).toEqual([])
})

test('a folder with other things in it is refused and left as it is', async () => {
  await mkdir(join(dir, '.git'))
  await writeFile(join(dir, 'world'), '')

  await expect(refuseStrangeFolder(dir, 'world.json')).rejects.toThrow(/holds other things .*taken in with --import$/)
  await expect(refuseStrangeFolder(join(dir, 'world'), 'world.json')).rejects.toThrow(
    'is a file; --data takes a folder',
  )
  await expect(access(join(dir, 'sandbox.lock'))).rejects.toThrow('ENOENT')
})

test('one that is empty, not there, a sandbox’s, or a sandbox’s that was ended early, is not', async () => {
  const kept = join(dir, 'kept')
  await mkdir(kept)

  await refuseStrangeFolder(kept, 'world.json')
  await refuseStrangeFolder(join(dir, 'none'), 'world.json')
  await writeFile(join(kept, 'assets'), '')
  await refuseStrangeFolder(kept, 'world.json', ['assets'])
  await writeFile(join(kept, 'notes.md'), '')
  await writeFile(join(kept, 'world.json'), '{}')

  await expect(refuseStrangeFolder(kept, 'world.json', ['assets'])).resolves.toBeUndefined()
})
