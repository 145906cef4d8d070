import { readGit, readObjects } from './git.ts'

export interface HistoryChange {
  path: string
  status: string
  /** null where it was not there before, or is not there after. */
  before: string | null
  after: string | null
  mode: string
}

/** One commit of the workflow branch as plain git shows it. */
export interface HistoryCommit {
  sha: string
  parents: string[]
  message: string
  changes: HistoryChange[]
}

export interface History {
  /** Oldest first; empty where there is no workflow branch. */
  commits: HistoryCommit[]
  /** Bytes by blob id, of everything that was ever there. */
  blobs: Map<string, Buffer>
}

const branch = 'refs/heads/countersign/workflow'
const none = '0'.repeat(40)

/** All commits of the workflow branch with what each changed, read without any code of ours. */
export async function readHistory(bareDir: string): Promise<History> {
  const heads = await readGit(bareDir, ['for-each-ref', '--format=%(refname)', branch])
  if (heads === '') return { commits: [], blobs: new Map() }
  const shas = (await readGit(bareDir, ['rev-list', '--reverse', branch])).split('\n')
  const messages = await readGit(bareDir, ['log', '--reverse', '-z', '--format=%H %P%n%B', branch])
  const raw = '--reverse --root -m -r --raw --no-renames --no-abbrev -z'.split(' ')
  const changes = await readGit(bareDir, ['log', ...raw, '--format=%x00commit %H', branch])
  const changesOf = parseChanges(changes)
  const commits = messages.split('\0').flatMap((text): HistoryCommit[] => {
    if (text === '') return []
    const lineEnd = text.indexOf('\n')
    const [sha = '', ...parents] = text.slice(0, lineEnd).trim().split(' ')
    return [{ sha, parents, message: text.slice(lineEnd + 1), changes: changesOf.get(sha) ?? [] }]
  })
  if (commits.length !== shas.length) throw new Error(`git told of ${commits.length} of ${shas.length} commits`)
  const ids = commits.flatMap((commit) => commit.changes.flatMap(({ after }) => (after === null ? [] : [after])))
  return { commits, blobs: await readObjects(bareDir, ids) }
}

/** `git log --raw -z`: `:modes ids status`, NUL, path, NUL; each commit begins with `commit <id>`. */
function parseChanges(text: string): Map<string, HistoryChange[]> {
  const found = new Map<string, HistoryChange[]>()
  let current: HistoryChange[] = []
  const tokens = text.split('\0')
  for (let at = 0; at < tokens.length; at += 1) {
    const token = (tokens[at] ?? '').replace(/^\n+/, '')
    if (token.startsWith('commit ')) {
      current = []
      found.set(token.slice('commit '.length).trim(), current)
    } else if (token.startsWith(':')) {
      const [, mode = '', before = '', after = '', status = ''] = token.slice(1).split(' ')
      const id = (text: string) => (text === none ? null : text)
      current.push({ path: tokens[at + 1] ?? '', status, before: id(before), after: id(after), mode })
      at += 1
    }
  }
  return found
}
