import { judgeStatement } from '../../score/judge-statement.ts'
import type { StatedItem } from '../read/task-outline.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { isStory } from './is-story.ts'
import { tellsPresent } from './judge-sentence.ts'
import { splitSentences } from '../words/split-sentences.ts'
import { tellsState } from './tells-state.ts'

const longest = 400
const mostSentences = 3
const expecting =
  /^(?:(?:so |then |but |and )?(?:i|we|one|you|users?|people)(?:'d| would| had)? (?:\w+ )?expect(?:ed)? (?:that |to (?:see|get|have) |to )?|我(?:们)?(?:期望|希望|预期))/i
/** The author speaks of themselves, doubts, points elsewhere, or goes on to tell what happens instead. */
const talkPattern =
  /^(?:either|or|alternatively)\b|\bimh?o\b|\b(?:i|i'm|i'd|i've|i'll|we|we're|we've|my|our|me|us|mine)\b|\b(?:maybe|perhaps|not sure|unsure|possibly|probably|i guess|or something|dunno|no idea|somehow|ideally|hopefully|kind of|sort of|no clue|unclear|idk)\b|\b(?:but|however|instead|currently|actually|right now|at the moment|unfortunately)\b|\b(?:see|as) (?:above|below|(?:the )?(?:title|screenshot|attached|description|video|image|gif))\b|\b(?:thanks|thank you|please|cheers|sorry)\b|#\d|我|也许|可能|不确定|但是|目前|现在|谢谢/i
const doubts =
  /\b(?:not (?:really |quite |entirely |completely |honestly )?(?:sure|certain)|unsure|no idea|dunno|don['’]t know|do not know|no clue|idk|hard to say|(?:screenshot|screen recording)s?|attached)\b|不确定|不知道/i
/** `If this is a problem, I will fix it.` */
const offers =
  /^(?:if [^,.]{1,100}, )?(?:i|we)(?:'ll| will| can| could|'d| would|'m| am|'re| are) (?:also |gladly |be )?(?:happy|glad|willing|fix|send|open|submit|make|work on|try|help|do|provide|create)\b/i
/** `In older versions we haven't seen this.` */
const neverSeen = /\b(?:i|we) (?:haven['’]t|have not|have never|never|didn['’]t|did not) \w+/i
/** What a user does to see it. */
const step =
  /^(?:\d+[.)]\s*)?(?:click|open|go|run|type|press|navigate|visit|start|launch|select|install|scroll|enter|try|fill|log|sign|choose|drag|tap|hover|clone|reload|wait)\b/i
/** `const a = 1 // one`: what comes out, and nothing that it is said of. */
const codeLike = /[{};]|(?:^|\s)(?:\/\/|=>?|[!=]==?|:=|->)(?:\s|$)/
/** A language that is read: anything else is shown to a person first. */
const foreign = /[\u00C0-\u024F\u0370-\u1FFF\u3040-\u30FF\uAC00-\uD7AF]/u
const helping = /n['’]t\b|\b(?:should|must|shall|would|could|may|might|be|remains?|keep)\b/i
/** `Graph doesn't support thresholds`, where a form asks what was expected: that is what happens. */
const unable =
  /\b(?:(?:does|do|did)(?: not|n['’]t)|cannot|can['’]t|could(?: not|n['’]t)) (?:\w+ )?(?:support|work|exist|let|handle|respect|recogni[sz]e|honou?r|find|see|get|use|open|connect|install)\b|\b(?:is|are)(?: not|n['’]t) (?:\w+ )?(?:supported|working|implemented|possible|available)\b/i

function deniesWish(text: string): boolean {
  return (
    unable.test(text) &&
    !/\b(?:should|must|instead|when|if|unless|expect\w*|longer|error|message|warning)\b/i.test(text)
  )
}

const functionWords = /\b(?:the|a|an|is|are|be|to|of|in|on|and|with|not|no|it|as|for|that)\b/i

/** `I'm not sure, maybe a message?`, where a form asks what was expected. */
export function isDoubt({ text, expected }: StatedItem): boolean {
  return (
    expected === true &&
    (doubts.test(text) ||
      deniesWish(text) ||
      tellsPresent(text) ||
      offers.test(text.trim()) ||
      (neverSeen.test(text) && !/\b(?:should|would|must|shall|will)\b/i.test(text)) ||
      splitSentences(text).every((sentence) => isStory(sentence)) ||
      step.test(text.trim()) ||
      splitSentences(text).every((sentence) => /[?？]$/.test(sentence)))
  )
}

/** `Expected: 42`, `I would expect '42'.`: it says what comes out, and not of what. */
export function isBareValue(text: string): boolean {
  const plain = foldMarks(text.slice(0, longest)).replaceAll('’', "'").trim()
  const value = plain.replace(/^[^\s:]{2,12}:/, '').replace(expecting, '')
  return value !== plain && !/\p{L}/u.test(value.replaceAll(/`[^`\n]*`|"[^"\n]*"|'[^'\n]*'/g, ' '))
}

/**
 * What stands where a form asks for what was expected says by itself what is to be seen: a short statement, read in
 * English or Chinese. Whatever else people write there is asked about.
 */
export function isCheckable(text: string): boolean {
  const plain = foldMarks(text).replaceAll('’', "'")
  const said = plain.replace(expecting, '').replaceAll(/`[^`\n]*`|"[^"\n]*"/g, ' x ')
  // Of code alone nobody says what is to come of it.
  if (text.startsWith('As shown:')) return false
  // `It to compile.` goes on with what its form asked.
  if (isBareValue(text) || /^(?:it|this|that|them|everything) to\b/i.test(said)) return false
  if (text.length > longest || splitSentences(text).length > mostSentences) return false
  if (codeLike.test(said)) return false
  // `The contents of the file`: what is to become of it nobody says.
  if (!/[\u3400-\u9FFF]/.test(said) && (/^(?:for|to)\b/i.test(said) || !hasVerb(said))) return false
  if (/[?？]/.test(said) || talkPattern.test(said) || step.test(said.trim()) || foreign.test(said)) return false
  if (!/[\u3400-\u9FFF]/.test(said) && !functionWords.test(said)) return false
  return judgeStatement(text).concrete
}

const noSubject =
  /^(?:the|an?|all|no|any|some|these|those|each|every|of|in|on|at|to|for|from|with|by|over|under|across|between|into|without|within|via|per|through|during|after|before|against|and|or|as|than|its|their|your|our|my|\w+ing)$/i

/** Something is said of it; any word with an *s* behind a noun may be its verb: `The session survives a reload`. */
export function hasVerb(said: string): boolean {
  if (tellsState(said) || helping.test(said)) return true
  const words = said.slice(0, longest).match(/[\p{L}\d`'’-]+/gu) ?? []
  return words.some(
    (word, at) =>
      at > 0 && /^[a-z]{2,}[^s\W]s$/.test(word) && !noSubject.test(words[at - 1] ?? '') && words[at + 1] !== 'of',
  )
}
