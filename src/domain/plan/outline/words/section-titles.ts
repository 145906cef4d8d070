import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from './fold-marks.ts'
import { doneTitles, sectionWords } from './outline-words.ts'

export type SectionKind = keyof typeof sectionWords | 'other'

const kinds = ['acceptance', 'tasks', 'steps'] as const
const patterns = kinds.map((kind) => ({ kind, pattern: new RegExp(`^${anyOf(sectionWords[kind])}\\??$`, 'i') }))
const done = new RegExp(`^${anyOf(doneTitles)}\\??$`, 'i')
const maxTitle = 80
/** `1. `, `二、`, `✅ ` before a title. */
const ornament = /^(?:[一二三四五六七八九十]{1,3}[,.]|[^\p{L}]+)\s*/u

/** What a heading, or a label such as `**Acceptance:**`, announces; also in two languages, `Tasks / 任务`. */
export function sectionKind(title: string): SectionKind {
  if (title.length > maxTitle) return 'other'
  const words = foldMarks(title)
    .replaceAll(/[*_#]/g, '')
    .trim()
    .replace(/[:–—-]$/, '')
    .trim()
  const whole = findKind(words)
  if (whole !== 'other') return whole
  const parts = splitLanguages(words)
  const [kind = 'other', ...others] = parts.map((part) => findKind(part.trim()))
  return others.every((other) => other === kind) ? kind : 'other'
}

/** `Acceptance criteria` and not `Expected behavior`: its author says when the work is done, and no form asked for a report. */
export function saysDone(title: string): boolean {
  const words = foldMarks(title.slice(0, maxTitle)).replaceAll(/[*_#]/g, '')
  return splitLanguages(words).some((part) => done.test(part.replace(ornament, '').trim().replace(/:$/, '').trim()))
}

/** `Tasks / 任务`, `期望结果 Expected behavior`; of a title of at most 200 characters. */
export function splitLanguages(title: string): string[] {
  const parts = title.split(/[/|()]/).filter((part) => part.trim() !== '')
  // oxlint-disable-next-line regexp/no-super-linear-move -- titles here have at most 200 characters (`maxTitle`)
  const latin = parts.length === 1 ? /(?<![\x20-\x7E])\s+[A-Za-z][\x20-\x7E]*$/.exec(title) : null
  return latin === null ? parts : [title.slice(0, latin.index), latin[0]]
}

function findKind(words: string): SectionKind {
  const plain = words.replace(ornament, '').trim()
  return patterns.find(({ pattern }) => pattern.test(words) || pattern.test(plain))?.kind ?? 'other'
}

/** `Acceptance:` or `**Acceptance**` on a line of its own: a label, not a sentence. */
export function isLabel(text: string): boolean {
  return sectionKind(text) !== 'other'
}

/** An item that only announces the items below it. A box makes it work, and `To do` may well be a task. */
export function isItemLabel(item: { text: string; checked: boolean | null }): boolean {
  return item.checked === null && ['acceptance', 'steps'].includes(sectionKind(item.text))
}

/** A heading inside a section that only groups it: `### CLI` below `## Acceptance`. */
export function continuesSection(
  section: { kind: SectionKind; level: number },
  kind: SectionKind,
  level: number,
): boolean {
  return kind === 'other' && level > section.level && section.kind === 'acceptance'
}
