import type { WorkDraft } from '../draft/work-draft.ts'

/** The plan is shown, but the text is no longer the one it was made from (design 2.3). */
export function isStale(draft: Pick<WorkDraft, 'record'>): boolean {
  return draft.record.current_sha256 !== draft.record.frozen.sha256
}

/** The first seven digits of the newest plan's hash, as people see it. */
export function shortHash(record: WorkDraft['record']): string {
  return (record.plan_hash ?? '').slice(0, 7)
}

/** The lines that differ, as a unified diff without context. */
export function describeTextChange(
  before: { title: string; body: string },
  after: { title: string; body: string },
): string {
  const old = [before.title, ...before.body.split('\n')]
  const now = [after.title, ...after.body.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const removed = old.slice(start, old.length - end).map((line) => `- ${line}`)
  const added = now.slice(start, now.length - end).map((line) => `+ ${line}`)
  const lines = [...removed, ...added]
  return lines.length > 40 ? [...lines.slice(0, 40), `… ${lines.length - 40} more lines`].join('\n') : lines.join('\n')
}
