import { judgeStatement } from '../../score/judge-statement.ts'
import type { StatedItem } from '../read/task-outline.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { splitSentences } from '../words/split-sentences.ts'

const longest = 400
const mostSentences = 3
const expecting =
  /^(?:(?:so |then |but |and )?(?:i|we|one|you|users?|people)(?:'d| would| had)? (?:\w+ )?expect(?:ed)? (?:that |to (?:see|get|have) |to )?|我(?:们)?(?:期望|希望|预期))/i
/** The author speaks of themselves, doubts, points elsewhere, or goes on to tell what happens instead. */
const talks =
  /\b(?:i|i'm|i'd|i've|i'll|we|we're|we've|my|our|me|us|mine)\b|\b(?:maybe|perhaps|not sure|unsure|possibly|probably|i guess|or something|dunno|no idea|somehow|ideally|hopefully|kind of|sort of|no clue|unclear|idk)\b|\b(?:but|however|instead|currently|actually|right now|at the moment|unfortunately)\b|\b(?:see|as) (?:above|below|(?:the )?(?:title|screenshot|attached|description|video|image|gif))\b|\b(?:thanks|thank you|please|cheers|sorry)\b|#\d|我|也许|可能|不确定|但是|目前|现在|谢谢/i
const doubts =
  /\b(?:not (?:really |quite |entirely |completely |honestly )?(?:sure|certain)|unsure|no idea|dunno|don['’]t know|do not know|no clue|idk|hard to say|(?:screenshot|screen recording)s?|attached)\b|不确定|不知道/i
/** What a user does to see it. */
const step =
  /^(?:\d+[.)]\s*)?(?:click|open|go|run|type|press|navigate|visit|start|launch|select|install|scroll|enter|try|fill|log|sign|choose|drag|tap|hover|clone|reload|wait)\b/i
/** A language that is read: anything else is shown to a person first. */
const foreign = /[\u00C0-\u024F\u0370-\u1FFF\u3040-\u30FF\uAC00-\uD7AF]/u
const functionWords = /\b(?:the|a|an|is|are|be|to|of|in|on|and|with|not|no|it|as|for|that)\b/i

/** `I'm not sure, maybe a message?`, where a form asks what was expected. */
export function isDoubt({ text, expected }: StatedItem): boolean {
  return (
    expected === true &&
    (doubts.test(text) || step.test(text.trim()) || splitSentences(text).every((sentence) => /[?？]$/.test(sentence)))
  )
}

/**
 * What stands where a form asks for what was expected says by itself what is to be seen: a short statement, read in
 * English or Chinese. Whatever else people write there is asked about.
 */
export function isCheckable(text: string): boolean {
  const plain = foldMarks(text).replaceAll('’', "'")
  const said = plain.replace(expecting, '').replaceAll(/`[^`\n]*`|"[^"\n]*"/g, ' x ')
  if (text.length > longest || splitSentences(text).length > mostSentences) return false
  if (/[?？]/.test(said) || talks.test(said) || step.test(said.trim()) || foreign.test(said)) return false
  if (!/[\u3400-\u9FFF]/.test(said) && !functionWords.test(said)) return false
  return judgeStatement(text).concrete
}
