import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { FetchedBlobs } from '../../application/ports/state/fetched-blobs.ts'
import { cloneGitEnvironment, createCloneGit, tokenFor } from './cloned-repository.ts'

/**
 * Fetches these blobs, and nothing else of a repository, in one request; undefined where there is no git, or the server
 * doesn't give away single blobs. They lie on disk until it is disposed.
 */
export async function fetchBlobs(
  source: string,
  blobs: readonly string[],
  env: Record<string, string | undefined>,
): Promise<FetchedBlobs | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-blobs-'))
  const remove = () => rm(dir, { recursive: true, force: true, maxRetries: 3 })
  const git = createCloneGit(dir, env, tokenFor(source, env))
  const made = await git(['init', '--bare', '--quiet', dir])
  const wanted = `${blobs.join('\n')}\n`
  const fetched =
    made.exitCode === 0 &&
    (await git(['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--stdin', '--', source], wanted))
      .exitCode === 0
  if (!fetched) {
    await remove()
    return undefined
  }
  const reader = openBatch(dir, env)
  return {
    read: (blob) => reader.read(blob),
    async [Symbol.asyncDispose]() {
      await reader.end()
      await remove()
    },
  }
}

/** One process that gives one blob after the other: one for each would take longer than to read it. */
function openBatch(dir: string, env: Record<string, string | undefined>) {
  const child = spawn('git', ['cat-file', '--batch'], {
    cwd: dir,
    env: cloneGitEnvironment(env),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  child.stdin.on('error', () => {})
  const output = new ByteReader(child)
  let last: Promise<unknown> = Promise.resolve()
  const readNext = async (blob: string): Promise<Uint8Array | undefined> => {
    child.stdin.write(`${blob}\n`)
    const [, kind, size] = (await output.takeLine()).split(' ')
    if (kind !== 'blob') return undefined
    const bytes = await output.take(Number(size))
    await output.take(1)
    return bytes
  }
  return {
    read(blob: string) {
      const reading = last.then(() => readNext(blob))
      last = reading.catch(() => {})
      return reading
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

/** Bytes of a process's output, as many as are asked for; throws where it ends before. */
class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>
  private rest: Buffer = Buffer.alloc(0)

  constructor({ stdout }: ChildProcessByStdio<Writable, Readable, null>) {
    this.chunks = stdout[Symbol.asyncIterator]()
  }

  async takeLine(): Promise<string> {
    let end = this.rest.indexOf('\n')
    for (; end === -1; end = this.rest.indexOf('\n')) this.rest = Buffer.concat([this.rest, await this.next()])
    const line = this.rest.toString('latin1', 0, end)
    this.rest = this.rest.subarray(end + 1)
    return line
  }

  async take(length: number): Promise<Buffer> {
    const parts = [this.rest]
    let [has] = [this.rest.length]
    while (has < length) {
      const chunk = await this.next()
      parts.push(chunk)
      has += chunk.length
    }
    const all = parts.length === 1 ? this.rest : Buffer.concat(parts)
    this.rest = all.subarray(length)
    return all.subarray(0, length)
  }

  private async next(): Promise<Buffer> {
    const { done, value } = await this.chunks.next()
    if (done === true) throw new Error('git ended before it had given all blobs')
    return value
  }
}
