import type { Git } from '../plumbing/git.ts'
import { refuseFullMachine } from '../machine/refuse-full-machine.ts'

export interface WorkTreeLocation {
  gitDir: string
  workTree: string
}

/** Git holds all files of a diff at once; copies and deltas of few bytes may make gigabytes. */
const memoryMiB = 1024
const outOfMemory = /^fatal: (?:Out of memory|unable to create thread)|cannot allocate memory/im

export type DiffAnswer = { ok: true } | { ok: false; reason: string }

/**
 * Applies a unified diff wholly or not at all. Hunk lengths that don't add up are counted anew, since people write
 * diffs by hand; paths without `a/` and `b/` are taken as they stand.
 */
export async function applyDiff(git: Git, location: WorkTreeLocation, diff: string): Promise<DiffAnswer> {
  const text = diff.endsWith('\n') ? diff : `${diff}\n`
  const strip = /^(?:---|\+\+\+) (?!\/dev\/null)/m.test(text) && !/^(?:---|\+\+\+) "?[ab]\//m.test(text) ? '-p0' : '-p1'
  const args = ['apply', '--whitespace=nowarn', strip]
  let answer = await git.ask({ ...location, args: [...args, '-'], input: text, memoryMiB })
  if (answer.exitCode !== 0 && answer.stderr.includes('corrupt patch')) {
    answer = await git.ask({ ...location, args: [...args, '--recount', '-'], input: text, memoryMiB })
  }

  if (answer.exitCode !== 0 && outOfMemory.test(answer.stderr))
    return { ok: false, reason: `applying it takes more than ${memoryMiB} MiB of memory` }
  if (answer.exitCode !== 0) await refuseFullMachine(location.workTree, answer.stderr)
  return answer.exitCode === 0 ? { ok: true } : { ok: false, reason: explainUnapplied(text, answer.stderr) }
}

/** Git's complaint, with the hunk's own header where it says which one failed. */
function explainUnapplied(diff: string, stderr: string): string {
  const failed = /^error: patch failed: (.+):(\d+)$/m.exec(stderr)
  if (failed !== null) {
    const [, path = '', line = ''] = failed
    return `${path}: hunk ${findHunk(diff, path, line) ?? `at line ${line}`} does not apply: the lines it expects are not there`
  }
  const complaints = stderr.split('\n').flatMap((line) => /^(?:error|fatal): (.+)$/.exec(line)?.[1] ?? [])

  return complaints.slice(0, 3).join('; ') || 'the diff does not apply'
}

function findHunk(diff: string, path: string, line: string): string | undefined {
  let inFile = false
  for (const text of diff.split('\n')) {
    if (text.startsWith('--- ') || text.startsWith('+++ ')) inFile = text.includes(path)
    const header = /^(@@ -(\d+)(?!\d)\S* \+\S+ @@)/.exec(text)
    if (inFile && header?.[2] === line) return header[1]
  }

  return undefined
}
