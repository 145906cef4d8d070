import type { HistoryCommit } from '../../domain/records/seal/judge-history.ts'
import type { StateChange } from '../../domain/records/seal/state-seal.ts'
import type { RunGit } from './cloned-repository.ts'

/** All commits that lead to `head`, oldest first. */
export async function readWorkflowHistory(git: RunGit, head: string): Promise<HistoryCommit[]> {
  const messages = await output(git, ['log', '--reverse', '--topo-order', '-z', '--format=%H %cI %P%n%B', head])
  const raw = '--reverse --topo-order --root -m -r --raw --no-renames --no-abbrev -z'.split(' ')
  const changesOf = parseChanges(await output(git, ['log', ...raw, '--format=%x00commit %H', head]))
  return messages.split('\0').flatMap((text): HistoryCommit[] => {
    if (text === '') return []
    const lineEnd = text.indexOf('\n')
    const [sha = '', committedAt = '', ...parents] = text.slice(0, lineEnd).trim().split(' ')
    return [
      {
        sha,
        parents,
        message: text.slice(lineEnd + 1),
        changes: changesOf.get(sha) ?? [],
        verified: null,
        committedAt,
      },
    ]
  })
}

async function output(git: RunGit, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await git(args)
  if (exitCode !== 0) throw new Error(`git can't read the history: ${stderr.trim()}`)
  return stdout.toString('utf8')
}

const noBlob = '0'.repeat(40)

/** `git log --raw -z`: `:modes ids status`, NUL, path, NUL; each commit begins with `commit <id>`. */
function parseChanges(text: string): Map<string, StateChange[]> {
  const found = new Map<string, StateChange[]>()
  let current: StateChange[] = []
  const tokens = text.split('\0')
  for (let at = 0; at < tokens.length; at += 1) {
    const token = (tokens[at] ?? '').replace(/^\n+/, '')
    if (token.startsWith('commit ')) {
      current = []
      found.set(token.slice('commit '.length).trim(), current)
    } else if (token.startsWith(':')) {
      const [, mode = '', , after = noBlob] = token.split(' ')
      current.push({ path: tokens[at + 1] ?? '', blob: after === noBlob ? null : after, mode })
      at += 1
    }
  }
  return found
}
