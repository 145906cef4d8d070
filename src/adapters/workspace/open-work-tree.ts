import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandOutcome, ProgramLimits, WorkTree } from '../../application/ports/roles/workspace.ts'
import type { PathFault } from '../../domain/paths/path-policy.ts'
import { applyDiff } from './change/apply-diff.ts'
import { readCommitTree } from './change/commit-tree.ts'
import { readRegularFile } from './plumbing/git-blob.ts'
import type { Environment } from './plumbing/git-environment.ts'
import type { Git } from './plumbing/git.ts'
import { giveToCommandUser } from './isolation/command-user.ts'
import { unconfinedRefused } from './isolation/isolation-missing.ts'
import type { PackageCache } from './isolation/package-caches.ts'
import { runIsolated } from './isolation/run-isolated.ts'
import { homePrefix } from './isolation/unconfined-run.ts'
import { measureFree } from './isolation/watch-disk.ts'
import type { Mirror } from './plumbing/mirror.ts'
import { findPathInside, makePathInside } from './change/path-inside.ts'
import { readChange, walkUsed } from './change/read-change.ts'
import { readRemains } from './change/read-remains.ts'
import { refuseFullMachine } from './machine/refuse-full-machine.ts'
import { renderOwner } from './isolation/remove-abandoned.ts'
import { readWorkTree } from './reading/read-work-tree.ts'
import { removeFolder } from './machine/remove-folder.ts'

export interface WorkTreeSetting {
  git: Git
  mirror: Mirror
  /** Folder that holds all work trees. */
  parent: string
  passwdFile: string
  env: Environment
  redact: (text: string) => string
  /** The run that it is for; null for none. */
  run: string | null
  /** Whether commands may run without isolation, where a repository's configuration asks for it. */
  unconfined: boolean
  caches: readonly PackageCache[]
}

/**
 * A detached `git worktree` at a commit that is in the mirror. Its `.git` file goes away once files are out, so that
 * nothing in it leads to the mirror; git finds its side by `GIT_DIR` alone.
 */
export async function openWorkTree(setting: WorkTreeSetting, commit: string): Promise<WorkTree> {
  const { git, mirror, parent, passwdFile, env, redact, run, unconfined, caches } = setting
  const id = randomUUID()
  const dir = join(parent, id)
  const gitDir = join(mirror.gitDir, 'worktrees', id)
  const location = { gitDir, workTree: dir }
  // A command that isn't confined knows where it is; people read it as from one that is.
  const hide = (text: string) =>
    redact(text)
      .replaceAll(dir, '/work')
      .replaceAll(join(tmpdir(), homePrefix(dir)), '/tmp/home-')
  const isolation = { dir, passwdFile, env, redact: hide, run, caches }
  await mkdir(parent, { recursive: true })

  /** A command that failed where it could write nothing says nothing of what it ran on; what it says itself is no proof. */
  async function judged<Outcome extends CommandOutcome>(outcome: Outcome): Promise<Outcome> {
    if (outcome.exitCode !== 0 && !outcome.aborted) await refuseFullMachine(dir, '')
    return outcome
  }

  async function dispose(): Promise<void> {
    const isRemoved = await removeFolder(dir).then(
      () => true,
      () => false,
    )
    // What can't be removed fails no work that is done: by its side in the mirror the next start finds it again.
    if (!isRemoved) return
    // `git worktree remove` refuses a work tree whose .git file is gone; its side is this one folder.
    await mirror.exclusively(() => rm(gitDir, { recursive: true, force: true }))
  }

  try {
    await mirror.exclusively(() =>
      git.read({
        gitDir: mirror.gitDir,
        args: [
          'worktree',
          'add',
          '--quiet',
          '--detach',
          '--no-checkout',
          '--lock',
          '--reason',
          renderOwner(),
          dir,
          commit,
        ],
      }),
    )
    await rm(join(dir, '.git'))
    await git.read({ ...location, args: ['read-tree', '--reset', '-u', commit] })
    const used = { git, gitDir, dir, tree: await readCommitTree(git, gitDir, commit) }
    const freeBefore = await measureFree(dir)
    let isRun = false
    let isGiven = false
    const beginRun = async (limits: ProgramLimits) => {
      if (limits.isolation === 'none' && !unconfined) throw unconfinedRefused()
      isRun = true
      if (limits.isolation === 'bubblewrap' && !isGiven) await giveToCommandUser(dir)
      isGiven = limits.isolation === 'bubblewrap'
      return { ...isolation, freeBefore }
    }

    return {
      dir,
      commit,
      reader: readWorkTree(used, commit),
      readChange: (rules) => readChange(used, rules),
      readRemains: (rules, maxBytes) => readRemains(used, commit, rules, maxBytes),
      readFile: async (path) => {
        const target = await findPathInside(dir, path)
        return target === undefined ? undefined : readIfRegular(target)
      },
      writeFile: async (path, bytes, mode) => {
        const target = await makePathInside(dir, path)
        await writeFile(target, bytes)
        const isProgram = mode === undefined ? ((await stat(target)).mode & 0o100) !== 0 : mode === '100755'
        await chmod(target, isProgram ? 0o755 : 0o644)
        isGiven = false
      },
      removeFile: async (path) => {
        const target = await findPathInside(dir, path)
        if (target !== undefined) await rm(target, { force: true })
      },
      applyDiff: async (diff) => {
        isGiven = false
        const walk = isRun ? await walkUsed(used, { scope: [], maxFiles: Infinity }) : undefined
        if (walk?.kind === 'refused') return { ok: false, reason: walk.faults.map(renderFault).join('; ') }
        return applyDiff(git, location, diff)
      },
      run: async (command, limits, given = []) => {
        return judged(await runIsolated({ ...(await beginRun(limits)), command, given }, limits))
      },
      runTests: async (command, limits, reports) => {
        const { runTests } = await import('./reports/run-tests.ts')
        return judged(await runTests({ ...(await beginRun(limits)), command }, limits, reports))
      },
      start: async (order, limits) => {
        const begun = await beginRun(limits)
        const { startProgram } = await import('./programs/start-program.ts')
        return startProgram(begun, order, limits)
      },
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

function renderFault({ path, message }: PathFault): string {
  return `${path}: ${message}`
}

/** A missing file, a folder and a link are all no file. */
async function readIfRegular(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readRegularFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP'))
      return undefined
    throw error
  }
}
