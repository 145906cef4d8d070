import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { removeFolder } from '../machine/remove-folder.ts'
import { endMarked } from './end-processes.ts'

/** What tells the processes and the home of one command that is not confined. */
export interface UnconfinedRun {
  home: string
  /** Entries of the environment that its processes inherit. */
  marks: Readonly<Record<string, string>>
  [Symbol.asyncDispose](): Promise<void>
}

/** Work tree and command. */
const markName = 'COUNTERSIGN_RUN'
/** The run, by a name that is the same in all processes. */
const runName = 'COUNTERSIGN_RUN_NAME'

/** A home and marks for a command in the work tree `dir`; the home carries the name of the work tree. */
export async function openUnconfinedRun({ dir, run }: { dir: string; run: string | null }): Promise<UnconfinedRun> {
  const home = await mkdtemp(join(tmpdir(), homePrefix(dir)))
  const value = `${basename(dir)}/${randomUUID()}`
  return {
    home,
    marks: { [markName]: value, ...(run === null ? {} : { [runName]: `${run}/` }) },
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

/** Ends commands of a run, whichever process of this machine began them. */
export async function endCommandsOf(run: string): Promise<void> {
  await endMarked(`${runName}=${run}/`)
}

/** How the folders of a command in this work tree are named. */
export function homePrefix(dir: string): string {
  return `countersign-home-${basename(dir)}-`
}
