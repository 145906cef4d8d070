import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { removeFolder } from '../remove-folder.ts'
import { endMarked } from './end-processes.ts'

/** What tells the processes and the home of one command that is not confined. */
export interface UnconfinedRun {
  home: string
  /** Name and value of the entry in the environment that its processes inherit. */
  mark: readonly [name: string, value: string]
  [Symbol.asyncDispose](): Promise<void>
}

const markName = 'COUNTERSIGN_RUN'

/** A home and a mark for a command in the work tree `dir`; both carry the name of the work tree. */
export async function openUnconfinedRun(dir: string): Promise<UnconfinedRun> {
  const home = await mkdtemp(join(tmpdir(), homePrefix(dir)))
  const value = `${basename(dir)}/${randomUUID()}`
  return {
    home,
    mark: [markName, value],
    async [Symbol.asyncDispose]() {
      await endMarked(`${markName}=${value}`)
      await removeFolder(home)
    },
  }
}

/** Ends what commands in the work tree `dir` left running when their server was killed, and removes their homes. */
export async function endAbandonedRuns(dir: string): Promise<void> {
  await endMarked(`${markName}=${basename(dir)}/`)
  const names = await readdir(tmpdir())
  const homes = names.filter((name) => name.startsWith(homePrefix(dir)))
  await Promise.all(homes.map((name) => removeFolder(join(tmpdir(), name))))
}

/** How the folders of a command in this work tree are named. */
export function homePrefix(dir: string): string {
  return `countersign-home-${basename(dir)}-`
}
