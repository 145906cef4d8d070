import type { FormReading } from '../../form/read-form.ts'
import { countTelling } from '../sentences/count-telling.ts'
import { findErrorLine } from '../traces/find-error-line.ts'
import { isQuestion } from '../../words/find-reason-to-decline.ts'
import { splitSentences } from '../../words/split-sentences.ts'

/** What programs say of nearly anything. */
const anyError = /^(?:uncaught )?(?:cannot|can't) (?:read|set) propert(?:y|ies)\b/i
/** It says itself where: `src/a.cc:77`. */
const place = /\w\.\w{1,5}:\d+/
const frame = /^(?:at |File ")\S.*\d/
/** A sentence that names less tells of no circumstances. */
const ofTelling = 3

/** A program's error, and no word of where or when it shows: nobody could see that it is gone. */
export function isBareError(text: string, { placed }: FormReading): boolean {
  const plain = text.replaceAll('’', "'").trim()
  if (place.test(plain) || (findErrorLine(plain) === undefined && !anyError.test(plain))) return false
  return !placed.some(({ node, part }) => {
    if (node.kind === 'heading') return false
    if (part === 'reproduction') return true
    if (node.kind === 'fence') return node.content.trim().includes('\n')
    return frame.test(node.text) || tellsBesides(node.text.replaceAll('’', "'").replaceAll(plain, ' '))
  })
}

function tellsBesides(text: string): boolean {
  if (/!\[|<img\b|^https?:\/\/\S+$/i.test(text)) return false
  return splitSentences(text).some(
    (sentence) =>
      !isQuestion(sentence.replace(/？$/, '?')) &&
      findErrorLine(sentence) === undefined &&
      countTelling(sentence) >= ofTelling,
  )
}
