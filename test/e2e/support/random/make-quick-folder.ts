import { execFile } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Files in memory, where there are any: each object of git is one, and nobody reads them later. */
const memoryDir = '/dev/shm'
/** A container gives 64 MB as a rule. */
const roomBytes = 2 * 1024 ** 3

/** A new folder in memory, where there is room and commands may run; among the temporary files otherwise. */
export async function makeQuickFolder(prefix: string): Promise<string> {
  return (await makeInMemory(prefix)) ?? mkdtemp(join(tmpdir(), prefix))
}

async function makeInMemory(prefix: string): Promise<string | undefined> {
  let dir: string | undefined
  try {
    const { bavail, bsize } = await statfs(memoryDir)
    if (bavail * bsize < roomBytes) return undefined
    dir = await mkdtemp(join(memoryDir, prefix))
    const command = join(dir, 'command')
    await writeFile(command, '#!/bin/sh\n', { mode: 0o700 })
    await promisify(execFile)(command)
    await rm(command)
    return dir
  } catch {
    // It isn't there, isn't ours to write to, or nothing may be run from it.
    if (dir !== undefined) await rm(dir, { recursive: true, force: true })
    return undefined
  }
}
