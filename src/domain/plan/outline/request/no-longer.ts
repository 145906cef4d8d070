import { splitSentences } from '../words/split-sentences.ts'
import { saysTrouble } from './judge-sentence.ts'

/** What is flaky, broken or slow, as titles of such reports begin. */
const state = /^(flaky|failing|broken|slow|leaking|hanging)(?: (?:tests?|builds?))?: (\S.*)$/i
/** Who denies twice says nothing that is understood at once: `No longer: Rate limits are not described`. */
const denied =
  /\b(?:not|cannot|never|nothing|none|neither|missing|lacks?|lacking|impossible|unable|fails? to|un\w{3,}able|(?:wo|ca|do|does|did|is|are|was|could|would|should|has)nt)\b|n['’]t\b|^no \w/i
/** From here on it is told when and of what. */
const aside =
  / (?:that|which|who|although|though|because|when|whenever|while|if|unless|until|after|before|since)\b.*$/is
const chinese = /[\u3400-\u9FFF]/
const lead = /^(?:No longer(?: [a-z]+)?|Again|Fixed): |^已解决：/

/**
 * What is wrong, as a criterion: it is so no longer, or, where it tells of what is not so, that is mended; what was so once
 * and is no longer must be so again.
 */
export function noLonger(wrong: string): string {
  const [, said, rest] = state.exec(wrong) ?? []
  if (said !== undefined) return `No longer ${said.toLowerCase()}: ${rest ?? ''}`
  const again = wrong.replace(/\bno longer /i, '')
  if (again !== wrong) return `Again: ${again}`
  if (chinese.test(wrong)) return `已解决：${wrong}`
  return `${denied.test(wrong.replaceAll(/`[^`\n]*`/g, ' ').replace(aside, '')) ? 'Fixed' : 'No longer'}: ${wrong}`
}

/** What a criterion says that is to be gone; the text itself where it says nothing of that kind. */
export function withoutGone(text: string): string {
  return text.replace(lead, '')
}

export function isToBeGone(text: string): boolean {
  return lead.test(text)
}

/** What stands before it tells when and where it is told, and that it is told at all. */
const telling =
  /^(?:as \w{1,20} as [^,.]{3,40}, )?(?:i (?:believe|think|guess) (?:that )?|(?:it|this) (?:appears|seems|turns out) that |i(?:['’]ve| have)? (?:just )?(?:noticed|see|saw|found|discovered) that |(?:the |my )?(?:problem|issue|bug) (?:is|was|seems to be) that |there(?:['’]s| is| are) (?:currently |now |still )?|currently,? |at the moment,? |right now,? |(?:regression|bug)s? [–—-] )(?=\S)/i
const well =
  /\b(?:works?|worked|working|runs?|ran|went|is|are|was|were|installs?|installed|builds?|built|starts?|started) (?:\w+ )?(?:fine|well|ok(?:ay)?|perfectly|correctly|as expected|without (?:any )?(?:problems?|issues?|errors?))\b/i
const turning = /^(.{4,300}?)[,;]? (?:but|however|except that)[,]? (.{8,})$/i
const wellChinese = /正常|没问题|没有问题|成功|顺利/
/** `Ubuntu 16.04`, `Azure`. */
const nameOnly = /^[\p{ASCII}\s]{1,40}$/u

/** A complaint without what else its author tells in the same breath: where they were, and what went well before. */
export function withoutScene(sentence: string): string {
  const told = sentence.replace(telling, '')
  const [, before, after] = turning.exec(told) ?? []
  if (before !== undefined && after !== undefined && well.test(before) && !saysTrouble(before) && saysTrouble(after))
    return after
  if (!chinese.test(told)) return told
  const clauses = told.split(/[，,]/)
  const first = clauses.findIndex((clause) => !nameOnly.test(clause) && !wellChinese.test(clause))
  return first > 0 && clauses.slice(first).some((clause) => saysTrouble(clause))
    ? clauses.slice(first).join('，')
    : told
}

/** What is said to be wrong leaves out the value that its author knows: `shows the wrong default`. */
const ofValue = /\b(?:(?:in)?correct|wrong|right|proper|different|outdated|mismatch\w*|inconsistent|differs?)\b/i
const measured = /\d|`[^`\n]+`|(?<!\w)["“]\S/
const longest = 240

/** A title that names no value, with the first sentences that do. */
export function tellValues(title: string, passages: readonly { text: string; isItem: boolean }[]): string {
  if (!ofValue.test(title) || measured.test(title)) return title
  const [first] = passages
  if (first === undefined || first.isItem) return title
  const said = splitSentences(first.text).map((sentence) => sentence.replace(/[.:：。]$/, ''))
  const told = said.slice(0, 2)
  const isShort = said.length <= 2 && told.join('. ').length <= longest
  const states = told.every((one) => measured.test(one) && !/[?？]$|\bi\b|^(?:we|my|see)\b|https?:\/\/|^\(/i.test(one))
  return isShort && states ? `${title} (${told.join('. ')})` : title
}
