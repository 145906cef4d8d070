import type { FinalConflict } from '../../domain/effects/final-conflict.ts'
import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { finalPersonCover } from '../../domain/plan/whole-cover.ts'
import { judgeRootCriteria } from '../../domain/bundle/root-results.ts'
import { t } from '../language/t.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { renderConflictPaths } from '../pulls/conflict-replies.ts'
import { listWords, mention } from '../text/person.ts'
import { shorten } from '../markdown/shorten.ts'

interface Completed {
  record: IssRecord
  plan: Plan
  execution: ExecutionRecord | null
  links: Links
}

/** First line, and what goes on from there, once all tasks are approved. */
export function leadCompleted({ record, plan, execution, links }: Completed): { head: string; next: string } {
  const pull = record.final_pull_request
  const link = pull === null ? '' : linkTo(`#${pull.number}`, links.pull(pull.number))
  const issue = `#${record.number}`
  const exported = record.exports.at(-1)
  const release =
    exported === undefined
      ? t('`/export` releases the approved versions.')
      : t('Released as {tag}.', { tag: linkTo(neutraliseInline(exported.tag), exported.url) })
  const branch = neutraliseInline(record.default_branch)
  switch (pull?.state) {
    case 'merged':
      return {
        head: `✅ ${t('{issue} is done', { issue })}`,
        next: t('Merged into {branch} by {link}. {release}', { branch, link, release }),
      }
    case 'open':
      if (pull.conflict !== undefined) return leadConflict(record, pull.conflict, { issue, link, branch })
      return {
        head: `✅ ${t('{issue} is ready to merge', { issue })}`,
        next: t(
          '{link} brings everything to {branch}. **Needs you:** {who} merges it, as nothing does by itself.{left} {release}',
          {
            link,
            branch,
            who: nameMerger(record),
            left: execution === null ? '' : renderLeftToMerger(plan, execution),
            release,
          },
        ),
      }
    case 'draft':
      return {
        head: t('{issue} is finishing', { issue }),
        next: t('{link} is a draft until every task is approved again.', { link }),
      }
    case 'closed':
      return {
        head: t('{issue} is done, not merged', { issue }),
        next: t('{link} was closed without a merge; every approved version stays on record. {release}', {
          link,
          release,
        }),
      }
    case undefined:
      return {
        head: `✅ ${t('{issue} is done', { issue })}`,
        next: t('All tasks are approved; the final pull request follows. {release}', { release }),
      }
  }
}

function leadConflict(
  record: IssRecord,
  conflict: FinalConflict,
  told: { issue: string; link: string; branch: string },
): { head: string; next: string } {
  const next = t(
    '{link} can’t be merged: {branch} has changed {paths}, too. **Needs you:** {who} makes the plan anew on {branch} as it is now with {replan}; approved work in other files is taken over.',
    { ...told, paths: renderConflictPaths(conflict), who: nameMerger(record), replan: inlineCode('/replan') },
  )
  return { head: `🙋 ${t('{issue} is approved, and conflicts with {branch}', told)}`, next }
}

/** What the issue asks for and no task was held to (decision 125). */
function renderLeftToMerger(plan: Plan, execution: ExecutionRecord): string {
  const left = judgeRootCriteria(plan, execution).filter(
    ({ result, covered_by: covered }) =>
      result === 'open' && covered.some(({ criterion }) => criterion === finalPersonCover),
  )
  if (left.length === 0) return ''
  const shown = left
    .slice(0, 3)
    .map(({ statement }) => t('“{quoted}”', { quoted: neutraliseInline(shorten(statement, 120)) }))
  if (left.length > 3) shown.push(t('{n} more, listed there', { n: left.length - 3 }))
  const words = listWords(shown)
  return left.length === 1
    ? t(' No task was held to {words}: look whether it holds.', { words })
    : t(' No task was held to {words}: look whether they hold.', { words })
}

/** Who approved the plan is asked first, as somebody has to be. */
function nameMerger({ approved }: IssRecord): string {
  return approved === null ? t('somebody who may') : t('{who}, or who else may,', { who: mention(approved.by) })
}
