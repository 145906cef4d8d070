import { commandUsages } from '../domain/command-usage.ts'
import { defaultConfiguration } from '../domain/configuration.ts'
import type { IssRecord } from '../domain/iss-record.ts'
import type { Reply } from '../domain/reply.ts'
import { renderCount, renderScore } from './amounts.ts'
import { renderDetails } from './details.ts'
import { renderDoctorReport } from './doctor-report.ts'
import { commentLimit, block, fitBlocks } from './fit.ts'
import { linkTo, type Links } from './links.ts'
import { fence, inlineCode, neutraliseBlock, neutraliseInline } from './neutralise.ts'
import { mention, renderName } from './person.ts'
import { renderPlanChanges } from './plan-changes.ts'
import { renderScoreReasons, renderShares } from './score-table.ts'
import { shorten } from './shorten.ts'
import { renderTable } from './table.ts'

interface Context {
  record: IssRecord | null
  links: Links
}

type ReplyOf<K extends Reply['kind']> = Extract<Reply, { kind: K }>

/** What the bot says in a comment of its own: what was seen, why, what to do next. */
export function renderReply(reply: Reply, context: Context): string {
  switch (reply.kind) {
    case 'help':
      return renderHelp(context)
    case 'unknown_command':
      return renderUnknown(reply)
    case 'bad_arguments':
      return `${command(reply.name)} was not carried out: ${sentence(reply.problem)}\n\nIt is written ${usage(reply.usage)}.`
    case 'no_permission':
      return `${mention(shorten(reply.login, 60))}, ${command(reply.name)} needs the ${code(reply.needs)} role here; you have ${code(reply.has)}. Nothing was changed. Somebody with that role can give the command.`
    case 'not_on_pull_request':
      return `This is pull request #${reply.number}; plans are made for issues. Open an issue that says what is wanted, and label it or say \`/plan\` there.`
    case 'refused':
      return `${command(reply.name)} was not carried out: ${sentence(reply.why)}${next(reply.next)}`
    case 'stale_plan':
      return renderStale(reply)
    case 'plan_faults':
      return renderPlanFaults(reply, context)
    case 'needs_input':
      return renderNeedsInput(reply, context)
    case 'plan_weak':
      return renderWeakPlan(reply, context)
    case 'declined':
      return `💬 **No plan was made:** ${sentence(reply.why)}\n\n${renderGoOn(context.record)}`
    case 'superseded':
      return `⏹️ **Closed:** ${sentence(reply.why)} Nothing of it is lost: versions and verdicts stay on record, and ${linkTo('the issue', context.links.issue())} says what follows.`
    case 'examined':
      return renderDoctorReport(reply.examination, reply.mending, context.links, isPaused(context.record))
    case 'list':
      return renderList(reply)
    case 'issue_edited':
      return renderEdited(reply)
    case 'config_faults':
      return renderConfigFaults(reply)
    case 'on_hold':
      return renderHold(reply, context)
    case 'branch_lost':
      return renderBranchLost(reply)
    case 'exported':
      return renderExported(reply)
    case 'export_failed':
      return `❌ **Nothing was exported:** ${sentence(reply.why)}\n\nNo release was made or changed. Once that is mended, \`/export\` tries again.`
    case 'status':
      return renderStatus(context)
    case 'work_failed':
      return `❌ **${line(reply.what)}:** ${sentence(reply.why)}${next(reply.next)}`
  }
}

function isPaused(record: IssRecord | null): boolean {
  return record !== null && record.paused !== null
}

/** How planning goes on: it waits for words, or a plan stands and only another one wasn't made. */
function renderGoOn(record: IssRecord | null): string {
  if (record === null || record.phase === 'awaiting_input' || record.plan_hash === null)
    return 'Edit the issue and say `/plan`, or say what is lacking with `/answer`.'
  return `Plan ${code(shortHash(record.plan_hash))} stands as it was. Say it in other words with \`/replan\`, or edit the issue and say \`/replan\`.`
}

function renderHelp({ record, links }: Context): string {
  const columns = [{ head: 'command' }, { head: 'what it does' }, { head: 'needs' }]
  const rows = commandUsages.map(({ usage: form, does, role }) => [
    inlineCode(form),
    neutraliseInline(does),
    defaultConfiguration.roles[role],
  ])
  const docs = links.docs('commands.md')
  const where =
    record === null ? 'This issue is not registered yet; `/plan` or the label begins.' : `This issue is ${record.id}.`
  return [
    where,
    renderTable(columns, rows),
    `A command stands at the start of a line, outside quotes and code; several may stand in one comment. The roles are the defaults; a repository's configuration can change them.${docs === null ? '' : ` ${linkTo('More', docs)}.`}`,
  ].join('\n\n')
}

function renderUnknown(reply: ReplyOf<'unknown_command'>): string {
  const suggestion = reply.suggestion === null ? '' : ` Did you mean ${command(reply.suggestion)}?`
  return `There is no command ${command(reply.name)}.${suggestion} \`/help\` lists them all.`
}

function renderStale(reply: ReplyOf<'stale_plan'>): string {
  const asked = reply.asked === null ? 'The plan' : `Plan ${code(shortHash(reply.asked))}`
  const why =
    reply.newest === null || reply.newest === reply.asked
      ? 'what it was made from has changed.'
      : `the issue's newest plan is ${code(shortHash(reply.newest))}.`
  const text = reply.diff.trim() === '' ? '' : `\n\n${fence(shorten(reply.diff, 6_000), 'diff')}`
  const diff = reply.changes.length === 0 ? text : `${text}\n\n${renderPlanChanges(reply.changes)}`
  const how =
    reply.newest === null || reply.newest === reply.asked
      ? '`/replan` makes a new one from the issue as it is now.'
      : `Read it and say \`/approve plan@${shortHash(reply.newest)}\`, or \`/replan\` for a new one.`
  return `⚠️ **${asked} was not approved:** ${why}${diff}\n\n${how}`
}

function renderPlanFaults(reply: ReplyOf<'plan_faults'>, { record }: Context): string {
  const faults = reply.faults.map((fault) => {
    if (fault.nodes.every((node) => fault.message.includes(node))) return block(`- ${line(fault.message, 500)}`, '')
    const nodes = fault.nodes.slice(0, 8).map((node) => inlineCode(shorten(node, 60)))
    const more = fault.nodes.length > 8 ? `, and ${fault.nodes.length - 8} more` : ''
    return block(`- ${nodes.join(', ')}${more}: ${line(fault.message, 500)}`, '')
  })
  const lead = `❌ **No plan was made:** ${renderCount(reply.faults.length, 'thing')} in the issue can't stand as ${reply.faults.length === 1 ? 'it is' : 'they are'}.\n`
  const guidance = `\n${neutraliseBlock(shorten(reply.guidance, 2_000))}${reply.guidance === '' ? '' : '\n\n'}${renderGoOn(record)}`
  return fitBlocks(
    [block(lead), ...faults, block(guidance)],
    commentLimit,
    '\nMore faults were left out here; mend these first.',
  )
}

function renderNeedsInput(reply: ReplyOf<'needs_input'>, { record }: Context): string {
  const lacks = reply.lacks.map((lack) => block(`- ${line(lack, 600)}`, ''))
  return fitBlocks(
    [block('🙋 **No plan was made yet.** What it takes:\n'), ...lacks, block(`\n${renderGoOn(record)}`)],
    commentLimit,
    '\nMore was left out here.',
  )
}

function renderWeakPlan({ score, min_score: least, parts }: ReplyOf<'plan_weak'>, { record }: Context): string {
  const lead = `❌ **The plan is not offered for approval:** it scores ${renderScore(score)}, and it takes ${renderScore(least)}.`
  const shares = renderDetails(`Score ${renderScore(score)}`, renderShares(parts))
  return [lead, renderScoreReasons(parts, 10), renderGoOn(record), shares].filter((part) => part !== '').join('\n\n')
}

function renderList({ rows }: ReplyOf<'list'>): string {
  if (rows.length === 0) return 'No issue is registered here yet; `/plan`, or the label, begins.'
  const columns = [{ head: 'issue' }, { head: 'title' }, { head: 'stands' }, { head: 'plan', align: 'right' as const }]
  const cells = rows
    .slice(-100)
    .map(({ id, title, status, plan_id: plan, error }) => [
      renderIssue(id),
      line(title, 80),
      error === null ? line(status, 40) : `${line(status, 40)}: ${line(error, 120)}`,
      plan === null ? '' : line(/-(\d+)$/.exec(plan)?.[1] ?? plan, 40),
    ])
  const more = rows.length > 100 ? `\n\n${rows.length - 100} older ones are left out.` : ''
  return `${renderCount(rows.length, 'issue')} in this session, oldest first.\n\n${renderTable(columns, cells)}${more}`
}

/** `#7` of ISS-007, which GitHub makes a link of. */
function renderIssue(id: string): string {
  const number = /^ISS-0*([1-9]\d*)$/.exec(id)?.[1]
  return number === undefined ? line(id, 20) : `#${number}`
}

function renderEdited(reply: ReplyOf<'issue_edited'>): string {
  const hash = code(shortHash(reply.plan_hash))
  return reply.approved
    ? `The issue was edited after plan ${hash} was approved. The work goes on with the text as it was approved. If the change matters, \`/replan\` makes a plan from the new text and carries over what still fits.`
    : `⚠️ The issue was edited after plan ${hash} was made, so it can no longer be approved. \`/replan\` makes a new one from the text as it is now.`
}

function renderConfigFaults(reply: ReplyOf<'config_faults'>): string {
  const faults = reply.faults.map((fault) => block(`- ${line(fault, 500)}`, ''))
  return fitBlocks(
    [
      block(`⚠️ **${code(reply.path)} can't be used as it is:**\n`),
      ...faults,
      block(`\nUntil it is mended on the default branch, ${sentence(reply.holds)}`),
    ],
    commentLimit,
    '\nMore was left out here.',
  )
}

function renderHold(reply: ReplyOf<'on_hold'>, { links }: Context): string {
  const commit =
    reply.commit === null ? '' : ` Commit: ${linkTo(inlineCode(reply.commit.slice(0, 7)), links.commit(reply.commit))}.`
  return `⏸️ **Everything is on hold:** ${sentence(reply.why)}${commit}\n\nNothing runs and nothing is merged until a maintainer has looked at the workflow branch and decided whether that commit may stand.`
}

function renderBranchLost(reply: ReplyOf<'branch_lost'>): string {
  const by = reply.by === null ? 'Somebody' : renderName(shorten(reply.by, 60))
  return `⏸️ **Paused:** ${by} ${reply.what} ${code(reply.branch)}. The recorded versions are safe on the workflow branch.\n\n\`/doctor fix\` puts the branch back where it was recorded, then \`/resume\` goes on; or \`/stop\`.`
}

function renderExported(reply: ReplyOf<'exported'>): string {
  const missing = reply.missing
    .slice(0, 30)
    .map((id) => line(id, 120))
    .join(', ')
  const more = reply.missing.length > 30 ? ` and ${reply.missing.length - 30} more` : ''
  const partial = reply.partial
    ? `\n\n⚠️ This is a part of the plan. Not in it: ${missing === '' ? 'nothing' : missing}${more}.`
    : ''
  const verify = fence(`countersign verify DIR --manifest-sha256 ${reply.manifest_sha256}`, 'sh')
  return [
    `📦 **Released as ${linkTo(line(reply.tag), reply.url)}:** ${renderCount(reply.files, 'file')}.${partial}`,
    `To prove that a download is what was approved; the number is the sha256 of its manifest:`,
    verify,
  ].join('\n\n')
}

function renderStatus({ record, links }: Context): string {
  if (record === null) return 'This issue is not registered. `/plan`, or the label, begins.'
  if (record.status_comment !== null)
    return `${linkTo(`Status of ${record.id}`, links.comment(record.status_comment.id))}, brought up to date just now.`
  if (record.phase === 'proposed' && record.plan_comment !== null)
    return `${record.id} waits for approval of ${linkTo('its plan', links.comment(record.plan_comment.id))}.`
  switch (record.phase) {
    case 'registered':
    case 'drafting':
      return `${record.id} is being planned; the plan will stand in a comment of its own.`
    case 'awaiting_input':
      return `${record.id} can't be planned yet; what it lacks stands above; \`/answer\` says it, or edit the issue and say \`/plan\`.`
    case 'proposed':
    case 'working':
    case 'completed':
      return `${record.id} is ${record.phase}.`
    case 'stopped':
      return `${record.id} was stopped${record.stopped === null ? '' : ` by ${renderName(record.stopped.by)}`}. \`/plan\` begins anew.`
  }
}

function command(name: string): string {
  return inlineCode(`/${shorten(name.replace(/^\//, ''), 60)}`)
}

/** A usage may come with backticks of its own: "`/approve plan@…` or `/approve T1`". */
function usage(text: string): string {
  return text.includes('`') ? neutraliseInline(shorten(text, 400)) : inlineCode(shorten(text, 200))
}

function line(text: string, limit = 300): string {
  return neutraliseInline(shorten(text, limit))
}

function code(text: string): string {
  return inlineCode(shorten(text, 120))
}

function sentence(text: string): string {
  const words = line(text, 1_000)
  return /[.!?…]$/.test(words) ? words : `${words}.`
}

function next(text: string): string {
  return text === '' ? '' : `\n\n${sentence(text.replace(/^[a-z]/, (letter) => letter.toUpperCase()))}`
}

function shortHash(hash: string): string {
  return hash.replace(/^plan@/, '').slice(0, 7)
}
