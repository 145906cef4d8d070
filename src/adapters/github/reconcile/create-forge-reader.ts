import type { ProbotOctokit } from 'probot'
import { z } from 'zod'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import type { MachinePorts } from '../../../application/ports/machine-ports.ts'
import type { ForgeReader, RepositorySnapshot, WatchedWork } from '../../../application/ports/forge/forge-reader.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { parseRecord, parseWork, recordPath, stateFilePaths } from '../../../application/state/state-files.ts'
import { findPusher } from '../read/find-pusher.ts'
import { call } from '../client/github-fault.ts'
import { type InstallationClient, query } from '../client/installation-client.ts'
import { readTexts } from '../workflow-branch/read-state.ts'
import type { WebhookContext } from '../webhook/webhook-place.ts'
import { findEdited } from './find-edited.ts'
import { findUnchecked } from './find-unchecked.ts'
import { readChangeTokens } from './read-change-tokens.ts'
import { listChanged } from './list-changed.ts'
import { readCiNews } from './read-ci-news.ts'
import { readPullNews } from './read-pull-news.ts'
import { findLabelling, findReopening } from './read-timeline.ts'
import { isOurs, restWhere } from './rest-where.ts'

const recordsDir = '.workflow/issues'
/** State files asked for in one query. */
const textsAtOnce = 40

const RefsSchema = z.object({
  nodes: z.array(z.object({ prefix: z.string(), name: z.string(), target: z.object({ oid: z.string() }) })),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
})
const SnapshotSchema = z.object({
  repository: z.object({
    head: z.object({ target: z.object({ oid: z.string() }) }).nullable(),
    records: z
      .object({ entries: z.array(z.object({ name: z.string(), oid: z.string() })).nullable() })
      .partial()
      .nullable(),
    pushedAt: z.string().nullable(),
    defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: z.string() }) }).nullable(),
    refs: RefsSchema,
  }),
})

const snapshotQuery = `query($owner: String!, $name: String!, $branch: String!, $records: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    pushedAt
    defaultBranchRef { name target { oid } }
    refs(refPrefix: "refs/heads/countersign/", first: 100, after: $after) {
      nodes { prefix name target { oid } } pageInfo { hasNextPage endCursor }
    }
    head: ref(qualifiedName: $branch) { target { oid } }
    records: object(expression: $records) { ... on Tree { entries { name oid } } }
  }
}`

/** What the reconciler looks at: installations as the App itself, everything else as the repository's installation. */
export function createForgeReader(
  app: Pick<ProbotOctokit, 'paginate' | 'rest'>,
  client: InstallationClient,
  context: () => WebhookContext,
  log: MachinePorts['log'],
): ForgeReader {
  return {
    async listInstallations() {
      const all = await call('list the installations', () =>
        app.paginate(app.rest.apps.listInstallations, { per_page: 100 }),
      )
      return all.filter((one) => one.suspended_at === null).map(({ id }) => id)
    },
    async listRepositories(installationId) {
      const octokit = await client.octokit({ installationId })
      const all = await call('list the repositories', () =>
        octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation, { per_page: 100 }),
      )
      return all
        .filter((one) => !one.archived)
        .map(({ name, owner, full_name: key }) => ({ owner: owner.login, name, key, installationId }))
    },
    readChangeTokens: (repositories) => readChangeTokens(client, repositories),
    readSnapshot: (repository) => readSnapshot(client, repository),
    readWorks: (repository, commit, issueNumbers) => readWorks(client, repository, commit, issueNumbers),
    listChanged: (repository, since) => listChanged(client, repository, since, context()),
    findLabelling: (repository, issue, label) => findLabelling(client, repository, issue, label, context()),
    findReopening: (repository, issueNumber) => findReopening(client, repository, issueNumber, context()),
    readPull: (repository, number, since) => readPullNews(client, repository, number, since, context()),
    findUnchecked: (repository, numbers, checkName) =>
      findUnchecked(client, repository, { numbers, checkName }, context()),
    findEdited: (repository, nodeIds) => findEdited(client, repository, nodeIds, log),
    readCi: (repository, branch, commitSha) => readCiNews(client, repository, { branch, commitSha }, context()),
    async findPusher(repository, branch, commitSha) {
      const pusher = await findPusher(client, repository, branch, commitSha)
      if (pusher === undefined) return { kind: 'unknown' }
      if (isOurs(pusher, context())) return { kind: 'us' }
      return { kind: 'person', sender: restWhere(repository, pusher, context()).sender }
    },
  }
}

async function readSnapshot(client: InstallationClient, repository: RepositoryRef): Promise<RepositorySnapshot> {
  const { owner, name } = repository
  const branch = `refs/heads/${workflowBranch}`
  const records = `${workflowBranch}:${recordsDir}`
  const ask = async (after: string | null) => {
    const data = await call('look over the repository', () =>
      query(client, repository, snapshotQuery, { owner, name, branch, records, after }),
    )
    return SnapshotSchema.parse(data).repository
  }
  const first = await ask(null)
  const branches = new Map<string, string>()
  for (let page = first.refs; ;) {
    for (const ref of page.nodes) branches.set(`${ref.prefix}${ref.name}`.replace(/^refs\/heads\//, ''), ref.target.oid)
    if (!page.pageInfo.hasNextPage) break
    page = (await ask(page.pageInfo.endCursor)).refs
  }
  return {
    head: first.head?.target.oid ?? null,
    records: (first.records?.entries ?? []).flatMap((entry) => {
      const number = /^ISS-(\d+)\.json$/.exec(entry.name)?.[1]
      return number === undefined ? [] : [{ issueNumber: Number(number), blob: entry.oid }]
    }),
    defaultBranch:
      first.defaultBranchRef === null
        ? null
        : { name: first.defaultBranchRef.name, head: first.defaultBranchRef.target.oid },
    branches,
    pushedAt: first.pushedAt ?? '',
  }
}

async function readWorks(
  client: InstallationClient,
  repository: RepositoryRef,
  commit: string,
  issueNumbers: readonly number[],
): Promise<Map<number, WatchedWork>> {
  const read = async (paths: readonly string[]) => {
    const texts = new Map<string, string | null>()
    for (let from = 0; from < paths.length; from += textsAtOnce) {
      const some = await readTexts(client, repository, commit, paths.slice(from, from + textsAtOnce))
      for (const [path, text] of some) texts.set(path, text)
    }
    return texts
  }
  const recordTexts = await read(issueNumbers.map(recordPath))
  const records = new Map(
    issueNumbers.flatMap((number) => {
      const path = recordPath(number)
      const record = parsed(() => parseRecord(path, recordTexts.get(path) ?? ''))
      return record === undefined ? [] : [[number, record] as const]
    }),
  )
  const working = [...records.values()].filter(({ phase }) => phase === 'working' || phase === 'completed')
  const texts = await read(working.map((record) => stateFilePaths(record).execution))
  return new Map(
    [...records].flatMap(([number, record]) => {
      const { execution } = stateFilePaths(record)
      const work = parsed(() => parseWork(record, (path) => (path === execution ? (texts.get(path) ?? null) : null)))
      return work === undefined ? [] : [[number, { record, execution: work.execution }] as const]
    }),
  )
}

/** A faulty state file is told when somebody asks for something in its issue; it must not keep the others from being seen. */
function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}
