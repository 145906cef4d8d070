import { type ChildProcess, fork } from 'node:child_process'
import type { GitDone, GitOrder } from './git-starter-process.ts'
import { WorkspaceError } from './workspace-error.ts'

export type GitCommand = Omit<GitOrder, 'id'>

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

  /** Runs git to its end; `git_failed` where the process ends before it answers: whether the command was done is not known then. */
  run(command: GitCommand): Promise<Omit<GitDone, 'id'>> {
    this.#lastId += 1
    const order: GitOrder = { id: this.#lastId, ...command }
    const child = (this.#child ??= this.#begin())
    return new Promise((resolve, reject) => {
      this.#waiting.set(order.id, { resolve, reject })
      child.channel?.ref()
      // Where it can't be sent, the process has ended, which is told to all that wait.
      child.send(order, () => {})
    })
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
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
    child.on('message', (done: GitDone) => {
      this.#waiting.get(done.id)?.resolve(done)
      this.#waiting.delete(done.id)
      // Only what somebody waits for keeps this process.
      if (this.#waiting.size === 0) child.channel?.unref()
    })
    const forget = (why: string) => {
      if (this.#child !== child) return
      this.#child = undefined
      const waiting = [...this.#waiting.values()]
      this.#waiting.clear()
      for (const { reject } of waiting)
        reject(
          new WorkspaceError('git_failed', 'the process that starts git has ended', { details: why, retry: 'later' }),
        )
    }
    child.on('error', (error) => forget(error.message))
    child.on('exit', (exitCode, signal) => forget(`${signal ?? exitCode}`))
    return child
  }
}

/** One is enough for a process. */
export const gitStarter = new GitStarter()
