import { z } from 'zod'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import { type InstallationClient, query } from '../client/installation-client.ts'

const BlobSchema = z
  .object({ oid: z.string(), text: z.string().nullable(), isTruncated: z.boolean() })
  .partial()
  .nullable()

const blobFields = '... on Blob { oid text isTruncated }'

const HeadSchema = z.object({
  repository: z.object({
    id: z.string(),
    databaseId: z.int(),
    defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: z.string() }) }).nullable(),
    head: z
      .object({
        target: z.object({
          oid: z.string(),
          message: z.string(),
          parents: z.object({ nodes: z.array(z.object({ oid: z.string() })) }),
          signature: z.object({ isValid: z.boolean() }).nullable(),
        }),
      })
      .nullable(),
    work: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
    sessions: BlobSchema,
    config: BlobSchema,
  }),
})
/** `records` by the path that was asked for. */
export type HeadAnswer = z.infer<typeof HeadSchema>['repository'] & {
  records: ReadonlyMap<string, z.infer<typeof BlobSchema>>
}

function headQuery(records: number): string {
  const indices = Array.from({ length: records }, (_, index) => index)
  const parameters = indices.map((index) => `, $r${index}: String!`).join('')
  const fields = indices.map((index) => `r${index}: object(expression: $r${index}) { ${blobFields} }`).join('\n')
  return `query($owner: String!, $name: String!, $branch: String!, $sessions: String!, $config: String!${parameters}) {
  repository(owner: $owner, name: $name) {
    id
    databaseId
    defaultBranchRef { name target { oid } }
    head: ref(qualifiedName: $branch) {
      target { oid ... on Commit { message parents(first: 2) { nodes { oid } } signature { isValid } } }
    }
    work: refs(refPrefix: "refs/heads/countersign/", first: 20) { nodes { name } }
    sessions: object(expression: $sessions) { ${blobFields} }
    config: object(expression: $config) { ${blobFields} }
    ${fields}
  }
}`
}

/** Everything the first look needs, in one query: heads, the index of open sessions, the configuration, the issues' records. */
export async function readHead(
  client: InstallationClient,
  repository: RepositoryRef,
  paths: { records: readonly string[]; sessions: string },
): Promise<HeadAnswer> {
  const expressions = Object.fromEntries(paths.records.map((path, index) => [`r${index}`, `${workflowBranch}:${path}`]))
  const data = await call('read the workflow branch', () =>
    query<{ repository: Record<string, unknown> }>(client, repository, headQuery(paths.records.length), {
      owner: repository.owner,
      name: repository.name,
      branch: `refs/heads/${workflowBranch}`,
      sessions: `${workflowBranch}:${paths.sessions}`,
      config: 'HEAD:.github/countersign.yml',
      ...expressions,
    }),
  )
  const answer = HeadSchema.parse(data).repository
  client.repositoryIds.set(repository.key, answer.id)
  const records = paths.records.map(
    (path, index) => [path, BlobSchema.parse(data.repository[`r${index}`] ?? null)] as const,
  )
  return { ...answer, records: new Map(records) }
}

/** True where work branches stand: an approved plan has been worked on. */
export function hasWorkBranches({ work }: HeadAnswer): boolean {
  return work.nodes.some(({ name }) => /^(?:countersign\/)?ISS-\d+\//.test(name))
}

/** Texts of files at a commit, in one query; null where there is none. Cut ones (over 512,000 bytes) come through REST. */
export async function readTexts(
  client: InstallationClient,
  repository: RepositoryRef,
  commit: string,
  paths: readonly string[],
): Promise<Map<string, string | null>> {
  const texts = new Map<string, string | null>()
  if (paths.length === 0) return texts
  const parameters = paths.map((_path, index) => `$p${index}: String!`).join(', ')
  const fields = paths.map((_path, index) => `f${index}: object(expression: $p${index}) { ${blobFields} }`)
  const variables = Object.fromEntries(paths.map((path, index) => [`p${index}`, `${commit}:${path}`]))
  const document = `query($owner: String!, $name: String!, ${parameters}) { repository(owner: $owner, name: $name) { ${fields.join('\n')} } }`
  const data = await call('read state files', () =>
    query<{ repository: Record<string, unknown> }>(client, repository, document, {
      owner: repository.owner,
      name: repository.name,
      ...variables,
    }),
  )
  for (const [index, path] of paths.entries()) {
    texts.set(path, await blobText(client, repository, BlobSchema.parse(data.repository[`f${index}`] ?? null)))
  }
  return texts
}

/** Text of a blob of GraphQL's, fetched whole where GraphQL has cut it. */
export async function blobText(
  client: InstallationClient,
  repository: RepositoryRef,
  blob: z.infer<typeof BlobSchema>,
): Promise<string | null> {
  if (blob?.oid === undefined) return null
  if (blob.isTruncated !== true && typeof blob.text === 'string') return blob.text
  const octokit = await client.octokit(repository)
  const { oid } = blob
  const answer = await call('read a large state file', () =>
    octokit.rest.git.getBlob({ owner: repository.owner, repo: repository.name, file_sha: oid }),
  )
  return Buffer.from(answer.data.content, 'base64').toString('utf8')
}
