import { saysThanks } from './find-reason-to-decline.ts'
import { splitSentences } from './split-sentences.ts'

const greeting =
  /^(?:hi|hello|hey|dear|greetings|good (?:morning|evening|day)|(?:best |kind )?regards|cheers)\b[^.!?]{0,40}[.!,]?$/i

/** A line of an issue without greetings and thanks, to be told in a plan. A list's items are its author's work. */
export function withoutGreeting(text: string): string {
  if (/^[-*+\d]/.test(text)) return text
  return splitSentences(text)
    .filter((sentence) => !greeting.test(sentence) && !(saysThanks(sentence) && sentence.length <= 80))
    .join(' ')
}
