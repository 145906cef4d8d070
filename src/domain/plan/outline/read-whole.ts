import { recordText } from '../../language/message.ts'
import { anyOf } from '../../text/any-of.ts'
import { withoutEmphasis, withoutLinks } from '../../text/without-emphasis.ts'
import type { PlanAnswer } from '../plan-answer.ts'
import { type FormReading, readForm } from './form/read-form.ts'
import { parseOutline } from './read/parse-outline.ts'
import { createTaskOutline, type IssueOutline, type StatedItem, type TaskOutline } from './read/task-outline.ts'
import { askRestOfList } from './request/asks/ask-rest-of-list.ts'
import { askOpenBoxes } from './request/asks/ask-open-boxes.ts'
import { answerRequest } from './request/answer-request.ts'
import { askAboutDoubt, askOpenly, type RequestRefusal } from './request/asks/ask-openly.ts'
import { asksForWork } from './words/find-reason-to-decline.ts'
import { plainTitle } from './request/issue-title.ts'
import { findDoubt } from './request/find-doubt.ts'
import { isDoubt } from './request/is-checkable.ts'
import { countTelling, isMarkup } from './request/judge-sentence.ts'
import { type IssueRequest, readRequest } from './request/read-request.ts'
import { findLeftOut } from './answer/left-out.ts'
import { type Confirmation, isWritten, noteConfirmed, openReadingOf, readingOf } from './answer/reading-of.ts'
import { type Understood, understand } from './request/understand.ts'
import { type SuggestedPath, suggestPaths } from './request/suggest-paths.ts'
import { takeNamedAttribute } from './read/take-task-line.ts'
import { isFactText } from './words/aside-text.ts'
import { findBarePaths, findPathSpans } from './words/find-path-spans.ts'
import { splitSentences } from './words/split-sentences.ts'
import { attributeWords } from './words/outline-words.ts'

const estimateWords = anyOf(attributeWords.estimate)
const estimating = new RegExp(`^[*_]{0,2}${estimateWords}[*_]{0,2}\\s*[:：]`, 'i')
const estimateTitle = new RegExp(
  `^[^\\p{L}]*(?:time |effort |work )?${estimateWords}s?(?:d (?:time|effort))?[^\\p{L}]*$`,
  'iu',
)

type NoPlan = Exclude<PlanAnswer, { kind: 'draft' }>

interface WholeIssue {
  title: string
  body: string
  form: FormReading
  outline: IssueOutline
  /** Its work stands in code blocks. */
  isSpelledOut: boolean
  /** Readings that a person said yes to. */
  confirmed: ReadonlyMap<string, Confirmation>
  /** What traces point at, as far as the repository has it; undefined where nobody knows. */
  files: ReadonlySet<string> | undefined
}

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

/** Of what was read the first that may be meant otherwise is asked about. */
function askAboutUnsure(
  title: string,
  body: string,
  said: readonly StatedItem[],
  understood: Understood,
  isUnread: boolean,
): RequestRefusal | undefined {
  for (const one of said) {
    const doubt = findDoubt(one)
    if ((doubt !== undefined && asksOnly(title)) || asksOpinion(title, body) || wantsToKnow(title, body))
      return askOpenly(
        recordText('This reads like a question. If something is to be changed, what should be so when it is done?'),
      )
    if (doubt !== undefined) return askAboutDoubt(title, doubt, one, understood, isUnread)
  }
  return undefined
}

/** `How long does it take?` */
function asksOnly(title: string): boolean {
  const plain = plainTitle(title)
  return /^(?:how|what|which|where|when|who|is|are|does|do|can) .*[?？]$/i.test(plain) && !asksForWork(plain)
}

const toKnow = /\b(?:i|we)(?:['’]d| would)? (?:just )?(?:want|wanted|like) to (?:know|understand|ask)\b/i

/** `Unexpected token`, above nothing but `I want to know why`. */
function wantsToKnow(title: string, body: string): boolean {
  const said = splitSentences(body.slice(0, 1_000).trim())
  return said.length > 0 && !/[`~]{3}/.test(body) && !asksForWork(title) && said.every((one) => toKnow.test(one))
}

/** `Can we drop it?`, above `What do you think?`: nobody has decided it yet. */
function asksOpinion(title: string, body: string): boolean {
  return (
    /[?？]$/.test(title.trim()) &&
    /\b(?:what do (?:you|people|others)\b.{0,20} think|thoughts|wdyt|opinions?)\b.{0,20}\?/i.test(body.slice(0, 5_000))
  )
}

/** What may be meant and is not read, or is better not said in public. */
function hintAtUnread(title: string, body: string): string[] {
  const html = body.split('\n').findIndex((line) => isMarkup(line))
  return [
    ...(picture.test(body) ? [pictureHint] : []),
    ...(html < 0
      ? []
      : [
          recordText('HTML as on line {line} is not read: what it says counts once it is written in words.', {
            line: html + 1,
          }),
        ]),
    ...(weakness.test(title)
      ? [
          recordText(
            'What nobody else should know of yet is better reported in private, as the security policy of the repository says.',
          ),
        ]
      : []),
  ]
}

const weakness =
  /\b(?:vulnerabilit(?:y|ies)|cve-\d{4}|(?:path|directory) traversal|(?:sql|code|command) injection|xss|cross-site|csrf|ssrf|rce|exploit)\b|漏洞|脆弱性/i
const picture = /!\[[^\]\n]{0,300}\]\(|<img\b/i
const pictureHint = recordText(
  'Pictures are not read: what one shows counts once it is said in words, such as the text of an error.',
)

/** What is lacking; where the issue leaves it open, with its own words for what is wanted and what it tells. */
function quoteIssue(
  refusal: RequestRefusal,
  { title, body, form, outline }: WholeIssue,
  task: TaskOutline,
  request: IssueRequest,
  own: Understood,
): NoPlan {
  const boxes = refusal.open === true ? askOpenBoxes(body, form) : undefined
  const asked =
    boxes === undefined
      ? refusal
      : askOpenly(recordText('What should be so when this is done? {boxes} If it is something else:', { boxes }))
  const { open, ...plain } = asked
  if (open !== true || plain.kind === 'declined') return plain
  const answer = { ...plain, lacks: [...plain.lacks, ...hintAtUnread(title, body)] }
  const isSilent = [...own.wanted, ...own.wrong, ...own.told].every(({ line }) => line === 1)
  // Who says nothing but what somebody else wrote means that.
  const quoted = isSilent && /^ {0,3}>/m.test(body) ? readForm(parseOutline(body.replaceAll(/^ {0,3}> ?/gm, ''))) : form
  const understood = quoted === form ? own : understand(title, quoted, outline.acceptance, request)
  const reading = openReadingOf(title, task, understood)
  return reading.criteria.length + (reading.told ?? []).length === 0 ? answer : { ...answer, reading }
}

const scoping = new RegExp(`^[*_]{0,2}${anyOf(attributeWords.scope)}[*_]{0,2}\\s*[:：]`, 'i')

/** What stands under a form's *Estimate*, or on a line of its own after that word, as `Scope:` does. */
function takeStatedFacts(task: TaskOutline, placed: FormReading['placed']): void {
  for (const [index, { node }] of placed.entries()) {
    const below = placed[index + 1]?.node
    if (node.kind === 'line') {
      if (scoping.test(node.text)) takeNamedAttribute(task, node.text)
      const stated = splitSentences(node.text).find((sentence) => estimating.test(sentence))
      if (stated !== undefined) takeNamedAttribute(task, stated.replace(/(?<![.])[.]$/, ''))
    }
    if (node.kind === 'heading' && below?.kind === 'line' && estimateTitle.test(node.text))
      takeNamedAttribute(task, `Estimate: ${below.text}`)
  }
}

const changeLog = /(?:^|\/)(?:changelog|changes|news|history|releases?)(?:\.\w{1,5})?$/i

/** A change log alone is no scope: it is written beside what is changed. */
function withoutLog(pointed: readonly SuggestedPath[], title: string): SuggestedPath[] {
  const isAlone = pointed.every(({ path }) => changeLog.test(path))
  return isAlone && !/change ?log|changes|news|history|release/i.test(title) ? [] : [...pointed]
}

/** `Document the release`: what its steps name is told of, and not changed. */
function isToDescribe(title: string): boolean {
  return /^\W*(?:\w+(?:\([^)]{0,40}\))?:\s*)?(?:document|describe|explain|write (?:up|down))\b/i.test(title)
}

function withoutItems(placed: FormReading['placed']): FormReading['placed'] {
  return placed.filter(({ node }) => node.kind !== 'item')
}

/** Beside a file in the title, what is to be so may name others. */
function isStated(line: number, { stated }: IssueRequest): boolean {
  return stated.some((one) => one.line === line)
}

/** An issue that asks for something but names no task is one task: of its work, or for a person. */
function makeOnlyTask(
  title: string,
  request: IssueRequest,
  outline: IssueOutline,
  { placed }: FormReading,
  files: ReadonlySet<string> | undefined,
): TaskOutline {
  const task = createTaskOutline(
    'T1',
    1,
    request.title === '' ? (outline.preamble[0] ?? 'T1').slice(0, 200) : request.title,
  )
  const told = placed.filter(({ node }) => node.kind !== 'line' || !isFactText(node.text))
  const pointed = withoutLog(suggestPaths(isToDescribe(title) ? withoutItems(told) : told, files), title)
  const spans = findPathSpans(title)
  const titled = spans.length > 0 ? spans : findBarePaths(title)
  // `proxy.ts` in the title is `src/proxy.ts` where the text says so.
  task.paths.push(...titled.map((path) => pointed.find((one) => one.path.endsWith(`/${path}`))?.path ?? path))
  task.description.push(...outline.preamble.map(withoutEmphasis))
  task.criteria.push(...request.derived)
  if (task.paths.length === 0) task.suggested = pointed
  else task.paths.push(...pointed.filter(({ line }) => isStated(line, request)).map(({ path }) => path))
  if (request.isBug) task.action = 'Fix'
  takeStatedFacts(task, placed)
  return task
}
