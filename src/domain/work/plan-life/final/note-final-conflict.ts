import { refuseSilently } from '../../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../../gate/draft/gate-event.ts'
import type { FinalConflict } from '../../../effects/final-conflict.ts'
import type { IssRecord } from '../../../records/iss-record.ts'
import { type DecisionContext, note, say, type WorkDraft } from '../../draft/work-draft.ts'
import type { WorkEventOf } from '../../draft/work-event.ts'
import { recordText } from '../../../language/message.ts'

/** Whether git can merge the final pull request, as was just seen. */
export function noteFinalConflict(draft: WorkDraft, event: WorkEventOf<'final_looked_at'>): Refusal | undefined {
  const final = draft.record.final_pull_request
  const isOpen = final?.state === 'open' || final?.state === 'draft'
  if (final?.number !== event.number || !isOpen) return refuseSilently('not the final pull request')
  if (isSameConflict(final.conflict ?? null, event.conflict)) return refuseSilently('that is known')
  takeConflict(draft, final, event.conflict)
  return undefined
}

/** Told where it would be merged, to whoever is asked to merge it. */
export function takeConflict(
  draft: WorkDraft,
  final: NonNullable<IssRecord['final_pull_request']>,
  conflict: FinalConflict | null,
): void {
  const { record } = draft
  const { number, state } = final
  const branch = `\`${record.default_branch}\``
  if (conflict === null) {
    record.final_pull_request = { number, state }
    note(draft, recordText('the final pull request no longer conflicts with {branch}', { branch }))
    return
  }
  record.final_pull_request = { number, state, conflict }
  note(draft, recordText('the final pull request conflicts with {branch}', { branch }))
  const who = record.approved === null ? [] : [record.approved.by]
  say(draft, { kind: 'final_conflicts', who, branch: record.default_branch, conflict }, number)
}

export function isSameConflict(a: FinalConflict | null, b: FinalConflict | null): boolean {
  if (a === null || b === null) return a === b
  const same = (one: readonly string[], other: readonly string[]) => one.join('\0') === other.join('\0')
  return same(a.paths, b.paths) && a.more === b.more && same(a.tasks, b.tasks)
}

/** Since the integration branch was begun: the same plan made anew can be merged where this one can't. */
export function hasDefaultMoved({ base_sha: base }: IssRecord, { defaultBranch }: DecisionContext): boolean {
  return base !== null && base !== defaultBranch.sha
}
