import { beginsChange } from '../find-reason-to-decline.ts'

/** With a comma behind, for `First load` and `Next page` are something else. */
const lead =
  /^(?:(?:and )?then|first(?: of all)?|firstly|second(?:ly)?|third(?:ly)?|next|after (?:that|this)|afterwards|last(?:ly)?|finally|首先|其次|然后|接着|接下来|最后) ?[,，:：]\s*(?=\S)/iu
/** Without one, only what is to be done may follow: `Then the page opens`. */
const bareLead = /^(?:(?:and )?then|finally|lastly|首先|然后|接着|最后|先|再)\s*(?=\S)/iu
/** `First, second and last name`: names of things. */
const counts = /^(?:first|second|third|last|middle|next|then|and|or)\b/i

/** `Then write a page` is *Write a page*: its place in a list says nothing of the task. As it stands where less than a task is left. */
export function withoutOrderWords(title: string): string {
  const rest = title.replace(lead, '')
  if (rest !== title) return /\S[\s`]|\S{4}/.test(rest) && !counts.test(rest) ? asTitle(rest) : title
  const bare = title.replace(bareLead, '')
  return bare !== title && beginsChange(bare) ? asTitle(bare) : title
}

/** With a capital, where it begins with a word. */
export function asTitle(words: string): string {
  return words.replace(/^[a-z](?=[a-z]*(?: |$))/, (letter) => letter.toUpperCase())
}
