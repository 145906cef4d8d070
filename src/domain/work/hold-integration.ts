import { refuseSilently } from '../gate/draft/gate-draft.ts'
import type { Refusal } from '../gate/draft/gate-event.ts'
import { pauseWork } from './draft/pause.ts'
import { keepAct, say, type WorkDraft } from './draft/work-draft.ts'
import type { WorkEventOf } from './draft/work-event.ts'
import { recordText } from '../language/message.ts'

/**
 * The integration branch holds what nobody approved: everything pauses, and a final pull request goes back to draft. It is
 * looked at again before it is shown as ready.
 */
export function holdIntegration(draft: WorkDraft, event: WorkEventOf<'integration_differs'>): Refusal | undefined {
  const { record } = draft
  const final = record.final_pull_request
  const isReady = record.phase === 'completed' && (final?.state === 'open' || final?.state === 'draft')
  if (record.phase !== 'working' && !isReady) return refuseSilently('nothing is being worked on')
  record.phase = 'working'
  if (draft.execution) {
    const { status: _status, ...rest } = draft.execution
    draft.execution = { ...rest, executed_at: null }
  }
  if (final?.state === 'open') {
    record.final_pull_request = { ...final, state: 'draft' }
    // Found before it was made ready, it is a draft still.
    if (event.op === null) draft.effects.push({ kind: 'set_final_draft', number: final.number, draft: true })
  }
  const why = recordText('{branch} holds what nobody approved', { branch: `\`${event.branch}\`` })
  const text = recordText('paused: {why}', { why })
  pauseWork(draft, event.by ?? 'countersign', text, 'integration')
  keepAct(draft, { kind: 'failed', action: 'action-execute', message: text, at: draft.at })
  const { branch, commit, by, differences } = event
  say(draft, {
    kind: 'integration_differs',
    branch,
    commit,
    by,
    differences: differences.slice(0, mostTold),
    more: Math.max(0, differences.length - mostTold),
  })
  return undefined
}

const mostTold = 20
