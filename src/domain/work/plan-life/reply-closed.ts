import { say, type WorkDraft } from '../draft/work-draft.ts'

/** In each pull request that is about to be closed with the work: a pull request that closes without a word looks rejected. */
export function replyClosed(draft: WorkDraft, why: string): void {
  for (const node of Object.values(draft.execution?.nodes ?? {})) {
    if (node.kind === 'ACTION' && node.state !== 'DONE' && node.pull_request?.open)
      say(draft, { kind: 'superseded', why, issue: draft.record.number }, node.pull_request.number)
  }
}
