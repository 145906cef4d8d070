import { recordText } from '../../../domain/language/message.ts'
import { z } from 'zod'
import { CountersignFault } from '../../../application/fault.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { parseRecord } from '../../../application/state/state-files.ts'
import type { IssRecord } from '../../../domain/records/iss-record.ts'
import { call } from '../client/github-fault.ts'
import { graphqlFault, type InstallationClient } from '../client/installation-client.ts'
import { readTexts } from './read-state.ts'
import { createStateReader } from './state-reader.ts'

const folder = '.workflow/issues'
/** All issues of a branch come from one repository: a few tell which, even where some are gone by now. */
const looksAt = 20

const IssueSchema = z.object({ number: z.int(), repository: z.object({ databaseId: z.int() }) })
type FoundIssue = z.infer<typeof IssueSchema>

/**
 * A state from before commits named their repository is taken only where GitHub says that its issues are this
 * repository's: ids of issues are never used twice, names of repositories are. Throws `on_hold`.
 */
export async function assertOwnIssues(
  client: InstallationClient,
  repository: RepositoryRef,
  commit: string,
  repositoryId: number,
): Promise<void> {
  const octokit = await client.octokit(repository)
  const reader = createStateReader(octokit, { owner: repository.owner, repo: repository.name })
  const files = await call('list the registered issues', () => reader.listFiles(commit, folder))
  const paths = files.map(({ path }) => path).slice(-looksAt)
  const texts = await readTexts(client, repository, commit, paths)
  const records = [...texts].flatMap(([path, text]) => (text === null ? [] : [parseRecord(path, text)]))
  const seen = await findRecordedIssues(client, repository, records)
  if (areMostlyOwn(seen, repositoryId)) return
  throw new CountersignFault(
    'on_hold',
    recordText(
      'commit {sha} on the workflow branch does not say which repository it is for, and its issues are not this one’s',
      { sha: commit.slice(0, 7) },
    ),
    recordText(
      'Where it was brought here from another repository, delete all branches below `countersign/`: work starts afresh then.',
    ),
  )
}

/** Not all of them: one may have been transferred to another repository since. */
export function areMostlyOwn(
  seen: readonly { record: Pick<IssRecord, 'number'>; issue: FoundIssue | null }[],
  repositoryId: number,
): boolean {
  const own = seen.filter(({ issue, record }) => isOf(issue, record, repositoryId))
  return own.length > seen.length / 2
}

/** Those that GitHub still has, as it has them now; null in place of what is no issue. */
async function findRecordedIssues(
  client: InstallationClient,
  repository: RepositoryRef,
  records: readonly IssRecord[],
): Promise<{ record: IssRecord; issue: FoundIssue | null }[]> {
  if (records.length === 0) return []
  const fields = records.map(
    ({ node_id: id }, index) =>
      `n${index}: node(id: ${JSON.stringify(id)}) { ... on Issue { number repository { databaseId } } }`,
  )
  const { data, errors } = await call('look for the registered issues', () =>
    client.graphql<Record<string, unknown>>(repository, `query { ${fields.join('\n')} }`, {}),
  )
  const others = errors.filter(({ type }) => type !== 'NOT_FOUND' && type !== 'FORBIDDEN')
  if (others.length > 0) throw graphqlFault(others)
  return records.flatMap((record, index) => {
    const found = data?.[`n${index}`] ?? null
    return found === null ? [] : [{ record, issue: IssueSchema.safeParse(found).data ?? null }]
  })
}

function isOf(issue: FoundIssue | null, record: Pick<IssRecord, 'number'>, repositoryId: number): boolean {
  return issue?.repository.databaseId === repositoryId && issue.number === record.number
}
