import type { Journal } from './journal.ts'

/** GitHub lets people redeliver for three days; until then a delivery must be known. */
const keptMs = 7 * 24 * 3_600_000

/** Those who store something meanwhile wait for a portion at most. */
const portion = 1_000
const pages = 1_000

const forgetting = `
delete from inbox where row in (
  select row from inbox where state = 'done' and settled_ms < ? order by settled_ms limit ${portion}
) returning row`

/** Removes what was done a week ago, and gives room back that is not used any more; no further once it is cancelled. */
export async function tidyFile(journal: Journal, isCancelled: () => boolean): Promise<void> {
  let gone = portion
  while (gone === portion && !isCancelled()) {
    const [rows = []] = await journal.write([{ sql: forgetting, parameters: [Date.now() - keptMs] }])
    gone = rows.length
  }
  const countFree = async () => {
    const [row] = await journal.read({ sql: 'pragma freelist_count', parameters: [] })
    return Number(row?.['freelist_count'] ?? 0)
  }
  for (let free = await countFree(); free > pages && !isCancelled();) {
    await journal.read({ sql: `pragma incremental_vacuum(${pages})`, parameters: [] })
    const left = await countFree()
    if (left >= free) return
    free = left
  }
}
