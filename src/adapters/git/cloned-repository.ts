import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { CommittedFile, StateReader } from '../../application/ports/state/state-reader.ts'
import { gitTokenSettings } from '../process/git-token.ts'
import type { TreeChange } from '../../domain/content/tree-change.ts'
import { workflowBranch } from '../../domain/records/iss-record.ts'

export interface ClonedRepository extends AsyncDisposable {
  reader: StateReader
  /** Runs git in the clone. */
  git: RunGit
}

/** `input` is written to its standard input. */
export type RunGit = (
  args: readonly string[],
  input?: string,
) => Promise<{ exitCode: number | undefined; stdout: Buffer; stderr: string }>

const mostBytes = 200_000_000

/**
 * Clones a repository (path or address) to read its commits with plain git; the clone goes when it is disposed. A clone of
 * its own even where the repository is on this disk: no setting of a repository one doesn't trust has an effect here. Of a
 * working copy on this disk that only followed the branches below countersign/, they are taken as it last fetched them.
 * `blobs`: whether files come with the clone or when they are read.
 */
export async function cloneRepository(
  source: string,
  env: Record<string, string | undefined>,
  blobs: 'all' | 'when_read' = 'when_read',
): Promise<ClonedRepository> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-verify-'))
  const remove = () => rm(dir, { recursive: true, force: true, maxRetries: 3 })
  const from = await locate(source)
  const git = createCloneGit(dir, env, tokenFor(from, env))
  try {
    const filter = blobs === 'all' ? [] : ['--filter=blob:none']
    const { exitCode, stderr } = await git(['clone', '--bare', '--quiet', ...filter, '--', from, dir])
    if (exitCode !== 0) throw new Error(`git can't clone ${source}: ${stderr.trim().split('\n').at(-1) ?? ''}`)
    await followBranches(git, from)
  } catch (error) {
    await remove()
    throw error
  }
  return { reader: createReader(git), git, [Symbol.asyncDispose]: remove }
}

/**
 * A working copy has others' branches below refs/remotes/origin/ only; or some of its own beside that, such as the default
 * branch, which no fetch brings forward: where one is only behind, what was fetched counts. One that went another way stays.
 */
async function followBranches(git: RunGit, from: string): Promise<void> {
  const own = await git(['rev-parse', '--verify', '--quiet', `refs/heads/${workflowBranch}`])
  const fetched = 'refs/remotes/origin/'
  const ours = own.exitCode === 0 ? [] : [`+${fetched}countersign/*:refs/heads/countersign/*`]
  await git(['fetch', '--quiet', from, `+${fetched}*:${fetched}*`, ...ours])
  const { stdout } = await git(['for-each-ref', '--format=%(refname:lstrip=3)', fetched])
  const forward = stdout
    .toString('utf8')
    .split('\n')
    .filter((name) => name !== '' && name !== 'HEAD')
    .map((name) => `${fetched}${name}:refs/heads/${name}`)
  // Each that is no step forward is refused, as it should be.
  if (forward.length > 0) await git(['fetch', '--quiet', '.', ...forward])
}

/** git runs in a folder of its own, so a path has to be absolute; what is no path here is an address, left as it is. */
export async function locate(source: string): Promise<string> {
  return stat(source).then(
    () => resolve(source),
    () => source,
  )
}

/** The token of the environment is meant for the server of the environment, and for no other. */
export function tokenFor(address: string, env: Record<string, string | undefined>): Record<string, string> {
  const server = `${(env['GITHUB_SERVER_URL'] ?? 'https://github.com').replace(/\/$/, '')}/`
  const token = env['GITHUB_TOKEN'] || env['GH_TOKEN'] || ''
  return address.startsWith(server) ? gitTokenSettings(server, token) : {}
}

/** git in a folder, which asks nobody for a password and takes nothing of its environment that points elsewhere. */
export function createCloneGit(
  dir: string,
  env: Record<string, string | undefined>,
  access: Record<string, string> = {},
): RunGit {
  const options = {
    cwd: dir,
    env: { ...cloneGitEnvironment(env), ...access },
    encoding: 'buffer' as const,
    maxBuffer: mostBytes,
  }
  return (args, input) =>
    new Promise((resolve) => {
      const child = execFile('git', [...args], options, (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined
        // Where there is no git at all, nothing was printed.
        const said = exitCode === undefined && stderr.length === 0 ? (error?.message ?? '') : stderr.toString('utf8')
        resolve({ exitCode, stdout, stderr: said })
      })
      // It may end before it has read all, which its exit code tells.
      child.stdin?.on('error', () => {})
      child.stdin?.end(input ?? '')
    })
}

/** Nothing that points elsewhere, and nobody to ask. */
export function cloneGitEnvironment(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_(?!SSH|SSL|ASKPASS)/.test(name)))
  return {
    ...own,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    // A server that sends nothing for so many seconds sends nothing any more.
    GIT_HTTP_LOW_SPEED_LIMIT: '1',
    GIT_HTTP_LOW_SPEED_TIME: env['GIT_HTTP_LOW_SPEED_TIME'] ?? '60',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
  }
}

function createReader(git: RunGit): StateReader {
  const findRevision = async (revision: string) => {
    const { exitCode, stdout } = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', revision])
    return exitCode === 0 ? stdout.toString('utf8').trim() : undefined
  }
  const list = async (args: string[]): Promise<CommittedFile[]> => {
    const { exitCode, stdout } = await git(['ls-tree', '-z', '--full-tree', ...args])
    return exitCode === 0 ? parseTree(stdout.toString('utf8')) : []
  }

  return {
    findHead: (branch) => findRevision(`refs/heads/${branch}^{commit}`),
    findTree: (commit) => findRevision(`${commit}^{tree}`),
    findFile: async (commit, path) => (await list([commit, '--', path])).find((file) => file.path === path),
    listFiles: (commit, folder) => list(['-r', commit, '--', `${folder}/`]),
    async mergeBase(a, b) {
      const { exitCode, stdout } = await git(['merge-base', a, b])
      return exitCode === 0 ? stdout.toString('utf8').trim() : undefined
    },
    async compareTrees(base, head) {
      const { exitCode, stdout } = await git([
        'diff-tree',
        '-r',
        '-z',
        '--raw',
        '--no-renames',
        '--no-abbrev',
        base,
        head,
      ])
      return exitCode === 0 ? parseDiff(stdout.toString('utf8')) : undefined
    },
    async readBlob(blob) {
      const { exitCode, stdout, stderr } = await git(['cat-file', 'blob', blob])
      if (exitCode !== 0) throw new Error(`git can't read blob ${blob}: ${stderr.trim()}`)
      return stdout
    },
  }
}

/** Fields of `git diff-tree --raw -z`: modes, ids and a letter, then the path. */
function parseDiff(output: string): TreeChange[] {
  const fields = output.split('\0')
  const entryOf = (mode = '', blob = '') => (/^0*$/.test(blob) ? null : { blob, mode })
  return fields.flatMap((field, index): TreeChange[] => {
    const path = fields[index + 1]
    if (index % 2 === 1 || path === undefined) return []
    const [before = '', after, blobBefore, blobAfter] = field.split(' ')
    return [{ path, before: entryOf(before.replace(/^:/, ''), blobBefore), after: entryOf(after, blobAfter) }]
  })
}

function parseTree(output: string): CommittedFile[] {
  const files: CommittedFile[] = []
  for (const line of output.split('\0')) {
    const match = /^(\d+) blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line)
    if (match?.[1] && match[2] && match[3]) files.push({ mode: match[1], blob: match[2], path: match[3] })
  }
  return files
}
