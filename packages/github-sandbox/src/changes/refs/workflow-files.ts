import type { GitStore } from '../../handler/git-store.ts'
import { readGit } from '../../git/run-git.ts'
import { GitHubError, type Actor } from '../../handler/route.ts'
import type { Repository } from '../../world/world.ts'

/**
 * Throws GitHub's refusal where an App without the `workflows` permission would bring a new version of a workflow file
 * into a repository; commits that some ref holds already may be moved about freely.
 */
export async function refuseWorkflowFiles(
  git: GitStore,
  actor: Actor,
  repo: Repository,
  commit: string,
): Promise<void> {
  if (actor.kind !== 'installation' || actor.permissions['workflows'] === 'write') return
  if (await hasKnownWorkflows(git, repo, commit)) return
  const output = await readGit(git.dir, [
    'log',
    '--format=',
    '--name-only',
    commit,
    '--not',
    '--all',
    '--',
    '.github/workflows',
  ])
  const file = output.split('\n').find((line) => line !== '')
  if (file !== undefined) {
    throw new GitHubError(
      422,
      `refusing to allow a GitHub App to create or update workflow \`${file}\` without \`workflows\` permission`,
    )
  }
}

/** The usual case, known without a walk: the folder is as on the default branch. */
async function hasKnownWorkflows(git: GitStore, repo: Repository, commit: string): Promise<boolean> {
  const known = await git.resolve(`refs/heads/${repo.defaultBranch}`)
  if (known === undefined) return false
  const [theirs, ours] = await Promise.all([findWorkflowsFolder(git, commit), findWorkflowsFolder(git, known)])

  return theirs === ours
}

async function findWorkflowsFolder(git: GitStore, commit: string): Promise<string | undefined> {
  const { tree } = await git.readCommit(commit)
  const github = (await git.readTree(tree, false)).find((entry) => entry.path === '.github' && entry.type === 'tree')
  if (github === undefined) return undefined

  return (await git.readTree(github.sha, false)).find((entry) => entry.path === 'workflows')?.sha
}
