import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type {
  ProgramEnd,
  ProgramLimits,
  ProgramOrder,
  RunningProgram,
} from '../../../application/ports/roles/workspace.ts'
import { CappedOutput } from '../isolation/capped-output.ts'
import { signalGroup } from '../isolation/end-processes.ts'
import type { IsolatedCommand } from '../isolation/isolated-command.ts'
import { notConfined, notStarted } from '../isolation/isolation-missing.ts'
import { startMark } from '../isolation/prepare-command.ts'
import { spawnPrepared } from '../isolation/spawn-prepared.ts'
import { measureFree, watchDisk } from '../isolation/watch-disk.ts'
import { watchMemory } from '../isolation/watch-memory.ts'
import { hasPipes } from '../machine/has-pipes.ts'
import { layProgram } from './lay-program.ts'

const maxComplaintBytes = 20_000
/** Killed, a process is gone as soon as the kernel comes to it; pipes that somebody else holds are given up. */
const goneWithinMs = 5000

/** Starts a program that is talked with, apart from everything (design 5.2). `isolation_missing` as for commands. */
export async function startProgram(
  isolated: Omit<IsolatedCommand, 'command' | 'given'>,
  order: ProgramOrder,
  limits: ProgramLimits,
): Promise<RunningProgram> {
  const laid = await layProgram(isolated, order, limits)
  try {
    const freeBefore = isolated.freeBefore ?? (await measureFree(isolated.dir))
    const child = spawnPrepared(laid.prepared, isolated.dir, 'pipe')
    if (!hasPipes(child))
      throw await new Promise<Error>((resolve) => child.on('error', (error) => resolve(notStarted(error))))
    const running = follow(child, isolated, freeBefore, limits)
    try {
      await running.begun
    } catch (error) {
      running.kill()
      throw error
    }
    return {
      ...running,
      place: laid.place,
      async [Symbol.asyncDispose]() {
        running.kill()
        await Promise.race([running.ended, new Promise((resolve) => setTimeout(resolve, goneWithinMs).unref())])
        await laid[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await laid[Symbol.asyncDispose]()
    throw error
  }
}

function follow(
  child: ChildProcess,
  { dir, redact }: Pick<IsolatedCommand, 'dir' | 'redact'>,
  freeBefore: number | undefined,
  limits: ProgramLimits,
) {
  const complaints = new CappedOutput(maxComplaintBytes)
  let excess: ProgramEnd['excess'] = null
  const kill = () => {
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
  }
  const endFor = (what: NonNullable<ProgramEnd['excess']>) => () => {
    excess ??= what
    kill()
  }
  const watching = [
    watchDisk(dir, freeBefore, limits.maxDiskBytes, endFor('disk')),
    watchMemory(child.pid, limits.maxMemoryBytes, endFor('memory')),
  ]
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk))
  // Who ends while it is written to is told of by its end.
  child.stdin?.on('error', () => {})
  const begun = waitForMark(child, () => complaints.render().trim())
  const ended = new Promise<ProgramEnd>((resolve) => {
    const end = (exitCode: number | null) => {
      for (const one of watching) one[Symbol.dispose]()
      // Whoever left its group is the namespace's to end; whoever is in it ends now.
      kill()
      resolve({ exitCode, excess })
    }
    child.on('error', () => end(null))
    child.on('exit', end)
  })
  return {
    begun,
    ended,
    kill,
    output: readOutput(child, begun),
    complaints: () => redact(complaints.render()),
    async write(text: string) {
      if (child.stdin === null || child.stdin.destroyed || child.stdin.write(text)) return
      await Promise.race([once(child.stdin, 'drain'), ended])
    },
    endInput: () => void child.stdin?.end(),
  }
}

/** Until its first byte all that is said is bubblewrap's. */
function waitForMark(child: ChildProcess, complaint: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(notConfined(complaint() || 'it ended before it began'))
    child.on('error', (error) => reject(notStarted(error)))
    child.on('close', fail)
    child.stdout?.once('readable', () => {
      const first: Buffer | null = child.stdout?.read(1) ?? null
      if (first?.[0] !== startMark) return fail()
      child.off('close', fail)
      resolve()
    })
  })
}

async function* readOutput(child: ChildProcess, begun: Promise<void>): AsyncGenerator<Uint8Array> {
  await begun
  if (child.stdout === null) return
  for await (const chunk of child.stdout) if (Buffer.isBuffer(chunk)) yield chunk
}
