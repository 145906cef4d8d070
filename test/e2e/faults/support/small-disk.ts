import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findPostgresUser, makeFolder } from '../../../support/postgres/install-postgres.ts'

const blockBytes = 4096
/** It gives a process a file system of its own, of any size. */
const bubblewrap = 'bwrap'

/** A file system of its own, as others reach it. */
export interface SmallDisk {
  dir: string
  /** A folder in it that a Postgres of the tests may have. */
  folder: string
  end(): Promise<void>
}

/** A file system of that many megabytes, for one process (bubblewrap), and through that process for whoever may look into it. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const other = await findPostgresUser()
  const dir = await makeFolder('countersign-small-', other)
  const disk = ['--perms', '0777', '--size', String(megabytes * 1024 * 1024), '--tmpfs', dir]
  const user = other === undefined ? [] : ['setpriv', `--reuid=${other.uid}`, `--regid=${other.gid}`, '--clear-groups']
  const script = `mkdir -m 700 ${dir}/folder && echo $$ && exec sleep infinity`
  const args = ['--dev-bind', '/', '/', ...disk, '--die-with-parent', '--', ...user, 'sh', '-c', script]
  const holder = spawn(bubblewrap, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const pid of createInterface({ input: holder.stdout })) {
    const seen = join(`/proc/${pid}/root`, dir)
    return {
      dir: seen,
      folder: join(seen, 'folder'),
      async end() {
        // It has a user of its own by now, so that it would outlive bubblewrap.
        process.kill(Number(pid), 'SIGKILL')
        await once(holder, 'exit')
        await rm(dir, { recursive: true })
      },
    }
  }
  throw new Error('there is no file system')
}

/** Takes all the space that is left, by a file `filler`. Throws what the last write met unless it was that. */
export async function fillDisk(dir: string): Promise<void> {
  const file = await open(join(dir, 'filler'), 'w')
  try {
    for (;;) await file.write(Buffer.alloc(blockBytes, 1))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}
