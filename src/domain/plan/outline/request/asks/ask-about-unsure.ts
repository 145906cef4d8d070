import { asksForWork } from '../../words/find-reason-to-decline.ts'
import type { StatedItem } from '../../read/task-outline.ts'
import { splitSentences } from '../../words/split-sentences.ts'
import { recordText } from '../../../../language/message.ts'
import { askAboutDoubt, askOpenly, type RequestRefusal } from './ask-openly.ts'
import { isOfTitle, plainTitle } from '../issue-title.ts'
import { findDoubt } from '../find-doubt.ts'
import type { Understood } from '../understand.ts'

/** Of what was read the first that may be meant otherwise is asked about. */
export function askAboutUnsure(
  title: string,
  body: string,
  said: readonly StatedItem[],
  understood: Understood,
  isUnread: boolean,
): RequestRefusal | undefined {
  // Beside what is said for sure, the rest is shown.
  const asked = /[?？]$/.test(title) ? title.slice(0, -1).toLowerCase() : ''
  const isAnySure = said.some(
    (one) => findDoubt(one) === undefined && (asked === '' || !isOfTitle(one.text.toLowerCase(), asked)),
  )
  for (const one of said) {
    const doubt = findDoubt(one)
    if ((doubt !== undefined && asksOnly(title)) || asksOpinion(title, body) || wantsToKnow(title, body))
      return askOpenly(
        recordText('This reads like a question. If something is to be changed, what should be so when it is done?'),
      )
    if (doubt !== undefined && !isAnySure) return askAboutDoubt(title, doubt, one, understood, isUnread)
  }
  return undefined
}

/** `How long does it take?` */
function asksOnly(title: string): boolean {
  const plain = plainTitle(title)
  return (
    /^(?:how|what|which|where|when|who|why|is|are|does|do|can|should|would|could|will|has|have) .*[?？]$/i.test(
      plain,
    ) && !asksForWork(plain)
  )
}

const toKnow = /\b(?:i|we)(?:['’]d| would)? (?:just )?(?:want|wanted|like) to (?:know|understand|ask)\b/i

/** `Unexpected token`, above nothing but `I want to know why`. */
function wantsToKnow(title: string, body: string): boolean {
  const said = splitSentences(body.slice(0, 1_000).trim())
  return said.length > 0 && !/[`~]{3}/.test(body) && !asksForWork(title) && said.every((one) => toKnow.test(one))
}

/** `Can we drop it?`, above `What do you think?`: nobody has decided it yet. */
function asksOpinion(title: string, body: string): boolean {
  return (
    /[?？]$/.test(title.trim()) &&
    /\b(?:what do (?:you|people|others)\b.{0,20} think|thoughts|wdyt|opinions?)\b.{0,20}\?/i.test(body.slice(0, 5_000))
  )
}
