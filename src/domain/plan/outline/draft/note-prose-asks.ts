import { recordText } from '../../../language/message.ts'
import type { TaskDraft } from '../../plan-draft.ts'
import { asksInProse } from '../words/find-reason-to-decline.ts'
import { splitSentences } from '../words/split-sentences.ts'
import type { IssueOutline } from '../read/task-outline.ts'

/** `Priority: Must` demands nothing. */
const ofFacts = /^[*_]{0,2}(?:priority|severity|actor|status|type|size)[*_]{0,2}\s*:/i

/** Of a longer line only its beginning is read. */
const maxLine = 1_000

/** It is what the acceptance items below it are for. */
const userStory = /^\W*(?:as an?|i (?:want|would like|need)|so that)\b/i

/** `Users have to copy it by hand today`: that is what troubles them. */
const ofUsers =
  /\b(?:people|users?|they|you|everybody|everyone|one|somebody|customers|visitors|maintainers|developers)\b[^,.;:]{0,30} (?:has|have|had|needs?|needed) to\b|\b(?:had|needed) to\b/i

/**
 * What prose outside of tasks and "Acceptance" asks for, and no task speaks of: it would vanish unnoticed, since only items
 * become root criteria. What says the issue's title again is what the tasks are for. Below the first task `noteUnplaced` names all that belongs to none. Linear.
 */
export function noteProseAsks(outline: IssueOutline, tasks: readonly TaskDraft[], title = ''): string[] {
  const first = outline.tasks.length === 0 ? Infinity : Math.min(...outline.tasks.map((task) => task.line))
  const spoken = new Set([title, ...tasks.map((task) => describe(task))].flatMap((text) => wordsOf(text)))
  const intro = outline.unread[0]?.line
  const asks = outline.unread
    .filter(
      ({ line, text }) =>
        line < first && !ofFacts.test(text) && !(outline.acceptance.length > 0 && userStory.test(text)),
    )
    .flatMap(({ text, line }) => {
      const sentences = splitSentences(text.slice(0, maxLine))
      const least = line === intro && !quoting.test(text) ? ofIntro : ofText
      const asking = sentences.find((one) => !ofUsers.test(one) && asksInProse(one) && !isSpokenOf(one, spoken, least))
      return asking === undefined ? [] : [{ asking, line }]
    })
  return asks.map(({ asking, line }) => {
    const shown = asking.length > 100 ? `${asking.slice(0, 99)}…` : asking
    return recordText(
      'Line {line} ("{said}") asks for something that no criterion looks for. To have it checked, write it as an item under `## Acceptance`.',
      { line, said: shown },
    )
  })
}

function describe({ title, acceptance_criteria: criteria, implementation: steps }: TaskDraft): string {
  return [title, ...(steps ?? []), ...(criteria ?? []).map(({ statement }) => statement)].join('\n')
}

/** What is named in particular is asked for, whatever stands beside it. */
const quoting = /[`"“]/

/** How much of a sentence tasks must speak of; what stands above a list of tasks says in other words what they are for. */
const ofText = 0.51
const ofIntro = 0.4

/** Nothing of its own, as in `Please do this as follows.`, or so much of it in the words of a task. */
function isSpokenOf(text: string, spoken: ReadonlySet<string>, least: number): boolean {
  const words = wordsOf(text.slice(0, maxLine))
  const known = words.filter((word) => spoken.has(word))
  return words.length === 0 || known.length >= words.length * least
}

const common = new Set(
  'please should must would could also with that this from have need needs want when then them they will into your there which follows following below steps order listed tasks things done make sure like'.split(
    ' ',
  ),
)

/** Words that name something: of four letters or more, numbers, and single characters where no blanks part words. */
function wordsOf(text: string): string[] {
  const found = text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}_-]{4,}|\p{N}+/gu) ?? []
  return [...new Set(found)].filter((word) => !common.has(word))
}
