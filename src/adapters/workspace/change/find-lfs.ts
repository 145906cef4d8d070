import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PathFault } from '../../../domain/paths/path-policy.ts'
import { type CommitTree, type PathKey, pathOfKey } from './commit-tree.ts'
import { readRegularFile } from '../plumbing/git-blob.ts'
import type { Git } from '../plumbing/git.ts'
import { WorkspaceError } from '../machine/workspace-error.ts'
import { absolute } from './walk-work-tree.ts'

/** What stands in git for a file that is in Git LFS, as `git lfs` writes it. */
const pointer = 'version https://git-lfs.github.com/spec/v1\n'

/**
 * Which paths the repository's `.gitattributes` keep in Git LFS: committed as they are, their bytes would be in git for
 * ever. Run it only on a tree whose `.git*` entries were walked; no filter is run.
 */
export async function findLfs(
  git: Git,
  workTree: string,
  tree: CommitTree,
  keys: readonly PathKey[],
): Promise<ReadonlySet<PathKey>> {
  if (keys.length === 0 || !(await mentionsLfs(workTree, tree))) return new Set()
  // The mirror's own attributes come before all others, and have no filter at all: here those of the files count.
  const gitDir = await mkdtemp(join(tmpdir(), 'countersign-attributes-'))
  try {
    await Promise.all(['objects', 'refs'].map((name) => mkdir(join(gitDir, name))))
    await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n')
    const answer = await git.ask({
      gitDir,
      workTree,
      args: ['check-attr', '-z', '--stdin', 'filter'],
      input: Buffer.from(keys.map((key) => `${key}\0`).join(''), 'latin1'),
    })
    if (answer.exitCode !== 0)
      throw new WorkspaceError('git_failed', 'git check-attr failed', { details: answer.stderr, retry: 'later' })
    const fields = answer.stdout.toString('latin1').split('\0')
    return new Set(fields.filter((_, at) => at % 3 === 0 && fields[at + 2] === 'lfs'))
  } finally {
    await rm(gitDir, { recursive: true, force: true })
  }
}

async function mentionsLfs(workTree: string, { entries }: CommitTree): Promise<boolean> {
  const files = [...entries.keys()].filter((key) => key === '.gitattributes' || key.endsWith('/.gitattributes'))
  const texts = await Promise.all(files.map((key) => readRegularFile(absolute(workTree, key))))
  return texts.some((bytes) => bytes !== undefined && Buffer.from(bytes).includes('lfs'))
}

/** A file in Git LFS whose bytes are no pointer: nobody here can put them there. */
export function refuseLfs(key: PathKey, bytes: Uint8Array): PathFault | undefined {
  if (Buffer.from(bytes.subarray(0, pointer.length)).toString('latin1') === pointer) return undefined
  const message =
    'is kept in Git LFS here (.gitattributes), and its bytes would get into git: a person pushes it with git-lfs'
  return { path: pathOfKey(key), code: 'in_lfs', message }
}
