import { newComment } from '../../plan/outline/read/guidance.ts'

const yes =
  /^(?:\/?yes|yep|yeah|y|ok(?:ay)?|sure|correct|right|exactly|confirmed?|agreed|lgtm|(?:that['’]s|that is|this is|it is|it['’]s|you are|you['’]re) (?:it|right|correct|fine)|(?:looks|sounds) (?:good|right|fine|correct)|go ahead|ja|oui|s[ií]|sim|да|是的?|对的?|好的?|可以|确认|没错|はい|네|👍|✅)$/iu
/** `Yes, and an empty one should stay empty`: both. */
const addsToYes =
  /^[ \t]{0,8}(?:yes|yep|yeah|correct|right|exactly|lgtm)(?:[.!]|,? and\b(?: also\b)?|[,;:])[ \t]+(\S.*)$/i
/** `Yes. But not on Windows`: what was read isn't wanted as it stands. `It should not crash` says what is wanted. */
const takesBack =
  /^(?:if|when|only|no|not)\b|\b(?:but|except|unless|instead|wrong|incorrect|however|though|only (?:on|for|in|if|when))\b|(?<!\b(?:should|must|may|shall|can|will) )\bnot\b|\b(?:is|are|was|did|does|do)n['’]t\b/i
const courtesy = /(?:[\s,.!。！，]|please|thanks|thank you|take it(?: as it stands)?|谢谢|ありがとう){0,12}$/iu
/** Written by the record alone: whoever types it says no yes, and none in the name of others. */
const recorded = /\(reading@/gi
const confirmed = /^yes \(reading@[^\n]*/gm

/**
 * A bare "yes" in its first line is said to the reading that was asked about, by its id, with who said it and when: should
 * the issue read otherwise by now, it is asked about anew. Other words stay as they are.
 */
export function sayToWhat(text: string, asked: string | undefined, by: string, at: string): string {
  const typed = text.replaceAll(recorded, '(reading ')
  const [first = '', ...below] = typed.split('\n')
  if (asked === undefined) return typed
  const said = `yes (reading@${asked}) by @${by} at ${at}`
  if (yes.test(first.trim().slice(0, 80).replace(courtesy, ''))) return [said, ...below].join('\n')
  const more = addsToYes.exec(first)?.[1]
  return more === undefined || takesBack.test(more) ? typed : [said, more, ...below].join('\n')
}

/** A yes to that reading is among what was said. */
export function hasYes(guidance: string, id: string): boolean {
  return guidance.includes(`yes (reading@${id})`)
}

/** What is left of it where planning begins anew: a yes to a reading asks for nothing by itself. */
export function keepYes(guidance: string | null): string | null {
  const all = [...(guidance ?? '').matchAll(confirmed)].map(([line]) => line)
  return all.length === 0 ? null : all.join('\n')
}

/** What people said, as they said it. */
export function withoutRecord(said: string): string {
  return said.replaceAll(newComment, '').replaceAll(confirmed, 'yes')
}
