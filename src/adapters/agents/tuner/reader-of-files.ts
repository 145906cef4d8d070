import type { RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import type { SkillSource } from '../../../domain/tuning/read/skill.ts'

/** Files of a skill that are in hand, read as those of a repository: what a model may look at, and nothing beside it. */
export function createReaderOfFiles(files: readonly SkillSource[], commit: string): RepositoryReader {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  return {
    commit,
    list(folder) {
      const start = folder === '' ? '' : `${folder}/`
      const names = [...texts.keys()]
        .filter((path) => path.startsWith(start))
        .map((path) => nameBelow(path.slice(start.length)))
      return Promise.resolve(names.length === 0 && folder !== '' ? undefined : [...new Set(names)].toSorted())
    },
    files: () =>
      Promise.resolve({ files: new Map([...texts].map(([path, text]) => [path, Buffer.byteLength(text)])), more: 0 }),
    read(path, maxBytes) {
      const text = texts.get(path)
      if (text === undefined) return Promise.resolve(undefined)
      const bytes = Buffer.from(text)
      const isCut = bytes.length > maxBytes
      return Promise.resolve({ kind: 'text', text: isCut ? bytes.toString('utf8', 0, maxBytes) : text, isCut })
    },
    search(wanted, below, mostLines) {
      const word = wanted.toLowerCase()
      const found = [...texts]
        .filter(([path]) => below === '' || path === below || path.startsWith(`${below}/`))
        .flatMap(([path, text]) =>
          text
            .split('\n')
            .flatMap((line, index) =>
              line.toLowerCase().includes(word) ? [{ path, line: index + 1, text: line }] : [],
            ),
        )
      return Promise.resolve({ lines: found.slice(0, mostLines), isCut: found.length > mostLines })
    },
  }
}

/** `a/` of `a/b.md`. */
function nameBelow(path: string): string {
  const end = path.indexOf('/')
  return end === -1 ? path : path.slice(0, end + 1)
}
