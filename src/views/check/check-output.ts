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
import {
  getReviewedTask,
  renderEvidenceBlocks,
  renderShortened,
  renderVerdictBlocks,
  renderVerdictTitle,
} from './review-body.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTaskBody } from '../task/task-details.ts'
import { renderTime } from '../text/time.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'

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
  const note = renderShortened(review, links)
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
    block(
      `\n<sub>${t('Version {n} of {task}, commit {commit}', { n: artifact.version, task: task.id, commit })}</sub>`,
    ),
  ]
  return {
    title: t('{stage}: {criteria} · version {n} of {task}', {
      stage: renderStage(node),
      criteria: renderHoldingSoFar(judged),
      n: artifact.version,
      task: task.id,
    }),
    summary: fitCheckOutput(blocks, `\n${t('Shortened to what a check run holds.')}`),
    text: renderAskedPeople(task),
    conclusion: null,
    annotations: findAnnotations(task, node.partial, artifact),
  }
}

function renderStage(node: CheckNode): string {
  if (node.state !== 'WAITING_EXTERNAL') return node.deadline === null ? t('In review') : t('Waits for CI')
  switch (node.waiting_for?.kind) {
    case 'ci':
      return t('CI did not report')
    case 'decision':
      return t('Waits for a decision')
    case 'judgement':
    case 'push':
    case 'conflict':
    case 'assignment':
    case undefined:
      return t('Waits for a person')
  }
}

function renderWait(node: CheckNode, task: Task, open: readonly JudgedCriterion[]): string {
  const criteria = open.map(({ criterion }) => criterion)
  const ids = criteria.map(({ id }) => id)
  const named = neutraliseInline(translate(nameCriteria(ids, criteria)))
  const waiting = node.waiting_for
  if (waiting !== null) {
    const what = neutraliseInline(shorten(translate(waiting.what), 400)).replace(/(?<![.\s])[.\s]+$/, '')
    const [first, second] = criteria.filter((one) => one.check_method === 'manual_review')
    const example = `\`/approve ${task.id} ${first?.id}\``
    const alone =
      second === undefined ? '' : t(' A criterion that is named, as in {example}, is judged alone.', { example })
    const ask = t(
      '**{who}:** {what}. Approve or request changes in a review of the newest commit, or say `/approve {task}` or `/reject {task} <why>`.',
      { who: renderJudges(waiting.who), what, task: task.id },
    )
    return `${ask}${alone}`
  }
  if (node.deadline !== null)
    return t('Waits for CI until {at}; then a person is asked. Open: {criteria}.', {
      at: renderTime(node.deadline),
      criteria: named,
    })
  return open.length === 0 ? t('All results are in; the verdict follows.') : t('Open: {criteria}.', { criteria: named })
}

/** The task in full, for who looks at the check run alone. */
export function renderAskedPeople(task: Task): string {
  return fitCheckOutput(
    [block(`#### ${t('What {task} was asked for', { task: task.id })}\n\n${renderTaskBody(task)}`, '')],
    t('The task is too long for a check run; see the plan comment.'),
  )
}
