import type { StatedItem } from '../../read/task-outline.ts'
import { asksForWork, isQuestion } from '../../words/find-reason-to-decline.ts'
import { isNeverWanted } from '../doubts/never-wanted.ts'
import { isSlowness, lacksMeasure } from '../doubts/loose-words.ts'
import { isNoOpinion, isSpecificTrouble, titleNamesWork } from '../enough.ts'
import { findDoubt } from '../find-doubt.ts'
import { isOfTitle, plainTitle } from '../issue-title.ts'
import { givesOrder, saysLack, saysTrouble } from '../judge-sentence.ts'
import { noLonger, withoutScene } from '../no-longer.ts'
import { sharesWords } from '../tells-state.ts'
import { isStray } from './is-asked-of.ts'
import type { UnsaidIssue } from './unsaid-issue.ts'

const most = 4
/** What, the sentence before says. */
const pointsOnly =
  /^(?:this|that|it|these|those|they) (?:could|can|might|would(?! (?:also |really )?be )|will|needs?)\b/i
const joint = /^(?:and|but|so|however|unfortunately|sadly),? (?=\S)/i
const goesOn = /^(?:then|also|both of|this|that|it|these|those|they)\b/i
/** How, nobody says. */
const asItShould = /\b(?:accordingly|properly|correctly|as expected|(?:handle|solve|fix) (?:this|it|that))\b/i
/** `We could keep two lists, or one`: which? */
const offers = /\bcould\b.*, or\b|\bin (?:multiple|several|various|different|many) ways\b/i
/** `Do not use a window for it` */
const forbids = /^(?:please )?(?:do not|don['’]t|never) [a-z]{2,}/i
/** Their own trouble, or what might be one. */
const ofAuthor =
  /^(?:i|we)(?:['’]d| would)? (?:want|need|wish|like|love|plan) to\b|\b(?:i|we)(?:['’]m| am|['’]re| are)? (?:\w+ )?(?:having|have|had) (?:\w+ )?(?:trouble|problems?|issues?|difficult(?:y|ies))\b|^having\b|\banother (?:issue|problem)\b|\bran into\b|\bnot clear\b|\bi would['’]?(?:ve| have)\b|\bi (?:fail|failed|can['’]?t|cannot|couldn['’]?t|don['’]?t)\b|\b(?:might|may)\b|^(?:the |this )?feature\b|我/i

const hasToBe = /\b(?:must|ha(?:s|ve) to)\b/i

/** What the text wishes besides its title, as far as it says it by itself; in a report, what it expects. */
export function findWishes({ title, request, understood }: UnsaidIssue): StatedItem[] {
  return (
    understood.wanted
      .filter(({ text }) => !isOfTitle(text, title) && findDoubt({ text, line: 1 }) === undefined)
      .filter(({ text }) => !offers.test(text) && !pointsOnly.test(text) && !isNeverWanted(text) && !isStray(text))
      // What has to be so may be so already, where it is of something else.
      .filter(({ text }) => !hasToBe.test(text) || sharesWords(text, plainTitle(title)))
      .filter(({ text }) => !request.isVague || !(lacksMeasure(text) || asItShould.test(text)))
      // `Split transactions are simple`
      .filter(({ text }) => !givesOrder(text) || titleNamesWork(text))
      .filter(
        ({ text, listed }) => !request.isBug || (listed !== true && !/^(?:if|i|we)\b(?!.{0,20}\bexpect)/i.test(text)),
      )
      .slice(0, most)
  )
}

/** What the text says to be wrong with what its title only names. */
export function findComplaint({ title, understood }: UnsaidIssue): StatedItem | undefined {
  const told = understood.wrong
    .filter(({ listed }) => listed !== true)
    .map(({ text, line }) => ({ text: withoutScene(text.replace(joint, '')), line }))
    .filter(({ text }) => !isOfTitle(text, title) && !(isQuestion(text) && !asksForWork(text)))
    .filter(({ text }) => !forbids.test(text) && isNoOpinion(text) && !goesOn.test(text) && !ofAuthor.test(text))
    // `Show a marker instead of all points` tells nothing that is wrong.
    .filter(({ text }) => saysTrouble(text.replace(/\binstead of\b.*/i, '')) || saysLack(text))
    .filter(({ text }) => isSpecificTrouble(text) && (/\d/.test(text) || !isSlowness(text)))
  const one = told.find(({ text }) => sharesWords(text, plainTitle(title))) ?? told[0]
  return one === undefined ? undefined : { text: noLonger(one.text), line: one.line }
}
