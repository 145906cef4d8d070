import type { FileChange } from '../handler/git-store.ts'

/** Output of `git diff --raw --numstat -p -z`: an empty field stands before the patches. */
export function parseDiff(output: string): FileChange[] {
  const border = output.indexOf('\0\0diff --git ')
  const patches = border < 0 ? '' : output.slice(border + 2)
  const fields = (border < 0 ? output : output.slice(0, border)).split('\0')
  const texts = splitPatches(patches)
  const changes: FileChange[] = []
  const counts: { additions: number; deletions: number }[] = []
  let at = 0
  while (at < fields.length) {
    const field = fields[at] ?? ''
    const raw = /^:\d+ \d+ ([0-9a-f]{40}) ([0-9a-f]{40}) ([A-Z])/.exec(field)
    const numbers = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(field)
    if (raw) {
      const renamed = raw[3] === 'R'
      changes.push({
        filename: fields[at + (renamed ? 2 : 1)] ?? '',
        previousFilename: renamed ? (fields[at + 1] ?? '') : null,
        status: statusOf(raw[3] ?? 'M'),
        additions: 0,
        deletions: 0,
        sha: (raw[3] === 'D' ? raw[1] : raw[2]) ?? '',
        patch: null,
      })
      at += renamed ? 3 : 2
    } else if (numbers) {
      counts.push({ additions: Number(numbers[1]) || 0, deletions: Number(numbers[2]) || 0 })
      at += numbers[3] === '' ? 3 : 1
    } else {
      at += 1
    }
  }

  return changes.map((change, index) => ({ ...change, ...counts[index], patch: texts[index] ?? null }))
}

function statusOf(letter: string): FileChange['status'] {
  if (letter === 'A') return 'added'
  if (letter === 'D') return 'removed'
  return letter === 'R' ? 'renamed' : 'modified'
}

/** The hunks of each file; null where there are none (binary, mode change, pure rename). Lines of content never begin with `diff`. */
function splitPatches(text: string): (string | null)[] {
  return text
    .split(/^diff --git .*\n/m)
    .slice(1)
    .map((part) => {
      const start = part.search(/^@@ /m)
      return start < 0 ? null : part.slice(start).replace(/\n$/, '')
    })
}
