import type { FinalVerdict } from '../../domain/content/judge-final.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { renderCount, t } from '../language/t.ts'
import { sentence } from '../text/reply-words.ts'
import { translate } from '../language/translate.ts'

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
  const issue = linkTo(t('The issue'), links.issue())
  if (verdict.passes)
    return {
      ...nothingMore,
      conclusion: 'success',
      title: t('{tasks} approved', { tasks: renderCount(verdict.approved.length, 'task') }),
      summary: t(
        'Every task is approved, and the branch holds what was approved and nothing else. {issue} has versions and verdicts.',
        { issue },
      ),
    }
  return {
    ...nothingMore,
    conclusion: 'failure',
    title: t('Not what was approved'),
    summary: t('{why} To go on: {next}. {issue} says more.', {
      why: sentence(translate(verdict.why)),
      next: neutraliseInline(translate(verdict.next)),
      issue,
    }),
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
      title: t('Not the final pull request of a plan'),
      summary: t(
        'Its branch is one of those that plans are worked on in, but no plan has this as its final pull request. Close it; the bot opens the final one once every task is approved.',
      ),
    }
  return {
    ...nothingMore,
    conclusion,
    title: t('Not one of ours'),
    summary:
      conclusion === 'failure'
        ? t(
            'Only final pull requests of plans may be merged here: `check.others` is `failure` in `.github/countersign.yml`.',
          )
        : t(
            'No plan stands behind this pull request, so there is nothing to say about it. `check.others` in `.github/countersign.yml` decides what this check says then.',
          ),
  }
}

const nothingMore = { text: '', annotations: [] }
