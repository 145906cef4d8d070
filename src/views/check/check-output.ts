import type { Artifact } from '../../domain/records/artifact.ts'
import type { ValidationRecord } from '../../domain/records/loop/validation.ts'
import { nameCriteria } from '../../domain/gate/draft/name-criteria.ts'
import type { CheckNode } from '../../domain/records/node-state.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Review } from '../../domain/records/review.ts'
import type { Task } from '../../domain/plan/task.ts'
import { findAnnotations, type Annotation } from './check-annotations.ts'
import {
  pairResults,
  renderHoldingSoFar,
  renderJudges,
  renderResultTable,
  type JudgedCriterion,
} from '../task/criteria-results.ts'
import { block, fitCheckOutput } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { renderTestBlocks } from '../task/own-tests.ts'
import { getReviewedTask, renderEvidenceBlocks, renderVerdictBlocks, renderVerdictTitle } from './review-body.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTaskBody } from '../task/task-details.ts'
import { renderTime } from '../text/time.ts'

export interface CheckOutput {
  /** Plain text. */
  title: string
  summary: string
  text: string
  /** Null while the check goes on or waits for a person: that is no failure, and nothing passes by it (decision 51). */
  conclusion: 'success' | 'failure' | null
  annotations: Annotation[]
}

interface Input {
  /** Null before there is a verdict. */
  review: Review | null
  node: CheckNode
  plan: Plan
  artifact: Artifact
  /** What its own tests came to; null where it has none. */
  validation: ValidationRecord | null
  links: Links
}

/** What the check run `countersign/T1` says: the verdict, or what is known and what it waits for. */
export function renderCheckOutput(input: Input): CheckOutput {
  const { review, node, plan } = input
  const task = getReviewedTask(plan, node.target)
  return review === null ? renderOpen(input, task) : renderConcluded({ ...input, review }, task)
}

function renderConcluded(input: Input & { review: Review }, task: Task): CheckOutput {
  const { review, artifact, validation, links } = input
  const note = `\nShortened; everything is in the ${linkTo('verdict file', links.verdictFile(review))}.`
  return {
    title: renderVerdictTitle(input).replace(/^\S+ /, ''),
    summary: fitCheckOutput(
      renderVerdictBlocks(input).toSpliced(
        -1,
        0,
        ...renderTestBlocks(validation, { commit: artifact.commit_sha, links }),
      ),
      note,
    ).trimStart(),
    text: renderAskedPeople(task),
    conclusion: review.verdict === 'APPROVED' ? 'success' : 'failure',
    annotations: findAnnotations(task, review.criteria, artifact),
  }
}

function renderOpen({ node, artifact, validation, links }: Input, task: Task): CheckOutput {
  const judged = pairResults(task, artifact, node.partial)
  const open = judged.filter(({ found }) => found === null || found.result === 'none')
  const commit = linkTo(inlineCode(artifact.commit_sha.slice(0, 7)), links.commit(artifact.commit_sha))
  const blocks = [
    block(renderWait(node, task, open)),
    block(`\n${renderResultTable(judged, 200, false)}`, `\n${renderResultTable(judged.slice(0, 20), 40, false)}`),
    ...renderEvidenceBlocks(judged),
    ...renderTestBlocks(validation, { commit: artifact.commit_sha, links }),
    block(`\n<sub>Version ${artifact.version} of ${task.id}, commit ${commit}</sub>`),
  ]
  return {
    title: `${renderStage(node)}: ${renderHoldingSoFar(judged)} · version ${artifact.version} of ${task.id}`,
    summary: fitCheckOutput(blocks, '\nShortened to what a check run holds.'),
    text: renderAskedPeople(task),
    conclusion: null,
    annotations: findAnnotations(task, node.partial, artifact),
  }
}

function renderStage(node: CheckNode): string {
  if (node.state !== 'WAITING_EXTERNAL') return node.deadline === null ? 'In review' : 'Waits for CI'
  switch (node.waiting_for?.kind) {
    case 'ci':
      return 'CI did not report'
    case 'decision':
      return 'Waits for a decision'
    case 'judgement':
    case 'push':
    case 'conflict':
    case 'assignment':
    case undefined:
      return 'Waits for a person'
  }
}

function renderWait(node: CheckNode, task: Task, open: readonly JudgedCriterion[]): string {
  const criteria = open.map(({ criterion }) => criterion)
  const ids = criteria.map(({ id }) => id)
  const named = neutraliseInline(nameCriteria(ids, criteria))
  const waiting = node.waiting_for
  if (waiting !== null) {
    const what = neutraliseInline(shorten(waiting.what, 400)).replace(/(?<![.\s])[.\s]+$/, '')
    const [first, second] = criteria.filter((one) => one.check_method === 'manual_review')
    const example = `\`/approve ${task.id} ${first?.id}\``
    const alone = second === undefined ? '' : ` A criterion that is named, as in ${example}, is judged alone.`
    return `**${renderJudges(waiting.who)}:** ${what}. Approve or request changes in a review of the newest commit, or say \`/approve ${task.id}\` or \`/reject ${task.id} <why>\`.${alone}`
  }
  if (node.deadline !== null)
    return `Waits for CI until ${renderTime(node.deadline)}; then a person is asked. Open: ${named}.`
  return open.length === 0 ? 'All results are in; the verdict follows.' : `Open: ${named}.`
}

/** The task in full, for who looks at the check run alone. */
export function renderAskedPeople(task: Task): string {
  return fitCheckOutput(
    [block(`#### What ${task.id} was asked for\n\n${renderTaskBody(task)}`, '')],
    'The task is too long for a check run; see the plan comment.',
  )
}
