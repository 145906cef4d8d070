import type { Notice } from '../../domain/effects/notice.ts'
import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { cutText } from '../../domain/text/cut-text.ts'
import { sha256Hex } from '../../domain/text/sha256.ts'
import type { Links } from '../markdown/links.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import type { MessageKey } from '../../domain/language/message.ts'

export interface NoticeView {
  record: IssRecord
  plan: Plan | null
  execution: ExecutionRecord | null
  links: Links
  /** When it is sent, ISO 8601. */
  at: string
}

const longestTitle = 200

/** What a message is known by, however often it is sent. */
export function nameNotice({ repository, id }: IssRecord, { key }: Notice): string {
  return sha256Hex(`${repository} ${id} ${key}`).slice(0, 32)
}

/** A notice as the webhook's payload and as one message of a chat (docs/notices.md). */
export function renderNotice(
  view: NoticeView,
  notice: Notice,
): { event: string; payload: Readonly<Record<string, unknown>>; text: string } {
  const { record, plan, links, at } = view
  const { event, who } = notice
  const what = translate(notice.what)
  const task = plan?.tasks.find(({ id }) => id === notice.task)
  const pull = findTaskPull(view, notice)
  const url = findUrl(view, notice, pull)
  const title = cutText(record.frozen.title, longestTitle)
  const payload = {
    event,
    id: nameNotice(record, notice),
    sent_at: at,
    repository: { full_name: record.repository },
    issue: { number: record.number, title, url: links.issue() },
    plan: plan === null ? null : { id: plan.id, hash: plan.hash, score: plan.score },
    task: task === undefined ? null : { id: task.id, title: cutText(task.title, longestTitle), pull_request: pull },
    who,
    text: what,
    url,
  }
  const about = task === undefined ? '' : ` · ${task.id} ${cutText(task.title, 80)}`
  const asked = who.length === 0 ? '' : ` ${who.map((name) => `@${name}`).join(', ')}:`
  const link = `<${url}|${escapeSlack(`${record.repository}#${record.number} ${title}`)}>`
  return {
    event,
    payload,
    text: `${leads[event].emoji} *${t(leads[event].words)}* ${link}${escapeSlack(`${about}\n${asked} ${what}`.trimEnd())}`,
  }
}

const leads = {
  plan_ready: { emoji: ':memo:', words: 'Plan ready' },
  waiting: { emoji: ':raising_hand:', words: 'Waits for you' },
  rejected: { emoji: ':x:', words: 'Rejected' },
  failed: { emoji: ':warning:', words: 'Stands still' },
  released: { emoji: ':package:', words: 'Released' },
} as const satisfies Record<Notice['event'], { emoji: string; words: MessageKey }>

function findTaskPull({ execution }: NoticeView, { task }: Notice): number | null {
  const node = task === null ? undefined : execution?.nodes[task]
  return node?.kind === 'ACTION' ? (node.pull_request?.number ?? null) : null
}

function findUrl({ record, links }: NoticeView, { url, event, key }: Notice, pull: number | null): string {
  if (url !== null) return url
  if (pull !== null) return links.pull(pull)
  const { final_pull_request: final, plan_comment: comment } = record
  if (/^waiting:(?:merge|conflict):/.test(key) && final !== null) return links.pull(final.number)
  return event === 'plan_ready' && comment !== null ? links.comment(comment.id) : links.issue()
}

/** Slack's three; with them no text of others links, mentions or calls anybody. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
