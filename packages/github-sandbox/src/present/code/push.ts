import type { GitStore } from '../../handler/git-store.ts'
import { type ChangedPaths, listChangedPaths } from '../../git/changed-paths.ts'
import { isFastForward } from '../../git/is-fast-forward.ts'
import { isNearAncestor } from '../../git/is-near-ancestor.ts'
import { readGit } from '../../git/run-git.ts'
import { parseCommit } from '../../git/objects/commit-object.ts'
import { type RefChange, zeroSha } from '../../world/ref-change.ts'
import type { CommitData, Signature } from '../../handler/git-store.ts'
import type { Repository, User } from '../../world/world.ts'
import type { PresentContext } from '../present-context.ts'
import { repositoryPage } from '../repository.ts'

const shownCommits = 50

/** Payload of `push`, without repository and sender. */
export async function presentPush(context: PresentContext, git: GitStore, repo: Repository, change: RefChange) {
  const { ref, before, after, pusher } = change
  const page = repositoryPage(context, repo)
  const created = before === zeroSha
  const deleted = after === zeroSha
  const commits = deleted ? [] : ((await readNearCommits(git, change)) ?? (await readPushedCommits(git.dir, change)))
  const present = (commit: PushedCommit) => presentPushedCommit(context, page, commit)
  const head = deleted ? undefined : (commits.at(-1) ?? { ...(await git.readCommit(after)), ...noFiles })

  return {
    ref,
    before,
    after,
    pusher: { name: pusher.login, email: `${pusher.id}+${pusher.login}@users.noreply.github.com` },
    created,
    deleted,
    forced: !created && !deleted && !(await isFastForward(git, before, after)),
    base_ref: null,
    compare:
      created || deleted
        ? `${page}/compare/${ref.replace(/^refs\/(?:heads|tags)\//, '')}`
        : `${page}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits: commits.map(present),
    head_commit: head ? present(head) : null,
  }
}

interface PushedCommit extends CommitData, ChangedPaths {}

const noFiles = { added: [], removed: [], modified: [] }

/**
 * The usual cases without a process, oldest first: commits in a line on top of what was there (of a new branch, on top of
 * some other ref), or such a line merged into it. Undefined where it is another.
 */
async function readNearCommits(git: GitStore, { ref, before, after }: RefChange): Promise<PushedCommit[] | undefined> {
  if (before === zeroSha) {
    const others = (await git.listRefs('refs/')).filter((one) => one.ref !== ref)
    const known = await Promise.all(others.map(({ sha }) => git.resolve(sha)))
    return readLine(git, after, new Set(known.filter((sha) => sha !== undefined)))
  }
  const commit = await git.readCommit(after)
  const [parent, merged, ...more] = commit.parents
  if (merged === undefined) return readLine(git, after, new Set([before]))
  if (parent !== before || more.length > 0) return undefined
  const line = await readLine(git, merged, new Set([before]))
  // What a merge changes is not listed.
  return line === undefined ? undefined : [...line, { ...commit, ...noFiles }]
}

/** From `tip` down to what one of `known` has, oldest first; undefined where it is no line, or too long a one. */
async function readLine(git: GitStore, tip: string, known: ReadonlySet<string>): Promise<PushedCommit[] | undefined> {
  const commits: PushedCommit[] = []
  for (let sha = tip; ;) {
    const isThere = await isKnown(git, sha, known)
    if (isThere === true) return commits
    const commit = await git.readCommit(sha)
    const [parent, ...others] = commit.parents
    if (isThere === undefined || parent === undefined || others.length > 0) return undefined
    if (commits.length >= shownCommits) return undefined
    const { tree } = await git.readCommit(parent)
    commits.unshift({ ...commit, ...(await listChangedPaths(git, tree, commit.tree)) })
    sha = parent
  }
}

async function isKnown(git: GitStore, sha: string, known: ReadonlySet<string>): Promise<boolean | undefined> {
  if (known.has(sha)) return true
  const looks = [...known].map((one) => isNearAncestor((commit) => git.readCommit(commit), sha, one))
  const found = await Promise.all(looks)
  return found.includes(true) || (found.includes(undefined) ? undefined : false)
}

/** New commits, oldest first; of a new branch those that no other ref holds. */
async function readPushedCommits(dir: string, { ref, before, after }: RefChange): Promise<PushedCommit[]> {
  const known = before === zeroSha ? [`--exclude=${ref}`, '--all'] : [before]
  const format = '--format=%x01%H%x02tree %T%nparent %P%nauthor %an <%ae> %at%ncommitter %cn <%ce> %ct%n%n%B%x02'
  const output = await readGit(dir, [
    'log',
    `--max-count=${shownCommits}`,
    '--name-status',
    '--no-renames',
    format,
    after,
    '--not',
    ...known,
  ])

  return output
    .split('\u0001')
    .slice(1)
    .map((entry) => {
      const [sha = '', raw = '', files = ''] = entry.split('\u0002')
      const lines = raw.replace(/^parent (.*)$/m, (_, parents: string) =>
        parents === ''
          ? 'none'
          : parents
              .split(' ')
              .map((one) => `parent ${one}`)
              .join('\n'),
      )
      return { ...parseCommit(sha, Buffer.from(lines)), ...parseFiles(files) }
    })
    .toReversed()
}

function parseFiles(text: string): ChangedPaths {
  const lines = text.split('\n').flatMap((line) => {
    const found = /^([A-Z])\t(.+)$/.exec(line)
    return found ? [{ letter: found[1], path: found[2] ?? '' }] : []
  })
  const pick = (letter: string) => lines.filter((line) => line.letter === letter).map((line) => line.path)

  return {
    added: pick('A'),
    removed: pick('D'),
    modified: lines.filter((line) => !/[AD]/.test(line.letter ?? '')).map((line) => line.path),
  }
}

function presentPushedCommit(context: PresentContext, page: string, commit: PushedCommit) {
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message.trimEnd(),
    timestamp: commit.committer.date,
    url: `${page}/commit/${commit.sha}`,
    author: presentPerson(context.world.users, commit.author),
    committer: presentPerson(context.world.users, commit.committer),
    added: commit.added,
    removed: commit.removed,
    modified: commit.modified,
  }
}

function presentPerson(users: User[], { name, email, date }: Signature) {
  const login = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(email)?.[1]
  const username = users.find((user) => user.login === login)?.login

  return { name, email, date, ...(username === undefined ? {} : { username }) }
}
