import { z } from 'zod'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { SeenPull } from '../../../domain/doctor/doctor-facts.ts'
import type { DoctorQuestions } from '../../../domain/doctor/doctor-questions.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import { call } from '../client/github-fault.ts'
import { graphqlFault, type InstallationClient } from '../client/installation-client.ts'

const CommitSchema = z.object({ oid: z.string(), tree: z.object({ oid: z.string() }) })
const PullSchema = z.object({
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  isDraft: z.boolean(),
  headRefName: z.string(),
  baseRefName: z.string(),
})
const HeadSchema = z.object({
  oid: z.string(),
  message: z.string(),
  parents: z.object({ nodes: z.array(z.object({ oid: z.string() })) }),
  signature: z.object({ isValid: z.boolean() }).nullable(),
})
const RefsSchema = z.object({
  nodes: z.array(z.object({ prefix: z.string(), name: z.string(), target: z.object({ oid: z.string() }) })),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
})
const IssueSchema = z.object({
  state: z.enum(['OPEN', 'CLOSED']),
  labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
})
const RepositorySchema = z.looseObject({
  databaseId: z.int(),
  head: z.object({ target: HeadSchema }).nullable(),
  refs: RefsSchema,
  issue: IssueSchema.nullable(),
})

export interface RepositorySurroundings {
  repositoryId: number
  head: z.infer<typeof HeadSchema> | null
  branches: Map<string, string>
  commits: Map<string, { tree: string } | null>
  pulls: Map<number, SeenPull | null>
  issue: { open: boolean; labels: string[] } | null
  comments: Map<string, boolean>
}

const refFields = 'nodes { prefix name target { oid } } pageInfo { hasNextPage endCursor }'
const pullFields = 'state isDraft headRefName baseRefName'

/** Head, branches, commits, pull requests, issue and comments in one query; what is not there is null in it. */
export async function readSurroundings(
  client: InstallationClient,
  repository: RepositoryRef,
  questions: DoctorQuestions,
): Promise<RepositorySurroundings> {
  const { commits, pulls, comments } = questions
  const document = `query($owner: String!, $name: String!, $workflow: String!, $prefix: String!, $issue: Int!) {
    repository(owner: $owner, name: $name) {
      databaseId
      head: ref(qualifiedName: $workflow) {
        target { oid ... on Commit { message parents(first: 2) { nodes { oid } } signature { isValid } } }
      }
      refs(refPrefix: $prefix, first: 100) { ${refFields} }
      issue(number: $issue) { state labels(first: 100) { nodes { name } } }
      ${commits.map((sha, index) => `c${index}: object(oid: ${JSON.stringify(sha)}) { oid ... on Commit { tree { oid } } }`).join('\n')}
      ${pulls.map((number, index) => `p${index}: pullRequest(number: ${number}) { ${pullFields} }`).join('\n')}
    }
    ${comments.map((id, index) => `k${index}: node(id: ${JSON.stringify(id)}) { __typename }`).join('\n')}
  }`
  const prefix = `refs/heads/${questions.branchPrefix}`
  const data = await ask(client, repository, document, {
    workflow: `refs/heads/${workflowBranch}`,
    prefix,
    issue: questions.issueNumber,
  })
  const answer = RepositorySchema.parse(data['repository'])
  return {
    repositoryId: answer.databaseId,
    head: answer.head?.target ?? null,
    branches: await collectBranches(client, repository, prefix, answer.refs),
    commits: new Map(commits.map((sha, index) => [sha, toCommit(answer[`c${index}`])])),
    pulls: new Map(pulls.map((number, index) => [number, toPull(answer[`p${index}`])])),
    issue:
      answer.issue === null
        ? null
        : { open: answer.issue.state === 'OPEN', labels: answer.issue.labels.nodes.map(({ name }) => name) },
    comments: new Map(comments.map((id, index) => [id, data[`k${index}`] != null])),
  }
}

/** GraphQL answers what it doesn't find with null and an error beside it. */
async function ask(
  client: InstallationClient,
  repository: RepositoryRef,
  document: string,
  variables: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { owner, name } = repository
  const { data, errors } = await call('look at the repository', () =>
    client.graphql<Record<string, unknown>>(repository, document, { owner, name, ...variables }),
  )
  const others = errors.filter((error) => error.type !== 'NOT_FOUND')
  if (data?.['repository'] == null || others.length > 0) throw graphqlFault(others.length > 0 ? others : errors)
  return data
}

async function collectBranches(
  client: InstallationClient,
  repository: RepositoryRef,
  prefix: string,
  first: z.infer<typeof RefsSchema>,
): Promise<Map<string, string>> {
  const branches = new Map<string, string>()
  let page = first
  for (;;) {
    for (const ref of page.nodes) branches.set(`${ref.prefix}${ref.name}`.replace(/^refs\/heads\//, ''), ref.target.oid)
    const { hasNextPage, endCursor } = page.pageInfo
    if (!hasNextPage || endCursor === null) return branches
    const document = `query($owner: String!, $name: String!, $prefix: String!, $after: String!) {
      repository(owner: $owner, name: $name) { refs(refPrefix: $prefix, first: 100, after: $after) { ${refFields} } }
    }`
    const data = await ask(client, repository, document, { prefix, after: endCursor })
    page = z.object({ refs: RefsSchema }).parse(data['repository']).refs
  }
}

function toCommit(answer: unknown): { tree: string } | null {
  const parsed = CommitSchema.nullable().parse(answer ?? null)
  return parsed === null ? null : { tree: parsed.tree.oid }
}

function toPull(answer: unknown): SeenPull | null {
  const parsed = PullSchema.nullable().parse(answer ?? null)
  if (parsed === null) return null
  const { state, isDraft, headRefName, baseRefName } = parsed
  const named = state === 'OPEN' ? (isDraft ? 'draft' : 'open') : state === 'MERGED' ? 'merged' : 'closed'
  return { state: named, headRef: headRefName, baseRef: baseRefName }
}
