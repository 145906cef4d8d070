import { z } from 'zod'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import {
  type ConfigurationFile,
  type ConfigurationPlace,
  configurationPath,
  ownersRepository,
} from '../../../domain/configuration/configuration-file.ts'
import type { BranchCommit, BranchLook } from '../../../application/ports/state/workflow-branch.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import { type InstallationClient, query, queryWithout } from '../client/installation-client.ts'

const BlobSchema = z
  .object({ oid: z.string(), text: z.string().nullable(), isTruncated: z.boolean() })
  .partial()
  .nullable()

const blobFields = '... on Blob { oid text isTruncated }'

/** Of the fields `oid message parents(first: 2) { nodes { oid } } signature { isValid }`. */
const CommitSchema = z.object({
  oid: z.string(),
  message: z.string(),
  parents: z.object({ nodes: z.array(z.object({ oid: z.string() })) }),
  signature: z.object({ isValid: z.boolean() }).nullable(),
})

/** Of a repository that may not be there, or not be read. */
const OwnersSchema = z.object({ owners: z.object({ config: BlobSchema }).nullable() })

const HeadSchema = OwnersSchema.extend({
  repository: z.object({
    id: z.string(),
    databaseId: z.int(),
    defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: z.string() }) }).nullable(),
    head: z.object({ target: CommitSchema }).nullable(),
    work: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
    config: BlobSchema,
  }),
})

function headQuery(files: number): string {
  const indices = Array.from({ length: files }, (_, index) => index)
  const parameters = indices.map((index) => `, $r${index}: String!`).join('')
  const fields = indices.map((index) => `r${index}: object(expression: $r${index}) { ${blobFields} }`).join('\n')
  return `query($owner: String!, $name: String!, $branch: String!, $config: String!${parameters}) {
  repository(owner: $owner, name: $name) {
    id
    databaseId
    defaultBranchRef { name target { oid } }
    head: ref(qualifiedName: $branch) {
      target { oid ... on Commit { message parents(first: 2) { nodes { oid } } signature { isValid } } }
    }
    work: refs(refPrefix: "refs/heads/countersign/", first: 20) { nodes { name } }
    config: object(expression: $config) { ${blobFields} }
    ${fields}
  }
  owners: repository(owner: $owner, name: "${ownersRepository}") { config: object(expression: $config) { ${blobFields} } }
}`
}

/** Everything the first look needs, in one query: heads, the configuration, and files at the head. */
export async function readBranchHead(
  client: InstallationClient,
  repository: RepositoryRef,
  paths: readonly string[],
): Promise<BranchLook> {
  const expressions = Object.fromEntries(paths.map((path, index) => [`r${index}`, `${workflowBranch}:${path}`]))
  const data = await call('read the workflow branch', () =>
    queryWithout<{ repository: Record<string, unknown> }>(client, repository, headQuery(paths.length), 'owners', {
      owner: repository.owner,
      name: repository.name,
      branch: `refs/heads/${workflowBranch}`,
      config: `HEAD:${configurationPath}`,
      ...expressions,
    }),
  )
  const found = HeadSchema.parse(data)
  const { id, databaseId, defaultBranchRef, head, work, config } = found.repository
  client.repositoryIds.set(repository.key, id)
  const texts = new Map<string, string | null>()
  for (const [index, path] of paths.entries())
    texts.set(path, await blobText(client, repository, BlobSchema.parse(data.repository[`r${index}`] ?? null)))
  const owners = { ...repository, name: ownersRepository, key: `${repository.owner}/${ownersRepository}` }
  const configuration =
    (await toConfigurationFile(client, repository, config)) ??
    (await toConfigurationFile(client, owners, found.owners?.config ?? null))
  return {
    repositoryId: databaseId,
    defaultBranch: defaultBranchRef === null ? null : { name: defaultBranchRef.name, sha: defaultBranchRef.target.oid },
    configuration,
    head: head === null ? null : toBranchCommit(head.target),
    hasWork: work.nodes.some(({ name }) => /^(?:countersign\/)?ISS-\d+\//.test(name)),
    texts,
  }
}

export function toBranchCommit({ oid, message, parents, signature }: z.infer<typeof CommitSchema>): BranchCommit {
  return {
    sha: oid,
    message,
    parents: parents.nodes.map((parent) => parent.oid),
    isVerified: signature?.isValid === true,
  }
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

/** A file of configuration on the default branch of any repository; null where there is none that may be read. */
export async function readConfigurationFile(
  client: InstallationClient,
  repository: RepositoryRef,
  { repository: key, path }: ConfigurationPlace,
): Promise<ConfigurationFile | null> {
  const [owner = '', name = ''] = key.split('/')
  const document = `query($owner: String!, $name: String!, $config: String!) {
  owners: repository(owner: $owner, name: $name) { config: object(expression: $config) { ${blobFields} } }
}`
  const data = await call('read the configuration of another repository', () =>
    queryWithout<unknown>(client, repository, document, 'owners', { owner, name, config: `HEAD:${path}` }),
  )
  const { owners } = OwnersSchema.parse(data)
  return toConfigurationFile(client, { ...repository, owner, name, key }, owners?.config ?? null, path)
}

async function toConfigurationFile(
  client: InstallationClient,
  repository: RepositoryRef,
  blob: z.infer<typeof BlobSchema>,
  path: string = configurationPath,
): Promise<ConfigurationFile | null> {
  const text = await blobText(client, repository, blob)
  return text === null ? null : { repository: repository.key, path, text, version: blob?.oid ?? '' }
}

/** Text of a blob of GraphQL's, fetched whole where GraphQL has cut it. */
async function blobText(
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
