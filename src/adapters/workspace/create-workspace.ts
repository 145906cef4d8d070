import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RepositoryRef } from '../../application/repository-ref.ts'
import type { Workspace, WorkTree } from '../../application/ports/roles/workspace.ts'
import { compareTrees, describeChange, findCommitFaults } from './change/commit-change.ts'
import type { Environment } from './plumbing/git-environment.ts'
import { createGit } from './plumbing/git.ts'
import { endCommandsOf } from './isolation/unconfined-run.ts'
import type { PackageCache } from './isolation/package-caches.ts'
import { mergeCommits } from './change/merge-commits.ts'
import { openMirror, type Mirror } from './plumbing/mirror.ts'
import { readCommit } from './reading/read-commit.ts'
import { openWorkTree } from './open-work-tree.ts'
import { removeAbandoned } from './isolation/remove-abandoned.ts'
import { WorkspaceError } from './machine/workspace-error.ts'

export interface WorkspaceOptions {
  /** Folder of all mirrors and work trees; it may be thrown away. */
  dir: string
  cloneUrl: (repository: RepositoryRef) => string
  /** A token that may read the repository, another than the one that was refused; '' for none. */
  token: (repository: RepositoryRef, refused?: string) => Promise<string>
  /** The host's environment: PATH, proxies and certificates are taken from it, nothing else. */
  env: Environment
  redact: (text: string) => string
  /** Whether commands may run without isolation, where a repository's configuration asks for it. */
  unconfined: boolean
  /** Packages of this machine that confined commands may read; none where it isn't told. */
  caches?: readonly PackageCache[]
  /** Protocols that `cloneUrl` may use; `file` is for tests. */
  protocols?: readonly string[]
}

/** Local git of all repositories below one folder (design 3.4). */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { env, redact, unconfined, caches = [] } = options
  const dir = resolve(options.dir)
  const home = join(dir, 'home')
  const passwdFile = join(dir, 'passwd')
  const git = createGit({ env, home, redact })
  const mirrors = new Map<string, Promise<Mirror>>()
  // At once: what a crash left running does not wait until this process has work.
  const tidying = removeAbandoned(join(dir, 'mirrors'))

  async function open(repository: RepositoryRef): Promise<Mirror> {
    // A command that a crash left running is not to meet its own run begun anew.
    await tidying
    await mkdir(home, { recursive: true })
    await writeFile(passwdFile, 'agent:x:1000:1000::/tmp/home:/bin/sh\n')
    const remote = {
      url: options.cloneUrl(repository),
      protocols: options.protocols ?? ['https', 'http'],
      token: (refused?: string) => options.token(repository, refused),
    }
    return openMirror(git, join(dir, 'mirrors', mirrorName(repository)), remote, redact)
  }

  function getMirror(repository: RepositoryRef): Promise<Mirror> {
    const known = mirrors.get(repository.key)
    if (known !== undefined) return known
    const opening = open(repository)
    mirrors.set(repository.key, opening)
    opening.catch(() => mirrors.delete(repository.key))
    return opening
  }

  async function withCommits(repository: RepositoryRef, commits: readonly string[]): Promise<string> {
    const mirror = await getMirror(repository)
    await mirror.needCommits(commits)
    return mirror.gitDir
  }

  async function openFor(run: string | null, repository: RepositoryRef, commit: string): Promise<WorkTree> {
    const mirror = await getMirror(repository)
    await mirror.needCommits([commit])
    const setting = { git, mirror, parent: join(dir, 'trees'), passwdFile, env, redact, run, unconfined, caches }
    return openWorkTree(setting, commit)
  }

  const workspace: Workspace = {
    openWorkTree: (repository, commit) => openFor(null, repository, commit),
    forRun: (run) => ({ ...workspace, openWorkTree: (repository, commit) => openFor(run, repository, commit) }),
    async openReader(repository, commit) {
      return readCommit(git, await withCommits(repository, [commit]), commit)
    },
    endLeftCommands: endCommandsOf,
    async describeChange(repository, base, head) {
      return describeChange(git, await withCommits(repository, [base, head]), base, head)
    },
    async compareTrees(repository, base, head) {
      return compareTrees(git, await withCommits(repository, [base, head]), base, head)
    },
    async readTreeSha(repository, commit) {
      const gitDir = await withCommits(repository, [commit])
      return (await git.read({ gitDir, args: ['rev-parse', '--verify', `${commit}^{tree}`] })).toString('utf8').trim()
    },
    async readBlob(repository, blob) {
      const mirror = await getMirror(repository)
      await mirror.needBlob(blob)
      return git.read({ gitDir: mirror.gitDir, args: ['cat-file', 'blob', blob] })
    },
    async readDiff(repository, base, head, maxBytes) {
      const gitDir = await withCommits(repository, [base, head])
      const args = ['diff-tree', '-r', '-p', '-M', '--no-color', '--no-ext-diff', '--no-textconv', base, head]
      const answer = await git.ask({ gitDir, args, maxBytes })
      if (!answer.cut && answer.exitCode !== 0) throw diffFailed(answer.stderr)
      const text = answer.stdout.toString('utf8')
      return answer.cut ? `${text.slice(0, text.lastIndexOf('\n') + 1)}[diff cut at ${maxBytes} bytes]\n` : text
    },
    async findFaults(repository, base, head, rules) {
      return findCommitFaults(git, await withCommits(repository, [base, head]), { base, head }, rules)
    },
    async isAncestor(repository, ancestor, descendant) {
      const gitDir = await withCommits(repository, [ancestor, descendant])
      const answer = await git.ask({ gitDir, args: ['merge-base', '--is-ancestor', ancestor, descendant] })
      return answer.exitCode === 0
    },
    async mergeCommits(repository, base, head) {
      return mergeCommits(git, await withCommits(repository, [base, head]), base, head)
    },
    async fetchHeads(repository, branches) {
      const heads = await (await getMirror(repository)).fetchHeads()
      return new Map([...heads].filter(([name]) => branches.includes(name)))
    },
    async findLastChange(repository, base, head, path) {
      const gitDir = await withCommits(repository, [base, head])
      const args = ['rev-list', '-1', head, `^${base}`, '--', path]
      return (await git.read({ gitDir, args })).toString('utf8').trim() || undefined
    },
    async mergeBase(repository, a, b) {
      const gitDir = await withCommits(repository, [a, b])
      const answer = await git.ask({ gitDir, args: ['merge-base', a, b] })
      if (answer.exitCode === 0) return answer.stdout.toString('utf8').trim()
      if (answer.exitCode === 1) return undefined
      throw new WorkspaceError('git_failed', 'git merge-base failed', { details: answer.stderr, retry: 'later' })
    },
  }
  return workspace
}

function diffFailed(stderr: string): WorkspaceError {
  return new WorkspaceError('git_failed', 'git diff-tree failed', { details: stderr, retry: 'later' })
}

/** `owner/name.git` in lower case, as GitHub doesn't tell case apart. */
function mirrorName({ owner, name }: RepositoryRef): string {
  for (const part of [owner, name]) {
    if (/^[A-Za-z0-9._-]+$/.test(part) && !/^\.+$/.test(part)) continue
    throw new WorkspaceError('repository_refused', 'no name of a repository', { details: part, retry: 'never' })
  }

  return join(owner.toLowerCase(), `${name.toLowerCase()}.git`)
}
