const acceptance = /^(?:acceptance(?: criteria| checklist)?|criteria|done when|definition of done|expected result)$/i
const tasks = /^(?:tasks?|task list|plan|to-?\s?do|work|work items|implementation(?: plan)?|changes|what to do)$/i
const steps = /^(?:steps|how|details)$/i
/** What issue templates ask the author to tick: promises of theirs, not work. */
const promises =
  /^(?:(?:pre-?flight |submission )?checklist|before (?:you )?submit(?:ting)?(?: .*)?|code of conduct|terms|are you willing to .*|(?:willingness to )?contribut(?:e|ing|ion))\??$/i

export type SectionKind = 'acceptance' | 'tasks' | 'steps' | 'promises' | 'other'

/** What a heading, or a label such as `**Acceptance:**`, announces. */
export function sectionKind(title: string): SectionKind {
  if (title.length > 60) return 'other'
  const words = title
    .replaceAll(/[*_#]/g, '')
    .replace(/\s*:?\s*$/, '')
    .trim()
  if (acceptance.test(words)) return 'acceptance'
  if (tasks.test(words)) return 'tasks'
  if (promises.test(words)) return 'promises'
  return steps.test(words) ? 'steps' : 'other'
}

/** `Acceptance:` or `**Acceptance**` on a line of its own: a label, not a sentence. */
export function isLabel(text: string): boolean {
  return sectionKind(text) !== 'other'
}

/** An item that only announces the items below it. A box makes it work, and `To do` may well be a task. */
export function isItemLabel(item: { text: string; checked: boolean | null }): boolean {
  return item.checked === null && ['acceptance', 'steps'].includes(sectionKind(item.text))
}
