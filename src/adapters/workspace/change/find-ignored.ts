import type { PathKey } from './commit-tree.ts'
import type { Git } from '../plumbing/git.ts'
import { WorkspaceError } from '../machine/workspace-error.ts'

/** Which paths the repository's `.gitignore` files leave out. Run it only on a tree whose `.git*` entries were walked. */
export async function findIgnored(
  git: Git,
  location: { gitDir: string; workTree: string },
  keys: readonly PathKey[],
): Promise<ReadonlySet<PathKey>> {
  const answer = await git.ask({
    ...location,
    args: ['check-ignore', '--no-index', '-z', '--stdin'],
    // It knows no literal paths; behind "./" no name can be read as pathspec magic.
    environment: { GIT_LITERAL_PATHSPECS: '0' },
    input: Buffer.from(keys.map((key) => `./${key}\0`).join(''), 'latin1'),
  })
  if (answer.exitCode !== 0 && answer.exitCode !== 1) {
    throw new WorkspaceError('git_failed', 'git check-ignore failed', { details: answer.stderr, retry: 'later' })
  }

  return new Set(
    answer.stdout
      .toString('latin1')
      .split('\0')
      .map((path) => path.slice('./'.length)),
  )
}
