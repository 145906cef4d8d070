import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { refuseFullMachine } from '../../../src/adapters/workspace/machine/refuse-full-machine.ts'
import { buildLimits, createLocalRepository, widgets } from '../../support/local-repository.ts'

const hasRoom = () => Promise.resolve({ bavail: 1_000, bsize: 4_096, files: 99, ffree: 9 })

/** A folder whose git fails at one command and is git otherwise. */
async function brokenGit(root: string, command: string, said: string): Promise<string> {
  const dir = join(root, 'bin')
  await mkdir(dir)
  const { stdout: git } = await execa('sh', ['-c', 'command -v git'])
  const refuse = `for word; do [ "$word" = ${command} ] && { echo "${said}" >&2; exit 128; }; done`
  await writeFile(join(dir, 'git'), `#!/bin/sh\n${refuse}\nexec ${git} "$@"\n`, { mode: 0o755 })
  return `${dir}:${process.env['PATH']}`
}

test.each([
  ['init', 'fatal: cannot mkdir /data/mirrors: No space left on device'],
  ['worktree', "fatal: could not create directory of '.git/worktrees/1': Disk quota exceeded"],
])('git %s that finds no room is told from any other fault', async (command, stderr) => {
  await using repository = await createLocalRepository()
  const commit = await repository.commit({ 'a.txt': '1\n' })
  const workspace = repository.workspace({ env: { PATH: await brokenGit(repository.root, command, stderr) } })

  await expect(workspace.openWorkTree(widgets, commit)).rejects.toMatchObject({
    code: 'disk_full',
    details: expect.stringContaining(stderr),
  })
})

test('what fails where there is no room to write is laid on the disk, whatever it says', async () => {
  const room = { bavail: 1_000, bsize: 4_096, files: 99, ffree: 9 }
  const refuse = (part: Partial<typeof room>, said = '') =>
    refuseFullMachine('/tmp', said, () => Promise.resolve({ ...room, ...part }))

  await expect(refuse({ bavail: 0 })).rejects.toMatchObject({ code: 'disk_full' })
  await expect(refuse({ ffree: 0 })).rejects.toMatchObject({ code: 'disk_full' })
  expect(await refuse({}, 'fatal: unable to write new index file')).toBeUndefined()
  expect(await refuse({ ffree: 0, files: 0 })).toBeUndefined()
})

test.each([
  [
    'a path of a patch',
    'error: Too many open files: No such file or directory\nerror: src/No space left on device: no such file',
  ],
  ['a path at the end of a line', 'warning: unable to read Too many open files'],
  [
    'what GitHub says',
    'remote: fatal: Cannot allocate memory\nremote: No space left on device: No space left on device',
  ],
  ['what GitHub says in its answer', 'fatal: remote error: upload-pack: Cannot allocate memory'],
])('%s is no proof of a full machine', async (_name, said) => {
  expect(await refuseFullMachine('/tmp', said, hasRoom)).toBeUndefined()
})

test.each([
  ['machine_exhausted', 'error: patch 1\nerror: cannot fork() for apply: Resource temporarily unavailable\n'],
  ['machine_exhausted', 'remote: Counting objects\rfatal: unable to create thread: Cannot allocate memory'],
  ['disk_full', 'remote: Counting objects\nfatal: write error: No space left on device'],
])('%s is read where git says it of itself', async (code, said) => {
  await expect(refuseFullMachine('/tmp', said, hasRoom)).rejects.toMatchObject({ code })
})

test('what a command says of the disk is no proof', async () => {
  await using repository = await createLocalRepository()
  await using tree = await repository.open({ 'a.txt': '1\n' })

  const { exitCode } = await tree.run('echo No space left on device; exit 1', buildLimits({ isolation: 'none' }))

  expect(exitCode).toBe(1)
})
