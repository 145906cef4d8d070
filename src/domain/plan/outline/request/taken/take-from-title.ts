import type { StatedItem } from '../../read/task-outline.ts'
import { asksForWork, isQuestion } from '../../words/find-reason-to-decline.ts'
import { isBareError } from '../doubts/bare-error.ts'
import { isLoose, isLooseTask, isSlowness, isUnnamed, lacksMeasure } from '../doubts/loose-words.ts'
import { failing, isNoOpinion, isWide } from '../enough.ts'
import { findDoubt } from '../find-doubt.ts'
import { happens, namesActivity } from '../find-wrong.ts'
import { issueKind, plainTitle } from '../issue-title.ts'
import { saysLack, saysTrouble } from '../judge-sentence.ts'
import { noLonger } from '../no-longer.ts'
import { countTelling } from '../sentences/count-telling.ts'
import { withoutWishing } from '../sentences/without-wishing.ts'
import { statesPlainly } from '../tells-state.ts'
import { whichTitle } from '../understand.ts'
import { findComplaint } from './find-told.ts'
import type { UnsaidIssue } from './unsaid-issue.ts'

/** What a title says of itself: what to do, what is wrong, or only of what the text is. */
export interface Titled extends StatedItem {
  kind: 'wanted' | 'wrong' | 'topic'
}

/** A title without a text is read where it names so much. */
const ofAlone = 4
const ofTitle = 2
const ofTopic = 3
/** `Implement hover`, above a text that shows what it is. */
const ofOrder = 1
const ordersThing =
  /^(?:please )?(?:add|implement|support|introduce|remove|drop|delete|enable|disable|expose) (?!(?:more|other|some|better|new|any|additional)\b)/i
/** What is longer is a text that was put into the title. */
const longest = 240
/** `Steps: 1) open it, 2) it crashes` */
const steps = /\b1[).] .*\b2[).] /

/** `How to set it`, without a mark. */
const asksWhat = /^(?:how|what|why|where|which|who)\b/i
/** Verbs that may be nouns as well: either way the title names what is to be had. */
const beginsPlainly =
  /^(?:more|new|an?|options?|support|accept|access|animate|auto|bind|calculate|capture|clone|collapse|confirm|connect|copy|count|display|download|duplicate|edit|execute|export|fill|filter|find|force|give|highlight|import|insert|install|keep|launch|link|list|load|lock|map|match|move|open|pass|place|play|position|prompt|protect|query|read|record|refresh|register|remember|resize|restart|resume|rotate|save|scale|scan|scroll|search|select|share|ship|start|stream|subscribe|sync|toggle|track|trigger|unlock|upload|view|zoom)\b/i

/** `Error running the model` */
const namesFault =
  /^(?:uncaught )?(?:errors?|crash(?:es)?|exceptions?|failures?|problems?|issues?|bugs?)\b|\b(?:errors?|crash(?:es)?|exceptions?)\W*$/i

/** `Hope to add umap` */
const hoping =
  /^(?:(?:i|we) )?(?:hope|wish|want|would like|looking|rfe:?) (?:to )?(?=(?:add|have|see|support|get|upload|use)\b)/i

/** The title as what must hold; undefined where it names too little, or may be meant otherwise. */
export function takeFromTitle(issue: UnsaidIssue): Titled | undefined {
  const { title, body, request } = issue
  const plain = plainTitle(title).replace(hoping, '')
  const telling = countTelling(plain)
  if (request.byTitle) return { text: withoutWishing(plain), line: 1, kind: 'wanted' }
  const least = ordersThing.test(plain) ? ofOrder : ofTitle
  if (plain.length > longest || steps.test(plain) || telling < least || (body.trim() === '' && telling < ofAlone))
    return undefined
  if (isLoose(plain) || isLooseTask(plain) || isSlowness(plain) || !isNoOpinion(plain)) return undefined
  if ((isQuestion(plain) || asksWhat.test(plain)) && !asksForWork(plain)) return undefined
  const kind = findKind(plain, issue)
  if (kind === 'wrong' || (kind === 'topic' && namesFault.test(plain))) return takeWrong(plain, issue)
  if (lacksMeasure(plain) || isWide(plain)) return undefined
  if (kind === 'wanted') return { text: withoutWishing(plain), line: 1, kind }
  return isActivity(plain) ? undefined : { text: plain, line: 1, kind }
}

/** What is to be used from now on: `Usage of subscriptions instead of polling`. */
export function namesUsage(title: string): boolean {
  return /^(?:usage|use|using) (?:of )?.+ (?:instead of|rather than) /i.test(title)
}

function findKind(plain: string, issue: UnsaidIssue): Titled['kind'] {
  if (namesUsage(plain)) return 'wanted'
  const which = whichTitle(plain, issue.request.isBug)
  if (which === 'wanted') return failing.test(plain) ? 'wrong' : which
  if (which === 'wrong' && (saysTrouble(plain) || saysLack(plain))) return isOther(plain) ? 'topic' : which
  const isNamed = beginsPlainly.test(plain) && countTelling(plain) >= ofTopic
  if (isNamed && (!issue.request.isBug || findComplaint(issue) === undefined)) return 'wanted'
  return issue.understood.wanted.length === 0 && tellsHow(plain, issue) ? 'wrong' : 'topic'
}

function takeWrong(plain: string, { form, understood }: UnsaidIssue): Titled | undefined {
  const text = noLonger(plain)
  // `Lost password`: where it shows, the text has to tell.
  const isShown = form.nodes.some((node) => node.kind === 'fence')
  const isSilent = !isShown && understood.wrong.length + understood.told.length < 2
  const isBare = isSilent && findDoubt({ text, line: 1 }) === 'named'
  return isBare || isUnnamed(plain) || isBareError(plain, form) ? undefined : { text, line: 1, kind: 'wrong' }
}

/** `Need a fix of it`, `Detecting drift`. */
function isOther(plain: string): boolean {
  return /^(?:needs?|wants?|request|please|requires?)\b/i.test(plain) || isActivity(plain)
}

/** `Importing recipes`: of whatever is wrong with it. */
function isActivity(plain: string): boolean {
  return namesActivity(plain) || (/^\w{3,}ing\b/i.test(plain) && !saysTrouble(plain))
}

/** `Users can sort it`: so it is to be. */
const ability = /^(?!.*\bonly\b).*\b(?:can|could|able to|allows?|supports?|should|must|will|as an?)\b/i
/** `Citations render as "?"`, `Version 2 reaches its end`. */
const says =
  /^(?!\w+ing\b)(?:\S+ ){0,3}[a-z]{3,}s (?:appear|break|come|crash|differ|disappear|diverge|fail|flicker|freeze|get|go|hang|have|jump|keep|lose|overlap|reappear|render|return|show|stay|take|vanish)\b|^(?:\S+ ){1,3}[a-z]{3,}[^s\W]s (?:its|their|the|an?|no|out|only|not)\b/i
/** It should not be so, as the text says. */
const turns =
  /\b(?:even|instead|but|however|although|only|should|expect\w*|wrong\w*|different\w*|problem|issue|bug)\b|^#{1,6} .*\b(?:version|browser|environment|os)\b/im

/** It states something, and names no more than a thing. */
export function statesHow(plain: string): boolean {
  const said = plain.replace(/ (?:how|what|why|where|when|whether|if|that|which|who)\b.*$/i, '')
  return /^\p{ASCII}*$/u.test(plain) && (statesPlainly(said) || happens.test(plain) || says.test(plain))
}

/** A statement of how something is, and no wish that it be so. */
function tellsHow(plain: string, { title, body, request }: UnsaidIssue): boolean {
  if (ability.test(plain) || isActivity(plain)) return false
  // `[Bug] OCR slightly tilting the scan`
  if (issueKind(title) === 'bug' && / \w{2,}ing /i.test(plain)) return true
  return statesHow(plain) && (request.isBug || turns.test(body.slice(0, 5_000)))
}
