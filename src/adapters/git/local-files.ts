import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { execa } from 'execa'
import type { RepositoryFiles } from '../../application/ports/forge/repository-files.ts'

/** A repository on this disk, as it is at its `HEAD`; what isn't committed doesn't count. */
export interface LocalFiles extends RepositoryFiles {
  commit: string
  /** `owner/name` of its remote, else `local/` and its folder. */
  name: string
  /** Text of a file at `HEAD`; undefined where there is none. */
  readText(path: string): Promise<string | undefined>
}

/** Opens the repository that a folder is in. Throws a sentence where there is none, or nothing is committed. */
export async function openLocalFiles(path: string, env: Record<string, string | undefined>): Promise<LocalFiles> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) throw new Error(`there is no ${path}`)
  if (!stats.isDirectory()) throw new Error(`${path} is no folder; give the folder of a git repository`)
  const git = createLocalGit(path, env)
  const inside = await git(['rev-parse', '--git-dir'])
  if (inside === undefined) throw new Error(`${path} is no git repository`)
  const commit = (await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']))?.trim()
  if (commit === undefined) throw new Error(`nothing is committed in ${path} yet`)
  const sizes = parseSizes((await git(['ls-tree', '-r', '-l', '-z', '--full-tree', commit])) ?? '')
  const remote = (await git(['config', '--get', 'remote.origin.url'])) ?? ''

  return {
    commit,
    name: nameRemote(remote.trim()) ?? `local/${basename(resolve(path)).replaceAll(/[^\w.-]/g, '-') || 'repository'}`,
    readSizes: (_repository, _commit, paths) =>
      Promise.resolve(new Map(paths.flatMap((file) => (sizes.has(file) ? [[file, sizes.get(file) ?? 0]] : [])))),
    readText: (file) => (sizes.has(file) ? git(['cat-file', 'blob', `${commit}:${file}`]) : Promise.resolve(undefined)),
  }
}

function createLocalGit(cwd: string, env: Record<string, string | undefined>) {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')))
  return async (args: readonly string[]): Promise<string | undefined> => {
    const { exitCode, stdout } = await execa('git', [...args], {
      cwd,
      env: { ...own, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      stripFinalNewline: false,
      maxBuffer: 200_000_000,
    })
    return exitCode === 0 ? stdout : undefined
  }
}

/** Path → bytes, of `git ls-tree -l -z`; submodules have no size. */
function parseSizes(output: string): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const line of output.split('\0')) {
    const match = /^\d+ blob [0-9a-f]+ +(\d+)\t([\s\S]+)$/.exec(line)
    if (match?.[1] !== undefined && match[2] !== undefined) sizes.set(match[2], Number(match[1]))
  }
  return sizes
}

function nameRemote(url: string): string | undefined {
  const match = /[:/]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(url)
  return /^(?:https?:|ssh:|git@)/.test(url) && match !== null ? `${match[1]}/${match[2]}` : undefined
}
