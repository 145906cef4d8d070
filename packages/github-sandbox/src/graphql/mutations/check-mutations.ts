import { listOf, recordOf } from '../../handler/body-value.ts'
import type { Repository } from '../../world/world.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'
import { makeCheckRun } from '../objects/issue-objects.ts'
import { getNode, lowerCase, pickGiven, type Mutation } from './mutation.ts'

export const checkMutations: Record<string, Mutation> = {
  createCheckRun: async (context, input) => {
    const { repo } = getNode(context, 'repository', input['repositoryId'])
    const body = { ...readCheckRun(input), head_sha: input['headSha'] }
    const created = await context.callRest('POST /repos/{owner}/{repo}/check-runs', repo, { body })

    return answerCheckRun(context, 'CreateCheckRunPayload', repo, Number(created['id']))
  },

  updateCheckRun: async (context, input) => {
    const { repo, run } = getNode(context, 'check', input['checkRunId'])
    const request = { params: { check_run_id: String(run.id) }, body: readCheckRun(input) }
    await context.callRest('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', repo, request)

    return answerCheckRun(context, 'UpdateCheckRunPayload', repo, run.id)
  },
}

function answerCheckRun(context: GraphqlContext, type: string, repo: Repository, id: number): GraphqlObject {
  const run = repo.checkRuns.find((one) => one.id === id)
  return { __typename: type, checkRun: run ? makeCheckRun(context, repo, run) : null }
}

function readCheckRun(input: Record<string, unknown>): Record<string, unknown> {
  const output = recordOf(input['output'])
  const annotations = listOf(output['annotations']).map((annotation) => readAnnotation(recordOf(annotation)))

  return pickGiven({
    name: input['name'],
    external_id: input['externalId'],
    details_url: input['detailsUrl'],
    status: lowerCase(input['status']),
    conclusion: lowerCase(input['conclusion']),
    started_at: readTime(input['startedAt']),
    completed_at: readTime(input['completedAt']),
    actions: input['actions'],
    output: input['output']
      ? pickGiven({
          title: output['title'],
          summary: output['summary'],
          text: output['text'],
          annotations: annotations.length > 0 ? annotations : undefined,
        })
      : undefined,
  })
}

function readAnnotation(annotation: Record<string, unknown>): Record<string, unknown> {
  const location = recordOf(annotation['location'])

  return pickGiven({
    path: annotation['path'],
    start_line: location['startLine'],
    end_line: location['endLine'],
    start_column: location['startColumn'],
    end_column: location['endColumn'],
    annotation_level: lowerCase(annotation['annotationLevel']),
    message: annotation['message'],
    title: annotation['title'],
    raw_details: annotation['rawDetails'],
  })
}

function readTime(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value
}
