import type { FileText, FoundLines, RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import type { Git } from '../plumbing/git.ts'

const mostFiles = 50_000
const mostListingBytes = 16 * 1024 * 1024
const mostSearchBytes = 2 * 1024 * 1024
const searchTimeoutMs = 30_000

/** Files of a commit, by a bare repository: nothing is checked out, and no setting or attribute of others can start a program. */
export function readCommit(git: Git, gitDir: string, commit: string): RepositoryReader {
  let known: ReturnType<RepositoryReader['files']> | undefined
  const files = () => (known ??= readFiles(git, gitDir, commit))
  return {
    commit,
    files,
    async list(folder) {
      const names = namesBelow((await files()).files.keys(), folder)
      return names.length === 0 && folder !== '' ? undefined : names
    },
    async read(path, maxBytes): Promise<FileText | undefined> {
      const bytes = (await files()).files.get(path)
      if (bytes === undefined) return undefined
      const answer = await git.ask({ gitDir, args: ['cat-file', 'blob', `${commit}:${path}`], maxBytes })
      if (!answer.cut && answer.exitCode !== 0) return undefined
      if (answer.stdout.subarray(0, 8_000).includes(0)) return { kind: 'binary', bytes }
      return { kind: 'text', text: answer.stdout.toString('utf8'), isCut: answer.cut }
    },
    async search(text, below, mostLines): Promise<FoundLines> {
      if (text === '' || /[\n\0]/.test(text)) return { lines: [], isCut: false }
      const where = below === '' ? [] : ['--', below]
      const args = ['grep', '-n', '-z', '-I', '-i', '-F', '--full-name', '--no-color', '-e', text, commit, ...where]
      const answer = await git.ask({
        gitDir,
        args,
        maxBytes: mostSearchBytes,
        timeoutMs: searchTimeoutMs,
      })
      const all = parseFound(answer.stdout.toString('utf8'), commit)
      return { lines: all.slice(0, mostLines), isCut: answer.cut || all.length > mostLines }
    },
  }
}

async function readFiles(git: Git, gitDir: string, commit: string): ReturnType<RepositoryReader['files']> {
  const args = ['ls-tree', '-r', '-l', '-z', '--full-tree', commit]
  const answer = await git.ask({ gitDir, args, maxBytes: mostListingBytes })
  const rows = answer.stdout.toString('utf8').split('\0')
  // What stands last is empty, or was cut.
  rows.pop()
  const all = rows.flatMap((row) => {
    const match = /^(\d+) blob [0-9a-f]+ +(\d+)\t([^]+)$/.exec(row)
    return match?.[3] === undefined || match[1] === '120000' ? [] : [[match[3], Number(match[2])] as const]
  })
  return { files: new Map(all.slice(0, mostFiles)), more: Math.max(0, all.length - mostFiles) }
}

function namesBelow(paths: Iterable<string>, folder: string): string[] {
  const start = folder === '' ? '' : `${folder}/`
  const names = new Set<string>()
  for (const path of paths) {
    if (!path.startsWith(start)) continue
    const rest = path.slice(start.length)
    const slash = rest.indexOf('/')
    names.add(slash === -1 ? rest : rest.slice(0, slash + 1))
  }
  return [...names].toSorted()
}

/** `COMMIT:path\0line\0text\n`, as `git grep -n -z` writes it. */
function parseFound(output: string, commit: string): FoundLines['lines'] {
  return output.split('\n').flatMap((row) => {
    const [place = '', line, text] = row.split('\0')
    const isWhole = line !== undefined && text !== undefined && place.startsWith(`${commit}:`)
    return isWhole ? [{ path: place.slice(commit.length + 1), line: Number(line), text }] : []
  })
}
