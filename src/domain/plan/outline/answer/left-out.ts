import type { FormReading } from '../form/read-form.ts'
import type { StatedItem } from '../read/task-outline.ts'
import { gatherTold } from '../request/taken/gather-told.ts'
import { gatherPassages } from '../request/gather-passages.ts'
import { isOfTitle } from '../request/issue-title.ts'
import type { IssueRequest } from '../request/read-request.ts'
import type { Understood } from '../request/understand.ts'
import { withoutLinks } from '../../../text/without-emphasis.ts'
import { splitSentences } from '../words/split-sentences.ts'

const most = 24
const longest = 500
/** How many of its words stand in what is read already. */
const ofSaid = 0.7

/** Beside what an issue was taken to ask for, all that it tells: it is shown, so that nothing vanishes unnoticed. */
export function findLeftOut(
  title: string,
  form: FormReading,
  request: IssueRequest,
  { wanted, wrong, told }: Understood,
  said: readonly StatedItem[],
): StatedItem[] {
  const known = new Set([title, ...said.map(({ text }) => text)].flatMap((text) => wordsOf(text)))
  return [...findShown(form), ...wanted, ...wrong, ...told, ...gatherTold(form, request.isBug)]
    .filter(
      ({ text }) =>
        !isOfTitle(text, title) &&
        !toReaders.test(text) &&
        !pointsElsewhere.test(text) &&
        !isKnown(withoutLinks(text), known),
    )
    .filter((one, index, others) => !others.slice(0, index).some((other) => says(other, one)))
    .slice(0, most)
    .toSorted((a, b) => a.line - b.line)
}

/** `See: https://…`, a picture. */
const pointsElsewhere =
  /^(?:(?:see|source|refs?|references?|links?|via|from|docs?)\b[^.]{0,20}https?:|!\[|https?:\/\/\S+$)/i

/** It stands on the same line and says as much. */
function says(other: StatedItem, { text, line }: StatedItem): boolean {
  return other.text === text || (other.line === line && isKnown(text, new Set(wordsOf(other.text))))
}

/** `If you would like a test case, …`, `What went wrong? (Firefox)`: said to people, and asked by a form. */
const toReaders =
  /^(?:please )?(?:find|see) (?:the )?attached\b|^(?:if|in case) (?:you|anyone|needed|necessary)\b|\b(?:happy to|let me know|contribut\w+|send (?:a )?pr|(?:open|submit) (?:a )?(?:pr|pull request))\b|[?？]\s*\([^()]*\)$/i

/** `It can be overridden like this:`, above code. */
function findShown({ placed }: FormReading): StatedItem[] {
  return gatherPassages(placed)
    .filter(({ part, shown }) => shown !== '' && (part === 'other' || part === 'wanted'))
    .map(({ text, shown, line }) => ({ text: `${splitSentences(text).at(-1) ?? ''} ${shown}`.slice(0, longest), line }))
}

const ofCourtesy = new Set(['can', 'could', 'would', 'you', 'please', 'the', 'should', 'nice', 'possible'])

function isKnown(text: string, known: ReadonlySet<string>): boolean {
  const words = wordsOf(text)
  return words.filter((word) => known.has(word)).length >= words.length * ofSaid
}

function wordsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .slice(0, 1_000)
        .toLowerCase()
        .match(/\p{Script=Han}|[\p{L}\p{N}_]{3,}/gu) ?? [],
    ),
  ].filter((word) => !ofCourtesy.has(word))
}
