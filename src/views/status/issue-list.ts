import type { MessageKey } from '../../domain/language/message.ts'
import { translate } from '../language/translate.ts'
import type { ActionNode, NodeState, WaitingFor } from '../../domain/records/node-state.ts'
import type { OpenIssue } from '../../domain/session/open-issue.ts'
import { findAttention, type Attention } from '../../domain/work/show/state-label.ts'
import { renderCount, t } from '../language/t.ts'
import { inlineCode } from '../markdown/neutralise.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { listWords, renderName } from '../text/person.ts'
import { findReason } from '../text/reason.ts'
import { findPauser, renderShortWay } from '../task/render-pause.ts'
import { replyLine } from '../text/reply-words.ts'
import { waitingWords } from '../task/waiting-words.ts'
import { renderTable } from '../markdown/table.ts'
import { renderTitle } from '../task/task-words.ts'
import { nameIssue } from '../text/issue-name.ts'

const maxRows = 100
const maxTasks = 3

/** How an issue stands, and who or what has to move before it can. Both are Markdown; `waits` is empty where nobody is needed. */
interface Stand {
  words: string
  waits: string
}

const standingWords = {
  moves: 'at work',
  needs_person: 'waits for a person',
} as const satisfies Record<Attention, MessageKey>

/** `/list`: two columns, so that a phone shows them; whoever is waited for is named and not notified. */
export function renderIssueList(issues: readonly OpenIssue[], links: Links): string {
  if (issues.length === 0) {
    return t('Nothing is being worked on in this repository. To begin, say `/plan` in an issue, or give it the label.')
  }
  const rows = issues.map((issue) => ({ issue, stand: describe(issue, links) }))
  const waiting = rows.filter(({ stand }) => stand.waits !== '').length
  const lead = `**${renderCount(issues.length, 'issue')}**${t(', ')}${describeWaiting(waiting, issues.length)}${t('.')}`
  const shown = rows.slice(0, maxRows)
  // Below the title and not beside: a phone cuts a third column off, and that was who is waited for.
  const cells = shown.map(({ issue, stand }) => [`${renderIssue(issue)}<br><sub>${stand.words}</sub>`, stand.waits])
  const more = rows.length > maxRows ? `\n\n${t('{n} newer ones are left out.', { n: rows.length - maxRows })}` : ''
  return `${lead}\n\n${renderTable([{ head: t('issue') }, { head: t('waits for') }], cells)}${more}`
}

function describeWaiting(waiting: number, all: number): string {
  if (all === 1) return t(waiting === 0 ? 'which waits for nobody' : 'which waits for a person')
  if (waiting === 0) return t('none of them waits for a person')
  return t(waiting === 1 ? '{n} of them waits for a person' : '{n} of them wait for a person', { n: waiting })
}

/** `#7`, which GitHub makes a link of, and its title. */
function renderIssue({ row }: OpenIssue): string {
  return `${nameIssue(row.id)} ${renderTitle(row.title, 60)}`
}

function describe({ row, record, execution, unfit }: OpenIssue, links: Links): Stand {
  switch (row.status) {
    case 'registered':
    case 'planning': {
      if (record?.phase !== 'awaiting_input') return { words: t('being planned'), waits: '' }
      return { words: t('asks for input'), waits: `🙋 ${renderName(record.frozen.author)}: \`/answer …\`` }
    }
    case 'planned': {
      const approve = record?.plan_hash ? `\`/approve plan@${record.plan_hash.slice(0, 7)}\`` : '`/approve`'
      if (unfit === null) return { words: t('planned'), waits: `🙋 ${t('approval: {command}', { command: approve })}` }
      const who = t('somebody who can do {task}: `/assign {task} …`, then {approve}', { task: unfit, approve })
      return { words: t('planned'), waits: `🙋 ${who}` }
    }
    case 'executing':
      return describeWork(record, execution, links)
    case 'completed':
      return describeCompleted(record, links)
    case 'failed': {
      const stopped = record?.stopped ?? null
      const by = stopped === null ? t('stopped') : t('stopped by {who}', { who: renderName(stopped.by) })
      const why = stopped === null ? (row.error ?? '') : findReason(stopped)
      return { words: `${by}${why === '' ? '' : `${t(': ')}${replyLine(translate(why), 80)}`}`, waits: '' }
    }
  }
}

/** Of work that goes on, or waits for a person. */
function describeWork(record: OpenIssue['record'], execution: OpenIssue['execution'], links: Links): Stand {
  const nodes = Object.values(execution?.nodes ?? {})
  const paused = record?.paused ?? null
  if (paused === null) return { words: renderShareDone(execution, nodes), waits: renderWaits(nodes, links) }
  const by = findPauser(paused)
  const words = by === undefined ? t('paused') : t('paused by {who}', { who: renderName(by) })
  return { words, waits: `🙋 ${renderShortWay(paused, links)}` }
}

function describeCompleted(record: OpenIssue['record'], links: Links): Stand {
  const final = record?.final_pull_request
  switch (final?.state) {
    case 'open': {
      const who = record?.approved === null ? '' : `${renderName(record?.approved.by ?? '')}${t(': ')}`
      if (final.conflict !== undefined) {
        const branch = inlineCode(record?.default_branch ?? '')
        return { words: t('conflicts with {branch}', { branch }), waits: `🙋 ${who}${inlineCode('/replan')}` }
      }
      const merge = t('merge of {pull}', { pull: linkTo(`#${final.number}`, links.pull(final.number)) })
      return { words: `✅ ${t('ready')}`, waits: `🙋 ${who}${merge}` }
    }
    case 'merged':
      return { words: `✅ ${t('merged')}`, waits: '' }
    case 'closed':
      return { words: t('done, not merged'), waits: '' }
    case 'draft':
      return { words: t('finishing'), waits: '' }
    case undefined:
      return { words: `✅ ${t('all tasks approved')}`, waits: '' }
  }
}

function renderShareDone(execution: OpenIssue['execution'], nodes: readonly NodeState[]): string {
  const tasks = nodes.filter((node) => node.kind === 'ACTION')
  const done = tasks.filter((node) => node.state === 'DONE').length
  const how = t(standingWords[findAttention({ execution })])
  return tasks.length === 0
    ? how
    : t('{how}, {done} of {tasks} done', { how, done, tasks: renderCount(tasks.length, 'task') })
}

/** One line for each task that somebody is waited for, with its pull request. */
function renderWaits(nodes: readonly NodeState[], links: Links): string {
  const actions = new Map(nodes.flatMap((node) => (node.kind === 'ACTION' ? [[node.id, node] as const] : [])))
  const waits = nodes.flatMap((node) => {
    if (node.kind === 'GOAL' || node.state !== 'WAITING_EXTERNAL' || node.waiting_for === null) return []
    const task = node.kind === 'ACTION' ? node.id : node.target
    return [renderWait(task, actions.get(task), node.waiting_for, links)]
  })
  if (waits.length === 0) return ''
  const more = waits.length > maxTasks ? [t('{n} more', { n: waits.length - maxTasks })] : []
  return `🙋 ${[...waits.slice(0, maxTasks), ...more].join('<br>')}`
}

function renderWait(task: string, node: ActionNode | undefined, waiting: WaitingFor, links: Links): string {
  const pull = node?.pull_request?.open === true ? node.pull_request.number : undefined
  const named = pull === undefined ? task : linkTo(`${task} #${pull}`, links.pull(pull))
  const who = waiting.who.length === 0 ? t('somebody') : listWords(waiting.who.slice(0, 3).map(renderName), 'or')
  return t('{who}: {task} ({what})', { who, task: named, what: t(waitingWords[waiting.kind]) })
}
