import { t } from '../language/t.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

/** Text of others in one line, at most so many characters of it. */
export function replyLine(text: string, limit = 300): string {
  return neutraliseInline(shorten(text, limit))
}

/** The same as code. */
export function code(text: string): string {
  return inlineCode(shorten(text, 120))
}

/** The same with a full stop where it ends without one. */
export function sentence(text: string): string {
  const words = replyLine(text, 1_000)
  return /[.!?…。！？]$/.test(words) ? words : `${words}${t('.')}`
}

/** What to do next, as a paragraph of its own; nothing where there is nothing to say. */
export function nextStep(text: string): string {
  return text === '' ? '' : `\n\n${sentence(text.replace(/^[a-z]/, (letter) => letter.toUpperCase()))}`
}
