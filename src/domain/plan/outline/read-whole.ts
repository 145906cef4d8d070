import type { IssueReading, PlanAnswer } from '../plan-answer.ts'
import type { FormReading } from './form/read-form.ts'
import { createTaskOutline, type IssueOutline, type StatedItem, type TaskOutline } from './read/task-outline.ts'
import { answerRequest, askOpenly } from './request/answer-request.ts'
import { gatherCandidates } from './request/gather-candidates.ts'
import { isDoubt } from './request/is-checkable.ts'
import { countTelling } from './request/judge-sentence.ts'
import { type IssueRequest, readRequest } from './request/read-request.ts'
import { isWritten, readingOf } from './request/reading-of.ts'
import { suggestPaths } from './request/suggest-paths.ts'
import { findBarePaths, findPathSpans } from './words/find-path-spans.ts'

type NoPlan = Exclude<PlanAnswer, { kind: 'draft' }>

interface WholeIssue {
  title: string
  body: string
  form: FormReading
  outline: IssueOutline
  /** Its work stands in code blocks. */
  isSpelledOut: boolean
  /** Readings that a person said yes to. */
  confirmed: ReadonlySet<string>
}

/** An issue that names no task, as one. */
interface WholeReading {
  task: TaskOutline
  /** What must hold of it. */
  acceptance: StatedItem[]
  /** Why there is no plan of it yet. */
  empty: NoPlan | undefined
  wasConfirmed: boolean
}

/** What an issue that names no task asks for: a plan where it is written or a person said that it was read right, else a question. */
export function readWhole(issue: WholeIssue): WholeReading {
  const { title, body, form, outline, isSpelledOut, confirmed } = issue
  const request = readRequest(title, form, outline.acceptance)
  const task = makeOnlyTask(title, request, outline, form)
  const acceptance = [...outline.acceptance, ...request.stated]
  if (isSpelledOut) return { task, acceptance, empty: undefined, wasConfirmed: false }
  const isUnsure = request.derived.some(({ doubtful }) => doubtful === true)
  const refusal = answerRequest(title, body, form, outline, request) ?? (isUnsure ? askOpenly() : undefined)
  if (refusal !== undefined)
    return { task, acceptance: [], empty: offerCandidates(refusal, issue, task, request), wasConfirmed: false }
  if (isWritten(outline.acceptance, request)) return { task, acceptance, empty: undefined, wasConfirmed: false }
  const said = dropVague([...request.derived, ...outline.acceptance.filter((one) => !isDoubt(one)), ...request.stated])
  const reading = readingOf(title, task, said, true)
  if (confirmed.has(reading.id))
    return {
      task,
      acceptance: said.filter((one) => !request.derived.includes(one)),
      empty: undefined,
      wasConfirmed: true,
    }
  return { task, acceptance: [], empty: { kind: 'needs_input', lacks: [], reading }, wasConfirmed: false }
}

/** Of several only those that name something: not `It should work.` */
function dropVague(said: readonly StatedItem[]): StatedItem[] {
  const clear = said.filter(({ text }) => countTelling(text) > 0)
  return clear.length > 0 ? clear : [...said]
}

/** What is lacking, with the words of the issue that may say it where it is open what does. */
function offerCandidates(
  refusal: NoPlan & { open?: true },
  { title, form, outline }: WholeIssue,
  task: TaskOutline,
  request: IssueRequest,
): NoPlan {
  const { open, ...answer } = refusal
  if (open !== true || answer.kind === 'declined') return answer
  const candidates = gatherCandidates(title, form, outline.acceptance, request)
  if (candidates.length === 0) return answer
  const reading: IssueReading = readingOf(title, task, candidates, false)
  return { ...answer, reading }
}

/** An issue that asks for something but names no task is one task: of its work, or for a person. */
function makeOnlyTask(
  title: string,
  request: IssueRequest,
  outline: IssueOutline,
  { placed }: FormReading,
): TaskOutline {
  const task = createTaskOutline(
    'T1',
    1,
    request.title === '' ? (outline.preamble[0] ?? 'T1').slice(0, 200) : request.title,
  )
  const spans = findPathSpans(title)
  task.paths.push(...(spans.length > 0 ? spans : findBarePaths(title)))
  task.description.push(...outline.preamble)
  task.criteria.push(...request.derived)
  if (task.paths.length === 0) task.suggested = suggestPaths(placed)
  if (request.isBug) task.action = 'Fix'
  return task
}
