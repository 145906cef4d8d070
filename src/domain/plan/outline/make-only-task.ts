import { anyOf } from '../../text/any-of.ts'
import { findBarePaths, findPathSpans } from './words/find-path-spans.ts'
import { withoutEmphasis } from '../../text/without-emphasis.ts'
import { splitSentences } from './words/split-sentences.ts'
import type { FormReading } from './form/read-form.ts'
import { createTaskOutline, type IssueOutline, type TaskOutline } from './read/task-outline.ts'
import type { IssueRequest } from './request/read-request.ts'
import { type SuggestedPath, suggestPaths } from './request/suggest-paths.ts'
import { takeNamedAttribute } from './read/take-task-line.ts'
import { isFactText } from './words/aside-text.ts'
import { attributeWords } from './words/outline-words.ts'

const estimateWords = anyOf(attributeWords.estimate)
const estimating = new RegExp(`^[*_]{0,2}${estimateWords}[*_]{0,2}\\s*[:：]`, 'i')
const estimateTitle = new RegExp(
  `^[^\\p{L}]*(?:time |effort |work )?${estimateWords}s?(?:d (?:time|effort))?[^\\p{L}]*$`,
  'iu',
)

const placing = new RegExp(
  `^[*_]{0,2}${anyOf([...attributeWords.scope, ...attributeWords.delivers])}[*_]{0,2}\\s*[:：]`,
  'i',
)

/** What stands under a form's *Estimate*, or on a line of its own after that word, as `Scope:` and `Delivers:` do. */
function takeStatedFacts(task: TaskOutline, placed: FormReading['placed']): void {
  for (const [index, { node }] of placed.entries()) {
    const below = placed[index + 1]?.node
    if (node.kind === 'line') {
      if (placing.test(node.text)) takeNamedAttribute(task, node.text)
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
export function makeOnlyTask(
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
