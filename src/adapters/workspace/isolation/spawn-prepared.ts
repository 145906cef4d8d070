import { type ChildProcess, spawn } from 'node:child_process'
import { hasPipes } from '../machine/has-pipes.ts'
import { notStarted } from './isolation-missing.ts'
import type { Prepared } from './prepare-command.ts'

/** Throws where there is no memory for another process; anything else that prevents it is told as an event. */
export function spawnPrepared(
  { program, args, env, options }: Prepared,
  cwd: string,
  input: 'ignore' | 'pipe',
): ChildProcess {
  const asks = options === undefined ? [] : ['pipe' as const]
  try {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: [input, 'pipe', 'pipe', ...asks] })
    const descriptor = hasPipes(child) ? child.stdio[3] : undefined
    if (options === undefined || descriptor == null || !('end' in descriptor)) return child
    // One that could not be started doesn't read; that it could not is told elsewhere.
    descriptor.on('error', () => {})
    descriptor.end(options.map((option) => `${option}\0`).join(''))
    return child
  } catch (error) {
    throw notStarted(error)
  }
}
