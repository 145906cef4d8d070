import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BranchTexts } from '../../application/ports/state/branch-texts.ts'
import { createCloneGit, locate } from './cloned-repository.ts'
import { complaintOf, createTexts, mustRun } from './fetched-branch.ts'

/** A branch at its newest commit. */
export interface BranchAt {
  /** Where it was found: `refs/heads/…`, or `refs/remotes/origin/…` of a working copy. */
  ref: string
  commit: string
  /** ISO time. */
  committedAt: string
  texts: BranchTexts
}

/** One branch of a repository, whose newest commit is fetched again whenever it has moved. */
export interface FollowedBranch extends AsyncDisposable {
  /** What is here already; undefined before the first look, and where there is no such branch. */
  readonly known: BranchAt | undefined
  /** Asks the repository. Those who ask at the same time ask once. Throws where there is no repository. */
  look(): Promise<BranchAt | undefined>
}

/**
 * Follows a branch into a repository of its own: no setting of a repository that isn't trusted has an effect here. `settings`
 * are added to the environment of every git process that asks the source, as a token.
 */
export async function followBranch(
  source: string,
  branch: string,
  env: Record<string, string | undefined>,
  settings: () => Promise<Record<string, string>> = () => Promise.resolve({}),
): Promise<FollowedBranch> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-dashboard-'))
  const local = createCloneGit(dir, env)
  const from = await locate(source)
  await mustRun(local)(['init', '--bare', '--quiet', dir])
  /** Where the branch may be, the first one first, and where it is put here. */
  const places = [
    [`refs/remotes/origin/${branch}`, 'refs/read/origin'],
    [`refs/heads/${branch}`, 'refs/read/own'],
  ] as const
  // With a star what there is none of is no error, and that it is there and what it holds are asked in one.
  const wanted = places.map(([ref, here]) => `+${ref}*:${here}*`)
  let known: BranchAt | undefined
  let looking: Promise<BranchAt | undefined> | undefined

  const lookNow = async (): Promise<BranchAt | undefined> => {
    const remote = createCloneGit(dir, env, await settings())
    // Asked for a depth, git has everything sent anew; what came since the first time is little.
    const depth = known === undefined ? ['--depth=1'] : []
    const fetched = await remote(['fetch', '--quiet', '--no-tags', '--prune', ...depth, '--', from, ...wanted])
    // With a depth, git ends with 1 and without a word where there is nothing to fetch.
    if (fetched.exitCode !== 0 && fetched.stderr.trim() !== '') throw complaintOf('fetch', fetched.stderr)
    const format = '--format=%(refname) %(objectname) %(committerdate:iso-strict)'
    const listed = await mustRun(local)(['for-each-ref', format, ...places.map(([, here]) => here)])
    const found = new Map(listed.split('\n').map((line) => [line.split(' ')[0] ?? '', line.split(' ')]))
    const [ref, here] = places.find(([, one]) => found.has(one)) ?? []
    const [, commit, committedAt] = found.get(here ?? '') ?? []
    if (ref === undefined || commit === undefined || committedAt === undefined) return undefined
    if (known?.commit === commit && known.ref === ref) return known
    return { ref, commit, committedAt, texts: rememberTexts(createTexts(createCloneGit(dir, env), commit)) }
  }
  return {
    get known() {
      return known
    },
    look() {
      looking ??= lookNow()
        .then((found) => (known = found))
        .finally(() => (looking = undefined))
      return looking
    },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Texts that are kept in memory: of one commit, and given up with it. */
const mostKept = 200
const mostLength = 1_000_000

/** A page and the next one read the same files: a commit never changes, so each is read once. */
function rememberTexts(texts: BranchTexts): BranchTexts {
  const kept = new Map<string, string>()
  const listed = new Map<string, Promise<string[]>>()
  return {
    list(folder) {
      const list = listed.get(folder) ?? texts.list(folder)
      listed.set(folder, list)
      return list
    },
    async readMany(paths) {
      const missing = paths.filter((path) => !kept.has(path))
      const read = missing.length === 0 ? new Map<string, string>() : await texts.readMany(missing)
      for (const [path, text] of read) if (text.length <= mostLength && kept.size < mostKept) kept.set(path, text)
      return new Map(
        paths.flatMap((path) => {
          const text = read.get(path) ?? kept.get(path)
          return text === undefined ? [] : [[path, text] as const]
        }),
      )
    },
  }
}
