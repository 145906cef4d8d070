import { renderMergeWay } from '../pulls/conflict-replies.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { listWords, renderName } from '../text/person.ts'
import { translate } from '../language/translate.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderLastWords } from './last-words.ts'
import { renderWhatToChange } from '../task/what-to-change.ts'
import { findWaitingFor, renderAsked, type Standing } from '../task/task-standing.ts'
import { isRepeatable } from '../../domain/configuration/is-repeatable.ts'
import { allowSelf } from '../../domain/gate/judges/lonely-judge.ts'
import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { ActionNode, WaitingFor } from '../../domain/records/node-state.ts'
import { t } from '../language/t.ts'

/**
 * A line or more for each task that a person is needed for: who, for what, how they do it, what an agent said that gave up,
 * and after a rejection what to change.
 */
export function renderNeeds(
  standings: readonly Standing[],
  links: Links,
  { reviews, receipts }: Pick<ExecutionRecord, 'reviews' | 'receipts'>,
): string[] {
  const alike = findFirstPushes(standings)
  const together = new Set(alike)
  return standings.flatMap((standing) => {
    const waiting = findWaitingFor(standing)
    if (waiting === null) return []
    if (together.has(standing)) return standing === alike[0] ? [renderFirstPushes(alike)] : []
    const [said, toChange] = [
      renderLastWords(standing, waiting, receipts),
      renderWhatToChange(standing, waiting, reviews),
    ]
    return [`${renderNeed(standing, waiting, links)}${said}${toChange}`]
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
  const more = standings.length > most ? [t('{n} more', { n: standings.length - most })] : []
  const tasks = listWords([...ids, ...more])
  const [first] = standings
  const gets = inlineCode(`git fetch && git switch ${first?.node?.branch ?? ''}`)
  return t(
    'Anybody with write access: push the work of {tasks}, each to its branch. {command} gets {first}’s; every push there is a version and is reviewed.',
    { tasks, command: gets, first: first?.task.id ?? '' },
  )
}

function nameWithTitle({ id, title }: Standing['task']): string {
  const said = neutraliseInline(shorten(title, 80))
  return said === '' ? id : t('{id} “{title}”', { id, title: said })
}

function renderNeed(standing: Standing, waiting: WaitingFor, links: Links): string {
  const { id } = standing.task
  const what = neutraliseInline(shorten(translate(waiting.what), 400)).replace(/(?<![.\s])[.\s]+$/, '')
  const asked = isToldThere(standing) ? renderAsked(waiting, renderName) : renderAsked(waiting)
  const due = findDue(waiting, id)
  // A command that names it, `/retry T1`, doesn't say what it is about.
  const said = waiting.what.replaceAll(/`\/[^`]*`/g, '')
  const isNamed =
    waiting.kind === 'decision' ||
    waiting.kind === 'assignment' ||
    new RegExp(`\\b${id.replaceAll('.', '\\.')}\\b`).test(said)
  const lead = isNamed ? '' : `**${id}**: `
  const ways = `${renderWays(standing, waiting, links)}${renderRefusedPush(waiting)}`
  return t('{whom}: {what}. {ways}', { whom: due(asked), what: `${lead}${what}`, ways }).replace(
    /(?<! ) +(?=\n|$)/g,
    '',
  )
}

/** Who pushed what that no version came of, and the way on. */
function renderRefusedPush({ refused }: WaitingFor): string {
  const [first, ...more] = refused?.faults ?? []
  if (refused === undefined || first === undefined) return ''
  const others = more.length === 0 ? '' : t(', and {n} more', { n: more.length })
  const why = neutraliseInline(shorten(translate(first), 300)).replace(/(?<![.\s])[.\s]+$/, '')
  return t(' The push by {who} was refused: {why}. A push without that is a version.', {
    who: renderName(refused.by),
    why: `${why}${others}`,
  })
}

/** Whom it asks with what they are to do, where what it waits for says only why. */
function findDue({ kind }: WaitingFor, id: string): (who: string) => string {
  switch (kind) {
    case 'decision':
      return (who) => t('{who} decides how **{task}** goes on', { who, task: id })
    case 'assignment':
      return (who) => t('{who} gives **{task}** to somebody who can do it', { who, task: id })
    case 'judgement':
    case 'ci':
    case 'push':
    case 'conflict':
      return (who) => who
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
        return t('After that, `/approve {id}` counts; `/reject {id} <why>` asks for another version.', { id })
      return pull === null
        ? t('`/approve {id}` or `/reject {id} <why>`.', { id })
        : t('Approve or request changes in {pull}, or say `/approve {id}` or `/reject {id} <why>`.', { pull, id })
    }
    case 'push':
      return node === null
        ? ''
        : `${t('{command} gets it; every push there is a version and is reviewed.', { command: inlineCode(`git fetch && git switch ${node.branch}`) })}${renderExecutorAgain(id, node)}`
    case 'conflict':
      return node === null ? '' : `\n\n${renderMergeWay(node.branch)}`
    case 'assignment':
      return t('`/assign {id} @login` gives it to somebody, `/assign {id} human` to whoever pushes first.', { id })
    case 'decision':
      return `${renderAnotherTry(id, node)}${t('`/assign {id} @login` gives it to somebody, `/replan <what to change>` plans anew', { id })}${node === null ? '.' : renderPush(node, links)}`
  }
}

/** The same patch makes the same bytes: another try of it is no way out. */
function renderAnotherTry(id: string, node: ActionNode | null): string {
  return node?.executor === 'patch' ? '' : t('`/retry {id}` lets it try again, ', { id })
}

/** A person's push failed its tests: whoever it was before may do the task again, over what was pushed. */
function renderExecutorAgain(id: string, { executor }: ActionNode): string {
  return isRepeatable(executor)
    ? t(' `/retry {id}` has {who} make another version in its place.', { id, who: renderName(executor) })
    : ''
}

/** A task without a version has no branch yet: whoever pushes makes it. */
function renderPush({ active_artifact_id, branch }: ActionNode, links: Links): string {
  if (active_artifact_id !== null)
    return t('; a push to {branch} replaces its version.', {
      branch: linkTo(inlineCode(branch), links.branch(branch)),
    })
  const base = branch.replace(/(?<![^/])[^/]+$/, 'base')
  return t('; or do it yourself: {command}, commit and push.', {
    command: inlineCode(`git fetch && git switch -c ${branch} origin/${base}`),
  })
}
