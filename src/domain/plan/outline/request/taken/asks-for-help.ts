import type { FormReading } from '../../form/read-form.ts'
import { asksForSelf, asksForWork, isQuestion, saysThanks } from '../../words/find-reason-to-decline.ts'
import { splitSentences } from '../../words/split-sentences.ts'
import { gatherPassages } from '../gather-passages.ts'
import { saysLack, saysTrouble } from '../judge-sentence.ts'
import { countTelling } from '../sentences/count-telling.ts'

/** Their author is stuck: `Please help`, `Any suggestions?`, `What am I doing wrong?` */
const stuck =
  /\bneed(?:ed)? (?:some |any )?help\b|\blooking for (?:some |any )?(?:help|advice|guidance)\b|\bin the right direction\b|\bhelp m[ey]\b|\bplease (?:\w+ ){0,2}(?:help|teach|advise|guide)\b(?! to\b)|\bany (?:ideas?(?! if\b)|suggestions?|advice|hints?|pointers?|help)\b.{0,40}[?？]|\b(?:what|anything|something) (?:(?:that )?(?:am i|i['’]?m|i am|we are|are we)) (?:(?:doing|getting) wrong|missing)\b|\b(?:please|kindly) (?:\w+ )?(?:give|share) (?:me |us )?your (?:explanation|opinion|advice|thoughts)\b|\banswer (?:these|my|this) (?:few |simple )?questions?\b|请问|求助/i

/** A text asks how to do something, or for help with it. */
export function asksForHelp(title: string, form: FormReading): boolean {
  return callsForHelp(title, form) || asksHowTo(form)
}

/** Its author asks for help. */
export function callsForHelp(title: string, form: FormReading): boolean {
  return [title, ...gatherSentences(form)].some((text) => stuck.test(text))
}

/** A text asks how to do something, and tells of nothing that is broken. */
export function asksHowTo(form: FormReading): boolean {
  const said = gatherSentences(form)
  const telling = said.filter((text) => countTelling(text) > 1)
  if (telling.length > 0 && telling.every((text) => isQuestion(text) && !asksForWork(text))) return true
  if (said.some((text) => teaching.test(text))) return true
  return said.some((text) => asksForSelf(text)) && !said.some((text) => saysTrouble(text) || saysLack(text))
}

const teaching = /^(?:please )?(?:teach|guide|tell|show) me (?:the way|how)\b/i

function gatherSentences({ placed }: FormReading): string[] {
  return gatherPassages(placed)
    .flatMap(({ text }) => splitSentences(text))
    .filter((text) => !saysThanks(text))
}
