import { diffArrays } from 'diff'
import type { WorkDraft } from '../draft/work-draft.ts'

/** The plan is shown, but the text is no longer the one it was made from (design 2.3). */
export function isStale(draft: Pick<WorkDraft, 'record'>): boolean {
  return draft.record.current_sha256 !== draft.record.frozen.sha256
}

/** The first seven digits of the newest plan's hash, as people see it. */
export function shortHash(record: WorkDraft['record']): string {
  return (record.plan_hash ?? '').slice(0, 7)
}

/** Fewer unchanged lines than this between two changes are shown. */
const mostBetween = 3
/** More lines than this that differ are another text: it is shown as one taken out and one put in. */
const mostEdits = 400

/** The lines that differ, as a unified diff with no more context than what stands between them. */
export function describeTextChange(
  before: { title: string; body: string },
  after: { title: string; body: string },
): string {
  const old = [before.title, ...before.body.split('\n')]
  const now = [after.title, ...after.body.split('\n')]
  const parts = diffArrays(old, now, { maxEditLength: mostEdits }) ?? replaceAll(old, now)
  const lines = parts.flatMap(({ added, removed, value }, index) => {
    if (added) return value.map((line) => `+ ${line}`)
    if (removed) return value.map((line) => `- ${line}`)
    if (index === 0 || index === parts.length - 1) return []
    return value.length <= mostBetween ? value.map((line) => `  ${line}`) : ['  …']
  })
  return lines.length > 40 ? [...lines.slice(0, 40), `… ${lines.length - 40} more lines`].join('\n') : lines.join('\n')
}

function replaceAll(old: string[], now: string[]) {
  return [
    { added: false, removed: true, value: old },
    { added: true, removed: false, value: now },
  ]
}
