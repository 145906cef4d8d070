import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BranchTexts } from '../../application/ports/state/branch-texts.ts'
import { createCloneGit, locate, type RunGit, tokenFor } from './cloned-repository.ts'
import { parseBatch } from './parse-batch.ts'

/** The newest commit of one branch, fetched alone. */
export interface FetchedBranch extends AsyncDisposable {
  /** Where it was found: `refs/heads/…`, or `refs/remotes/origin/…` of a working copy. */
  ref: string
  commit: string
  /** ISO time. */
  committedAt: string
  texts: BranchTexts
}

/**
 * Fetches the newest commit of a branch, without its history, from a repository (path or address), into a repository of its own as `cloneRepository` does. Of a working copy it is the branch as it was last
 * fetched from origin, where there is one: a branch of the same name that somebody made is older. Undefined where there is
 * no such branch; throws where there is no repository.
 */
export async function fetchBranch(
  source: string,
  branch: string,
  env: Record<string, string | undefined>,
): Promise<FetchedBranch | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-status-'))
  const remove = () => rm(dir, { recursive: true, force: true, maxRetries: 3 })
  try {
    const from = await locate(source)
    const git = mustRun(createCloneGit(dir, env, tokenFor(from, env)))
    await git(['init', '--bare', '--quiet', dir])
    const refs = [`refs/remotes/origin/${branch}`, `refs/heads/${branch}`]
    const listed = (await git(['ls-remote', '--', from, ...refs])).split('\n').map((line) => line.split('\t')[1])
    const ref = refs.find((one) => listed.includes(one))
    if (ref === undefined) {
      await remove()
      return undefined
    }
    await git(['fetch', '--quiet', '--no-tags', '--depth=1', '--', from, `+${ref}:refs/heads/read`])
    const [commit = '', committedAt = ''] = (await git(['log', '-1', '--format=%H %cI', 'refs/heads/read', '--']))
      .trim()
      .split(' ')
    return {
      ref,
      commit,
      committedAt,
      texts: createTexts(createCloneGit(dir, env), commit),
      [Symbol.asyncDispose]: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Gives what it prints; throws what it complains about. */
export function mustRun(git: RunGit): (args: readonly string[]) => Promise<string> {
  return async (args) => {
    const { exitCode, stdout, stderr } = await git(args)
    if (exitCode === 0) return stdout.toString('utf8')
    throw complaintOf(args[0] ?? '', stderr)
  }
}

/** What git complains about, without what it says besides. */
export function complaintOf(what: string, stderr: string): Error {
  const complaint = stderr.split('\n').find((line) => line.startsWith('fatal: '))
  return new Error(`git ${what}: ${(complaint ?? stderr.split('\n')[0] ?? '').replace('fatal: ', '').trim()}`)
}

/** Files of a commit that is in the repository where `git` runs. */
export function createTexts(git: RunGit, commit: string): BranchTexts {
  return {
    async list(folder) {
      const { exitCode, stdout } = await git([
        'ls-tree',
        '-r',
        '-z',
        '--name-only',
        '--full-tree',
        commit,
        `${folder}/`,
      ])
      return exitCode === 0 ? stdout.toString('utf8').split('\0').filter(Boolean) : []
    },
    async readMany(paths) {
      const asked = paths.filter((path) => !path.includes('\n'))
      if (asked.length === 0) return new Map()
      const input = asked.map((path) => `${commit}:${path}\n`).join('')
      const { exitCode, stdout, stderr } = await git(['cat-file', '--batch'], input)
      if (exitCode !== 0) throw new Error(`git can't read ${commit}: ${stderr.trim()}`)
      const blobs = parseBatch(stdout)
      return new Map(
        asked.flatMap((path, index) => {
          const blob = blobs[index]
          return blob === undefined || blob === null ? [] : [[path, blob.toString('utf8')] as const]
        }),
      )
    },
  }
}
