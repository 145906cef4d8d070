import { setTimeout as wait } from 'node:timers/promises'
import { v7 as uuidV7 } from 'uuid'
import { createExamination } from '../../../adapters/github/doctor/create-examination.ts'
import { createRepairer } from '../../../adapters/github/pulls/create-repairer.ts'
import { createPullRequests } from '../../../adapters/github/pulls/create-pull-requests.ts'
import { createWorkflowBranch } from '../../../adapters/github/state/create-workflow-branch.ts'
import { createThread } from '../../../adapters/github/thread/create-thread.ts'
import { createStateReader } from '../../../adapters/github/workflow-branch/state-reader.ts'
import { examineWork } from '../../../application/doctor/examine-work.ts'
import { repairWork } from '../../../application/perform/repair-work.ts'
import { listIssues } from '../../../application/doctor/read-work.ts'
import { recordRepair } from '../../../application/doctor/record-repair.ts'
import { createStateStore } from '../../../application/state/branch/create-state-store.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Restoration } from '../../../application/ports/state/state-store.ts'
import type { DoctorExamination } from '../../../domain/effects/doctor-finding.ts'
import { broken, lookAtHistory } from '../../../domain/doctor/looked.ts'
import { issId, workflowBranch } from '../../../domain/records/iss-record.ts'
import type { MendingWords } from '../../../views/replies/doctor-report.ts'
import { connectGitHub, type GitHubConnection } from '../../server/connect-github.ts'
import { createSettingsMac } from '../../settings/create-settings-mac.ts'
import type { Settings } from '../../settings/settings.ts'
import { parseSettings } from '../../settings/parse-settings.ts'

/** What was found out about one issue, or, with `issue_id` null, about the whole repository. */
export interface DoctorResult {
  issue_id: string | null
  examination: DoctorExamination
  mending: MendingWords
}

/** Looks at a repository on GitHub as the App and mends what needs no judgement; one issue, or all. */
export async function repairRepository(
  name: string,
  issue: number | null,
  env: Record<string, string | undefined>,
): Promise<DoctorResult[]> {
  const [owner = '', repo = ''] = /^[\w.-]+\/[\w.-]+$/.test(name) ? name.split('/') : []
  if (repo === '') throw new Error(`--fix works on GitHub: --repo takes owner/name there, not ${JSON.stringify(name)}`)
  const settings = parseSettings(env)
  const connection = await connectGitHub(settings)
  const repository = await findRepository(connection, owner, repo)
  const ports = createDoctorPorts(settings, connection)
  const before = await readRegistered(connection, repository)
  const restored = await ports.store.restore(repository)
  const registered = restored === null ? before : await readRegistered(connection, repository)
  if (issue !== null && !registered.includes(issue)) throw new Error(`issue ${issue} is not registered in ${name}`)
  const results: DoctorResult[] = restored === null ? [] : [describeRestoring(restored)]
  for (const number of issue === null ? registered : [issue]) {
    const { work } = await ports.store.read(repository, number, 'fresh')
    const examination = await examineWork(ports, repository, work)
    const mending = await repairWork(ports, repository, work, examination.findings)
    await recordRepair(ports, repository, number, mending.events)
    results.push({ issue_id: issId(number), examination, mending: { mended: mending.mended, left: mending.left } })
  }
  return results
}

/** Everything was on hold for it. */
function describeRestoring({ at, was }: Restoration): DoctorResult {
  const before = was === null ? 'it was gone' : `it was at ${was}`
  const what = `The newest commit of ${workflowBranch} was not made by this App for this repository`
  return {
    issue_id: null,
    examination: {
      findings: [broken('head_not_ours', [], what, lookAtHistory)],
      things: 1,
      tasks: 0,
      unseen: [],
      vouched: true,
    },
    mending: { mended: [`${workflowBranch} is at ${at} again; ${before}`], left: [] },
  }
}

async function findRepository({ app }: GitHubConnection, owner: string, name: string): Promise<RepositoryRef> {
  try {
    const { data } = await app.rest.apps.getRepoInstallation({ owner, repo: name })
    return { owner, name, key: `${owner}/${name}`, installationId: data.id }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`the App is not installed on ${owner}/${name}, or GitHub did not say: ${why}`, { cause: error })
  }
}

async function readRegistered({ client }: GitHubConnection, repository: RepositoryRef): Promise<number[]> {
  const octokit = await client.octokit(repository)
  const reader = createStateReader(octokit, { owner: repository.owner, repo: repository.name })
  const head = await reader.findHead(workflowBranch)
  if (head === undefined)
    throw new Error(
      `${repository.key} has no branch ${workflowBranch}: Countersign never worked there, or it was deleted`,
    )
  return listIssues(reader, head)
}

function createDoctorPorts(settings: Settings, { client, appId, reviewer, botLogin, ourLogins }: GitHubConnection) {
  const mac = createSettingsMac(settings)
  const now = () => new Date().toISOString()
  return {
    store: createStateStore({
      branch: createWorkflowBranch(client, mac),
      now,
      elapsedMs: (from, to) => Date.parse(to) - Date.parse(from),
      wait,
      random: Math.random,
    }),
    examination: createExamination(client, mac),
    repairer: createRepairer(client),
    thread: createThread(client, botLogin),
    pullRequests: createPullRequests({ client, appId, ourLogins, reviewer, wait }),
    now,
    newId: () => uuidV7(),
    timeAfter: (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString(),
    wait: (ms: number) => wait(ms),
    sign: mac.sign,
    web: settings.GITHUB_WEB_URL,
    docs: settings.DOCS_URL,
  }
}
