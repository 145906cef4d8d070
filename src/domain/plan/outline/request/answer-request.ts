import type { PlanAnswer } from '../../plan-answer.ts'
import { findReasonToDecline } from '../words/find-reason-to-decline.ts'
import type { FormReading } from '../form/read-form.ts'
import { listLines } from '../words/list-lines.ts'
import type { OutlineNode } from '../read/parse-outline.ts'
import { isLabel } from '../words/section-titles.ts'
import type { IssueOutline } from '../read/task-outline.ts'
import { titleNamesWork } from './enough.ts'
import { showsSanitizer } from './find-error-line.ts'
import { issueKind, plainTitle } from './issue-title.ts'
import { countTelling } from './judge-sentence.ts'
import type { IssueRequest } from './read-request.ts'
import { splitSentences } from '../words/split-sentences.ts'

type Refusal = Exclude<PlanAnswer, { kind: 'draft' }>

const howTo = 'Write a task list (`- [ ] T1: what to do`), or a `yaml countersign` block.'
const howToSay =
  'Say it in the issue, in a sentence ("It should …") or in items under `## Acceptance`, and comment `/plan`; or here: `/answer Acceptance: …`.'

/** Why an issue that names no task is not one task itself; undefined where it is. */
export function answerRequest(
  title: string,
  body: string,
  form: FormReading,
  outline: IssueOutline,
  request: IssueRequest,
): Refusal | undefined {
  const declined = findWhyNot(title, form, request)
  if (declined !== undefined) return { kind: 'declined', why: declined }
  const kind = issueKind(title)
  const said = [...request.stated, ...request.derived]
  if (outline.ticked.length > 0 && outline.acceptance.length === 0 && request.stated.length === 0 && !request.isReport)
    return ask(
      `All boxes are ticked (${listLines(outline.ticked)}), so nothing is left to be done. Open those that are not done, or write what is missing as a new box.`,
    )
  if (kind === 'proposal' || (kind === 'collection' && form.references.length === 0 && outline.acceptance.length === 0))
    return ask(
      `The issue ${kind === 'proposal' ? 'proposes something and asks what others think' : 'is a collection'}, but names no task. Once it is known what is to be done, write it here. ${howTo}`,
    )
  if (form.references.length > 0 && said.length === 0 && outline.acceptance.length === 0 && mentionsIssues(body))
    return ask(
      `${capitalise(listLines(form.references))} only ${form.references.length === 1 ? 'names another issue: it is' : 'name other issues: each is'} planned by itself, with the label or \`/plan\` there. If something is to be done here, write it. ${howTo}`,
    )
  if (request.isVague) {
    const [one] = [...outline.acceptance, ...request.stated]
    return ask(`Nobody could tell when "${(one?.text ?? '').slice(0, 100)}" is so. ${howToSay}`)
  }
  if (outline.acceptance.length > 0 || said.length > 0 || request.byTitle) return undefined
  return ask(describeLack(title, body, form, outline, request))
}

function ask(lack: string): Refusal {
  return { kind: 'needs_input', lacks: [lack] }
}

function findWhyNot(title: string, form: FormReading, request: IssueRequest): string | undefined {
  const asks = !request.inForm && !request.isReport && form.placed.some(({ part }) => part === 'question')
  if (asks || issueKind(title) === 'question')
    return 'This asks for an answer, not for a change, so there is nothing to plan. If something is to be changed, say what (`- [ ] T1: …`) and comment `/plan` again.'
  if (isForeign(form)) return undefined
  if (request.inForm || (request.isReport && request.isBug && !/[?？]$/.test(title.trim()))) return undefined
  return findReasonToDecline(title, form.nodes.map((node) => renderProse(node)).join('\n'))
}

/** Sentences of a language that is not read, beside what is asked: nobody should be sent away by one of them. */
function isForeign({ nodes }: FormReading): boolean {
  const prose = nodes.map((node) => (node.kind === 'line' || node.kind === 'item' ? node.text : '')).join(' ')
  if (!/[¿¡\u00C0-\u024F\u0400-\u04FF]/u.test(prose)) return false
  return splitSentences(prose).some((sentence) => !/[?？]$/.test(sentence) && countTelling(sentence) >= 8)
}

const trace =
  /^[ \t]*at \S.*:\d+|^Traceback \(most recent|^[ \t]*File ".+", line \d+|panicked at|^goroutine \d|Exception\b/m

/** A stack trace tells of something broken; other code blocks say nothing. */
function renderProse(node: OutlineNode): string {
  if (node.kind === 'heading') return ''
  if (node.kind !== 'fence') return node.text
  return trace.test(node.content.slice(0, 5000)) || showsSanitizer(node.content) ? 'stack trace' : ''
}

function mentionsIssues(body: string): boolean {
  return /#\d|\/(?:issues|pull)\/\d/.test(body)
}

function describeLack(
  title: string,
  body: string,
  form: FormReading,
  outline: IssueOutline,
  request: IssueRequest,
): string {
  if (body.trim() === '')
    return `The issue has no text, and its title does not say what should be so when it is done. ${howToSay}`
  const says = form.nodes.some((node) => node.kind === 'item' || (node.kind === 'line' && !isLabel(node.text)))
  // A line like "See title." is a template's too, but nobody put a template there.
  if (form.templated && !says && !body.trim().includes('\n'))
    return `The issue has no text of its own, and its title does not say what should be so when it is done. ${howToSay}`
  if (form.templated && !says) return `Only the template stands here: nobody has filled it in. ${howToSay}`
  if (request.isBug || titleNamesWork(plainTitle(title)) || request.isWish || outline.preamble.length === 0)
    return `The issue does not say what should be so when it is done. ${howToSay}`
  return `The issue has words, but names nothing to be done. ${howTo}`
}

function capitalise(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
