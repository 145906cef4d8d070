import { useOfTask } from '../../domain/records/receipts/spent-on-models.ts'
import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { TrailEntry } from '../../domain/records/iss-record.ts'
import { ofThisLoop } from '../../domain/loop/of-this-loop.ts'
import { criteriaOf } from '../../domain/gate/draft/version-criteria.ts'
import { nameCriteria } from '../../domain/gate/draft/name-criteria.ts'
import type { Artifact } from '../../domain/records/artifact.ts'
import type { Review } from '../../domain/records/review.ts'
import { renderScore } from '../text/amounts.ts'
import { renderCount, t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { renderDetails } from '../markdown/details.ts'
import { renderEffort } from '../plan/effort.ts'
import { block, commentLimit, fitBlocks, type Block } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { renderDebugTrail, renderLoopProgress } from '../loop-progress/summary.ts'
import { renderGraph } from '../markdown/mermaid.ts'
import { renderNeeds } from './needs-you.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { renderDoer, renderName } from '../text/person.ts'
import { planFilePath } from '../task/plan-file.ts'
import { renderModelUse } from '../text/model-use.ts'
import { renderJob, renderRunProgress } from '../task/run-progress.ts'
import { renderProgressBar } from '../text/progress-bar.ts'
import { waitsForBranch, waitsForDrafts } from '../task/render-pause.ts'
import { decideStatusKind, renderStatusLead, type StatusInput, type StatusKind } from './status-lead.ts'
import { renderTableHead, renderTableRow } from '../markdown/table.ts'
import { describeStandings, type Standing, startsNext } from '../task/task-standing.ts'
import { renderTitle } from '../task/task-words.ts'
import { renderTrailEntry } from './trail-entry.ts'
import { renderTime } from '../text/time.ts'

/** Where the work stands: what happened, what is needed, every task, the trail folded (design 8.2). */
export function renderStatusComment(input: StatusInput): string {
  const { record, plan, execution, links } = input
  const standings = describeStandings(plan, execution)
  const kind = decideStatusKind(input, standings)
  const approved = standings.filter((standing) => standing.approved).length
  const isOver = kind === 'stopped' || kind === 'completed'
  // A branch that is gone or moved takes no push: what puts it back is all that helps, and stands in the lead.
  const isBranchMoved = record.paused !== null && waitsForBranch(record.paused)
  const needs = isOver || isBranchMoved ? [] : renderNeeds(standings, links, execution ?? { reviews: [], receipts: [] })
  const blocks: Block[] = [
    block(renderStatusLead(input, kind, standings)),
    block(renderNeedsBlock(needs, 20), renderNeedsBlock(needs, 5)),
    block(`\n${renderLoopProgress(input.loop, execution) ?? renderProgressBar(approved, plan.tasks.length)}`),
    ...renderRows(moves(kind) ? standings : standings.map(asHeld), execution, links),
    ...(plan.tasks.length > 1
      ? [block(`\n${renderDetails(t('Graph'), renderGraph(plan.tasks, tonesOf(standings)))}`, '')]
      : []),
    ...renderDebug(execution),
    ...renderTrail(record.trail, plan.tasks.length > 1 ? '' : '\n'),
    block(renderFooter(input, kind, isBranchMoved)),
  ]
  const file = linkTo(t('plan file'), links.workflowFile(planFilePath(record, plan)))
  return fitBlocks(
    blocks,
    commentLimit,
    `\n${t('Shortened to what a comment holds; everything is in the {file} and beside it.', { file })}`,
  )
}

/** Whether what is next begins by itself. */
function moves(kind: StatusKind): boolean {
  return kind === 'working' || kind === 'needs_person' || kind === 'completed'
}

/** Of what stands still nothing `starts next`. */
function asHeld(standing: Standing): Standing {
  return standing.words === t(startsNext) ? { ...standing, words: t('not started') } : standing
}

function renderDebug(execution: ExecutionRecord | null): Block[] {
  const trail = execution === null ? null : renderDebugTrail(ofThisLoop(execution))
  return trail === null ? [] : [block(`\n${trail}`, '')]
}

function renderNeedsBlock(needs: readonly string[], limit: number): string {
  if (needs.length === 0) return ''
  if (needs.length === 1) return `\n${t('**Needs you:** {need}', { need: needs[0] ?? '' })}`
  const more = needs.length > limit ? [`- ${t('and {n} more, see the table', { n: needs.length - limit })}`] : []
  return `\n**${t('Needs you')}**\n\n${[...needs.slice(0, limit).map((need) => `- ${need.replaceAll('\n', '\n  ')}`), ...more].join('\n')}`
}

function renderRows(standings: readonly Standing[], execution: ExecutionRecord | null, links: Links): Block[] {
  const head = renderTableHead([{ head: t('task') }, { head: t('state and version') }])
  const reviews = Map.groupBy(execution?.reviews ?? [], (review) => review.task)
  return [
    block(`\n${head}`),
    ...standings.map((standing) => {
      const row = (titleLimit: number) =>
        renderTaskRow(standing, execution, reviews.get(standing.task.id) ?? [], links, titleLimit)
      return block(row(80), row(30), '')
    }),
  ]
}

function renderTaskRow(
  standing: Standing,
  execution: ExecutionRecord | null,
  reviews: readonly Review[],
  links: Links,
  titleLimit: number,
): string {
  const { task, node } = standing
  const artifact = execution?.artifacts.find(({ artifact_id }) => artifact_id === node?.active_artifact_id)
  const executor = node?.executor ?? task.executor
  const author =
    artifact?.by.kind === 'person'
      ? renderName(artifact.by.login)
      : `${renderDoer(executor)}${renderEndedJob(execution, task.id)}`
  const spent = execution === null ? '' : renderModelUse(useOfTask(execution, task.id))
  const versions = `${renderVersion(standing, artifact?.version, { reviews, artifacts: execution?.artifacts ?? [] }, links)}${renderApproved(standing, execution, reviews, links)}`
  const run = node?.state === 'RUNNING' ? node.run : null
  const told = run?.progress === undefined ? '' : renderRunProgress(run.progress)
  const job = run?.progress === undefined ? '' : renderJob(run.progress)
  return renderTableRow([
    // Below and not beside: a phone cuts a third column off.
    `**${task.id}** ${renderTitle(task.title, titleLimit)}<br><sub>${t('by {who}', { who: author })}${spent === '' ? '' : ` · ${spent}`}</sub>`,
    [
      standing.words,
      ...(job === '' ? [] : [`<sub>${job}</sub>`]),
      ...(told === '' ? [] : [`<sub>${t('{who} says: {told}', { who: renderDoer(executor), told })}</sub>`]),
      ...(versions === '' ? [] : [versions]),
    ].join('<br>'),
  ])
}

/** ` in [a job](…)`: the one that the newest run of the task was worked on in. */
function renderEndedJob(execution: ExecutionRecord | null, task: string): string {
  const job = execution?.receipts.findLast((one) => one.task === task && one.outcome !== 'reviewed')?.job
  return job === undefined ? '' : t(' in {where}', { where: linkTo(t('a job'), job) })
}

/** `v2 in #12, score 1.00 · v1 rejected: AC-2 “It reads well”`: the newest version with its verdict, then the rejected ones, newest first. */
function renderVersion(
  standing: Standing,
  version: number | undefined,
  { reviews, artifacts }: { reviews: readonly Review[]; artifacts: readonly Artifact[] },
  links: Links,
): string {
  if (version === undefined) return ''
  const newest = reviews.findLast((review) => review.version === version)
  const name = newest === undefined ? `v${version}` : linkTo(`v${version}`, links.verdictFile(newest))
  const number = standing.node?.pull_request?.number
  const pull = number === undefined ? '' : t(' in {where}', { where: linkTo(`#${number}`, links.pull(number)) })
  const score = newest?.verdict === 'APPROVED' ? t(', score {score}', { score: renderScore(newest.score) }) : ''
  const rejected = reviews.filter((review) => review.verdict === 'REJECTED').toReversed()
  const criteriaOfReview = ({ reviewed_artifact_id: id }: Review) =>
    criteriaOf(standing.task, artifacts.find((one) => one.artifact_id === id) ?? { undoes: [] })
  const shown = rejected.slice(0, 3).map((review) => {
    const failed = review.criteria
      .filter(({ result }) => result === 'fail')
      .map(({ id }) => id)
      .slice(0, 2)
    const isNewest = review === newest
    const told = isNewest
      ? t(', rejected')
      : ` · ${linkTo(t('v{n} rejected', { n: review.version }), links.verdictFile(review))}`
    return `${told}${failed.length === 0 ? '' : `${t(': ')}${neutraliseInline(translate(nameCriteria(failed, criteriaOfReview(review))))}`}`
  })
  const more = rejected.length > 3 ? ` · ${t('{n} more rejected', { n: rejected.length - 3 })}` : ''
  return `${name}${pull}${score}${shown.join('')}${more}`
}

/** The deliverable that counts, where a newer version waits for its verdict or was rejected (spec 003 §3.2). */
function renderApproved(
  { node }: Standing,
  execution: ExecutionRecord | null,
  reviews: readonly Review[],
  links: Links,
): string {
  const id = node?.approved_artifact_id ?? null
  if (id === null || id === node?.active_artifact_id) return ''
  const version = execution?.artifacts.find(({ artifact_id }) => artifact_id === id)?.version
  if (version === undefined) return ''
  const review = reviews.findLast((one) => one.reviewed_artifact_id === id && one.verdict === 'APPROVED')
  const name = t('v{n} approved', { n: version })
  return ` · ${review === undefined ? name : linkTo(name, links.verdictFile(review))}${node?.approval_stale === true ? t(', an input changed since') : ''}`
}

function tonesOf(standings: readonly Standing[]): Map<string, Standing['tone']> {
  return new Map(standings.map(({ task, tone }) => [task.id, tone]))
}

function renderTrail(trail: readonly TrailEntry[], before: string): Block[] {
  if (trail.length === 0) return []
  const entries = (limit: number) =>
    renderDetails(
      t('Trail: {events}', { events: renderCount(trail.length, 'event') }),
      trail.toReversed().slice(0, limit).map(renderTrailEntry).join('\n'),
    )
  return [block(`${before}${entries(100)}`, `${before}${entries(20)}`, `${before}${entries(5)}`, '')]
}

function renderFooter({ record, execution, now }: StatusInput, kind: StatusKind, isBranchMoved: boolean): string {
  const isDraft = kind === 'paused' && record.paused !== null && waitsForDrafts(record.paused)
  const commands = `${isBranchMoved ? '`/doctor fix` ' : ''}${isDraft ? '`/stop` `/help`' : commandsFor(kind)}`
  const parts = [
    ...(execution === null ? [] : renderEffort(execution, record.planning_use ?? null)),
    t('as of {at}', { at: renderTime(now) }),
    commands,
  ]
  return `\n<sub>${parts.join(' · ')}</sub>`
}

function commandsFor(kind: StatusKind): string {
  switch (kind) {
    case 'working':
    case 'needs_person':
      return '`/pause` `/stop` `/status` `/help`'
    case 'paused':
      return '`/resume` `/stop` `/help`'
    case 'completed':
      return '`/export` `/help`'
    case 'stopped':
    case 'planning':
    case 'unapproved':
      return '`/plan` `/status` `/help`'
  }
}
