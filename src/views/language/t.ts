import type { Language } from '../../domain/language/language.ts'
import { fillMessage, type MessageKey, type Noun, type MessageValues } from '../../domain/language/message.ts'
import type { TranslatedText } from '../../domain/language/translation.ts'
import { currentCatalogue } from './current.ts'
import { fillTranslation } from './fill-translation.ts'

/** A text for people in the language of what is rendered; values are Markdown or HTML already, as the text around them. */
export function t<M extends MessageKey>(message: M, ...[values]: MessageValues<M>): string {
  const text = findUnfilled(message, values)
  return currentCatalogue() === null ? fillMessage(text, values) : fillTranslation(text, values)
}

/** The same with its placeholders as they are, for who puts in something else than text. */
export function findUnfilled(message: MessageKey, values?: Readonly<Record<string, unknown>>): string {
  const catalogue = currentCatalogue()
  return catalogue === null ? message : choose(catalogue.messages[message], catalogue.language, values)
}

const englishNumbers = new Intl.NumberFormat('en-US')

/** `1 task`, `1,204 tasks`; `3 个任务`. */
export function renderCount(n: number, noun: Noun, many = `${noun}s`): string {
  const catalogue = currentCatalogue()
  const number = englishNumbers.format(n)
  if (catalogue === null) return `${number} ${n === 1 ? noun : many}`
  return fillMessage(choose(catalogue.counts[noun], catalogue.language, { n }), { n: number })
}

function choose(text: TranslatedText, language: Language, values: Readonly<Record<string, unknown>> = {}): string {
  if (typeof text === 'string') return text
  const n = Number(values['n'])
  return (Number.isNaN(n) ? undefined : text[new Intl.PluralRules(language).select(n)]) ?? text.other
}
