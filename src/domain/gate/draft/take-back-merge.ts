import type { ActionNode } from '../../records/node-state.ts'
import type { GateDraft } from './gate-draft.ts'

/** Owes that what was merged by hand, and is not approved, goes out of the integration branch again. */
export function recordMergeTakenBack(
  draft: Pick<GateDraft, 'effects'>,
  action: ActionNode,
  { sha, before }: { sha: string; before: string },
): void {
  if (action.hand_merge?.sha === sha) action.hand_merge = null
  draft.effects.push({ kind: 'take_back_merge', task: action.id, sha, before })
}
