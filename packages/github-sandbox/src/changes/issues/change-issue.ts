import { type ChangeContext, recordTimeline } from '../../handler/change-context.ts'
import { emitIssue } from './emit-issue.ts'
import { presentLabel } from '../../present/label.ts'
import { presentLogin } from '../../present/accounts/user.ts'
import { prepareReopening } from './prepare-reopening.ts'
import { addLabel, findLabel, refuseBadLabel } from './repository-labels.ts'
import type { Issue, Label, Repository } from '../../world/world.ts'

/** Tells what was changed, as one event for each label or person. */
type Announce = () => Promise<void>

/** Sets an issue's labels: unknown ones are created, and each that comes or goes is an event of its own. */
export async function setLabels(
  context: ChangeContext,
  repo: Repository,
  issue: Issue,
  sender: string,
  names: string[],
): Promise<void> {
  await applyLabels(context, repo, issue, sender, names)()
}

/** The same in two steps, for a new issue, which is told with its labels before they are. */
export function applyLabels(
  context: ChangeContext,
  repo: Repository,
  issue: Issue,
  sender: string,
  names: string[],
): Announce {
  for (const name of names) refuseBadLabel({ name, description: null })
  const labels = names.map((name) => findLabel(repo, name) ?? addLabel(context, repo, name, sender))
  const { gone, come, all } = compareNames(
    issue.labels,
    labels.map((label) => label.name),
  )
  issue.labels = all
  const changed = [...gone, ...come].flatMap((name) => findLabel(repo, name) ?? [])
  const eventOf = (label: Label) => (come.includes(label.name) ? 'labeled' : 'unlabeled')
  for (const label of changed)
    recordTimeline(context, issue, eventOf(label), sender, { label: { name: label.name, color: label.color } })

  return async () => {
    for (const label of changed)
      await emitIssue(context, repo, issue, sender, eventOf(label), { label: presentLabel(context, repo, label) })
  }
}

/** Sets an issue's assignees; `logins` are people who can be assigned. */
export async function setAssignees(
  context: ChangeContext,
  repo: Repository,
  issue: Issue,
  sender: string,
  logins: string[],
): Promise<void> {
  await applyAssignees(context, repo, issue, sender, logins)()
}

/** The same in two steps. */
export function applyAssignees(
  context: ChangeContext,
  repo: Repository,
  issue: Issue,
  sender: string,
  logins: string[],
): Announce {
  const { gone, come, all } = compareNames(issue.assignees, logins)
  issue.assignees = all
  const changed = [...gone, ...come]
  const eventOf = (login: string) => (come.includes(login) ? 'assigned' : 'unassigned')
  for (const login of changed) recordTimeline(context, issue, eventOf(login), sender, { assignee: login })

  return async () => {
    for (const login of changed)
      await emitIssue(context, repo, issue, sender, eventOf(login), { assignee: presentLogin(context, login) })
  }
}

function compareNames(present: string[], asked: string[]): { gone: string[]; come: string[]; all: string[] } {
  const wanted = new Set(asked)
  const come = [...wanted].filter((name) => !present.includes(name))
  const stay = present.filter((name) => wanted.has(name))

  return { gone: present.filter((name) => !wanted.has(name)), come, all: [...stay, ...come] }
}

/** Closes or reopens; nothing happens where it is so already, but a new reason for being closed is kept. */
export async function setState(
  context: ChangeContext,
  repo: Repository,
  issue: Issue,
  sender: string,
  state: Issue['state'],
  reason: Issue['stateReason'] = null,
): Promise<void> {
  const pull = repo.pulls.find((one) => one.number === issue.number)
  if (issue.state === state) {
    if (state === 'closed' && reason && !pull) issue.stateReason = reason
    return
  }
  const closed = state === 'closed'
  if (pull && !closed) await prepareReopening(context, repo, pull)
  issue.state = state
  issue.closedAt = closed ? context.now() : null
  issue.stateReason = pull ? null : closed ? (reason ?? 'completed') : 'reopened'
  recordTimeline(context, issue, closed ? 'closed' : 'reopened', sender, { stateReason: issue.stateReason })
  await emitIssue(context, repo, issue, sender, closed ? 'closed' : 'reopened')
}

/** Sets title and body; one `edited` event tells both former texts. */
export async function setText(
  context: ChangeContext,
  repo: Repository,
  issue: Issue,
  sender: string,
  text: { title: string | undefined; body: string | null | undefined },
): Promise<void> {
  const changes: Record<string, { from: string }> = {}
  if (text.title !== undefined && text.title !== issue.title) {
    changes['title'] = { from: issue.title }
    recordTimeline(context, issue, 'renamed', sender, { rename: { from: issue.title, to: text.title } })
    issue.title = text.title
  }
  if (text.body !== undefined && text.body !== issue.body) {
    changes['body'] = { from: issue.body ?? '' }
    issue.body = text.body
  }
  if (Object.keys(changes).length === 0) return
  issue.updatedAt = context.now()
  await emitIssue(context, repo, issue, sender, 'edited', { changes })
}
