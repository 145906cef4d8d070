import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { encodeGitToken, gitTokenSettings } from '../../process/git-token.ts'
import type { Git } from './git.ts'
import { refuseFullMachine } from '../machine/refuse-full-machine.ts'
import { WorkspaceError } from '../machine/workspace-error.ts'

export interface Remote {
  url: string
  /** Protocols git may use for it, as in `GIT_ALLOW_PROTOCOL`. */
  protocols: readonly string[]
  /** A token for one fetch, another than the one that was refused; '' for none. */
  token: (refused?: string) => Promise<string>
}

/** A bare copy of one repository on this disk. Nothing is ever collected from it. */
export interface Mirror {
  readonly gitDir: string
  /** Makes the commits readable, fetching at most what is missing; `commit_missing` when the remote has none. */
  needCommits(commits: readonly string[]): Promise<void>
  /** All branches as the remote has them now; commits at their tips, by name. */
  fetchHeads(): Promise<Map<string, string>>
  /** Makes the blob readable. */
  needBlob(blob: string): Promise<void>
  /** One change of the mirror's own files at a time. */
  exclusively<T>(change: () => Promise<T>): Promise<T>
}

const allBranches = '+refs/heads/*:refs/remotes/origin/*'
const fetchTimeoutMs = 10 * 60_000
/** Git has one exit code for everything; with `LC_ALL=C` it says this where the server wants other credentials. */
const tokenRefused = /Authentication failed|could not read Username|Invalid username or|error: 401/
/** What git says of the way to a server, or of one that can't answer now; of anything else waiting won't help. */
const outageWords =
  /could not resolve|failed to connect|connection (?:refused|reset|timed out|was reset)|timed out|error: (?:429|5\d\d)|HTTP (?:429|5\d\d)|RPC failed|early EOF|unexpected disconnect|hung up|empty reply|recv failure|send failure|transfer closed|SSL|TLS/i
const maxRemembered = 10_000
/** Each leaves up to a hundred files, or a pack. */
const fetchesBetweenRepacks = 20
/** What is in there is others': large files are packed as they are, and to look for what is alike takes 32 MiB. */
const repackArgs = [
  '-c',
  'core.bigFileThreshold=8m',
  'repack',
  '-d',
  '-l',
  '-n',
  '--quiet',
  '--geometric=2',
  '--window-memory=32m',
  '--threads=1',
]

/** Creates the bare repository where it isn't there yet. Files come out byte for byte: no attribute may change them. */
export async function openMirror(git: Git, gitDir: string, remote: Remote, redact: (text: string) => string) {
  await mkdir(join(gitDir, 'info'), { recursive: true })
  await git.read({ gitDir, args: ['init', '--quiet', '--bare', '--template='] })
  await writeFile(join(gitDir, 'info', 'attributes'), '* -text -eol -filter -ident -working-tree-encoding\n')

  return createMirror(git, gitDir, remote, redact)
}

function createMirror(git: Git, gitDir: string, remote: Remote, redact: (text: string) => string): Mirror {
  const queue = new PQueue({ concurrency: 1 })
  /** What was there once stays: nothing is ever collected. */
  const present = new Set<string>()
  let fetches = 0

  async function findMissing(objects: readonly string[]): Promise<string[]> {
    const unknown = objects.filter((object) => !present.has(object))
    if (unknown.length === 0) return []
    const lines = await git.read({ gitDir, args: ['cat-file', '--batch-check'], input: `${unknown.join('\n')}\n` })
    const missing = lines
      .toString('utf8')
      .split('\n')
      .filter((line) => line.endsWith(' missing'))
      .map((line) => line.slice(0, line.indexOf(' ')))
    if (present.size > maxRemembered) present.clear()
    for (const object of unknown) if (!missing.includes(object)) present.add(object)
    return missing
  }

  /** What went wrong, or undefined. A token may have ended since it was made: another one is tried then. */
  async function fetch(refspecs: readonly string[]): Promise<string | undefined> {
    const token = await remote.token()
    const failure = await fetchWith(token, refspecs)
    if (failure === undefined || token === '' || !tokenRefused.test(failure)) return failure
    return fetchWith(await remote.token(token), refspecs)
  }

  async function fetchWith(token: string, refspecs: readonly string[]): Promise<string | undefined> {
    const answer = await git.ask({
      gitDir,
      args: ['fetch', '--quiet', '--prune', '--no-tags', '--no-write-fetch-head', remote.url, ...refspecs],
      environment: { GIT_ALLOW_PROTOCOL: remote.protocols.join(':'), ...gitTokenSettings(remote.url, token) },
      timeoutMs: fetchTimeoutMs,
    })
    if (answer.exitCode === 0) {
      fetches += 1
      // In its turn, and not in the time of who waits for what was fetched.
      if (fetches % fetchesBetweenRepacks === 0) void queue.add(repack)
      return undefined
    }
    const stderr = redact(answer.stderr.trim())
    const clean = token === '' ? stderr : stderr.replaceAll(token, '***').replaceAll(encodeGitToken(token), '***')
    return clean.slice(-2000)
  }

  /**
   * Small packs and loose objects become one pack, a tenth of their size, also those that nothing leads to; what is packed
   * well stays as it is. Should it fail, nothing is lost, and the next one does it.
   */
  async function repack(): Promise<void> {
    await git.ask({ gitDir, args: repackArgs, timeoutMs: fetchTimeoutMs }).catch(() => undefined)
  }

  /** All branches first, since most of what is wanted is on one; then each object by its own id. */
  async function fetchMissing(objects: readonly string[], code: 'commit_missing' | 'blob_missing'): Promise<void> {
    const failure = await fetch([allBranches])
    // Another process may have fetched the same into this mirror meanwhile, which makes one of the two fail.
    if (failure !== undefined && (await findMissing(objects)).length > 0) {
      throw await explainFetch(failure)
    }
    for (const object of await findMissing(objects)) {
      const reason = await fetch([`+${object}:refs/countersign/wanted/${object}`])
      if (reason === undefined) continue
      await refuseFullMachine(gitDir, reason)
      throw new WorkspaceError(code, `${object} is not in ${remote.url}`, { details: reason, retry: 'later' })
    }
  }

  async function explainFetch(failure: string): Promise<WorkspaceError> {
    await refuseFullMachine(gitDir, failure)
    const code = soundsLikeOutage(failure) ? 'fetch_failed' : 'fetch_refused'
    return new WorkspaceError(code, `git fetch of ${remote.url} failed`, { details: failure, retry: 'later' })
  }

  async function fetchHeads(): Promise<Map<string, string>> {
    // The second time nobody else is likely to fetch the same, which makes one of the two fail.
    const failure = (await fetch([allBranches])) === undefined ? undefined : await fetch([allBranches])
    if (failure !== undefined) throw await explainFetch(failure)
    const args = ['for-each-ref', '--format=%(objectname) %(refname:lstrip=3)', 'refs/remotes/origin']
    const lines = (await git.read({ gitDir, args })).toString('utf8').split('\n')
    return new Map(lines.flatMap((line) => (line === '' ? [] : [[line.slice(41), line.slice(0, 40)] as const])))
  }

  async function need(objects: readonly string[], code: 'commit_missing' | 'blob_missing'): Promise<void> {
    for (const object of objects) {
      if (/^[0-9a-f]{40}$/.test(object)) continue
      throw new WorkspaceError(code, 'not a full object id', { details: object, retry: 'never' })
    }
    if ((await findMissing(objects)).length === 0) return
    const isNext = queue.size + queue.pending === 0
    await queue.add(async () => {
      // Who was in front may have fetched them.
      if (isNext || (await findMissing(objects)).length > 0) await fetchMissing(objects, code)
    })
  }

  return {
    gitDir,
    needCommits: (commits) => need(commits, 'commit_missing'),
    async fetchHeads() {
      let heads = new Map<string, string>()
      await queue.add(async () => void (heads = await fetchHeads()))
      return heads
    },
    needBlob: (blob) => need([blob], 'blob_missing'),
    exclusively: (change) => queue.add(change),
  }
}

/** A git that was ended after its time may have said nothing. */
function soundsLikeOutage(failure: string): boolean {
  return failure === '' || outageWords.test(failure)
}
