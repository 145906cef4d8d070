import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { execa } from 'execa'
import { createWorkspace, type WorkspaceOptions } from '../../src/adapters/workspace/create-workspace.ts'
import type { RepositoryRef } from '../../src/application/repository-ref.ts'
import type { CommandLimits, PathRules, Workspace, WorkTree } from '../../src/application/ports/roles/workspace.ts'

const identity = {
  GIT_AUTHOR_NAME: 'ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
}

export const widgets: RepositoryRef = { owner: 'octo', name: 'widgets', key: 'octo/widgets', installationId: 1 }

/** Real git in a folder of its own: a repository to clone from, and a workspace beside it. */
export interface LocalRepository extends AsyncDisposable {
  readonly root: string
  /** The repository people push to; a plain folder with its files. */
  readonly source: string
  git(...args: string[]): Promise<string>
  /** Commits these files (null deletes) on the current branch; the commit's id. */
  commit(files: Record<string, string | null>): Promise<string>
  workspace(overrides?: Partial<WorkspaceOptions>): Workspace
  /** A work tree at a new commit of these files. */
  open(files: Record<string, string | null>): Promise<WorkTree>
}

export async function createLocalRepository(): Promise<LocalRepository> {
  const root = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  const source = join(root, 'source')
  await mkdir(source)
  const git = async (...args: string[]) =>
    (await execa('git', ['-c', 'core.autocrlf=false', ...args], { cwd: source, env: identity })).stdout
  await git('init', '--quiet', '--initial-branch=main')

  async function commit(files: Record<string, string | null>): Promise<string> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(source, path)), { recursive: true })
      if (content === null) await rm(join(source, path))
      else await writeFile(join(source, path), content)
    }
    await git('add', '--all')
    await git('commit', '--quiet', '--allow-empty', '--message', 'change')
    return git('rev-parse', 'HEAD')
  }

  const workspace = (overrides: Partial<WorkspaceOptions> = {}) =>
    createWorkspace({
      dir: join(root, 'data'),
      cloneUrl: () => source,
      token: () => Promise.resolve(''),
      env: { PATH: process.env['PATH'] },
      redact: (text) => text,
      unconfined: true,
      protocols: ['file'],
      ...overrides,
    })

  return {
    root,
    source,
    git,
    commit,
    workspace,
    open: async (files) => workspace().openWorkTree(widgets, await commit(files)),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}

/** A named pipe: whoever opens it waits. */
export async function makePipe(path: string): Promise<void> {
  await promisify(execFile)('mkfifo', [path])
}

export function buildRules(overrides: Partial<PathRules> = {}): PathRules {
  return { scope: [], denied: [], maxFileBytes: 1_000_000, maxFiles: 50, ...overrides }
}

export function buildLimits(overrides: Partial<CommandLimits> = {}): CommandLimits {
  return {
    timeoutMs: 60_000,
    maxOutputBytes: 10_000,
    maxDiskBytes: 2_000_000_000,
    maxMemoryBytes: 4_000_000_000,
    isolation: 'bubblewrap',
    network: false,
    signal: new AbortController().signal,
    ...overrides,
  }
}
