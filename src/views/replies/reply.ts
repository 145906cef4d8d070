import type { ConfigurationReport } from '../../domain/configuration/layer-configurations.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { Reply, ReplyOf } from '../../domain/effects/reply.ts'
import type { OpenIssue } from '../../domain/session/open-issue.ts'
import { renderConfigurationReport } from './configuration-report.ts'
import { renderCount } from '../language/t.ts'
import { renderBroughtTogether, renderConflict } from '../pulls/conflict-replies.ts'
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

const configurationUnread = 'The configuration could not be read just now. `/config` tries again.'
const listUnread = 'The list of issues could not be read just now. `/list` tries again.'

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
      return `${mention(shorten(reply.login, 60))}, thank you for looking. Your ${reply.verdict} of ${replyLine(reply.task, 20)} does not count here: that takes the ${code(reply.needs)} role, and you have ${code(reply.has)}. It stays on GitHub as a remark; whoever is asked for the verdict can read it.`
    case 'not_on_pull_request':
      return `This is pull request #${reply.number}; plans are made for issues. Open an issue that says what is wanted, and label it or say \`/plan\` there.`
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
    case 'plan_weak':
      return renderWeakPlan(reply, context)
    case 'declined':
      return renderDeclined(reply, context)
    case 'superseded':
      return `⏹️ **Closed:** ${sentence(reply.why)} Nothing of it is lost: versions and verdicts stay on record, and ${linkTo('the issue', context.links.issue())} says what follows.`
    case 'examined':
      return renderDoctorReport(reply.examination, reply.mending, context.links, isPaused(context.record))
    case 'list':
      return context.open == null ? listUnread : renderIssueList(context.open, context.links)
    case 'configuration':
      return context.configuration == null
        ? configurationUnread
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
      return `❌ **Nothing was exported:** ${sentence(reply.why)}\n\nNo release was made or changed. Once that is fixed, \`/export\` tries again.`
    case 'status':
      return context.status?.() ?? renderStatus(context)
    case 'work_failed':
      return `❌ **${replyLine(reply.what)}:** ${sentence(reply.why)}${nextStep(reply.next)}`
    case 'conflict':
      return renderConflict(reply)
    case 'brought_together':
      return renderBroughtTogether(reply)
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
  const where = status === null ? '' : ` ${linkTo('Status', links.comment(status.id))}`
  return `✓ ${sentence(what)}${where}`
}

function renderSeveral({ answers }: ReplyOf<'several'>, context: Context): string {
  const parts = answers.map((answer, at) => block(`${at === 0 ? '' : '\n'}${renderReply(answer, context)}`, ''))
  return fitBlocks(parts, commentLimit, '\nMore was left out here; ask for less at once.')
}

function isPaused(record: IssRecord | null): boolean {
  return record !== null && record.paused !== null
}

function renderConfigFaults(reply: ReplyOf<'config_faults'>): string {
  const faults = reply.faults.map((fault) => block(`- ${replyLine(fault, 500)}`, ''))
  return fitBlocks(
    [
      block(`⚠️ **${code(reply.path)} can't be used as it is:**\n`),
      ...faults,
      block(`\nUntil it is fixed on the default branch, ${sentence(reply.holds)}`),
    ],
    commentLimit,
    '\nMore was left out here.',
  )
}

function renderHold(reply: ReplyOf<'on_hold'>, { links }: Context): string {
  const commit =
    reply.commit === null ? '' : ` Commit: ${linkTo(inlineCode(reply.commit.slice(0, 7)), links.commit(reply.commit))}.`
  return `⏸️ **Everything is on hold:** ${sentence(reply.why)}${commit}\n\nUntil a maintainer has decided, nothing runs and nothing is merged in this repository. What happens meanwhile is taken up afterwards.`
}

function renderExported(reply: ReplyOf<'exported'>): string {
  const missing = reply.missing
    .slice(0, 30)
    .map((id) => replyLine(id, 120))
    .join(', ')
  const more = reply.missing.length > 30 ? ` and ${reply.missing.length - 30} more` : ''
  const partial = reply.partial
    ? `\n\n⚠️ This is a part of the plan. Not in it: ${missing === '' ? 'nothing' : missing}${more}.`
    : ''
  const verify = codeFence(`countersign verify . --manifest-sha256 ${reply.manifest_sha256}`, 'sh')
  return [
    `📦 **Released as ${linkTo(replyLine(reply.tag), reply.url)}:** ${renderCount(reply.files, 'file')}.${partial}`,
    'The release says how to check it. To prove later that a download is this one, keep this command, with the sha256 of its manifest, and run it in the folder with the assets:',
    verify,
    'Anybody with write access here can edit this comment later. With the App’s public key, which its operator gives you, `--public-key KEY` proves it without this comment.',
  ].join('\n\n')
}

function renderStatus({ record, links }: Context): string {
  if (record === null) return noPlanYet
  if (record.status_comment !== null)
    return `${linkTo(`Status of #${record.number}`, links.comment(record.status_comment.id))}, brought up to date just now.`
  if (record.phase === 'proposed' && record.plan_comment !== null)
    return `#${record.number} waits for approval of ${linkTo('its plan', links.comment(record.plan_comment.id))}.`
  switch (record.phase) {
    case 'registered':
    case 'drafting':
      return `#${record.number} is being planned; the plan will be posted as a comment of its own.`
    case 'awaiting_input':
      return `#${record.number} can't be planned yet; what is missing is listed above. Answer with \`/answer …\`, or edit the issue and comment \`/answer\` alone.`
    case 'proposed':
      return `#${record.number} has a plan that waits for approval.`
    case 'working':
      return `#${record.number} is being worked on; a comment with its status follows.`
    case 'completed':
      return `#${record.number} is done.`
    case 'stopped':
      return `#${record.number} was stopped${record.stopped === null ? '' : ` by ${renderName(record.stopped.by)}`}. \`/plan\` begins anew.`
  }
}
