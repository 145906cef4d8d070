import { namesOf, textOf } from '../../handler/body-value.ts'
import { recordTimeline } from '../../handler/change-context.ts'
import {
  applyAssignees,
  applyLabels,
  setAssignees,
  setLabels,
  setState,
  setText,
} from '../../changes/issues/change-issue.ts'
import { emitIssue } from '../../changes/issues/emit-issue.ts'
import { getIssue, refuseWithoutIssues } from '../../handler/get-issue.ts'
import { isAllowedOnIssue, requireOnIssue, requireReadable } from '../../handler/issue-permissions.ts'
import { presentIssue } from '../../present/issues/issue.ts'
import { presentTimeline } from '../../present/issues/timeline.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import {
  refuseLongStored,
  refuseLongText,
  titleLimitCharacters,
  validationFailed,
} from '../../handler/validation-failed.ts'
import type { Issue, Repository } from '../../world/world.ts'
import { listIssues } from './list-issues.ts'
import { openIssue } from '../../changes/issues/open-issue.ts'

export const issuesRoutes: Routes = {
  'GET /repos/{owner}/{repo}/issues': (context) => {
    const repo = requireReadable(context, 'issues')

    return { status: 200, list: listIssues(repo, context.query).map((issue) => presentIssue(context, repo, issue)) }
  },
  'POST /repos/{owner}/{repo}/issues': async (context) => {
    const repo = context.repository()
    const sender = context.user().login
    context.require(repo, 'read', 'issues', 'write')
    refuseWithoutIssues(repo, null)
    const issue = buildIssue(context, sender)
    // Labels and assignees of people without triage are dropped silently, as on GitHub.
    const triages = isAllowedOnIssue(context, repo, issue, 'triage')
    const assignees = triages ? readAssignees(context, repo, issue) : []
    issue.number = repo.nextNumber
    repo.nextNumber += 1
    repo.issues.push(issue)
    const labels = triages ? namesOf(context.body['labels'], 'name') : []
    const announceLabels = applyLabels(context, repo, issue, sender, labels)
    const announceAssignees = applyAssignees(context, repo, issue, sender, assignees)
    await emitIssue(context, repo, issue, sender, 'opened')
    await announceLabels()
    await announceAssignees()

    return { status: 201, body: presentIssue(context, repo, issue) }
  },
  'GET /repos/{owner}/{repo}/issues/{issue_number}': (context) => {
    const repo = requireReadable(context, 'issues')

    return { status: 200, body: presentIssue(context, repo, getIssue(context, repo)) }
  },
  'PATCH /repos/{owner}/{repo}/issues/{issue_number}': async (context) => {
    const repo = context.repository()
    const issue = getIssue(context, repo)
    await updateIssue(context, repo, issue)

    return { status: 200, body: presentIssue(context, repo, issue) }
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/assignees': async (context) => {
    const asked = namesOf(context.body['assignees'], 'login')
    const { repo, issue } = await changeAssignees(context, (now, can) => [...now, ...asked.filter(can)])

    return { status: 201, body: presentIssue(context, repo, issue) }
  },
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees': async (context) => {
    const asked = new Set(namesOf(context.body['assignees'], 'login'))
    const { repo, issue } = await changeAssignees(context, (now) => now.filter((login) => !asked.has(login)))

    return { status: 200, body: presentIssue(context, repo, issue) }
  },
  'GET /repos/{owner}/{repo}/issues/{issue_number}/timeline': (context) => {
    const repo = requireReadable(context, 'issues')

    return { status: 200, list: presentTimeline(context, repo, getIssue(context, repo)) }
  },
  'PUT /repos/{owner}/{repo}/issues/{issue_number}/lock': (context) => setLock(context, true),
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock': (context) => setLock(context, false),
}

function buildIssue(context: RouteContext, user: string): Issue {
  const given = { title: readTitle(context), body: readBody(context) ?? null }
  return openIssue({ id: context.newId(), number: 0, ...given, user, createdAt: context.now() })
}

/** Applies `PATCH`: text by the author or writers, state by the author or triagers, labels and assignees by triagers. */
async function updateIssue(context: RouteContext, repo: Repository, issue: Issue): Promise<void> {
  const sender = context.user().login
  const { body } = context
  const state = body['state'] as Issue['state'] | undefined
  const isText = 'title' in body || 'body' in body
  if (isText) requireOnIssue(context, repo, issue, sender === issue.user ? 'read' : 'write')
  if (state !== undefined) requireOnIssue(context, repo, issue, maySetState(issue, sender, state) ? 'read' : 'triage')
  const title = textOf(body['title']) === undefined ? undefined : readTitle(context)
  const text = readBody(context)
  const triages = isAllowedOnIssue(context, repo, issue, 'triage')
  if (!triages && !isText && state === undefined) requireOnIssue(context, repo, issue, 'triage')
  const assignees = triages && 'assignees' in body ? readAssignees(context, repo, issue) : undefined
  await setText(context, repo, issue, sender, { title, body: text })
  if (triages && 'labels' in body) await setLabels(context, repo, issue, sender, namesOf(body['labels'], 'name'))
  if (assignees) await setAssignees(context, repo, issue, sender, assignees)
  if (state !== undefined)
    await setState(context, repo, issue, sender, state, (body['state_reason'] ?? null) as Issue['stateReason'])
}

/** Authors close their own issues, and reopen those that they closed themselves. */
function maySetState(issue: Issue, sender: string, state: Issue['state']): boolean {
  if (sender !== issue.user) return false
  const closer = issue.timeline.findLast((entry) => entry.event === 'closed')

  return state === 'closed' || closer?.actor === sender
}

async function changeAssignees(
  context: RouteContext,
  decide: (now: string[], canBeAssigned: (login: string) => boolean) => string[],
): Promise<{ repo: Repository; issue: Issue }> {
  const repo = context.repository()
  const issue = getIssue(context, repo)
  requireOnIssue(context, repo, issue, 'triage')
  const logins = decide(issue.assignees, (login) => repo.roles[login] !== undefined)
  await setAssignees(context, repo, issue, context.user().login, logins)

  return { repo, issue }
}

async function setLock(context: RouteContext, locked: boolean) {
  const repo = context.repository()
  const issue = getIssue(context, repo)
  requireOnIssue(context, repo, issue, 'write')
  if (issue.locked !== locked) {
    issue.locked = locked
    issue.lockReason = locked ? ((context.body['lock_reason'] ?? null) as Issue['lockReason'] & string) : null
    const event = locked ? 'locked' : 'unlocked'
    recordTimeline(context, issue, event, context.user().login, { lockReason: issue.lockReason })
    await emitIssue(context, repo, issue, context.user().login, event)
  }

  return { status: 204 }
}

function readTitle(context: RouteContext): string {
  const title = textOf(context.body['title']) ?? ''
  if (title.trim() === '') throw validationFailed({ resource: 'Issue', field: 'title', code: 'missing_field' })
  refuseLongText('Issue', 'title', title, titleLimitCharacters)

  return title
}

/** The body asked for; null to empty it, undefined to leave it. */
function readBody(context: RouteContext): string | null | undefined {
  if (context.body['body'] === null) return null
  const body = textOf(context.body['body'])
  if (body !== undefined) refuseLongStored('Issue', 'body', body)

  return body
}

function readAssignees(context: RouteContext, repo: Repository, issue: Issue): string[] {
  const one = textOf(context.body['assignee'])
  const logins = [...(one === undefined ? [] : [one]), ...namesOf(context.body['assignees'], 'login')]
  const wrong = logins.find((login) => repo.roles[login] === undefined && !issue.assignees.includes(login))
  if (wrong !== undefined)
    throw validationFailed({ resource: 'Issue', field: 'assignees', code: 'invalid', value: wrong })
  if (logins.length > 10) throw new GitHubError(422, 'Validation Failed')

  return logins
}
