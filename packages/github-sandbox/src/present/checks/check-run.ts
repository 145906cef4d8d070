import { nodeId } from '../../world/node-id.ts'
import type { CheckRun, Repository } from '../../world/world.ts'
import { presentApp } from '../accounts/app.ts'
import { findSuiteId } from './check-suite.ts'
import type { PresentContext } from '../present-context.ts'
import { presentPullsAt } from '../pulls/pull.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'

/** Schema `check-run`. */
export function presentCheckRun(context: PresentContext, repo: Repository, run: CheckRun) {
  const url = `${repositoryUrl(context, repo)}/check-runs/${run.id}`
  const page = `${repositoryPage(context, repo)}/runs/${run.id}`
  const app = context.world.apps.find((one) => one.id === run.appId)

  return {
    id: run.id,
    node_id: nodeId('CheckRun', run.id),
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: page,
    details_url: run.detailsUrl ?? page,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.output.title,
      summary: run.output.summary,
      text: run.output.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    name: run.name,
    check_suite: { id: findSuiteId(repo, run) },
    app: app ? presentApp(context, app) : null,
    pull_requests: presentPullsAt(context, repo, run.headSha),
  }
}

/** Schema `check-annotation`. */
export function presentAnnotation(
  context: PresentContext,
  repo: Repository,
  run: CheckRun,
  annotation: Record<string, unknown>,
) {
  return {
    path: annotation['path'],
    blob_href: `${repositoryPage(context, repo)}/blob/${run.headSha}/${String(annotation['path'])}`,
    start_line: annotation['start_line'],
    start_column: annotation['start_column'] ?? null,
    end_line: annotation['end_line'],
    end_column: annotation['end_column'] ?? null,
    annotation_level: annotation['annotation_level'],
    title: annotation['title'] ?? null,
    message: annotation['message'],
    raw_details: annotation['raw_details'] ?? null,
  }
}
