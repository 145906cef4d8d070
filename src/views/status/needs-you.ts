import { renderMergeWay } from '../pulls/conflict-replies.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { listWords, renderName } from '../text/person.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderWhatToChange } from '../task/what-to-change.ts'
import { findWaitingFor, renderAsked, type Standing } from '../task/task-standing.ts'
import { isRepeatable } from '../../domain/configuration/is-repeatable.ts'
import { allowSelf } from '../../domain/gate/judges/lonely-judge.ts'
import type { ActionNode, WaitingFor } from '../../domain/records/node-state.ts'
import type { Review } from '../../domain/records/review.ts'

/** A line or more for each task that a person is needed for: who, for what, how they do it, and after a rejection what to change. */
export function renderNeeds(standings: readonly Standing[], links: Links, reviews: readonly Review[]): string[] {
  const alike = findFirstPushes(standings)
  const together = new Set(alike)
  return standings.flatMap((standing) => {
    const waiting = findWaitingFor(standing)
    if (waiting === null) return []
    if (together.has(standing)) return standing === alike[0] ? [renderFirstPushes(alike)] : []
    return [`${renderNeed(standing, waiting, links)}${renderWhatToChange(standing, waiting, reviews)}`]
  })
}

/** Tasks that anybody may begin: each says the same, so they share a line. */
function findFirstPushes(standings: readonly Standing[]): Standing[] {
  const alike = standings.filter((standing) => {
    const waiting = findWaitingFor(standing)
    const { node } = standing
    if (waiting?.kind !== 'push' || waiting.who.length > 0 || waiting.refused !== undefined || node === null)
      return false
    return node.active_artifact_id === null && !isRepeatable(node.executor)
  })
  return alike.length > 1 ? alike : []
}

function renderFirstPushes(standings: readonly Standing[]): string {
  const most = 12
  const isTitled = standings.length <= 4
  const ids = standings.slice(0, most).map(({ task }) => (isTitled ? nameWithTitle(task) : task.id))
  const names = standings.length > most ? `${ids.join(', ')} and ${standings.length - most} more` : listWords(ids)
  const [first] = standings
  const gets = inlineCode(`git fetch && git switch ${first?.node?.branch ?? ''}`)
  return `Anybody with write access: push the work of ${names}, each to its branch. ${gets} gets ${first?.task.id}’s; every push there is a version and is reviewed.`
}

function nameWithTitle({ id, title }: Standing['task']): string {
  const said = neutraliseInline(shorten(title, 80))
  return said === '' ? id : `${id} “${said}”`
}

function renderNeed(standing: Standing, waiting: WaitingFor, links: Links): string {
  const { id } = standing.task
  const what = neutraliseInline(shorten(waiting.what, 400)).replace(/(?<![.\s])[.\s]+$/, '')
  const asked = isToldThere(standing) ? renderAsked(waiting, renderName) : renderAsked(waiting)
  const due = renderDue(waiting, id)
  // A command that names it, `/retry T1`, doesn't say what it is about.
  const said = waiting.what.replaceAll(/`\/[^`]*`/g, '')
  const isNamed = due !== '' || new RegExp(`\\b${id.replaceAll('.', '\\.')}\\b`).test(said)
  return `${asked}${due}: ${isNamed ? '' : `**${id}**: `}${what}. ${renderWays(standing, waiting, links)}${renderRefusedPush(waiting)}`.replace(
    /(?<! ) +(?=\n|$)/g,
    '',
  )
}

/** Who pushed what that no version came of, and the way on. */
function renderRefusedPush({ refused }: WaitingFor): string {
  const [first, ...more] = refused?.faults ?? []
  if (refused === undefined || first === undefined) return ''
  const others = more.length === 0 ? '' : `, and ${more.length} more`
  const why = neutraliseInline(shorten(first, 300)).replace(/(?<![.\s])[.\s]+$/, '')
  return ` The push by ${renderName(refused.by)} was refused: ${why}${others}. A push without that is a version.`
}

/** What they are to do, where what it waits for says only why. */
function renderDue({ kind }: WaitingFor, id: string): string {
  switch (kind) {
    case 'decision':
      return ` decides how **${id}** goes on`
    case 'assignment':
      return ` gives **${id}** to somebody who can do it`
    case 'judgement':
    case 'ci':
    case 'push':
    case 'conflict':
      return ''
  }
}

/** Its pull request has notified them. */
function isToldThere({ node }: Standing): boolean {
  return node?.waiting_for?.kind === 'conflict' && node.pull_request?.open === true
}

function renderWays({ task, node }: Standing, waiting: WaitingFor, links: Links): string {
  const open = node?.pull_request?.open === true ? node.pull_request.number : undefined
  const pull = open === undefined ? null : linkTo(`#${open}`, links.pull(open))
  const { id } = task
  switch (waiting.kind) {
    case 'judgement':
    case 'ci': {
      if (waiting.what.includes(allowSelf))
        return `After that, \`/approve ${id}\` counts; \`/reject ${id} <why>\` asks for another version.`
      const review = pull === null ? '' : `Approve or request changes in ${pull}, or say `
      return `${review}\`/approve ${id}\` or \`/reject ${id} <why>\`.`
    }
    case 'push':
      return node === null
        ? ''
        : `${inlineCode(`git fetch && git switch ${node.branch}`)} gets it; every push there is a version and is reviewed.${renderExecutorAgain(id, node)}`
    case 'conflict':
      return node === null ? '' : `\n\n${renderMergeWay(node.branch)}`
    case 'assignment':
      return `\`/assign ${id} @login\` gives it to somebody, \`/assign ${id} human\` to whoever pushes first.`
    case 'decision':
      return `${renderAnotherTry(id, node)}\`/assign ${id} @login\` gives it to somebody, \`/replan <what to change>\` plans anew${node === null ? '' : renderPush(node, links)}.`
  }
}

/** The same patch makes the same bytes: another try of it is no way out. */
function renderAnotherTry(id: string, node: ActionNode | null): string {
  return node?.executor === 'patch' ? '' : `\`/retry ${id}\` lets it try again, `
}

/** A person's push failed its tests: whoever it was before may do the task again, over what was pushed. */
function renderExecutorAgain(id: string, { executor }: ActionNode): string {
  return isRepeatable(executor)
    ? ` \`/retry ${id}\` has ${renderName(executor)} make another version in its place.`
    : ''
}

/** A task without a version has no branch yet: whoever pushes makes it. */
function renderPush({ active_artifact_id, branch }: ActionNode, links: Links): string {
  if (active_artifact_id !== null)
    return `; a push to ${linkTo(inlineCode(branch), links.branch(branch))} replaces its version`
  const base = branch.replace(/(?<![^/])[^/]+$/, 'base')
  return `; or do it yourself: ${inlineCode(`git fetch && git switch -c ${branch} origin/${base}`)}, commit and push`
}
