import type { StateFile } from '../../ports/state/state-store.ts'
import { mostBytesAtOnce } from '../../ports/state/workflow-branch.ts'

/** Below the three hundred that GitHub names of a commit in one answer, with room for sessions. */
const maxFiles = 240

/**
 * The writes that go into one commit, in the order they came: as many as one mutation holds. One that needs the trees
 * API goes alone. A second one of the same issue waits: what it was decided on is changed by the first.
 */
export function takeGroup<T extends { record: string; files: readonly StateFile[] }>(
  waiting: readonly T[],
): { group: T[]; rest: T[] } {
  const group: T[] = []
  const rest: T[] = []
  const records = new Set<string>()
  let bytes = 0
  let files = 0
  for (const one of waiting) {
    const size = one.files.reduce((sum, file) => sum + (file.bytes?.length ?? 0), 0)
    const alone = size > mostBytesAtOnce / 2 || one.files.some((file) => file.mode === '100755')
    const fits =
      group.length === 0 || (!alone && bytes + size <= mostBytesAtOnce / 2 && files + one.files.length <= maxFiles)
    // What came later must not overtake one of the same issue.
    if (!fits || records.has(one.record)) rest.push(one)
    else group.push(one)
    records.add(one.record)
    if (!fits) continue
    if (alone && group.length === 1 && group[0] === one) return { group, rest: waiting.slice(1) }
    bytes += size
    files += one.files.length
  }
  return { group, rest }
}
