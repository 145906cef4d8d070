import type { CheckReport } from '../../../application/ports/forge/pull-requests.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import type { MutationField } from '../client/mutate-together.ts'

interface CheckPlace {
  client: InstallationClient
  appId: number
  /** Check runs that wait, by commit and name. */
  waiting: Map<string, number>
}

/**
 * Makes the check run, or changes the one there is: one that waits is what the next review of that commit goes
 * on with, so that none is left open. `again` and `hasWaited` look on GitHub too: an earlier
 * try or another process may have made it.
 */
export async function reportCheck(
  place: CheckPlace,
  repository: RepositoryRef,
  check: CheckReport,
  again: boolean,
): Promise<void> {
  const { client, waiting } = place
  const octokit = await client.octokit(repository)
  const named = { owner: repository.owner, repo: repository.name }
  const key = checkKey(repository, check)
  const known = waiting.get(key) ?? (again || check.hasWaited ? await findCheck(place, repository, check) : undefined)
  const { output, actions, ...state } = renderCheckRun(check)
  if (known !== undefined) {
    await call('update the check run', () =>
      octokit.rest.checks.update({
        ...named,
        check_run_id: known,
        external_id: check.externalId,
        ...state,
        output,
        actions,
      }),
    )
    if (check.conclusion === null) waiting.set(key, known)
    else waiting.delete(key)
    return
  }
  const made = await call('create the check run', () =>
    octokit.rest.checks.create({
      ...named,
      name: check.name,
      head_sha: check.headSha,
      external_id: check.externalId,
      ...state,
      output,
      actions,
    }),
  )
  if (check.conclusion === null) waiting.set(key, made.data.id)
}

/** By which a check run that waits is remembered. */
export function checkKey(
  { owner, name }: Pick<RepositoryRef, 'owner' | 'name'>,
  check: Pick<CheckReport, 'headSha' | 'name'>,
): string {
  return `${owner}/${name} ${check.headSha} ${check.name}`
}

/** How far it is and what it says, as REST takes it. */
export function renderCheckRun(check: CheckReport) {
  const annotations = check.annotations.slice(0, 50).map((one) => ({
    path: one.path,
    start_line: one.line,
    end_line: one.line,
    annotation_level: one.level,
    message: one.message,
  }))
  // GitHub shows the button on its own page of the check; pressing it is `/retry` of the task.
  const actions =
    check.offersRetry && check.conclusion !== 'success'
      ? [{ label: 'Try again', description: 'Has the task done again', identifier: 'retry' }]
      : []
  const state =
    check.conclusion === null
      ? { status: 'in_progress' as const }
      : { status: 'completed' as const, conclusion: check.conclusion }
  return { ...state, output: { title: check.title, summary: check.summary, text: check.text, annotations }, actions }
}

/** A new check run, as a mutation. */
export function checkField(repositoryId: string, check: CheckReport): MutationField {
  const { output, actions } = renderCheckRun(check)
  const annotations = output.annotations.map((one) => ({
    path: one.path,
    location: { startLine: one.start_line, endLine: one.end_line },
    annotationLevel: one.annotation_level.toUpperCase(),
    message: one.message,
  }))
  return {
    type: 'CreateCheckRunInput',
    field: 'createCheckRun(input: $%) { checkRun { databaseId } }',
    input: {
      repositoryId,
      name: check.name,
      headSha: check.headSha,
      externalId: check.externalId,
      status: 'COMPLETED',
      conclusion: check.conclusion?.toUpperCase(),
      output: { ...output, annotations },
      actions,
    },
  }
}

async function findCheck(
  { client, appId }: CheckPlace,
  repository: RepositoryRef,
  check: CheckReport,
): Promise<number | undefined> {
  const octokit = await client.octokit(repository)
  const found = await call('look for the check run', () =>
    octokit.rest.checks.listForRef({
      owner: repository.owner,
      repo: repository.name,
      ref: check.headSha,
      check_name: check.name,
      app_id: appId,
      per_page: 100,
    }),
  )
  const runs = found.data.check_runs
  const ours =
    runs.find((one) => one.external_id === check.externalId) ?? runs.find((one) => one.status !== 'completed')
  return ours?.id
}
