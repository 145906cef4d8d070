import type { WorkItem } from './task.ts'

/** Paths that spelled-out work writes: whole files and what the headers of its diffs name, each once, in order. */
export function workPaths(work: readonly WorkItem[]): string[] {
  return [...new Set(work.flatMap((item) => pathsOf(item)))]
}

/** Paths that diffs delete or rename away, unless other work of the same task writes them. */
export function deletedPaths(work: readonly WorkItem[]): string[] {
  const deleted = new Set<string>()
  for (const item of work) {
    if (item.kind !== 'diff') continue
    for (const match of item.diff.matchAll(/^--- (?:a\/)?([^\t\n]+)(?=[\t\n]).*\n\+\+\+ \/dev\/null/gm))
      deleted.add(match[1] ?? '')
    for (const match of item.diff.matchAll(/^rename from (.+)$/gm)) deleted.add(match[1] ?? '')
  }
  for (const item of work) if (item.kind === 'file') deleted.delete(item.path)
  return [...deleted]
}

function pathsOf(item: WorkItem): string[] {
  switch (item.kind) {
    case 'file':
      return [item.path]
    case 'diff':
      return diffPaths(item.diff)
    case 'run':
      return []
  }
}

function diffPaths(diff: string): string[] {
  const lines = diff.split('\n')
  const paths: string[] = []
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? ''
    const moved = /^rename (?:from|to) (.+)$/.exec(line)?.[1]
    if (moved !== undefined) paths.push(moved)
    if (!line.startsWith('--- ') || !next.startsWith('+++ ')) continue
    for (const header of [line, next]) {
      const path = (header.slice(4).split('\t', 1)[0] ?? '').trimEnd()
      if (path !== '/dev/null') paths.push(path.replace(/^[ab]\//, ''))
    }
  }
  return paths
}
