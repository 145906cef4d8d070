import { roleAtLeast } from '../../configuration/sections/roles.ts'
import { refuse, refuseSilently } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { requestPlan } from './request-plan.ts'
import { type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'
import { recordText } from '../../language/message.ts'

/** An issue that was labelled asks for a plan, of whoever has the role: it owes `draft_plan`. */
export function takeLabel(draft: WorkDraft, event: WorkEventOf<'labelled'>): Refusal | undefined {
  const { record } = draft
  const needs = draft.context.configuration.roles.plan
  if (!roleAtLeast(event.by.role, needs)) {
    return refuse(
      recordText('{who} may not start a plan', { who: `@${event.by.login}` }),
      recordText('it takes the role {role}', { role: needs }),
    )
  }
  draft.effects.push({ kind: 'react', target: { kind: 'issue', node_id: record.node_id }, content: 'EYES' })
  // Labelling twice in a second is one wish; a label on a planned issue says nothing new.
  if (record.phase === 'drafting' || (record.phase === 'proposed' && event.issue.sha256 === record.frozen.sha256)) {
    return refuseSilently('the label is on it already')
  }
  return requestPlan(draft, event.issue, event.by)
}
