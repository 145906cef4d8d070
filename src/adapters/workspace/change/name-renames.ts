import type { ArtifactFile } from '../../../domain/records/artifact.ts'

/** A file that was deleted and one that was added with the same blob are one renamed file. Sorted by path. */
export function nameRenames<T extends ArtifactFile>(files: readonly T[], deleted: ReadonlyMap<string, string>): T[] {
  const sources = new Map<string, string[]>()
  const byPath = [...deleted].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [path, blob] of byPath) sources.set(blob, [...(sources.get(blob) ?? []), path])
  const taken = new Set<string>()
  const renamed = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => {
      const source = file.status === 'added' && file.blob !== null ? sources.get(file.blob)?.shift() : undefined
      if (source === undefined) return file
      taken.add(source)
      return { ...file, status: 'renamed' as const, previous_path: source }
    })

  return renamed.filter((file) => file.status !== 'deleted' || !taken.has(file.path))
}
