import { type ChildProcess, fork } from 'node:child_process'
import type { GitDone, GitOrder } from './git-starter-process.ts'
import { isExhausted, machineExhausted } from '../machine/machine-exhausted.ts'
import { WorkspaceError } from '../machine/workspace-error.ts'

export type GitCommand = Omit<GitOrder, 'id'>
type GitAnswer = Omit<GitDone, 'id' | 'notStarted'>

interface Waiting {
  resolve: (done: GitDone) => void
  reject: (error: WorkspaceError) => void
}

const program = new URL('git-starter-process.ts', import.meta.url)

/**
 * A small process that starts git for a large one: starting a process copies the page tables of who starts it, and all else
 * stands still meanwhile (decision 27). Begun with the first command, and again where it ended; it ends with this process.
 */
export class GitStarter {
  #child: ChildProcess | undefined
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  /**
   * Runs git to its end; `git_failed` where the process ends before it answers: whether the command was done is not known
   * then. `machine_exhausted` where it or git can't be started for want of file handles, processes or memory.
   */
  async run(command: GitCommand): Promise<GitAnswer> {
    this.#lastId += 1
    const order: GitOrder = { id: this.#lastId, ...command }
    const child = (this.#child ??= this.#begin())
    const done = await new Promise<GitDone>((resolve, reject) => {
      this.#waiting.set(order.id, { resolve, reject })
      child.channel?.ref()
      // Where it can't be sent, the process has ended or could not be started, which is told to all that wait.
      if (child.channel != null) child.send(order, () => {})
    })
    if (isExhausted(done.notStarted)) throw machineExhausted(Buffer.from(done.stderr).toString('utf8'))
    return done
  }

  /** Ends it, with the commands that it runs. */
  async close(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    await gone
  }

  #begin(): ChildProcess {
    // git gets an environment of its own with each command; what is secret in ours is not for it.
    const env = { PATH: process.env['PATH'] ?? '' }
    const child = start(env)
    child.unref()
    child.channel?.unref()
    child.on('message', (done: GitDone) => {
      this.#waiting.get(done.id)?.resolve(done)
      this.#waiting.delete(done.id)
      // Only what somebody waits for keeps this process.
      if (this.#waiting.size === 0) child.channel?.unref()
    })
    const forget = (error: WorkspaceError) => {
      if (this.#child !== child) return
      this.#child = undefined
      const waiting = [...this.#waiting.values()]
      this.#waiting.clear()
      for (const { reject } of waiting) reject(error)
    }
    child.on('error', (error) => forget(hasEnded(error.message, error)))
    child.on('exit', (exitCode, signal) => forget(hasEnded(`${signal ?? exitCode}`)))
    return child
  }
}

/** Throws where there is no memory for another process; without file handles or processes that is told as an event. */
function start(env: Record<string, string>): ChildProcess {
  try {
    return fork(program, {
      serialization: 'advanced',
      execArgv: [],
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  } catch (error) {
    throw hasEnded(error instanceof Error ? error.message : String(error), error)
  }
}

function hasEnded(details: string, cause?: unknown): WorkspaceError {
  if (cause instanceof Error && 'code' in cause && isExhausted(cause.code)) return machineExhausted(details, cause)
  const what = 'the process that starts git has ended'
  return new WorkspaceError('git_failed', what, { details, retry: 'later', cause })
}

/** One is enough for a process. */
export const gitStarter = new GitStarter()
