import { t } from '../language/t.ts'
import type { MessageKey } from '../../domain/language/message.ts'
import { translate } from '../language/translate.ts'
import { currentCatalogue } from '../language/current.ts'
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

export const noPlanYet =
  'There is no plan for this issue yet; `/plan`, or the label, asks for one.' satisfies MessageKey

export function renderHelp({ record, links }: { record: IssRecord | null; links: Links }): string {
  const columns = [{ head: t('command') }, { head: t('what it does') }]
  const hash = findStandingPlanHash(record)
  const rows = commandUsages.map(({ name, usage: form, does, role }) => [
    `${inlineCode(renderHints(showHash(form, hash)))}${renderOtherName(name)}`,
    // Below and not beside: a phone has no room for a third column.
    `${neutraliseInline(translate(does))}<br><sub>${t('needs {role}', { role: defaultConfiguration.roles[role] })}</sub>`,
  ])
  const docs = links.docs('commands.md')
  return [
    ...(record === null ? [t(noPlanYet)] : []),
    renderTable(columns, rows),
    `${t("A command stands at the start of a line, outside quotes and code; several may stand in one comment. The roles are the defaults; a repository's configuration can change them.")}${docs === null ? '' : ` ${linkTo(t('More'), docs)}${t('.')}`}`,
  ].join('\n\n')
}

/** What the command is called in the language of the thread, beside its English name. */
function renderOtherName(name: string): string {
  const commands: Readonly<Record<string, readonly string[]>> = currentCatalogue()?.commands ?? {}
  const [own] = commands[name] ?? []
  return own === undefined ? '' : `<br>\`/${own}\``
}

export function renderMentioned({ usage: form }: ReplyOf<'mentioned'>): string {
  if (form === null)
    return t(
      'I act on commands that stand at the start of a line, such as `/status`; `/help` lists them all. Nothing was changed.',
    )
  return t(
    'Nothing was changed: I act on commands at the start of a line. For that, comment {usage}. `/help` lists them all.',
    { usage: usage(form) },
  )
}

export function renderHinted({ said, usage: form, own }: ReplyOf<'hinted'>): string {
  const told = { command: renderCommand(said), usage: usage(form) }
  if (said === 'assign') return t('Nothing was changed: {command} takes the task too, as in {usage}.', told)
  if (own)
    return t(
      'Nothing was changed: a command counts at the start of a line only. If {command} was meant, comment {usage} on a line of its own. `/help` lists them all.',
      told,
    )
  return t(
    said === 'merge'
      ? '{command} is no command here, since a task is merged once it is approved, and the final pull request by a person on GitHub; nothing was changed. {usage} comes nearest. `/help` lists them all.'
      : '{command} is no command here; nothing was changed. {usage} comes nearest. `/help` lists them all.',
    told,
  )
}

export function renderUnknown(reply: ReplyOf<'unknown_command'>): string {
  const told = { command: renderCommand(reply.name) }
  return reply.suggestion === null
    ? t('There is no command {command}. `/help` lists them all.', told)
    : t('There is no command {command}. Did you mean {suggestion}? `/help` lists them all.', {
        ...told,
        suggestion: inlineCode(`/${shorten(reply.suggestion, 220)}`),
      })
}

export function renderBadArguments({ name, problem, usage: form }: ReplyOf<'bad_arguments'>): string {
  const why = t('{command} was not carried out: {why}', {
    command: renderCommand(name),
    why: sentence(translate(problem)),
  })
  return `${why}\n\n${t('It is written {usage}.', { usage: usage(form) })}`
}

export function renderNoPermission(reply: ReplyOf<'no_permission'>, { record }: { record: IssRecord | null }): string {
  const { login, name, needs, has } = reply
  const why = t('{who}, {command} needs the {needs} role here; you have {has}. Nothing was changed.', {
    who: mention(shorten(login, 60)),
    command: named(name),
    needs: code(needs),
    has: code(has),
  })
  return `${why} ${renderWhoElse(reply, record)}`
}

/** The author of an issue that waits for an answer needs nobody. */
function renderWhoElse({ login, name, who = [] }: ReplyOf<'no_permission'>, record: IssRecord | null): string {
  const isAuthors =
    record?.frozen?.author === login && record.phase === 'awaiting_input' && ['/plan', '/replan'].includes(name)
  const named = who.map((one) => renderName(shorten(one, 60)))
  if (isAuthors)
    return t(
      'As the author you can say `/answer` with what was asked, or alone after an edit of the issue: that plans it, too.',
    )
  if (name === '/answer') return t('Whoever wrote the issue can give it, and anybody with that role.')
  return named.length === 0
    ? t('Anybody with that role can give the command.')
    : t('Anybody with that role can give the command; `review.reviewers` names {people}.', { people: listWords(named) })
}

/** A command was not carried out; what somebody did on GitHub, like a review, changed nothing. */
export function renderRefused({ name, why, next: way }: ReplyOf<'refused'>): string {
  const told = sentence(translate(why))
  const next = nextStep(translate(way))
  if (isCommand(name))
    return `${t('{command} was not carried out: {why}', { command: renderCommand(name), why: told })}${next}`
  const subject = replyLine(translate(name), 120).replace(/^[a-z]/, (letter) => letter.toUpperCase())
  return `${t('{subject} does not count: {why}', { subject, why: told })}${next}`
}

/** A command as code, anything else (`the label`) in words. */
function named(name: string): string {
  return isCommand(name) ? renderCommand(name) : replyLine(translate(name), 60)
}

function isCommand(name: string): boolean {
  return name.startsWith('/') || !name.includes(' ')
}

function renderCommand(name: string): string {
  return inlineCode(`/${shorten(name.replace(/^\//, ''), 60)}`)
}

/** What people write behind a command. */
const hints = [
  '<why>',
  '[why]',
  '<what to change>',
  '[what was asked]',
  '[what is wrong]',
] as const satisfies readonly MessageKey[]

function renderHints(form: string): string {
  return hints.reduce((said, hint) => said.replaceAll(hint, t(hint)), form)
}

/** A usage may come with backticks of its own: "`/approve plan@…` or `/approve T1`". */
function usage(text: string): string {
  const shown = renderHints(text).split('` or `').join(t('` or `'))
  return shown.includes('`') ? neutraliseInline(shorten(shown, 400)) : inlineCode(shorten(shown, 200))
}
