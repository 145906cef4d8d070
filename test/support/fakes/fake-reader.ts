import type { RepositoryReader } from '../../../src/application/ports/roles/repository-reader.ts'

/** A repository of a few texts, by path. */
export function createFakeReader(texts: Readonly<Record<string, string>>, commit = 'c'.repeat(40)): RepositoryReader {
  const paths = Object.keys(texts).toSorted()
  return {
    commit,
    files: () =>
      Promise.resolve({ files: new Map(paths.map((path) => [path, Buffer.byteLength(texts[path] ?? '')])), more: 0 }),
    list(folder) {
      const start = folder === '' ? '' : `${folder}/`
      const below = paths.flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : []))
      const names = [...new Set(below.map((rest) => rest.replace(/\/.*/, '/')))]
      return Promise.resolve(names.length === 0 && folder !== '' ? undefined : names)
    },
    read(path, maxBytes) {
      const text = texts[path]
      if (text === undefined) return Promise.resolve(undefined)
      return Promise.resolve({ kind: 'text', text: text.slice(0, maxBytes), isCut: text.length > maxBytes })
    },
    search(text, below, mostLines) {
      const found = paths.flatMap((path) =>
        path === below || below === '' || path.startsWith(`${below}/`)
          ? (texts[path] ?? '').split('\n').flatMap((line, index) => {
              return line.toLowerCase().includes(text.toLowerCase()) ? [{ path, line: index + 1, text: line }] : []
            })
          : [],
      )
      return Promise.resolve({ lines: found.slice(0, mostLines), isCut: found.length > mostLines })
    },
  }
}
