import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { LoopState } from '../../domain/records/loop/loop-state.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { finalPersonCover } from '../../domain/plan/whole-cover.ts'
import { judgeRootCriteria } from '../../domain/bundle/root-results.ts'
import { findMisfitTask } from '../../domain/work/draft/note-executors.ts'
import { renderCount } from '../text/amounts.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { listWords, mention, renderName } from '../text/person.ts'
import { findReason } from '../text/reason.ts'
import { renderPause } from '../task/render-pause.ts'
import { shorten } from '../markdown/shorten.ts'
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
  const { plan } = input
  const done = standings.filter((standing) => standing.approved).length
  const { head, next } = describeLead(input, kind, standings)
  const tasks = `${done} of ${renderCount(plan.tasks.length, 'task')} approved`
  return next === '' ? `### ${head} · ${tasks}` : `### ${head} · ${tasks}\n\n${next}`
}

function describeLead(
  input: StatusInput,
  kind: StatusKind,
  standings: readonly Standing[],
): { head: string; next: string } {
  const { record, plan } = input
  const approve = `\`/approve plan@${plan.hash.slice(0, 7)}\``
  switch (kind) {
    case 'stopped':
      return {
        head: `⏹️ #${record.number} stopped${by(record.stopped?.by)}`,
        next: `${reason(record.stopped)}Everything made so far is kept; nothing runs. ${approve} starts a new run.`,
      }
    case 'paused':
      return {
        head: `⏸️ #${record.number} paused${by(record.paused?.by)}`,
        next: record.paused === null ? '' : renderPause(record.paused, input.links),
      }
    case 'completed':
      return describeCompleted(input)
    case 'planning':
      return { head: `#${record.number} is being planned`, next: 'The plan will be posted as a comment of its own.' }
    case 'unapproved': {
      const unfit = findMisfitTask(plan.notes)
      const first = unfit === undefined ? '' : `\`/assign ${unfit} …\` gives ${unfit} to somebody who can do it, then `
      return {
        head: `#${record.number} waits for ${unfit === undefined ? 'approval' : `somebody who can do ${unfit}`}`,
        next: `${planLink(input)} waits for somebody with write access: ${first}${approve} starts the work.`,
      }
    }
    case 'needs_person':
      return { head: `🙋 #${record.number} needs ${neededPeople(standings)}`, next: '' }
    case 'working':
      return { head: `#${record.number} is being worked on`, next: renderWorking(standings) }
  }
}

function describeCompleted({ record, plan, execution, links }: StatusInput): { head: string; next: string } {
  const pull = record.final_pull_request
  const link = pull === null ? '' : linkTo(`#${pull.number}`, links.pull(pull.number))
  const exported = record.exports.at(-1)
  const release =
    exported === undefined
      ? '`/export` releases the approved versions.'
      : `Released as ${linkTo(neutraliseInline(exported.tag), exported.url)}.`
  const branch = neutraliseInline(record.default_branch)
  switch (pull?.state) {
    case 'merged':
      return { head: `✅ #${record.number} is done`, next: `Merged into ${branch} by ${link}. ${release}` }
    case 'open':
      return {
        head: `✅ #${record.number} is ready to merge`,
        next: `${link} brings everything to ${branch}. **Needs you:** ${nameMerger(record)} merges it, as nothing does by itself.${execution === null ? '' : renderLeftToMerger(plan, execution)} ${release}`,
      }
    case 'draft':
      return { head: `#${record.number} is finishing`, next: `${link} is a draft until every task is approved again.` }
    case 'closed':
      return {
        head: `#${record.number} is done, not merged`,
        next: `${link} was closed without a merge; every approved version stays on record. ${release}`,
      }
    case undefined:
      return {
        head: `✅ #${record.number} is done`,
        next: `All tasks are approved; the final pull request follows. ${release}`,
      }
  }
}

/** What the issue asks for and no task was held to (decision 125). */
function renderLeftToMerger(plan: Plan, execution: ExecutionRecord): string {
  const left = judgeRootCriteria(plan, execution).filter(
    ({ result, covered_by: covered }) =>
      result === 'open' && covered.some(({ criterion }) => criterion === finalPersonCover),
  )
  if (left.length === 0) return ''
  const shown = left.slice(0, 3).map(({ statement }) => `“${neutraliseInline(shorten(statement, 120))}”`)
  if (left.length > 3) shown.push(`${left.length - 3} more, listed there`)
  return ` No task was held to ${listWords(shown)}: look whether ${left.length === 1 ? 'it holds' : 'they hold'}.`
}

/** Who approved the plan is asked first, as somebody has to be. */
function nameMerger({ approved }: IssRecord): string {
  return approved === null ? 'somebody who may' : `${mention(approved.by)}, or who else may,`
}

function planLink({ record, plan, links }: StatusInput): string {
  const comment = record.plan_comment?.plan_id === plan.id ? record.plan_comment : null
  return linkTo(`Plan \`${plan.hash.slice(0, 7)}\``, comment === null ? null : links.comment(comment.id))
}

function renderWorking(standings: readonly Standing[]): string {
  const running = standings.filter((standing) => standing.node?.state === 'RUNNING').map(({ task }) => task.id)
  const review = standings.filter(({ tone }) => tone === 'review').map(({ task }) => task.id)
  const redo = standings.filter(({ tone }) => tone === 'rejected').map(({ task }) => task.id)
  const parts = [
    ...(running.length === 0 ? [] : [`${listFewIds(running)} at work`]),
    ...(review.length === 0 ? [] : [`${listFewIds(review)} in review`]),
    ...(redo.length === 0 ? [] : [`${listFewIds(redo)} to be redone`]),
  ]
  const rest = standings.every(({ approved }) => approved)
    ? 'Every task is approved; what is left are the merges, the tests of the whole and the final pull request'
    : 'The next task is about to start'
  return `${parts.length === 0 ? rest : parts.join(', ')}. \`/pause\` holds it, \`/stop\` ends it.`
}

function listFewIds(ids: readonly string[]): string {
  return listWords(ids.length > 6 ? [...ids.slice(0, 5), `${ids.length - 5} more`] : ids)
}

function neededPeople(standings: readonly Standing[]): string {
  const waits = standings.map(findWaitingFor).filter((waiting) => waiting !== null)
  const who = [...new Set(waits.flatMap((waiting) => waiting.who))].map(renderName)
  if (who.length === 0) return 'a person'
  return listWords(
    who.length > 6 ? [...who.slice(0, 5), `${who.length - 5} more`] : who,
    waits.length === 1 ? 'or' : 'and',
  )
}

function by(login: string | undefined): string {
  return login === undefined ? '' : ` by ${renderName(login)}`
}

function reason(what: { by: string; at: string; why: string } | null): string {
  if (what === null) return ''
  const why = neutraliseInline(shorten(findReason(what), 300)).replace(/(?<![.\s])[.\s]+$/, '')
  return why === '' ? `Since ${renderTime(what.at)}. ` : `Since ${renderTime(what.at)}: ${why}. `
}
