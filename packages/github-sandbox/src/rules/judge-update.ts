import type { GitStore } from '../handler/git-store.ts'
import type { RouteContext } from '../handler/route.ts'
import { readGit } from '../git/run-git.ts'
import { isVerified } from '../world/verified-commits.ts'
import type { Repository } from '../world/world.ts'
import { findRules, type HeldRule } from './find-rules.ts'
import { findMissingChecks } from './required-checks.ts'
import { refuseViolations } from './rule-refusal.ts'

interface Update {
  ref: string
  before: string | undefined
  after: string | undefined
}

/** Throws where a rule forbids to make, move or delete a ref in any other way than by a pull request. */
export async function refuseByRules(
  context: Pick<RouteContext, 'actor' | 'git' | 'world'>,
  repo: Repository,
  update: Update,
  status = 422,
): Promise<void> {
  const rules = findRules(repo, context.actor, update.ref)
  if (rules.length === 0) return
  const git = context.git(repo)
  const commits = update.after === undefined ? [] : await listNew(git, update.after)
  const seen = { repo, world: context.world, git, commits }
  const words = await Promise.all(rules.map(async (rule) => ({ rule, words: await judge(rule, update, seen) })))
  const violations = words.flatMap((one) => one.words.map((sentence) => ({ rule: one.rule, words: sentence })))
  refuseViolations(violations, status)
}

interface Seen {
  repo: Repository
  world: RouteContext['world']
  git: GitStore
  /** Those that no ref has yet. */
  commits: readonly string[]
}

async function judge(rule: HeldRule, { ref, before, after }: Update, seen: Seen): Promise<string[]> {
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  const classic = rule.ruleset.classic === true
  switch (rule.type) {
    case 'creation':
      return before === undefined ? ['Cannot create ref due to creations being restricted.'] : []
    case 'update':
      if (before === undefined || after === undefined) return []
      return [
        classic
          ? "You're not authorized to push to this branch. Visit https://docs.github.com/articles/about-protected-branches/ for more information."
          : 'Cannot update this protected ref.',
      ]
    case 'deletion':
      return after === undefined ? [`Cannot delete this ${kind}`] : []
    case 'non_fast_forward': {
      if (before === undefined || after === undefined || (await seen.git.isAncestor(before, after))) return []
      return [`Cannot force-push to this ${kind}`]
    }
    case 'pull_request':
      // A branch may be made of commits that are there; from then on it takes pull requests.
      if (after === undefined || (before === undefined && seen.commits.length === 0)) return []
      return ['Changes must be made through a pull request.']
    case 'merge_queue':
      return before === undefined || after === undefined ? [] : ['Changes must be made through the merge queue']
    case 'required_status_checks': {
      if (after === undefined) return []
      if (before === undefined && rule.parameters?.['do_not_enforce_on_create'] === true) return []
      return findMissingChecks(seen.repo, rule, after)
    }
    case 'required_signatures': {
      const found = seen.commits.filter((sha) => !isVerified(seen.world, sha))
      return found.length === 0 ? [] : [listViolations('Commits must have verified signatures.', found)]
    }
    case 'required_linear_history': {
      const found = await listMerges(seen.git, seen.commits)
      return found.length === 0 ? [] : [listViolations('This branch must not contain merge commits.', found)]
    }
    default:
      return []
  }
}

function listViolations(words: string, found: readonly string[]): string {
  return `${words}\nFound ${found.length} violation${found.length === 1 ? '' : 's'}:\n\n${found.slice(0, 20).join('\n')}`
}

/** Those that a push brings are not there to be looked at yet. */
async function listMerges(git: GitStore, commits: readonly string[]): Promise<string[]> {
  const isMerge = await Promise.all(
    commits.map(async (sha) => {
      const type = await git.objectType(sha)
      return type === 'commit' && (await git.readCommit(sha)).parents.length > 1
    }),
  )
  return commits.filter((_sha, index) => isMerge[index])
}

async function listNew(git: GitStore, after: string): Promise<string[]> {
  const type = await git.objectType(after)
  if (type === undefined) return [after]
  if (type !== 'commit') return []
  return (await readGit(git.dir, ['rev-list', after, '--not', '--all'])).split('\n').filter((line) => line !== '')
}
