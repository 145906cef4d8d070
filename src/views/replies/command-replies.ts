import { findChineseName } from '../../domain/commands/chinese-commands.ts'
import { currentLanguage } from '../language/current.ts'
import { commandUsages, showHash } from '../../domain/commands/command-usage.ts'
import { defaultConfiguration } from '../../domain/configuration/configuration.ts'
import type { ReplyOf } from '../../domain/effects/reply.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTable } from '../markdown/table.ts'
import { findStandingPlanHash } from '../plan/planning-replies.ts'
import { listWords, mention, renderName } from '../text/person.ts'
import { code, nextStep, replyLine, sentence } from '../text/reply-words.ts'

export const noPlanYet = 'There is no plan for this issue yet; `/plan`, or the label, asks for one.'

export function renderHelp({ record, links }: { record: IssRecord | null; links: Links }): string {
  const columns = [{ head: 'command' }, { head: 'what it does' }]
  const hash = findStandingPlanHash(record)
  const rows = commandUsages.map(({ name, usage: form, does, role }) => [
    `${inlineCode(showHash(form, hash))}${renderOtherName(name)}`,
    // Below and not beside: a phone has no room for a third column.
    `${neutraliseInline(does)}<br><sub>needs ${defaultConfiguration.roles[role]}</sub>`,
  ])
  const docs = links.docs('commands.md')
  return [
    ...(record === null ? [noPlanYet] : []),
    renderTable(columns, rows),
    `A command stands at the start of a line, outside quotes and code; several may stand in one comment. The roles are the defaults; a repository's configuration can change them.${docs === null ? '' : ` ${linkTo('More', docs)}.`}`,
  ].join('\n\n')
}

/** What the command is called in the language of the thread, beside its English name. */
function renderOtherName(name: string): string {
  const chinese = currentLanguage() === 'zh-CN' ? findChineseName(name) : undefined
  return chinese === undefined ? '' : `<br>\`/${chinese}\``
}

export function renderMentioned({ usage: form }: ReplyOf<'mentioned'>): string {
  if (form === null)
    return 'I act on commands that stand at the start of a line, such as `/status`; `/help` lists them all. Nothing was changed.'
  return `Nothing was changed: I act on commands at the start of a line. For that, comment ${usage(form)}. \`/help\` lists them all.`
}

export function renderHinted({ said, usage: form, own }: ReplyOf<'hinted'>): string {
  if (said === 'assign') return `Nothing was changed: ${renderCommand(said)} takes the task too, as in ${usage(form)}.`
  if (own)
    return `Nothing was changed: a command counts at the start of a line only. If ${renderCommand(said)} was meant, comment ${usage(form)} on a line of its own. \`/help\` lists them all.`
  const why =
    said === 'merge'
      ? ', since a task is merged once it is approved, and the final pull request by a person on GitHub'
      : ''
  return `${renderCommand(said)} is no command here${why}; nothing was changed. ${usage(form)} comes nearest. \`/help\` lists them all.`
}

export function renderUnknown(reply: ReplyOf<'unknown_command'>): string {
  const suggestion = reply.suggestion === null ? '' : ` Did you mean ${renderCommand(reply.suggestion)}?`
  return `There is no command ${renderCommand(reply.name)}.${suggestion} \`/help\` lists them all.`
}

export function renderBadArguments({ name, problem, usage: form }: ReplyOf<'bad_arguments'>): string {
  return `${renderCommand(name)} was not carried out: ${sentence(problem)}\n\nIt is written ${usage(form)}.`
}

export function renderNoPermission(reply: ReplyOf<'no_permission'>, { record }: { record: IssRecord | null }): string {
  const { login, name, needs, has } = reply
  return `${mention(shorten(login, 60))}, ${named(name)} needs the ${code(needs)} role here; you have ${code(has)}. Nothing was changed. ${renderWhoElse(reply, record)}`
}

/** The author of an issue that waits for an answer needs nobody. */
function renderWhoElse({ login, name, who = [] }: ReplyOf<'no_permission'>, record: IssRecord | null): string {
  const isAuthors =
    record?.frozen?.author === login && record.phase === 'awaiting_input' && ['/plan', '/replan'].includes(name)
  const named = who.map((one) => renderName(shorten(one, 60)))
  const reviewers = named.length === 0 ? '' : `; \`review.reviewers\` names ${listWords(named)}`
  return isAuthors
    ? 'As the author you can say `/answer` with what was asked, or alone after an edit of the issue: that plans it, too.'
    : `Anybody with that role can give the command${reviewers}.`
}

/** A command was not carried out; what somebody did on GitHub, like a review, changed nothing. */
export function renderRefused({ name, why, next: way }: ReplyOf<'refused'>): string {
  if (isCommand(name)) return `${renderCommand(name)} was not carried out: ${sentence(why)}${nextStep(way)}`
  const subject = replyLine(name, 120).replace(/^[a-z]/, (letter) => letter.toUpperCase())
  return `${subject} does not count: ${sentence(why)}${nextStep(way)}`
}

/** A command as code, anything else (`the label`) in words. */
function named(name: string): string {
  return isCommand(name) ? renderCommand(name) : replyLine(name, 60)
}

function isCommand(name: string): boolean {
  return !name.includes(' ')
}

function renderCommand(name: string): string {
  return inlineCode(`/${shorten(name.replace(/^\//, ''), 60)}`)
}

/** A usage may come with backticks of its own: "`/approve plan@…` or `/approve T1`". */
function usage(text: string): string {
  return text.includes('`') ? neutraliseInline(shorten(text, 400)) : inlineCode(shorten(text, 200))
}
