import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveToCommandUser } from '../../adapters/workspace/isolation/command-user.ts'
import { runIsolated } from '../../adapters/workspace/isolation/run-isolated.ts'

/** Whether commands can run in bubblewrap on this machine; tried, not guessed. */
export async function canIsolate(env: Record<string, string | undefined>): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-probe-'))
  const passwdFile = join(dir, 'passwd')
  try {
    await writeFile(passwdFile, 'agent:x:1000:1000::/tmp/home:/bin/sh\n')
    await giveToCommandUser(dir)
    const amounts = { timeoutMs: 10_000, maxOutputBytes: 1_000, maxDiskBytes: 1_000_000, maxMemoryBytes: 500_000_000 }
    const limits = { ...amounts, isolation: 'bubblewrap' as const, network: false }
    const outcome = await runIsolated(
      { command: 'true', dir, passwdFile, env, redact: (text) => text, run: null },
      { ...limits, signal: new AbortController().signal },
    )
    return outcome.exitCode === 0
  } catch {
    return false
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Added to the configuration of a scratch repository on a machine without bubblewrap: the isolation is given up on purpose, and it says so. */
export const withoutIsolation = `# This machine has no bubblewrap, and this is a scratch repository: commands run unconfined.
# Never do that where others can write issues: a command can then read what the server can.
run:
  isolation: none
`
