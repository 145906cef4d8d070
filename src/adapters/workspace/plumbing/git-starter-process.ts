import { spawn } from 'node:child_process'
import { limitedCommand } from '../../process/limited-command.ts'
import { hasPipes } from '../machine/has-pipes.ts'

export interface GitOrder {
  id: number
  args: readonly string[]
  cwd: string
  /** The whole environment. */
  env: Record<string, string>
  input: string | Uint8Array | undefined
  timeoutMs: number
  maxBytes: number
  /** How much it may hold, where what it reads is text of others. */
  memoryMiB?: number | undefined
}

export interface GitDone {
  id: number
  exitCode: number | null
  stdout: Uint8Array
  stderr: Uint8Array
  isCut: boolean
  /** Why git could not be started, as the system says it; null where it was. */
  notStarted: string | null
}

/** After being cancelled, git takes its lock files away. */
const graceMs = 5_000
/** Most commands take less. */
const finishMs = 2_000
/** How to end what runs. */
const running = new Set<() => void>()

process.on('message', (order: GitOrder) => {
  try {
    carryOut(order)
  } catch (error) {
    // What can't be an argument of a process, or no memory for one.
    sendDone(failed(order.id, error))
  }
})
// Who asked is gone: nobody waits for an answer. Cut off in the middle, a short command would leave its lock files.
process.on('disconnect', () => {
  setTimeout(() => {
    for (const end of running) end()
  }, finishMs)
  endWhenIdle()
})
// They go to the whole group, or to all of a service: who asks may still have work to finish.
for (const message of ['SIGINT', 'SIGTERM'] as const) process.on(message, () => {})

function carryOut({ id, args, cwd, env, input, timeoutMs, maxBytes, memoryMiB }: GitOrder): void {
  const out: Buffer[] = []
  const complaints: Buffer[] = []
  const child =
    memoryMiB === undefined
      ? spawn('git', args, { cwd, env })
      : spawn(...limitedCommand({ memoryKiB: memoryMiB * 1024 }, ['git', ...args]), { cwd, env })
  if (!hasPipes(child)) return void child.on('error', (error) => sendDone(failed(id, error)))
  let notStarted: string | null = null
  child.on('error', (error) => {
    notStarted = codeOf(error)
    complaints.push(Buffer.from(error.message))
  })
  let bytes = 0
  let kill: NodeJS.Timeout | undefined
  const end = () => {
    child.kill('SIGTERM')
    kill ??= setTimeout(() => child.kill('SIGKILL'), graceMs)
  }
  const timer = setTimeout(end, timeoutMs)
  running.add(end)
  child.stdout.on('data', (chunk: Buffer) => {
    if (bytes <= maxBytes) out.push(chunk.subarray(0, maxBytes - bytes))
    bytes += chunk.length
    if (bytes > maxBytes) end()
  })
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk))
  const forget = () => {
    clearTimeout(timer)
    clearTimeout(kill)
    running.delete(end)
  }
  child.on('exit', () => {
    forget()
    // What it started in turn may hold its pipes for longer.
    if (kill !== undefined) for (const pipe of [child.stdout, child.stderr]) pipe.destroy()
    if (!process.connected) endWhenIdle()
  })
  child.on('close', (exitCode) => {
    // What could not be started closes without an exit.
    forget()
    const isCut = bytes > maxBytes
    sendDone({ id, exitCode, stdout: Buffer.concat(out), stderr: Buffer.concat(complaints), isCut, notStarted })
  })
  // git may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

function failed(id: number, error: unknown): GitDone {
  const stderr = Buffer.from(error instanceof Error ? error.message : String(error))
  return { id, exitCode: null, stdout: Buffer.of(), stderr, isCut: false, notStarted: codeOf(error) }
}

function sendDone(done: GitDone): void {
  if (!process.connected) return
  try {
    process.send?.(done)
  } catch (error) {
    // More than a message can hold: the others go on.
    process.send?.({ ...failed(done.id, error), isCut: done.isCut })
  }
}

function endWhenIdle(): void {
  if (running.size === 0) process.exit()
}
