import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { letGitRunIn } from '../../../src/sandbox/git/run-git.ts'
import type { GitAnswer, GitOrder } from './git-broker-process.ts'

/**
 * A small process that starts git for a large one. A fork copies the page tables of whoever forks: from a test process
 * of 600 MB it takes 70 ms, from this one 3.
 */
export class GitBroker {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answer: GitAnswer) => void>()
  #next = 1

  constructor() {
    const script = fileURLToPath(new URL('git-broker-process.ts', import.meta.url))
    this.#child = fork(script, { serialization: 'advanced', execArgv: [] })
    // It ends with this process, and does not keep it.
    this.#child.unref()
    this.#child.channel?.unref()
    this.#child.on('message', (answer: GitAnswer) => {
      this.#waiting.get(answer.id)?.(answer)
      this.#waiting.delete(answer.id)
    })
  }

  run(order: Omit<GitOrder, 'id'>): Promise<GitAnswer> {
    const id = this.#next++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#child.send({ ...order, id })
    })
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.disconnect()
    await gone
  }
}

let shared: GitBroker | undefined

/** The sandbox GitHub of this process has git started by a broker, one for all of them. */
export function brokerSandboxGit(broker: GitBroker = (shared ??= new GitBroker())): void {
  letGitRunIn(async (args, env, input) => {
    const { exitCode, stdout, stderr } = await broker.run({ args, env, input })
    return { exitCode: exitCode ?? undefined, stdout: text(stdout), stderr: text(stderr) }
  })
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
