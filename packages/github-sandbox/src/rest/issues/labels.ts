import { namesOf, textOf } from '../../handler/body-value.ts'
import { setLabels } from '../../changes/issues/change-issue.ts'
import { emitLabel } from '../../changes/issues/emit-label.ts'
import { getIssue } from '../../handler/get-issue.ts'
import { requireOnIssue, requireReadable } from '../../handler/issue-permissions.ts'
import { presentLabel, presentLabels } from '../../present/label.ts'
import { findLabel, refuseBadLabel } from '../../changes/issues/repository-labels.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { validationFailed } from '../../handler/validation-failed.ts'
import type { Issue, Label, Repository } from '../../world/world.ts'

export const labelsRoutes: Routes = {
  'GET /repos/{owner}/{repo}/labels': (context) => {
    const repo = requireReadable(context, 'issues')

    return { status: 200, list: repo.labels.map((label) => presentLabel(context, repo, label)) }
  },
  'POST /repos/{owner}/{repo}/labels': (context) => {
    const repo = requireLabelWriter(context)
    const name = textOf(context.body['name']) ?? ''
    const label = { id: 0, name, color: readColor(context) ?? 'ededed', description: readDescription(context) ?? null }
    refuseBadLabel(label)
    if (findLabel(repo, name)) throw validationFailed({ resource: 'Label', field: 'name', code: 'already_exists' })
    label.id = context.newId()
    repo.labels.push(label)
    emitLabel(context, repo, label, context.user().login, 'created')

    return { status: 201, body: presentLabel(context, repo, label) }
  },
  'GET /repos/{owner}/{repo}/labels/{name}': (context) => {
    const repo = requireReadable(context, 'issues')

    return { status: 200, body: presentLabel(context, repo, getLabel(context, repo)) }
  },
  'PATCH /repos/{owner}/{repo}/labels/{name}': (context) => {
    const repo = requireLabelWriter(context)
    const label = getLabel(context, repo)
    const wanted = {
      name: textOf(context.body['new_name']) ?? label.name,
      color: readColor(context) ?? label.color,
      description: readDescription(context) ?? label.description,
    }
    refuseBadLabel(wanted)
    const other = findLabel(repo, wanted.name)
    if (other && other !== label) throw validationFailed({ resource: 'Label', field: 'name', code: 'already_exists' })
    const changes = changesOf(label, wanted)
    for (const issue of repo.issues)
      issue.labels = issue.labels.map((name) => (name === label.name ? wanted.name : name))
    Object.assign(label, wanted)
    emitLabel(context, repo, label, context.user().login, 'edited', { changes })

    return { status: 200, body: presentLabel(context, repo, label) }
  },
  'DELETE /repos/{owner}/{repo}/labels/{name}': (context) => {
    const repo = requireLabelWriter(context)
    const label = getLabel(context, repo)
    repo.labels = repo.labels.filter((one) => one !== label)
    for (const issue of repo.issues) issue.labels = issue.labels.filter((name) => name !== label.name)
    emitLabel(context, repo, label, context.user().login, 'deleted')

    return { status: 204 }
  },
  'GET /repos/{owner}/{repo}/issues/{issue_number}/labels': (context) => {
    const repo = requireReadable(context, 'issues')

    return { status: 200, list: presentLabels(context, repo, getIssue(context, repo).labels) }
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/labels': (context) =>
    changeLabels(context, (issue) => [...issue.labels, ...readNames(context)]),
  'PUT /repos/{owner}/{repo}/issues/{issue_number}/labels': (context) =>
    changeLabels(context, () => readNames(context)),
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}': (context) =>
    changeLabels(context, (issue, repo) => {
      const label = findLabel(repo, context.params['name'] ?? '')
      if (!label || !issue.labels.includes(label.name)) throw new GitHubError(404, 'Label does not exist')

      return issue.labels.filter((name) => name !== label.name)
    }),
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels': async (context) => {
    await changeLabels(context, () => [])

    return { status: 204 }
  },
}

async function changeLabels(context: RouteContext, decide: (issue: Issue, repo: Repository) => string[]) {
  const repo = context.repository()
  const issue = getIssue(context, repo)
  requireOnIssue(context, repo, issue, 'triage')
  await setLabels(context, repo, issue, context.user().login, decide(issue, repo))

  return { status: 200, list: presentLabels(context, repo, issue.labels) }
}

function readNames(context: RouteContext): string[] {
  return namesOf(context.body['labels'], 'name')
}

function requireLabelWriter(context: RouteContext): Repository {
  const repo = context.repository()
  context.user()
  context.require(repo, 'write', 'issues', 'write')

  return repo
}

function getLabel(context: RouteContext, repo: Repository): Label {
  const label = findLabel(repo, context.params['name'] ?? '')
  if (!label) throw new GitHubError(404, 'Not Found')

  return label
}

function readDescription(context: RouteContext): string | undefined {
  return textOf(context.body['description'])
}

function readColor(context: RouteContext): string | undefined {
  const color = textOf(context.body['color'])
  if (color === undefined) return undefined
  if (!/^[\da-f]{6}$/i.test(color)) throw validationFailed({ resource: 'Label', field: 'color', code: 'invalid' })

  return color.toLowerCase()
}

function changesOf(before: Omit<Label, 'id'>, after: Omit<Label, 'id'>): Record<string, { from: string | null }> {
  const fields = ['name', 'color', 'description'] as const

  return Object.fromEntries(
    fields.filter((field) => before[field] !== after[field]).map((field) => [field, { from: before[field] }]),
  )
}
