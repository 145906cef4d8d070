import type { FinalVerdict } from '../../domain/content/judge-final.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { renderCount } from '../language/t.ts'
import { sentence } from '../text/reply-words.ts'

/** Name of the one check that a ruleset can require. */
export const finalCheckName = 'countersign'

export interface FinalCheckOutput {
  conclusion: 'success' | 'failure' | 'neutral'
  /** Plain text. */
  title: string
  summary: string
  text: string
  annotations: never[]
}

/** What the check says of the final pull request. */
export function renderFinalCheck(verdict: FinalVerdict, links: Links): FinalCheckOutput {
  const issue = linkTo('The issue', links.issue())
  if (verdict.passes)
    return {
      ...nothingMore,
      conclusion: 'success',
      title: `${renderCount(verdict.approved.length, 'task')} approved`,
      summary: `Every task is approved, and the branch holds what was approved and nothing else. ${issue} has versions and verdicts.`,
    }
  return {
    ...nothingMore,
    conclusion: 'failure',
    title: 'Not what was approved',
    summary: `${sentence(verdict.why)} To go on: ${neutraliseInline(verdict.next)}. ${issue} says more.`,
  }
}

/** What it says of a pull request that isn't the final one of a plan. */
export function renderOtherCheck(
  kind: 'not_ours' | 'pretends',
  conclusion: FinalCheckOutput['conclusion'],
): FinalCheckOutput {
  if (kind === 'pretends')
    return {
      ...nothingMore,
      conclusion,
      title: 'Not the final pull request of a plan',
      summary:
        'Its branch is one of those that plans are worked on in, but no plan has this as its final pull request. Close it; the bot opens the final one once every task is approved.',
    }
  return {
    ...nothingMore,
    conclusion,
    title: 'Not one of ours',
    summary:
      conclusion === 'failure'
        ? 'Only final pull requests of plans may be merged here: `check.others` is `failure` in `.github/countersign.yml`.'
        : 'No plan stands behind this pull request, so there is nothing to say about it. `check.others` in `.github/countersign.yml` decides what this check says then.',
  }
}

const nothingMore = { text: '', annotations: [] }
