import { withoutEmphasis, withoutLinks } from '../../text/without-emphasis.ts'
import type { StatedItem, TaskOutline } from './read/task-outline.ts'
import { countTelling } from './request/sentences/count-telling.ts'
import { recordText } from '../../language/message.ts'
import { askRestOfList } from './request/asks/ask-rest-of-list.ts'
import { answerRequest } from './request/answer-request.ts'
import { askOpenly, type RequestRefusal, yielding } from './request/asks/ask-openly.ts'
import { asksForHelp, asksHowTo, callsForHelp } from './request/taken/asks-for-help.ts'
import { isAskedOf, isOfTale, isStray } from './request/taken/is-asked-of.ts'
import { namesUsage } from './request/taken/take-from-title.ts'
import { leadByTitle } from './request/taken/lead-by-title.ts'
import { takeByDefault } from './request/taken/take-by-default.ts'
import { isNeverWanted } from './request/doubts/never-wanted.ts'
import type { FormReading } from './form/read-form.ts'
import { issueKind, isOfTitle, plainTitle } from './request/issue-title.ts'
import { givesOrder, saysLack, saysTrouble } from './request/judge-sentence.ts'
import { isToBeGone, withoutGone } from './request/no-longer.ts'
import { isOrder, sharesWords } from './request/tells-state.ts'
import { asksForSelf } from './words/find-reason-to-decline.ts'
import { findDoubt } from './request/find-doubt.ts'
import { isDoubt } from './request/is-checkable.ts'
import { type IssueRequest, readRequest } from './request/read-request.ts'
import { findLeftOut } from './answer/left-out.ts'
import { isWritten, noteConfirmed, readingOf } from './answer/reading-of.ts'
import { understand, type Understood } from './request/understand.ts'
import { askAboutUnsure } from './request/asks/ask-about-unsure.ts'
import { quoteIssue } from './quote-issue.ts'
import { makeOnlyTask } from './make-only-task.ts'
import type { NoPlan, WholeIssue } from './whole-issue.ts'

/** An issue that names no task, as one. */
interface WholeReading {
  task: TaskOutline
  /** What must hold of it. */
  acceptance: StatedItem[]
  /** Why there is no plan of it yet. */
  empty: NoPlan | undefined
  notes: string[]
}

/** What an issue that names no task asks for: a plan where it is written or a person said that it was read right, else a question. */
export function readWhole(issue: WholeIssue): WholeReading {
  const { title, body, form, outline, isSpelledOut, confirmed } = issue
  const read = withoutTales(title, readPlainly(readRequest(title, form, outline.acceptance)))
  const understood = understand(title, form, outline.acceptance, read)
  const refusal = isSpelledOut ? undefined : findRefusal(issue, read, understood)
  const isSilent = [read.stated, read.derived, outline.acceptance].every((one) => one.length === 0)
  const isLeft = refusal === undefined ? isSilent && !isSpelledOut : refusal.yields === true
  const unsaid = { title, body, form, request: read, understood }
  const taken = isLeft ? takeByDefault(unsaid) : []
  const request = taken.length > 0 ? withTaken(read, taken) : leadByTitle(unsaid)
  const task = makeOnlyTask(title, request, outline, form, issue.files)
  const acceptance = [...outline.acceptance, ...request.stated]
  const ofText = [...task.criteria, ...acceptance].filter(({ text }) => !isOfTitle(text, title))
  if (isPartlyPointed(task, ofText)) task.isPartlyPointed = true
  if (isSpelledOut) return { task, acceptance, empty: undefined, notes: [] }
  if (refusal !== undefined && taken.length === 0) {
    const asked = refusal.yields === true && asksForHelp(title, form) ? asksOnly : refusal
    return { task, acceptance: [], empty: quoteIssue(asked, issue, task, request, understood), notes: [] }
  }
  if (isWritten(outline.acceptance, request)) return { task, acceptance, empty: undefined, notes: [] }
  const all = [...request.derived, ...outline.acceptance.filter((one) => !isDoubt(one)), ...request.stated].filter(
    ({ text }, index, others) => others.findIndex((one) => one.text === text) === index,
  )
  const said = dropVague(all)
  const left = all.filter((one) => !said.includes(one))
  const besides = findLeftOut(title, form, request, { ...understood, wanted: [...left, ...understood.wanted] }, said)
  const reading = readingOf(title, task, said, besides)
  const yes = confirmed.get(reading.id)
  if (yes !== undefined)
    return {
      task,
      acceptance: said.filter((one) => !request.derived.includes(one)),
      empty: undefined,
      notes: [noteConfirmed(title, said, yes)],
    }
  return { task, acceptance: [], empty: { kind: 'needs_input', lacks: [], reading }, notes: [] }
}

/** Why there is no plan of it yet, and nothing to say yes to. */
function findRefusal(
  { title, body, form, outline }: WholeIssue,
  request: IssueRequest,
  understood: Understood,
): RequestRefusal | undefined {
  const isAccepted = outline.acceptance.length > 0
  const rest = isAccepted ? undefined : askRestOfList(form, request)
  return (
    answerRequest(title, body, form, outline, request, understood) ??
    (isAccepted || request.inForm || request.isReport || !asksHowTo(form) ? undefined : asksOnly) ??
    (rest === undefined
      ? undefined
      : yielding(askOpenly(recordText('What should be so when this is done? {rest}', { rest })))) ??
    (isAccepted || request.inForm || !(isOfText(title, request) ? asks(title, form) : asksOfOwn(title, request))
      ? undefined
      : asksOnly) ??
    askAboutUnsure(title, body, [...request.derived, ...request.stated], understood, request.isUnread)
  )
}

/** Nothing is known but what the text complains of, and that is not what its title names. */
function isOfText(title: string, { stated, derived }: IssueRequest): boolean {
  const isOther = derived.every(({ line, text }) => line !== 1 && !sharesWords(text, plainTitle(title)))
  return stated.length === 0 && derived.length > 0 && isOther
}

/** `Alignment question`, above `If I am right, you align the signal`. */
function asksOfOwn(title: string, { stated, derived }: IssueRequest): boolean {
  return asking.test(title) && stated.length === 0 && derived.some(({ text }) => ofOwn.test(withoutGone(text)))
}

const ofOwn = /^(?:if|looking for|i|i['’]m|we)\b/i
/** `Retries not working?`, `Base-wise alignment question` */
const asking = /[?？]\s*$|\bquestions?\b/i

function asks(title: string, form: FormReading): boolean {
  const isShown = form.nodes.some(({ kind }) => kind === 'fence')
  return (asking.test(title) && !isShown) || callsForHelp(title, form) || asksForSelf(`${plainTitle(title)}?`)
}

/** `Path Tracing Render Denoise`: each word is set as in the name of a thing, and none tells of trouble. */
function isTitleCase(title: string): boolean {
  const words = title.split(/\s+/)
  const isName = words.every((word) => /^(?:\p{Lu}|of|to|for|in|on|and|with|by|the|an?$)/u.test(word))
  return words.length > 2 && isName && !saysTrouble(title) && !saysLack(title)
}

/** A tale of its author's is no criterion, and what is ordered is not turned round, also where it stands in a report. */
function withoutTales(title: string, request: IssueRequest): IssueRequest {
  const isPlainly = request.inForm || request.isUnread
  // What stands in the paragraph of a wish belongs to it.
  const wished = new Set(request.stated.filter((one) => one.wished === true).map(({ line }) => line))
  const isKept = (one: StatedItem): boolean =>
    isOfTitle(one.text, title) ||
    (!isNeverWanted(one.text) && !isStray(one.text) && (isPlainly || wished.has(one.line) || isAskedOf(one, plain)))
  // `[Feature] Easy to use input` is no trouble, whatever verb it has.
  const plain = plainTitle(title)
  const isName = issueKind(title) === 'feature' || isTitleCase(plain) || namesUsage(plain)
  const isTurned = ({ text }: StatedItem): boolean =>
    (isOrder(withoutGone(text)) && givesOrder(withoutGone(text))) || (isName && isOfTitle(text, title))
  const ordered = request.derived.filter((one) => isTurned(one))
  return {
    ...request,
    stated: [
      ...request.stated.filter((one) => isKept(one)),
      ...ordered.map((one) => ({ ...one, text: withoutGone(one.text) })),
    ],
    derived: request.derived.filter(
      (one) => !isTurned(one) && (isOfTitle(one.text, title) || !isOfTale(withoutGone(one.text))),
    ),
  }
}

const asksOnly = yielding(
  askOpenly(
    recordText('This reads like a question. If something is to be changed, what should be so when it is done?'),
  ),
)

function withTaken(request: IssueRequest, taken: readonly StatedItem[]): IssueRequest {
  const plain = readPlainly({ ...request, stated: [...taken], derived: [] }).stated
  const isGone = ({ text }: StatedItem): boolean => isToBeGone(text)
  return { ...request, derived: plain.filter((one) => isGone(one)), stated: plain.filter((one) => !isGone(one)) }
}

/** Of several criteria some speak of the one file that is pointed at, and others of something else: more than it must change. */
function isPartlyPointed({ suggested }: TaskOutline, criteria: readonly StatedItem[]): boolean {
  const [only, second] = suggested
  if (only === undefined || second !== undefined) return false
  const about = criteria.filter(({ text }) => text.includes(only.path))
  return about.length > 0 && about.length < criteria.length
}

/** What is stated becomes a criterion, which shows no Markdown but code. */
function readPlainly(request: IssueRequest): IssueRequest {
  const plain = (one: StatedItem): StatedItem => ({ ...one, text: withoutLinks(withoutEmphasis(one.text)) })
  return { ...request, derived: request.derived.map(plain), stated: request.stated.map(plain) }
}

/** Of several only those that name something for sure: not `It should work.` */
function dropVague(said: readonly StatedItem[]): StatedItem[] {
  const clear = said.filter((one) => countTelling(one.text) > 0 && findDoubt(one) === undefined)
  return clear.length > 0 ? clear : [...said]
}
