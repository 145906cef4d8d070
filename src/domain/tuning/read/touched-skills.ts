/** Folders with a `SKILL.md` that hold one of the changed paths, in their order; the innermost counts. */
export function findTouchedSkills(files: Iterable<string>, changed: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const path of files) {
    if (path === 'SKILL.md') folders.add('.')
    if (path.endsWith('/SKILL.md')) folders.add(path.slice(0, -'/SKILL.md'.length))
  }
  const touched = changed.flatMap((path) => {
    const parts = path.split('/').slice(0, -1)
    const above = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
    return [...above, '.'].find((folder) => folders.has(folder)) ?? []
  })
  return [...new Set(touched)].toSorted()
}
