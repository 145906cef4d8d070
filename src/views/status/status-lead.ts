import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { LoopState } from '../../domain/records/loop/loop-state.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { isStopping } from '../../domain/rules/foresee-obstacles.ts'
import { findMisfitTask } from '../../domain/work/draft/note-executors.ts'
import { renderCount, t } from '../language/t.ts'
import { leadCompleted } from './completed-lead.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { listWords, renderName } from '../text/person.ts'
import { findReason } from '../text/reason.ts'
import { findPauser, renderPause } from '../task/render-pause.ts'
import { shorten } from '../markdown/shorten.ts'
import { translate } from '../language/translate.ts'
import { findWaitingFor, type Standing } from '../task/task-standing.ts'
import { renderTime } from '../text/time.ts'

export interface StatusInput {
  record: IssRecord
  plan: Plan
  execution: ExecutionRecord | null
  loop: LoopState | null
  links: Links
  /** ISO time of the writing. */
  now: string
}

/** What the issue is doing as a whole; the order is the order of precedence. */
export type StatusKind = 'stopped' | 'completed' | 'paused' | 'planning' | 'unapproved' | 'needs_person' | 'working'

/** One of the states that get a first line of their own. */
export function decideStatusKind({ record }: Pick<StatusInput, 'record'>, standings: readonly Standing[]): StatusKind {
  if (record.stopped !== null || record.phase === 'stopped') return 'stopped'
  if (record.phase === 'completed') return 'completed'
  if (record.paused !== null) return 'paused'
  if (record.phase === 'registered' || record.phase === 'drafting' || record.phase === 'awaiting_input')
    return 'planning'
  if (record.phase === 'proposed' || record.approved === null) return 'unapproved'
  const waits = standings.map(findWaitingFor).filter((waiting) => waiting !== null)
  if (waits.length === 0 || standings.some(canMove)) return 'working'
  return 'needs_person'
}

function canMove(standing: Standing): boolean {
  const { node, check } = standing
  if (node === null || findWaitingFor(standing) !== null) return false
  return (
    node.state === 'READY' ||
    node.state === 'RUNNING' ||
    node.state === 'TO_BE_MODIFY' ||
    (node.state === 'READY_TO_CHECK' && check !== null)
  )
}

/** The first two lines: what happened, who and why; then what goes on from here and the command for it. */
export function renderStatusLead(input: StatusInput, kind: StatusKind, standings: readonly Standing[]): string {
  const { next } = describeLead(input, kind, standings)
  const head = `### ${renderStatusHead(input, kind, standings)}`
  return next === '' ? head : `${head}\n\n${next}`
}

/** The first of them alone, in one line. */
export function renderStatusHead(input: StatusInput, kind: StatusKind, standings: readonly Standing[]): string {
  const done = standings.filter((standing) => standing.approved).length
  const tasks = t('{n} of {tasks} approved', { n: done, tasks: renderCount(input.plan.tasks.length, 'task') })
  return `${describeLead(input, kind, standings).head} · ${tasks}`
}

function describeLead(
  input: StatusInput,
  kind: StatusKind,
  standings: readonly Standing[],
): { head: string; next: string } {
  const { record, plan } = input
  const issue = `#${record.number}`
  const approve = `\`/approve plan@${plan.hash.slice(0, 7)}\``
  switch (kind) {
    case 'stopped':
      return {
        head: `⏹️ ${sayBy('{issue} stopped', '{issue} stopped by {who}', record, record.stopped?.by)}`,
        next: `${reason(record.stopped)}${t('Everything made so far is kept; nothing runs. {approve} starts a new run.', { approve })}`,
      }
    case 'paused':
      return {
        head: `⏸️ ${sayBy('{issue} paused', '{issue} paused by {who}', record, findPauser(record.paused))}`,
        next: record.paused === null ? '' : renderPause(record.paused, input.links),
      }
    case 'completed':
      return leadCompleted(input)
    case 'planning':
      return {
        head: t('{issue} is being planned', { issue }),
        next: t('The plan will be posted as a comment of its own.'),
      }
    case 'unapproved': {
      const unfit = findMisfitTask(plan.notes)
      const link = planLink(input)
      if (unfit === undefined)
        return {
          head: t('{issue} waits for approval', { issue }),
          next: t(
            plan.notes.some(isStopping)
              ? '{plan} waits for somebody with write access. The repository stops the work, as the plan says: once that is changed, {approve} starts it.'
              : '{plan} waits for somebody with write access: {approve} starts the work.',
            { plan: link, approve },
          ),
        }
      return {
        head: t('{issue} waits for somebody who can do {task}', { issue, task: unfit }),
        next: t(
          '{plan} waits for somebody with write access: `/assign {task} …` gives {task} to somebody who can do it, then {approve} starts the work.',
          { plan: link, task: unfit, approve },
        ),
      }
    }
    case 'needs_person':
      return { head: `🙋 ${sayNeeded(issue, standings)}`, next: '' }
    case 'working':
      return { head: t('{issue} is being worked on', { issue }), next: renderWorking(standings) }
  }
}

function planLink({ record, plan, links }: StatusInput): string {
  const comment = record.plan_comment?.plan_id === plan.id ? record.plan_comment : null
  return linkTo(
    t('Plan {hash}', { hash: `\`${plan.hash.slice(0, 7)}\`` }),
    comment === null ? null : links.comment(comment.id),
  )
}

function renderWorking(standings: readonly Standing[]): string {
  const running = standings.filter((standing) => standing.node?.state === 'RUNNING').map(({ task }) => task.id)
  const review = standings.filter(({ tone }) => tone === 'review').map(({ task }) => task.id)
  const redo = standings.filter(({ tone }) => tone === 'rejected').map(({ task }) => task.id)
  const parts = [
    ...(running.length === 0 ? [] : [t('{tasks} at work', { tasks: listFewIds(running) })]),
    ...(review.length === 0 ? [] : [t('{tasks} in review', { tasks: listFewIds(review) })]),
    ...(redo.length === 0 ? [] : [t('{tasks} to be redone', { tasks: listFewIds(redo) })]),
  ]
  const rest = standings.every(({ approved }) => approved)
    ? t('Every task is approved; what is left are the merges, the tests of the whole and the final pull request')
    : t('The next task is about to start')
  return t('{what}. `/pause` holds it, `/stop` ends it.', { what: parts.length === 0 ? rest : parts.join(t(', ')) })
}

function listFewIds(ids: readonly string[]): string {
  return listWords(ids.length > 6 ? [...ids.slice(0, 5), t('{n} more', { n: ids.length - 5 })] : ids)
}

function sayNeeded(issue: string, standings: readonly Standing[]): string {
  const waits = standings.map(findWaitingFor).filter((waiting) => waiting !== null)
  const who = [...new Set(waits.flatMap((waiting) => waiting.who))].map(renderName)
  if (who.length === 0) return t('{issue} needs a person', { issue })
  const some = who.length > 6 ? [...who.slice(0, 5), t('{n} more', { n: who.length - 5 })] : who
  return t('{issue} needs {who}', { issue, who: listWords(some, waits.length === 1 ? 'or' : 'and') })
}

function sayBy(
  alone: '{issue} stopped' | '{issue} paused',
  withName: '{issue} stopped by {who}' | '{issue} paused by {who}',
  { number }: IssRecord,
  login: string | undefined,
): string {
  const issue = `#${number}`
  return login === undefined ? t(alone, { issue }) : t(withName, { issue, who: renderName(login) })
}

function reason(what: { by: string; at: string; why: string } | null): string {
  if (what === null) return ''
  const why = neutraliseInline(shorten(translate(findReason(what)), 300)).replace(/(?<![.\s])[.\s]+$/, '')
  const at = renderTime(what.at)
  return why === '' ? t('Since {at}. ', { at }) : t('Since {at}: {why}. ', { at, why })
}
