import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const pattern = /^countersign-run-(\d+)$/

/** Everything temporary of a run of the tests lies in one folder, which goes when the run ends. */
export default function gatherTemporaryFiles(): void {
  const all = tmpdir()
  // Once for each project of the same run.
  if (pattern.test(all.split('/').at(-1) ?? '')) return
  for (const name of readdirSync(all)) {
    const [, pid] = pattern.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(all, name))
  }
  const own = join(all, `countersign-run-${process.pid}`)
  remove(own)
  // As root Postgres runs as another user, who has to get to its folder.
  mkdirSync(own, { mode: 0o755 })
  process.env['TMPDIR'] = own
  process.on('exit', () => remove(own))
}

/** One that was killed left its folder to the next run. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // What a process is still writing to, or another user's, is the next run's.
  }
}
