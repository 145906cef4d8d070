import { gatherTold } from './gather-told.ts'
import type { StatedItem } from '../../read/task-outline.ts'
import type { FormReading } from '../../form/read-form.ts'
import { asksForSelf } from '../../words/find-reason-to-decline.ts'
import { splitSentences } from '../../words/split-sentences.ts'
import { isToBeFoundOut } from '../../words/is-to-be-found-out.ts'
import { doubtsBelow } from '../doubts/may-be-more.ts'
import { findDoubt } from '../find-doubt.ts'
import { issueKind, plainTitle } from '../issue-title.ts'
import { givesOrder, saysExpectation, saysLack, saysTrouble } from '../judge-sentence.ts'
import { countTelling } from '../sentences/count-telling.ts'
import { coversWords, isOrder, sharesWords, tellsState } from '../tells-state.ts'
import { asksForHelp } from './asks-for-help.ts'
import { findComplaint, findWishes } from './find-told.ts'
import { findPoints } from './listed-items.ts'
import { statesHow, takeFromTitle } from './take-from-title.ts'
import type { UnsaidIssue } from './unsaid-issue.ts'

const ofComplaint = 4
const ofTopic = 3

/**
 * What must hold of it: what its title orders, that what is wrong by it is so no longer, or, below a mere name, what the
 * text wishes or complains of. Empty where somebody must be asked first.
 */
export function takeByDefault(issue: UnsaidIssue): StatedItem[] {
  const { title, form, request } = issue
  const plain = plainTitle(title)
  if (request.isUnread || mustBeAsked(issue)) return []
  const titled = takeFromTitle(issue)
  const isPlain =
    (titled?.kind === 'wrong' && countTelling(plain) >= ofComplaint) || isOrder(plain) || saysExpectation(plain)
  if (asksForHelp(title, form) && (!isPlain || repeatsAsked(form, plain))) return []
  const points = request.isBug ? [] : findPoints(form)
  if (points.length > 0) return [...(titled === undefined ? [] : [titled]), ...points]
  const wishes = findWishes(issue)
  if (titled?.kind === 'wanted') return [titled, ...wishes.filter(({ text }) => !repeats(text, titled.text))]
  // `Pixel overflow widget`, above what it would do.
  const isName = !tellsState(plain) && !saysLack(plain) && !request.isReport
  if (titled?.kind === 'wrong' && !(isName && wishes.length > 0)) return [titled, ...wishes]
  if (wishes.length > 0) return wishes
  if (request.isVague) return []
  const complaint = findComplaint(issue)
  if (complaint !== undefined) return [complaint]
  return titled?.kind === 'topic' && (mayBeHad(issue, plain) || isExplained(issue, plain)) ? [titled] : []
}

/** `Export with formulas`, above nothing but `Can I export with formulas?` */
function repeatsAsked(form: FormReading, title: string): boolean {
  const [only, ...others] = form.nodes.flatMap((node) => (node.kind === 'line' ? splitSentences(node.text) : []))
  return only !== undefined && others.length === 0 && asksForSelf(`${only}?`) && coversWords(only, title)
}

/** Somebody would have it. */
const wishing =
  /\b(?:would|could|want\w*|wish\w*|like to|need\w*|allow\w*|enabl\w*|useful|helpful|feature|support\w*|option\w*|request\w*|propos\w*|instead|will)\b|希望|需要|建议|支持|功能/i

const mostPlaced = 2
const ofName = 2

/** `I2C driver`, above nothing but `Creating a bare metal I2C driver`. */
function isExplained({ form, request, understood }: UnsaidIssue, plain: string): boolean {
  const [said, ...others] = gatherTold(form, false)
  if (said === undefined || others.length > 0 || form.placed.length > mostPlaced) return false
  const isTold = request.isAsking || request.isReport || understood.wrong.length > 0 || tellsState(said.text)
  return !isTold && !finding.test(said.text) && sharesWords(said.text, plain) && countTelling(plain) >= ofName
}

/** What comes of it nobody knows yet, and praise: `Look at compressing files`. */
const finding = /^(?:look|see|think|consider|investigate|explore|check|try)\b|\bwould be\b/i

/** `Load or save a preset by MIDI input`, above a text that tells what for, and of no bug. */
function mayBeHad({ title, body, form, request, understood }: UnsaidIssue, plain: string): boolean {
  if (request.isReport || request.isAsking || form.templated || issueKind(title) === 'bug') return false
  const tells = understood.told.length + understood.wrong.length > 0 && countTelling(plain.toLowerCase()) >= ofTopic
  const isStated = statesHow(plain) || tellsState(plain.replaceAll(/[^\p{ASCII}]/gu, ''))
  return tells && !isStated && wishing.test(`${title}\n${body.slice(0, 5_000)}`)
}

function repeats(said: string, title: string): boolean {
  return givesOrder(said) && sharesWords(said, title) && countTelling(said) <= countTelling(title)
}

/** Nobody has chosen yet: `We can either overwrite it, or keep a few`. */
const offers =
  /\b(?:either .{1,200} or|(?:some|possible|the|two|three|several|other) (?:options|alternatives|approaches|ways)|alternatively|(?:some|few|several) (?:suggestions|ideas) (?:for|of|on)\b)/i
const undecided =
  /^(?:(?:re-?)?(?:consider|think about|evaluate|understand(?:ing)?|learn(?:ing)?|let me know)|feedback|thoughts|questions|ideas|notes|meeting)\b|\b(?:tbd|to be (?:defined|decided|discussed)|rough idea|no design yet|let['’]s (?:talk|discuss)|needs? (?:further |more )?(?:clarification|discussion|refinement))\b/i
/** Told, and nothing is to be done. */
const announces =
  /\b(?:thought (?:you|this|it|i) (?:might|may|would|could)|fyi|for your information|just (?:want(?:ed)? to )?(?:shar(?:e|ing)|let(?:ting)? you know|mention)|is a fork of|check out (?:this|these|my)|in this (?:guide|article|post|tutorial))\b/i
/** `My order has not arrived` */
const ofAuthor = /^(?!as an?\b).*\b(?:my|refund)\b/i

function mustBeAsked({ title, body }: UnsaidIssue): boolean {
  const plain = plainTitle(title)
  const kind = issueKind(title)
  if (kind === 'question' || kind === 'proposal' || isToBeFoundOut(plain) || ofAuthor.test(plain)) return true
  if (findDoubt({ text: plain, line: 1 }) === 'hedged') return true
  if (doubtsBelow.test(body.slice(0, 5_000)) && !saysTrouble(plain) && !saysLack(plain)) return true
  const said = `${plain}\n${body.slice(0, 5_000)}`
  return undecided.test(said) || announces.test(said) || offers.test(said)
}
