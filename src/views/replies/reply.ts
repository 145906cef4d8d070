import { renderDoneAnew } from '../pulls/earlier-work.ts'
import { translate } from '../language/translate.ts'
import type { ConfigurationReport } from '../../domain/configuration/layer-configurations.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { Reply, ReplyOf } from '../../domain/effects/reply.ts'
import type { OpenIssue } from '../../domain/session/open-issue.ts'
import { renderConfigurationReport } from './configuration-report.ts'
import { renderCount, t } from '../language/t.ts'
import { renderBroughtTogether, renderConflict, renderFinalConflicts } from '../pulls/conflict-replies.ts'
import { renderExecutorLeft, renderEscalated, renderReminder } from './person-replies.ts'
import { renderBranchLost, renderIntegrationDiffers, renderMissedPush } from './branch-replies.ts'
import {
  noPlanYet,
  renderBadArguments,
  renderHelp,
  renderHinted,
  renderMentioned,
  renderNoPermission,
  renderRefused,
  renderUnknown,
} from './command-replies.ts'
import { renderDoctorReport } from './doctor-report.ts'
import { commentLimit, block, fitBlocks } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { renderIssueList } from '../status/issue-list.ts'
import { codeFence, inlineCode } from '../markdown/neutralise.ts'
import { mention, renderName } from '../text/person.ts'
import {
  renderDeclined,
  renderEdited,
  renderNeedsInput,
  renderNotTaken,
  renderPlanFaults,
  renderStale,
  renderWeakPlan,
} from '../plan/planning-replies.ts'
import { code, nextStep, replyLine, sentence } from '../text/reply-words.ts'
import { shorten } from '../markdown/shorten.ts'

interface Context {
  record: IssRecord | null
  links: Links
  /** What `/list` shows; null where it wasn't asked for or could not be read. */
  open?: readonly OpenIssue[] | null
  /** What `/config` shows, of `repository`; null as above. */
  configuration?: ConfigurationReport | null
  repository?: string
  /** What `/status` shows of a plan that was approved; null where there is none. */
  status?: (() => string) | null
}

/** What the bot says in a comment of its own: what was seen, why, what to do next. */
export function renderReply(reply: Reply, context: Context): string {
  switch (reply.kind) {
    case 'help':
      return renderHelp(context)
    case 'mentioned':
      return renderMentioned(reply)
    case 'hinted':
      return renderHinted(reply)
    case 'unknown_command':
      return renderUnknown(reply)
    case 'bad_arguments':
      return renderBadArguments(reply)
    case 'no_permission':
      return renderNoPermission(reply, context)
    case 'review_uncounted':
      return renderUncounted(reply)
    case 'not_on_pull_request':
      return t(
        'This is pull request {pull}; plans are made for issues. Open an issue that says what is wanted, and label it or say `/plan` there.',
        { pull: `#${reply.number}` },
      )
    case 'carried_out':
      return renderCarriedOut(reply, context)
    case 'refused':
      return renderRefused(reply)
    case 'stale_plan':
      return renderStale(reply)
    case 'plan_faults':
      return renderPlanFaults(reply, context)
    case 'needs_input':
      return renderNeedsInput(reply, context)
    case 'not_taken':
      return renderNotTaken(reply, context)
    case 'plan_weak':
      return renderWeakPlan(reply, context)
    case 'declined':
      return renderDeclined(reply, context)
    case 'superseded':
      return `⏹️ ${t('**Closed:** {why} Nothing of it is lost: versions and verdicts stay on record, and {issue} says what follows.', { why: sentence(translate(reply.why)), issue: linkTo(t('the issue'), context.links.issue()) })}`
    case 'examined':
      return renderDoctorReport(reply.examination, reply.mending, context.links, isPaused(context.record))
    case 'list':
      return context.open == null
        ? t('The list of issues could not be read just now. `/list` tries again.')
        : renderIssueList(context.open, context.links)
    case 'configuration':
      return context.configuration == null
        ? t('The configuration could not be read just now. `/config` tries again.')
        : renderConfigurationReport(context.configuration, context.repository ?? '', context.links)
    case 'issue_edited':
      return renderEdited(reply)
    case 'config_faults':
      return renderConfigFaults(reply)
    case 'on_hold':
      return renderHold(reply, context)
    case 'integration_differs':
      return renderIntegrationDiffers(reply, context)
    case 'branch_lost':
      return renderBranchLost(reply)
    case 'push_unheard':
      return renderMissedPush(reply, context)
    case 'exported':
      return renderExported(reply)
    case 'export_failed':
      return `❌ ${t('**Nothing was exported:** {why}', { why: sentence(translate(reply.why)) })}\n\n${t('No release was made or changed. Once that is fixed, `/export` tries again.')}`
    case 'status':
      return context.status?.() ?? renderStatus(context)
    case 'work_failed':
      return `❌ **${replyLine(translate(reply.what))}${t(':')}** ${sentence(translate(reply.why))}${nextStep(translate(reply.next))}`
    case 'foreseen':
      return `⚠️ ${t('**This will stop the work:**')}\n\n${reply.what.map((one) => `- ${sentence(translate(one))}`).join('\n')}`
    case 'conflict':
      return renderConflict(reply)
    case 'final_conflicts':
      return renderFinalConflicts(reply, context)
    case 'brought_together':
      return renderBroughtTogether(reply)
    case 'done_anew':
      return renderDoneAnew(reply, context.links)
    case 'reminder':
      return renderReminder(reply)
    case 'escalated':
      return renderEscalated(reply)
    case 'executor_left':
      return renderExecutorLeft(reply)
    case 'several':
      return renderSeveral(reply, context)
  }
}

function renderCarriedOut({ what }: ReplyOf<'carried_out'>, { record, links }: Context): string {
  const status = record?.status_comment ?? null
  const where = status === null ? '' : ` ${linkTo(t('Status'), links.comment(status.id))}`
  return `✓ ${sentence(translate(what))}${where}`
}

function renderUncounted({ login, verdict, task, needs, has }: ReplyOf<'review_uncounted'>): string {
  const told = { who: mention(shorten(login, 60)), task: replyLine(task, 20), needs: code(needs), has: code(has) }
  return t(
    verdict === 'approval'
      ? '{who}, thank you for looking. Your approval of {task} does not count here: that takes the {needs} role, and you have {has}. It stays on GitHub as a remark; whoever is asked for the verdict can read it.'
      : '{who}, thank you for looking. Your request for changes of {task} does not count here: that takes the {needs} role, and you have {has}. It stays on GitHub as a remark; whoever is asked for the verdict can read it.',
    told,
  )
}

function renderSeveral({ answers }: ReplyOf<'several'>, context: Context): string {
  const parts = answers.map((answer, at) => block(`${at === 0 ? '' : '\n'}${renderReply(answer, context)}`, ''))
  return fitBlocks(parts, commentLimit, `\n${t('More was left out here; ask for less at once.')}`)
}

function isPaused(record: IssRecord | null): boolean {
  return record !== null && record.paused !== null
}

function renderConfigFaults(reply: ReplyOf<'config_faults'>): string {
  const faults = reply.faults.map((fault) => block(`- ${replyLine(translate(fault), 500)}`, ''))
  return fitBlocks(
    [
      block(`⚠️ **${t("{path} can't be used as it is:", { path: code(reply.path) })}**\n`),
      ...faults,
      block(`\n${t('Until it is fixed on the default branch, {holds}', { holds: sentence(translate(reply.holds)) })}`),
    ],
    commentLimit,
    `\n${t('More was left out here.')}`,
  )
}

function renderHold(reply: ReplyOf<'on_hold'>, { links }: Context): string {
  const commit =
    reply.commit === null
      ? ''
      : ` ${t('Commit: {commit}.', { commit: linkTo(inlineCode(reply.commit.slice(0, 7)), links.commit(reply.commit)) })}`
  const lead = t('**Everything is on hold:** {why}', { why: sentence(translate(reply.why)) })
  return `⏸️ ${lead}${commit}\n\n${t('Until a maintainer has decided, nothing runs and nothing is merged in this repository. What happens meanwhile is taken up afterwards.')}`
}

function renderExported(reply: ReplyOf<'exported'>): string {
  const missing = reply.missing
    .slice(0, 30)
    .map((id) => replyLine(id, 120))
    .join(t(', '))
  const more = reply.missing.length > 30 ? t(' and {n} more', { n: reply.missing.length - 30 }) : ''
  const partial = reply.partial
    ? `\n\n⚠️ ${t('This is a part of the plan. Not in it: {missing}.', { missing: `${missing === '' ? t('nothing') : missing}${more}` })}`
    : ''
  const verify = codeFence(`countersign verify . --manifest-sha256 ${reply.manifest_sha256}`, 'sh')
  return [
    `📦 ${t('**Released as {tag}:** {files}.', { tag: linkTo(replyLine(reply.tag), reply.url), files: renderCount(reply.files, 'file') })}${partial}`,
    t(
      'The release says how to check it. To prove later that a download is this one, keep this command, with the sha256 of its manifest, and run it in the folder with the assets:',
    ),
    verify,
    t(
      'Anybody with write access here can edit this comment later. With the App’s public key, which its operator gives you, `--public-key KEY` proves it without this comment.',
    ),
  ].join('\n\n')
}

function renderStatus({ record, links }: Context): string {
  if (record === null) return t(noPlanYet)
  const issue = `#${record.number}`
  if (record.status_comment !== null)
    return t('{status}, brought up to date just now.', {
      status: linkTo(t('Status of {issue}', { issue }), links.comment(record.status_comment.id)),
    })
  if (record.phase === 'proposed' && record.plan_comment !== null)
    return t('{issue} waits for approval of {plan}.', {
      issue,
      plan: linkTo(t('its plan'), links.comment(record.plan_comment.id)),
    })
  switch (record.phase) {
    case 'registered':
    case 'drafting':
      return t('{issue} is being planned; the plan will be posted as a comment of its own.', { issue })
    case 'awaiting_input':
      return t(
        "{issue} can't be planned yet; what is missing is listed above. Answer with `/answer …`, or edit the issue and comment `/answer` alone.",
        { issue },
      )
    case 'proposed':
      return t('{issue} has a plan that waits for approval.', { issue })
    case 'working':
      return t('{issue} is being worked on; a comment with its status follows.', { issue })
    case 'completed':
      return t('{issue} is done.', { issue })
    case 'stopped':
      return record.stopped === null
        ? t('{issue} was stopped. `/plan` begins anew.', { issue })
        : t('{issue} was stopped by {who}. `/plan` begins anew.', { issue, who: renderName(record.stopped.by) })
  }
}
