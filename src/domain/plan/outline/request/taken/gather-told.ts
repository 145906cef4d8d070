import type { FormPart } from '../../form/form-part.ts'
import type { FormReading } from '../../form/read-form.ts'
import type { StatedItem } from '../../read/task-outline.ts'
import { isQuestion, saysThanks } from '../../words/find-reason-to-decline.ts'
import { splitSentences } from '../../words/split-sentences.ts'
import { gatherPassages } from '../gather-passages.ts'
import { isPrinted, isStepOfUser, isToReviewer } from '../judge-sentence.ts'
import { countTelling } from '../sentences/count-telling.ts'
import { isCodeLine } from '../traces/is-code-line.ts'
import { isCourtesy } from '../understand.ts'

const longest = 500
/** A sentence that names less, or is as short, adds nothing. */
const ofTelling = 3
const ofWords = 6
/** An item of a list, what is asked, and a longer sentence say enough with less. */
const ofShort = 2
const ofProse: ReadonlySet<FormPart> = new Set(['other', 'wanted', 'report', 'context', 'tasks'])

/** All sentences and points that are no thanks, no step and no output. */
export function gatherTold({ placed }: FormReading, isBug: boolean): StatedItem[] {
  return gatherPassages(placed)
    .filter(({ part, text }) => ofProse.has(part) && !isPrinted(text))
    .flatMap(({ text, line, isItem }) => splitSentences(text).map((sentence) => ({ text: sentence, line, isItem })))
    .filter(({ text, isItem }) => countTelling(text) >= (isItem || isLong(text) ? ofShort : ofTelling))
    .filter(({ text }) => text.length <= longest)
    .filter(({ text }) => !saysThanks(text) && !isCodeLine(text) && !/[:：]-?$/.test(text))
    .filter(({ text }) => !isCourtesy(text) && !isToReviewer(text) && !(isBug && isStepOfUser(text)))
    .map(({ text, line }) => ({ text, line }))
}

function isLong(text: string): boolean {
  return isQuestion(text) || text.split(/\s+/).length >= ofWords
}
