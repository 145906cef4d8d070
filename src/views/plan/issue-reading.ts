import { withoutEmphasis } from '../../domain/text/without-emphasis.ts'
import type { IssueReading } from '../../domain/plan/plan-answer.ts'
import { renderDetails } from '../markdown/details.ts'
import { block, type Block } from '../markdown/fit.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'
import { codeFence } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { t } from '../language/t.ts'
import { code, replyLine } from '../text/reply-words.ts'

const mostPaths = 10
/** More are folded. */
const mostOpen = 6

/**
 * How an issue that spells out no plan was read, as a question: what it would be, when it would be done, how to say yes,
 * and the same words to be corrected. Nothing of it can be approved.
 */
export function renderReading(reading: IssueReading, command: Command): Block[] {
  const { title, criteria, paths, told = [] } = reading
  const lead = `🙋 ${t('**Was this read right?** The issue has no list of tasks and no acceptance criteria, so this is what its text seems to ask for. Nothing is planned before somebody says so.')}`
  const done = criteria.map((said) => renderItem(said))
  const other = t(
    'If something else must hold, say it in place of that: {command}. What is said in this way after a yes must hold as well.',
    { command: code(`${command} ${t('It should …')}`) },
  )
  const yes = `${t('If that is it, comment:')}\n\n${codeFence(`${command} yes`)}\n\n${other}`
  return [
    block(`${lead}\n`),
    block(t('**One task:** {title}', { title: replyLine(withoutEmphasis(title), 300) })),
    block(renderPaths(paths), ''),
    block(`${t('**It is done when:**')}\n`),
    ...done,
    ...renderBesides(told),
    block(`\n${yes}\n`),
    renderWords(
      reading,
      t('Or put this into the issue in the right words, and comment {command}:', { command: code(command) }),
    ),
  ]
}

/** What was understood of an issue that leaves open what is wanted: what it asks for, what it says besides, and where. */
export function renderUnderstood({ criteria, told = [], paths }: IssueReading): Block[] {
  const lines = [
    ...criteria.map((said) => renderSaid(t('Wanted'), said)),
    ...told.map((said) => renderSaid(t(said.today === true ? 'Today' : 'Said'), said)),
    ...(paths.length === 0 ? [] : [block(`- ${t('**Where:** {paths}', { paths: listPaths(paths) })}\n`, '')]),
  ]
  return [block(`\n${t('This is what was understood of the issue:')}\n`), ...lines]
}

/** All else that the issue says; folded where it is more than a glance. */
function renderBesides(told: IssueReading['criteria']): Block[] {
  if (told.length === 0) return []
  if (told.length <= mostOpen)
    return [
      block(`\n${t('**It says besides, and it is not among these:**')}\n`, ''),
      ...told.map((said) => renderItem(said)),
    ]
  const summary = t('It says besides, and it is not among these ({n})', { n: told.length })
  return [block(`\n${renderDetails(summary, told.map((said) => listItem(said)).join('\n'))}\n`, '')]
}

function renderItem(said: IssueReading['criteria'][number]): Block {
  return block(listItem(said), '')
}

function listItem({ text, line }: IssueReading['criteria'][number]): string {
  return `- ${replyLine(withoutEmphasis(text), 600)}${renderIssueLine(line)}`
}

function renderSaid(what: string, { text, line }: IssueReading['criteria'][number]): Block {
  return block(`- **${what}${t(':')}** ${replyLine(withoutEmphasis(text), 400)}${renderIssueLine(line)}`, '')
}

function renderIssueLine(line: number | null): string {
  return line === null ? t(' (the title)') : t(' (line {line})', { line })
}

type Command = '/answer' | '/replan'

function renderWords({ criteria }: IssueReading, how: string): Block {
  const list = criteria.map(({ text }) => `- ${toOneLine(text)}`).join('\n')
  return block(
    `${how}\n\n${codeFence(`### ${t('Acceptance criteria')}\n\n${list}`, 'markdown')}`,
    t('Write what is right under a heading `### Acceptance criteria` of the issue.'),
  )
}

function renderPaths(paths: readonly string[]): string {
  return paths.length === 0 ? '' : `${t('**It may touch:** {paths}, and tests', { paths: listPaths(paths) })}\n`
}

function listPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, mostPaths).map((path) => code(shorten(path, 100)))
  const more = paths.length - shown.length
  return `${shown.join(t(', '))}${more > 0 ? t(' and {n} more', { n: more }) : ''}`
}
