import type { Guidance } from '../read/guidance.ts'
import type { StatedItem } from '../read/task-outline.ts'
import { splitSentences } from '../words/split-sentences.ts'
import { isStory } from '../request/is-story.ts'
import { countTelling } from '../request/sentences/count-telling.ts'
import { givesOrder, saysExpectation } from '../request/judge-sentence.ts'
import { withoutWishing } from '../request/sentences/without-wishing.ts'
import { isDoubt } from '../request/is-checkable.ts'
import { tellsState } from '../request/tells-state.ts'

/** Whether an answer's words are all that is known of an issue, or come beside a plan of one task. */
type Asked = 'what must hold' | 'what else must hold'

/**
 * Guidance with what an answer says in plain sentences and items as acceptance of the whole. Asked what should be so,
 * people answer with that alone; beside a plan only what says that something should be so is taken for it.
 */
export function readAnswer(guidance: Guidance, asked: Asked): Guidance {
  const said: StatedItem[] = []
  const unread: Guidance['unread'] = []
  for (const one of joinLines(guidance.unread)) {
    const text = one.why === '' ? findCriterion(one.text, asked) : ''
    if (text === '') unread.push(one)
    else said.push({ text, line: one.line })
  }
  if (said.length === 0) return guidance
  const acceptance = [...guidance.acceptance, ...said].toSorted((a, b) => a.line - b.line)
  const first = Math.min(...said.map(({ line }) => line))
  // What was answered before and not understood is settled by an answer that was.
  return { ...guidance, acceptance, unread: unread.filter(({ line, why }) => why !== '' || line > first) }
}

/** A sentence that goes on over several lines is one. */
function joinLines(lines: Guidance['unread']): Guidance['unread'] {
  const joined: Guidance['unread'] = []
  let end = 0
  for (const one of lines) {
    const last = joined.at(-1)
    const isNext = one.line === end + 1 && one.listed !== true && one.why === ''
    if (last !== undefined && isNext && last.why === '' && goesOn(last.text, one.text))
      joined.splice(-1, 1, { ...last, text: `${last.text} ${one.text}` })
    else joined.push(one)
    end = one.line
  }
  return joined
}

function goesOn(above: string, text: string): boolean {
  return above.length < 2_000 && /[^.!?:。！？：]$/.test(above) && /^[\p{Ll}`("']/u.test(text)
}

/** The sentences of an answer that say what should be so, as one criterion; '' where none does. */
function findCriterion(text: string, asked: Asked): string {
  const kept = splitSentences(text.replace(/^(?:no|nope|not quite|yes|ok(?:ay)?|well|hm+)\b[,.!:;–—-]+\s*/i, ''))
    .filter((sentence) => saysHow(sentence, asked))
    .map((sentence) => withoutWishing(sentence))
  const said = kept.join(' ')
  return said.slice(0, 1).toUpperCase() + said.slice(1)
}

/** Orders to whoever asks, and what the writer is about to do: nothing of the work. */
const putsOff =
  /^(?:please )?(?:let|give|allow) (?:me|us)\b|\b(?:i|we)(?:['’]ll| will| need to| have to) (?:think|check|look|ask|see|come back|get back)\b/i

function saysHow(sentence: string, asked: Asked): boolean {
  if (putsOff.test(sentence)) return false
  if (isDoubt({ text: sentence, line: 0, expected: true }) || countTelling(sentence) === 0) return false
  if (saysExpectation(sentence)) return true
  if (asked === 'what else must hold' || isStory(sentence)) return false
  return givesOrder(sentence) || (tellsState(sentence) && !/\b(?:i|we|you)\b/i.test(sentence))
}
