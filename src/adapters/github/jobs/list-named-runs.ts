import type { GitHubOctokit } from '../client/installation-client.ts'

/** What is looked for is new: so many dispatches are looked through, the newest first. */
const mostPages = 3

export interface NamedRuns {
  owner: string
  repo: string
  /** File of the workflow. */
  workflow: string
  /** `run-name`, as GitHub shows it. */
  name: string
  /** Login of who started them. */
  actor: string
}

/** Runs of a workflow that somebody has dispatched by that name, the oldest first. */
export async function listNamedRuns(
  octokit: Pick<GitHubOctokit, 'paginate' | 'rest'>,
  { owner, repo, workflow, name, actor }: NamedRuns,
): Promise<{ id: number; status: string | null }[]> {
  const where = { owner, repo, workflow_id: workflow, event: 'workflow_dispatch', per_page: 100 }
  const named: { id: number; status: string | null }[] = []
  let pages = 0
  for await (const { data } of octokit.paginate.iterator(octokit.rest.actions.listWorkflowRuns, where)) {
    named.push(...data.filter((run) => run.display_title === name && run.actor?.login === actor))
    pages += 1
    if (pages === mostPages) break
  }
  return named.toSorted((a, b) => a.id - b.id)
}
