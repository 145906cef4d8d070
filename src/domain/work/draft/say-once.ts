import type { Reply } from '../../effects/reply.ts'
import { say, type WorkDraft } from './work-draft.ts'

const toldKept = 200

/** Says it unless it was said already, by `about`. False where it was: then nothing is changed. */
export function sayOnce(draft: WorkDraft, about: string, reply: Reply, number = draft.record.number): boolean {
  if (!noteTold(draft, about)) return false
  say(draft, reply, number)
  return true
}

/** False where it was noted already. */
export function noteTold(draft: WorkDraft, about: string): boolean {
  const { told } = draft.record
  if (told.includes(about)) return false
  draft.record.told = [...told, about].slice(-toldKept)
  return true
}
