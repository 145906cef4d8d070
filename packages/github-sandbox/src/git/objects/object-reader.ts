import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { gitEnvironment } from '../run-git.ts'

export interface GitObject {
  sha: string
  type: 'blob' | 'tree' | 'commit' | 'tag'
  size: number
  bytes: Buffer
}

interface Waiting {
  withContents: boolean
  resolve: (object: GitObject | undefined) => void
  reject: (error: Error) => void
}

const newline = 10
/** Objects never change: those that were read are kept, the oldest going first, unless they are large. */
const keptObjects = 500
const keptInfos = 20_000
const keptBytes = 64_000
const isFixed = (revision: string) => /^[0-9a-f]{40}(\^\{\w+\})?$/.test(revision)

/** Reads objects through one long-lived `git cat-file --batch-command`: a tenth of a millisecond each instead of a process. */
export class ObjectReader {
  readonly #dir: string
  #child: ChildProcessWithoutNullStreams | undefined
  #waiting: Waiting[] = []
  readonly #asked: string[] = []
  #received: Buffer[] = []
  #receivedBytes = 0
  /** Below this many bytes the answer at the front can't be complete, so they need not be joined. */
  #neededBytes = 1
  readonly #kept = new Map<string, GitObject>()
  /** Without their bytes, so that many more can be kept. */
  readonly #keptInfos = new Map<string, GitObject>()

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Type and size of what a revision names, or undefined. */
  async info(revision: string): Promise<GitObject | undefined> {
    const kept = this.#keptInfos.get(revision)
    if (kept !== undefined) return kept
    const object = await this.#ask('info', revision)
    if (object !== undefined && isFixed(revision)) keep(this.#keptInfos, revision, object, keptInfos)
    return object
  }

  /** The object that a revision names, or undefined; its bytes are not to be changed. */
  async contents(revision: string): Promise<GitObject | undefined> {
    const kept = this.#kept.get(revision)
    if (kept !== undefined) return kept
    const object = await this.#ask('contents', revision)
    if (object !== undefined && isFixed(revision) && object.size <= keptBytes)
      keep(this.#kept, revision, object, keptObjects)
    return object
  }

  /** What was written just now need not be asked for; of blobs, which are read back the least, only the size is kept. */
  remember(object: GitObject): void {
    const info = { ...object, bytes: Buffer.alloc(0) }
    keep(this.#keptInfos, object.sha, info, keptInfos)
    if (object.type === 'blob') return
    keep(this.#keptInfos, `${object.sha}^{${object.type}}`, info, keptInfos)
    if (object.size <= keptBytes) keep(this.#kept, `${object.sha}^{${object.type}}`, object, keptObjects)
  }

  async close(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.stdin.end()
    await closed
  }

  #ask(command: 'info' | 'contents', revision: string): Promise<GitObject | undefined> {
    if (revision === '' || revision.includes('\n') || revision.includes('\0')) return Promise.resolve(undefined)
    this.#child ??= this.#start()

    return new Promise((resolve, reject) => {
      this.#waiting.push({ withContents: command === 'contents', resolve, reject })
      this.#asked.push(`${command} ${revision}\n`)
      // Each write wakes git: all that is asked for at once is one.
      if (this.#asked.length === 1) queueMicrotask(() => this.#child?.stdin.write(this.#asked.splice(0).join('')))
    })
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn('git', ['--git-dir', this.#dir, 'cat-file', '--batch-command'], { env: gitEnvironment() })
    const fail = (error: Error) => {
      this.#child = undefined
      this.#received = []
      this.#receivedBytes = 0
      this.#neededBytes = 1
      this.#asked.length = 0
      for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
    }
    child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
    child.stdin.on('error', fail)
    child.on('error', fail)
    child.on('close', () => fail(new Error(`git cat-file on ${this.#dir} ended`)))

    return child
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#receivedBytes += chunk.length
    if (this.#receivedBytes < this.#neededBytes) return
    let rest = this.#received.length === 1 ? chunk : Buffer.concat(this.#received)
    let waiting = this.#waiting[0]
    while (waiting !== undefined) {
      const answer = parseAnswer(rest, waiting.withContents)
      if (answer.kind === 'incomplete') {
        this.#neededBytes = answer.neededBytes
        break
      }
      this.#waiting.shift()
      waiting.resolve(answer.object)
      rest = rest.subarray(answer.length)
      this.#neededBytes = 1
      waiting = this.#waiting[0]
    }
    this.#received = rest.length > 0 ? [rest] : []
    this.#receivedBytes = rest.length
  }
}

function keep(kept: Map<string, GitObject>, revision: string, object: GitObject, most: number): void {
  kept.set(revision, object)
  const oldest = kept.keys().next().value
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
}

type Answer =
  | { kind: 'incomplete'; neededBytes: number }
  | { kind: 'complete'; length: number; object: GitObject | undefined }

/** `<sha> <type> <size>\n[<bytes>\n]`, or `<revision> missing|ambiguous\n`. */
function parseAnswer(buffer: Buffer, withContents: boolean): Answer {
  const end = buffer.indexOf(newline)
  if (end < 0) return { kind: 'incomplete', neededBytes: buffer.length + 1 }
  const header = /^([0-9a-f]{40}) (blob|tree|commit|tag) (\d+)$/.exec(buffer.toString('utf8', 0, end))
  if (header === null) return { kind: 'complete', length: end + 1, object: undefined }
  const size = Number(header[3])
  const length = withContents ? end + 1 + size + 1 : end + 1
  if (buffer.length < length) return { kind: 'incomplete', neededBytes: length }
  const bytes = withContents ? Buffer.from(buffer.subarray(end + 1, end + 1 + size)) : Buffer.alloc(0)
  const type = header[2] as GitObject['type']

  return { kind: 'complete', length, object: { sha: header[1] ?? '', type, size, bytes } }
}
