import type { FormReading } from '../form/read-form.ts'
import type { StatedItem } from '../read/task-outline.ts'
import { asksForTelling, asksForWork, isQuestion, saysThanks } from '../words/find-reason-to-decline.ts'
import { splitSentences } from '../words/split-sentences.ts'
import { withoutEmphasis } from '../../../text/without-emphasis.ts'
import { isNoOpinion, isSpecificTrouble, titleNamesWork } from './enough.ts'
import { gatherPassages, type Passage } from './gather-passages.ts'
import { isStory } from './is-story.ts'
import { namesWish, plainTitle } from './issue-title.ts'
import { countTelling, namesParticular } from './sentences/count-telling.ts'
import {
  givesOrder,
  isPrinted,
  isStepOfUser,
  saysExpectation,
  saysLack,
  saysTrouble,
  tellsToil,
  unneeded,
  wantsNothing,
  wantsWords,
} from './judge-sentence.ts'
import { withoutWishing } from './sentences/without-wishing.ts'
import { isStray } from './taken/is-asked-of.ts'
import { isCodeLine } from './traces/is-code-line.ts'
import type { IssueRequest } from './read-request.ts'
import { isOrder, tellsState } from './tells-state.ts'

/** What an issue says of itself, in its own words: what may be wanted, what is wrong, and how it is today besides. */
export interface Understood {
  wanted: StatedItem[]
  wrong: StatedItem[]
  told: StatedItem[]
  /** The title, where it only names something: `Dark mode`. */
  topic: StatedItem | undefined
}

const most = 5
const longest = 300
/** A sentence that names less is no help. */
const ofSentence = 3
const ofTitle = 2
/** `It fails:` announces what it says; a longer sentence says it. */
const ofAnnounced = 40
const courtesy =
  /\b(?:thanks|thank you|cheers|sorry|hi|hello|regards|appreciat\w+|happy to|willing to|no worries|let me know|auto(?:matically)?[- ]?(?:created|generated))\b|^(?:hallo|bonjour|hola|olá|merci|danke|gracias|obrigad[oa])\b|^#\d+$|^(?:reported by|from:)/i
/** `Importing it gives a lot of strange lines:`, and not `It looks like this:` */
const tellsWrong =
  /\b(?:gives?|returns?|produces?|prints|yields|(?:do|does|is|are|can)(?: not|n['’]t)|not|fails?) (?!.*\b(?:this|these|following|errors?|support|as)\W{0,4}$)\S+ .*[:：]-?$/i
/** `The warning is fantastic`. */
const praises =
  /^(?!.*\b(?:but|however|except|if|would)\b).*\b(?:is|are) (?:really |so |very |simply )?(?:just )?(?:fantastic|awesome|amazing|wonderful|excellent|brilliant|cool)\b/i
const proposesFix =
  /^(?:an? |one |the |my )?(?:possible |potential |simple |obvious )?(?:solution|fix|workaround) (?:is|would be|could be|might be) (?:to\b|that\b|\w+ing (?:an?|the|all|it|this|that|every|some)\b)/i
const proposes =
  /^(?:i (?:think|believe|guess) )?(?:we|you) could (?:also |maybe |perhaps )?(?:add|allow|have|provide|show|support|offer|include|introduce)\b|\bi(?:['’]m| am) (?:envisioning|imagining|thinking of|proposing|suggesting) \w|\b(?:might|would|could) be (?:worth|worthwhile) (?:to )?\w{3,}|\b(?:can|could) be (?:fixed|solved|resolved|avoided|mended) by \w+ing\b|(?<!\b(?:i|we|i would|we would|i['’]d|you|all) )\bneeds? \w|\bwe can (?:now |also |then |safely )?(?:add|drop|remove|delete|replace|rename|move|use|make|switch|upgrade|split|merge|set|show|put|turn|let|give|allow|have|provide|introduce|extend)\b|\b(?:would|could|might)\b.{0,120}\bto (?:\w+ly )?(?:add|allow|provide|support|offer|enable|expose|introduce) \w|\b(?:we|you|it|one|this|that) could (?!not\b|be (?:because|due|caused|related))\w/i

/** `This widget would resize itself to its children`: a thing that there is not yet. */
const wouldDo =
  /^(?:this|that|the|such an?|it) (?:[\w-]+ ){0,4}would (?:simply |just |then |also )?(?!be\b|have\b|allow|help|make|mean|not\b|like|love|need|require)[a-z]{3,}\b/i

/** `The "issue" would be that the docs say milliseconds`. */
export const theIssue = /\b(?:issue|problem|bug)["”]? (?:is|here is|would be|seems to be) (?:that|in)\b/i

/** `Setting a reason would help users to see it`. */
const wouldHelp =
  /\b(?:setting|adding|having|using|showing|allowing|making|providing|customi[sz]ing) .{3,200}\bwould (?:help|solve|fix|be (?:\w+ )?(?:good|great|nice|useful|helpful|better))\b/i

/** `Adding support for x`, `Option for y`, in a list. */
const itemOfWork =
  /^(?!(?:during|nothing|something|anything|everything|according|regarding|including|using|being|having|trying|going|running)\b)\w{3,20}ing \w|^(?:an? )?(?:options?|support|ability|possibility) (?:for|to) \w/i

/** `See the end of the paper`, `Currently this is …`. */
const ofNoWork = /^(?:\w+ly|see|look|think|consider|note|here|now|today|so|there|then|hence|\w+ (?:what|which|how))\b/i

type SentenceKind = 'wanted' | 'wrong' | 'told' | 'topic' | 'nothing'

/** What a sentence is of these; versions, questions and stories are neither. */
function sayWhich({ text, isItem }: Pick<Passage, 'text' | 'isItem'>, isBug: boolean, isUnread: boolean): SentenceKind {
  if (isQuestion(text.replace(/\W{1,5}$/, (end) => (end.includes('?') ? '?' : ''))))
    return asksForWork(text) && !wantsWords(text) ? 'wanted' : 'nothing'
  if (isStray(text)) return 'told'
  if (asksForTelling(text) || /^you (?:may|can|must|should|need)\b/i.test(text)) return 'nothing'
  if (isStepOfUser(text) && (isBug || /\byour?\b/i.test(text))) return 'nothing'
  if (
    !isBug &&
    /(?:^|, )(?:i|we)(?:['’]d| would)? (?:really )?(?:want|like|need|love) to (?!(?:confirm|know|ask|investigate|figure|find|decide|look|see|test|try|understand|check|hear|discuss|say|mention|thank|report|make sure)\b)\w/i.test(
      text,
    )
  )
    return 'wanted'
  if (saysExpectation(text) || givesOrder(text) || proposesFix.test(text)) return 'wanted'
  if (!isBug && !isItem && isOrder(text) && !ofNoWork.test(text)) return 'wanted'
  if (!isNoOpinion(text) && !namesParticular(text)) return 'nothing'
  if (isItem && !isBug && itemOfWork.test(text)) return 'wanted'
  if (wouldHelp.test(text) || (!isBug && wouldDo.test(text))) return 'wanted'
  if (/^(?:i|we)(?:['’]d| would)? (?:want|like|need|wish) to\b/i.test(text)) return 'told'
  if (saysTrouble(text) || saysLack(text) || theIssue.test(text)) return 'wrong'
  if (proposes.test(text.replaceAll(unneeded, ' ')) && !wantsNothing(text)) return 'wanted'
  if (isUnread) return 'told'
  return !isItem && tellsState(text) && !/\bv?\d+\.\d+/.test(text) ? 'told' : 'nothing'
}

/** Title and sentences by what they say, each kind in the order of the issue. */
export function understand(
  title: string,
  form: FormReading,
  accepted: readonly StatedItem[],
  { isBug, isUnread, title: named }: IssueRequest,
): Understood {
  const first = readTitle(plainTitle(title), named, isBug)
  const said = gatherPassages(form.placed)
    .filter(({ part }) => ['other', 'wanted', 'report', 'tasks', 'environment'].includes(part))
    .flatMap(({ text, line, isItem }) =>
      isPrinted(text) || isCodeLine(text) ? [] : splitSentences(text).map((one) => ({ text: one, line, isItem })),
    )
    .filter(
      ({ text }) =>
        text.length <= longest &&
        !/^\(.*\)$|^note\b|^\*\*[^*]{1,60}\*\*$|^\*\*[^*]{1,40}(?::\*\*|\*\*:)/i.test(text) &&
        (!/[:：]-?$/.test(text) || tellsWrong.test(text) || (text.length > ofAnnounced && saysTrouble(text))) &&
        !isCourtesy(text) &&
        !saysThanks(text) &&
        !isStory(text),
    )
    .filter(({ text }) => !tellsToil(text) && countTelling(text) >= ofSentence)
    .map(({ text, line, isItem }) => ({
      text: withoutEmphasis(withoutWishing(text.replace(/[:：]-?$/, ''))),
      line,
      ...(isItem ? { listed: true as const } : {}),
      which: sayWhich({ text, isItem }, isBug, isUnread),
    }))
  const own = accepted.filter(({ text }) => countTelling(text) > 0).map((one) => ({ ...one, which: 'wanted' as const }))
  const pick = (which: SentenceKind): StatedItem[] => {
    const seen = new Set<string>()
    return [...first, ...own, ...said]
      .filter((one) => one.which === which && !seen.has(one.text) && seen.add(one.text))
      .slice(0, most)
      .toSorted((a, b) => a.line - b.line)
      .map(({ which: _which, ...one }) => one)
  }
  return { wanted: pick('wanted'), wrong: pick('wrong'), told: pick('told'), topic: pick('topic')[0] }
}

/** It greets, thanks or tells who wrote it. */
export function isCourtesy(text: string): boolean {
  return courtesy.test(text) || praises.test(text)
}

function readTitle(plain: string, named: string, isBug: boolean): (StatedItem & { which: SentenceKind })[] {
  if (countTelling(plain) < ofTitle || plain.length > longest) return []
  if (isQuestion(plain)) return asksForWork(plain) ? [{ text: withoutWishing(plain), line: 1, which: 'wanted' }] : []
  return [{ text: named, line: 1, which: whichTitle(plain, isBug) }]
}

/** Whether a title orders something, tells what is wrong, or only names it. */
export function whichTitle(plain: string, isBug: boolean): 'wanted' | 'wrong' | 'topic' {
  // Who shouts names nothing by it.
  const isShouted = !/\p{Ll}/u.test(plain) && plain.split(/\s+/).length > 2 && /\p{Lu}/u.test(plain)
  if (!isShouted && (namesWish(plain) || titleNamesWork(plain) || isOrder(plain) || saysExpectation(plain)))
    return 'wanted'
  const isWrong = saysLack(plain) || saysTrouble(plain) || (isBug && isSpecificTrouble(plain) && tellsState(plain))
  return isWrong ? 'wrong' : 'topic'
}
