import { withoutEmphasis, withoutLinks } from '../../text/without-emphasis.ts'
import type { StatedItem, TaskOutline } from './read/task-outline.ts'
import { countTelling } from './request/sentences/count-telling.ts'
import { recordText } from '../../language/message.ts'
import { askRestOfList } from './request/asks/ask-rest-of-list.ts'
import { answerRequest } from './request/answer-request.ts'
import { askOpenly } from './request/asks/ask-openly.ts'
import { isDoubt } from './request/is-checkable.ts'
import { type IssueRequest, readRequest } from './request/read-request.ts'
import { findLeftOut } from './answer/left-out.ts'
import { isWritten, noteConfirmed, readingOf } from './answer/reading-of.ts'
import { understand } from './request/understand.ts'
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
  const request = readPlainly(readRequest(title, form, outline.acceptance))
  const task = makeOnlyTask(title, request, outline, form, issue.files)
  const acceptance = [...outline.acceptance, ...request.stated]
  if (isPartlyPointed(task, [...task.criteria, ...acceptance])) task.isPartlyPointed = true
  if (isSpelledOut) return { task, acceptance, empty: undefined, notes: [] }
  const rest = outline.acceptance.length > 0 ? undefined : askRestOfList(form, request)
  const restAsked =
    rest === undefined ? undefined : askOpenly(recordText('What should be so when this is done? {rest}', { rest }))
  const understood = understand(title, form, outline.acceptance, request)
  const refusal =
    answerRequest(title, body, form, outline, request, understood) ??
    restAsked ??
    askAboutUnsure(title, body, [...request.derived, ...request.stated], understood, request.isUnread)
  if (refusal !== undefined)
    return { task, acceptance: [], empty: quoteIssue(refusal, issue, task, request, understood), notes: [] }
  if (isWritten(outline.acceptance, request)) return { task, acceptance, empty: undefined, notes: [] }
  const said = dropVague([...request.derived, ...outline.acceptance.filter((one) => !isDoubt(one)), ...request.stated])
  const reading = readingOf(title, task, said, findLeftOut(title, form, request, understood, said))
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

/** Of several only those that name something: not `It should work.` */
function dropVague(said: readonly StatedItem[]): StatedItem[] {
  const clear = said.filter(({ text }) => countTelling(text) > 0)
  return clear.length > 0 ? clear : [...said]
}
