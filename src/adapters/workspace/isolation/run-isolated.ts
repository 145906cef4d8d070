import type { ChildProcess } from 'node:child_process'
import type { CommandLimits, CommandOutcome } from '../../../application/ports/roles/workspace.ts'
import { hasPipes } from '../machine/has-pipes.ts'
import { CappedOutput } from './capped-output.ts'
import { signalGroup, signalMembers, waitForGroup } from './end-processes.ts'
import type { IsolatedCommand } from './isolated-command.ts'
import { notConfined, notStarted } from './isolation-missing.ts'
import { layGivenFiles } from './lay-given-files.ts'
import { type Prepared, prepareConfined, prepareUnconfined, startMark } from './prepare-command.ts'
import { spawnPrepared } from './spawn-prepared.ts'
import { openUnconfinedRun } from './unconfined-run.ts'
import { measureFree, watchDisk } from './watch-disk.ts'
import { watchMemory } from './watch-memory.ts'

interface Ending {
  timedOut: boolean
  aborted: boolean
  flooded: boolean
  excess: 'disk' | 'memory' | null
}

/** Told to end, a command has that long; then its whole group is killed (docs/control.md). */
const graceMs = 2000
const drainMs = 500
/** A command that prints this many times what is kept is ended. */
const floodFactor = 50

/**
 * Runs a shell command apart from everything (design 5.2). It always comes back: the process group is ended
 * at the deadline, and pipes that somebody still holds are given up. `isolation_missing` where there is no bubblewrap.
 */
export async function runIsolated(isolated: IsolatedCommand, limits: CommandLimits): Promise<CommandOutcome> {
  await using given = await layGivenFiles(isolated.dir, isolated.given ?? [])
  if (limits.isolation === 'bubblewrap')
    return await watch(prepareConfined(isolated, limits, given.files), isolated, limits)
  await using run = await openUnconfinedRun(isolated)
  return await watch(prepareUnconfined(isolated, run, given.files), isolated, limits)
}

async function watch(prepared: Prepared, isolated: IsolatedCommand, limits: CommandLimits): Promise<CommandOutcome> {
  const started = performance.now()
  const output = new CappedOutput(limits.maxOutputBytes)
  const ending: Ending = { timedOut: false, aborted: limits.signal.aborted, flooded: false, excess: null }
  if (ending.aborted) return renderOutcome(null, started, output, ending, isolated, limits)
  const freeBefore = isolated.freeBefore ?? (await measureFree(isolated.dir))
  const child = spawnPrepared(prepared, isolated.dir, 'ignore')
  if (!hasPipes(child))
    throw await new Promise<Error>((resolve) => child.on('error', (error) => resolve(notStarted(error))))
  const complaints = listen(child, prepared, output, (chunk) => {
    isolated.onOutput?.(chunk)
    if (ending.flooded || output.bytes <= floodFactor * limits.maxOutputBytes) return
    ending.flooded = true
    endGroup(child, 'SIGKILL')
  })
  let killAtMs: number | undefined
  let kill: NodeJS.Timeout | undefined
  const endGently = () => {
    if (killAtMs !== undefined) return
    killAtMs = performance.now() + graceMs
    kill = setTimeout(() => endGroup(child, 'SIGKILL'), graceMs)
    void askToEnd(child, limits.isolation)
  }
  const abort = () => {
    ending.aborted = true
    endGently()
  }
  const deadline = setTimeout(() => {
    ending.timedOut = true
    endGently()
  }, limits.timeoutMs)
  limits.signal.addEventListener('abort', abort)
  const endFor = (what: NonNullable<Ending['excess']>) => () => {
    ending.excess ??= what
    endGroup(child, 'SIGKILL')
  }
  using _disk = watchDisk(isolated.dir, freeBefore, limits.maxDiskBytes, endFor('disk'))
  using _memory = watchMemory(child.pid, limits.maxMemoryBytes, endFor('memory'))
  try {
    const exitCode = await waitForEnd(child, () => (killAtMs === undefined ? 0 : killAtMs - performance.now()))
    const complaint = complaints.whyNotStarted()
    if (complaint !== '') throw notConfined(complaint)
    return renderOutcome(exitCode, started, output, ending, isolated, limits)
  } finally {
    clearTimeout(deadline)
    clearTimeout(kill)
    limits.signal.removeEventListener('abort', abort)
  }
}

/**
 * Takes in what a process writes. What bubblewrap says itself counts only as long as the command has not begun: after
 * that a command may have laid hands on its stream.
 */
function listen(child: ChildProcess, { options }: Prepared, output: CappedOutput, onOutput: (chunk: Buffer) => void) {
  const complaints = new CappedOutput(4096)
  let isStarted = options === undefined
  child.stdout?.on('data', (chunk: Buffer) => {
    const isMarked = !isStarted && chunk[0] === startMark
    isStarted ||= isMarked
    const own = isMarked ? chunk.subarray(1) : chunk
    if (own.length === 0) return
    output.push(own)
    onOutput(own)
  })
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk))
  return { whyNotStarted: () => (isStarted ? '' : complaints.render().trim()) }
}

/**
 * Resolves once the child has exited, what is left of its group had its time and was killed, and its pipes are empty or
 * were given up.
 */
async function waitForEnd(child: ChildProcess, leftMs: () => number): Promise<number | null> {
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(notStarted(error)))
    child.on('exit', resolve)
  })
  if (child.pid !== undefined) await waitForGroup(child.pid, leftMs())
  endGroup(child, 'SIGKILL')
  let drained: NodeJS.Timeout | undefined
  const givenUp = new Promise<void>((resolve) => void (drained = setTimeout(resolve, drainMs)))
  await Promise.race([closed, givenUp])
  clearTimeout(drained)
  child.stdout?.destroy()
  child.stderr?.destroy()
  return exitCode
}

async function askToEnd(child: ChildProcess, isolation: CommandLimits['isolation']): Promise<void> {
  if (child.pid === undefined) return
  if (isolation === 'bubblewrap') await signalMembers(child.pid, 'SIGTERM')
  else signalGroup(child.pid, 'SIGTERM')
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) signalGroup(child.pid, signal)
}

function renderOutcome(
  exitCode: number | null,
  started: number,
  output: CappedOutput,
  ending: Ending,
  { redact }: IsolatedCommand,
  limits: CommandLimits,
): CommandOutcome {
  const text = redact(output.render())
  const isOwnEnd = !ending.timedOut && !ending.aborted && !ending.flooded && ending.excess === null
  const reason = ending.flooded ? `it had printed ${output.bytes} bytes` : describeLimitHit(ending.excess, limits)
  const note = reason === undefined ? '' : `\n[ended: ${reason}]\n`
  return {
    exitCode: isOwnEnd ? exitCode : null,
    timedOut: ending.timedOut,
    aborted: ending.aborted,
    output: text + note,
    outputBytes: output.bytes,
    durationMs: Math.round(performance.now() - started),
  }
}

function describeLimitHit(excess: Ending['excess'], limits: CommandLimits): string | undefined {
  switch (excess) {
    case 'disk':
      return `its folder took more than the ${Math.round(limits.maxDiskBytes / 1_000_000)} MB of run.max_disk_mb`
    case 'memory':
      return `it took more than the ${Math.round(limits.maxMemoryBytes / 1_000_000)} MB of memory of run.max_memory_mb`
    case null:
      return undefined
  }
}
