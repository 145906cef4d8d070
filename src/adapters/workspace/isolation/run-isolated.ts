import { spawn, type ChildProcess } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import type { CommandLimits, CommandOutcome, GivenFile } from '../../../application/ports/workspace.ts'
import type { Environment } from '../git-environment.ts'
import { hasPipes } from '../has-pipes.ts'
import { isExhausted, machineExhausted, saysExhausted } from '../machine-exhausted.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import { CappedOutput } from './capped-output.ts'
import { signalGroup, signalMembers, waitForGroup } from './end-processes.ts'
import { type LaidFile, layGivenFiles } from './lay-given-files.ts'
import { openUnconfinedRun, type UnconfinedRun } from './unconfined-run.ts'

export interface IsolatedCommand {
  command: string
  dir: string
  passwdFile: string
  env: Environment
  redact: (text: string) => string
  /** The run that it is part of; null for none. */
  run: string | null
  given?: readonly GivenFile[]
  /** Sees the output as it comes, all of it. */
  onOutput?: (chunk: Buffer) => void
}

interface Ending {
  timedOut: boolean
  aborted: boolean
  flooded: boolean
}

interface Prepared {
  program: string
  args: string[]
  env: Record<string, string>
}

/** One pipe for both streams keeps their order; no core dumps, no file above 1 GB (512-byte blocks). */
const limiting = 'exec 2>&1; ulimit -c 0; ulimit -f 2097152'
/** dash and bash call it differently. Root is exempt from it. */
const fewProcesses = 'ulimit -u 4096 2>/dev/null || ulimit -p 4096'
const running = 'exec /bin/sh -c "$1"'
/**
 * The first process of a confinement takes all others with it when it ends. Told to end, it waits for them: they are
 * given time. In there /proc shows its own processes only: bubblewrap's and this one stay. What it would say itself
 * ("Terminated") is nobody's output.
 */
const runningConfined =
  'told=; trap "told=1" TERM; exec 2>/dev/null; (exec /bin/sh -c "$1" 2>&1); code=$?; while [ -n "$told" ] && set -- /proc/[0-9]* && [ $# -gt 2 ]; do sleep 0.05; done; exit $code'
const shell = '/bin/sh'
/** Told to end, a command has that long; then its whole group is killed (docs/control.md). */
const graceMs = 2000
const drainMs = 500
/** A command that prints this many times what is kept is ended. */
const floodFactor = 50

/**
 * Runs a shell command apart from everything (design 5 "Isolation"). It always comes back: the process group is ended
 * at the deadline, and pipes that somebody still holds are given up. `isolation_missing` where there is no bubblewrap.
 */
export async function runIsolated(isolated: IsolatedCommand, limits: CommandLimits): Promise<CommandOutcome> {
  await using given = await layGivenFiles(isolated.dir, isolated.given ?? [])
  if (limits.isolation === 'bubblewrap') return await watch(confine(isolated, limits, given.files), isolated, limits)
  await using run = await openUnconfinedRun(isolated)
  return await watch(unconfined(isolated, run, given.files), isolated, limits)
}

function confine(
  { command, dir, passwdFile, env }: IsolatedCommand,
  { network }: CommandLimits,
  given: readonly LaidFile[],
): Prepared {
  const args = bubblewrapArguments({ dir, passwdFile, network, node: process.execPath, given })
  return {
    program: 'bwrap',
    args: [...args, shell, '-c', `${limiting}; ${fewProcesses}; ${runningConfined}`, 'sh', command],
    env: { PATH: env['PATH'] ?? '/usr/bin:/bin' },
  }
}

function unconfined(
  { command, dir, env }: IsolatedCommand,
  { home, marks }: UnconfinedRun,
  given: readonly LaidFile[],
): Prepared {
  return {
    program: shell,
    args: ['-c', `${limiting}; ${running}`, 'sh', command],
    env: {
      PATH: [dirname(process.execPath), env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'].join(delimiter),
      HOME: home,
      TMPDIR: home,
      LANG: 'C.UTF-8',
      CI: 'true',
      GIT_CEILING_DIRECTORIES: dirname(dir),
      ...marks,
      ...Object.fromEntries(given.map(({ variable, path }) => [variable, path])),
    },
  }
}

async function watch(prepared: Prepared, isolated: IsolatedCommand, limits: CommandLimits): Promise<CommandOutcome> {
  const started = performance.now()
  const output = new CappedOutput(limits.maxOutputBytes)
  const complaints = new CappedOutput(4096)
  const ending: Ending = { timedOut: false, aborted: limits.signal.aborted, flooded: false }
  if (ending.aborted) return renderOutcome(null, started, output, ending, isolated)
  const child = start(prepared, isolated.dir)
  if (!hasPipes(child))
    throw await new Promise<Error>((resolve) => child.on('error', (error) => resolve(notStarted(error))))
  child.stdout.on('data', (chunk: Buffer) => {
    output.push(chunk)
    isolated.onOutput?.(chunk)
    if (ending.flooded || output.bytes <= floodFactor * limits.maxOutputBytes) return
    ending.flooded = true
    endGroup(child, 'SIGKILL')
  })
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk))
  let killAtMs: number | undefined
  let kill: NodeJS.Timeout | undefined
  const endGently = () => {
    if (killAtMs !== undefined) return
    killAtMs = performance.now() + graceMs
    kill = setTimeout(() => endGroup(child, 'SIGKILL'), graceMs)
    void tellGroup(child, limits.isolation)
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
  try {
    const exitCode = await waitForEnd(child, () => (killAtMs === undefined ? 0 : killAtMs - performance.now()))
    refuseUnisolated(complaints.render(), limits)
    return renderOutcome(exitCode, started, output, ending, isolated)
  } finally {
    clearTimeout(deadline)
    clearTimeout(kill)
    limits.signal.removeEventListener('abort', abort)
  }
}

/** Throws where there is no memory for another process; anything else that prevents it is told as an event. */
function start({ program, args, env }: Prepared, cwd: string) {
  try {
    return spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    throw notStarted(error)
  }
}

function notStarted(error: unknown): WorkspaceError {
  const seen = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return isExhausted(code) ? machineExhausted(seen, error) : isolationMissing(seen, error)
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

async function tellGroup(child: ChildProcess, isolation: CommandLimits['isolation']): Promise<void> {
  if (child.pid === undefined) return
  if (isolation === 'bubblewrap') await signalMembers(child.pid, 'SIGTERM')
  else signalGroup(child.pid, 'SIGTERM')
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) signalGroup(child.pid, signal)
}

/** Only bubblewrap itself writes to this stream; the command's own goes with its output. */
function refuseUnisolated(complaint: string, limits: CommandLimits): void {
  if (limits.isolation !== 'bubblewrap' || !complaint.includes('bwrap: ')) return
  throw saysExhausted(complaint) ? machineExhausted(complaint.trim()) : isolationMissing(complaint.trim())
}

function isolationMissing(seen: string, cause?: unknown): WorkspaceError {
  return new WorkspaceError('isolation_missing', "this machine can't isolate commands", {
    details: `${seen}. Install bubblewrap 0.8 or newer and allow user namespaces (scripts/install-isolation.sh), or set \`run.isolation: none\` to run commands without isolation.`,
    retry: 'never',
    cause,
  })
}

function renderOutcome(
  exitCode: number | null,
  started: number,
  output: CappedOutput,
  ending: Ending,
  { redact }: IsolatedCommand,
): CommandOutcome {
  const text = redact(output.render())
  const note = ending.flooded ? `\n[ended: it had printed ${output.bytes} bytes]\n` : ''
  const isOwnEnd = !ending.timedOut && !ending.aborted && !ending.flooded
  return {
    exitCode: isOwnEnd ? exitCode : null,
    timedOut: ending.timedOut,
    aborted: ending.aborted,
    output: text + note,
    outputBytes: output.bytes,
    durationMs: Math.round(performance.now() - started),
  }
}
