import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { gitEnvironment } from '../run-git.ts'

/** Moves refs through one long-lived `git update-ref --stdin`, a transaction each, one after the other. */
export class RefWriter {
  readonly #dir: string
  #child: ChildProcessWithoutNullStreams | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(dir: string) {
    this.#dir = dir
  }

  /** `update <ref> <new> <old>` or `delete <ref> <old>`; what git says against it, or undefined. */
  write(command: string): Promise<string | undefined> {
    const written = this.#last.then(() => this.#commit(command))
    this.#last = written.catch(() => undefined)

    return written
  }

  async close(): Promise<void> {
    await this.#last
    const child = this.#child
    if (child === undefined) return
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.stdin.end()
    await closed
  }

  /** git says `start: ok` and `commit: ok`, or why not, and ends: the next one is another process. */
  #commit(command: string): Promise<string | undefined> {
    this.#child ??= this.#start()
    const child = this.#child
    let said = ''
    let complaint = ''

    return new Promise((resolve) => {
      const onOutput = (chunk: Buffer) => {
        said += chunk.toString('utf8')
        if (said.includes('commit: ok\n')) finish(undefined)
      }
      const onError = (chunk: Buffer) => void (complaint += chunk.toString('utf8'))
      const onClose = () => {
        this.#child = undefined
        finish(complaint)
      }
      const finish = (answer: string | undefined) => {
        child.stdout.off('data', onOutput)
        child.stderr.off('data', onError)
        child.off('close', onClose)
        resolve(answer)
      }
      child.stdout.on('data', onOutput)
      child.stderr.on('data', onError)
      child.once('close', onClose)
      child.stdin.write(`start\n${command}\ncommit\n`)
    })
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn('git', ['--git-dir', this.#dir, 'update-ref', '--stdin'], { env: gitEnvironment() })
    // What it did not read since it ended first is told by its end.
    child.stdin.on('error', () => undefined)

    return child
  }
}
