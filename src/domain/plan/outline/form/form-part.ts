import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { sectionKind, splitLanguages } from '../words/section-titles.ts'
import { formWords } from '../words/form-words.ts'

export type FormPart = keyof typeof formWords | 'expected' | 'tasks' | 'other'

const order = ['promises', 'report', 'wanted', 'reproduction', 'environment', 'question', 'context', 'choices'] as const
const patterns = order.map((part) => ({ part, pattern: new RegExp(`^${anyOf(formWords[part])}$`, 'i') }))

/** Labels of form fields are sentences at times; what is longer is none. */
const maxTitle = 200

/** What a heading, or a label on a line of its own, announces in issue forms and templates; also in two languages. */
export function formPart(title: string): FormPart {
  if (title.length > maxTitle) return 'other'
  switch (sectionKind(title)) {
    case 'acceptance':
      return 'expected'
    case 'tasks':
      return 'tasks'
    case 'steps':
    case 'other':
      return findPart(title)
  }
}

function findPart(title: string): FormPart {
  const whole = plainLabel(title)
  const found = matchPart(whole)
  if (found !== 'other') return found
  const [first = 'other', second = first] = splitLanguages(whole)
    .map((part) => matchPart(plainLabel(part)))
    .filter((part) => part !== 'other')
  return first === second ? first : 'other'
}

function matchPart(words: string): FormPart {
  const spaced = words.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
  return patterns.find(({ pattern }) => pattern.test(words) || pattern.test(spaced))?.part ?? 'other'
}

/** Without marks, emoji and numbers before it, what stands in parentheses, and the mark at its end. */
function plainLabel(title: string): string {
  return foldMarks(title)
    .replaceAll(/[*_#`]/g, '')
    .replaceAll(/[([][^()[\]]{0,100}[)\]]/g, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/[\s:?!.–—-]{1,20}$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll('’', "'")
}
