import type { VerifyReport } from '../../../domain/bundle/verify-report.ts'
import type { FolderEntry } from '../../ports/state/bundle-folder.ts'

/** What doesn't belong to it, a folder as one, with the number of its files; `isOwn` says of a path whether it does belong. */
export function findBeside(entries: readonly FolderEntry[], isOwn: (path: string) => boolean): VerifyReport['beside'] {
  const ownFolders = new Set(entries.filter(({ path }) => isOwn(path)).flatMap(({ path }) => foldersAbove(path)))
  const groups = new Map<string, string[]>()
  for (const { path, kind } of entries) {
    if (isOwn(path)) continue
    const outermost = foldersAbove(path).find((one) => !ownFolders.has(one)) ?? path
    const group = groups.get(outermost) ?? []
    group.push(kind === 'empty' ? `${path}/` : path)
    groups.set(outermost, group)
  }
  return [...groups].map(([name, paths]) => {
    const [only = name] = paths
    return { name: paths.length === 1 ? only : name, files: paths.length, is_git: holdsGit(name, paths) }
  })
}

/** Outermost first, each with its slash. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`)
}

/** Bare or with a working copy. */
function holdsGit(folder: string, paths: readonly string[]): boolean {
  return paths.some((path) => path === `${folder}HEAD` || path === `${folder}.git/HEAD`)
}
