import type { SecondaryLimitOptions } from '../limits/secondary-limits.ts'
import type { Installation } from '../world/app.ts'
import type { WorkflowJob, World } from '../world/world.ts'

export const people = ['maintainer', 'writer', 'triager', 'reader', 'outsider'] as const
export type PersonRole = (typeof people)[number]

/** One request as it was answered. `actor` is a login, `app` or `anonymous`; `route` the OpenAPI template, `POST /graphql`, or `git <service>`. */
export interface RequestRecord {
  time: string
  method: string
  path: string
  route: string
  status: number
  ms: number
  actor: string
}

/** A request to the API or to git that has not been done yet. */
export interface Passage {
  method: string
  path: string
  /** As in `RequestRecord`. */
  route: string
  /** By its credentials: a login, `app` or `anonymous`. */
  actor: string
  /** Text of a JSON body, else null. */
  body: string | null
  /** Does it, and gives what would be answered. */
  carryOut(): Promise<Response>
}

/** As on GitHub's form for a new App. The slug is what its bot's login is made of: `slug[bot]`. */
export interface AppRegistration {
  name: string
  slug: string
  permissions: Installation['permissions']
  /** Names of the events that are sent to it. */
  events: string[]
}

export interface SandboxOptions {
  /** 0 takes a free one. */
  port: number
  /** Holds `world.json`, `assets/`, and `<owner>/<name>.git`. Made if missing; a former run is continued. */
  dataDir: string
  /** The App that is registered and installed from the start; what a former run has registered stays. */
  app?: Partial<AppRegistration>
  /** The account for a bot's second identity, with write role; what a former run has made stays. */
  reviewer?: { login: string; name: string }
  now?: () => Date
  /** Milliseconds after which `mergeable` is known; it is null before (0: at the second look). */
  mergeableAfterMs?: number
  /** Reads of refs and lists show the state as it was this long ago. */
  readLagMs?: number
  /** Added to each API answer. */
  latencyMs?: number
  /** Number of entries after which recursive trees are truncated. */
  treeLimit?: number
  /** Requests an hour and token. */
  rateLimit?: number
  /** Refuses those who are too fast: `true` as GitHub does, or with some of its limits changed. */
  secondaryLimits?: true | Partial<SecondaryLimitOptions>
  /** Installation tokens end after so many seconds, or so many requests; after an hour unless told. */
  tokenLife?: { seconds?: number; requests?: number }
  onRequest?: (request: RequestRecord) => void
  /** Stands in front of everything: what it gives back is answered, whether the request was carried out or not. */
  intervene?: (passage: Passage) => Promise<Response>
  /** `false`: the world is not written to disk, since nobody will continue this run. */
  isKept?: boolean
}

/** A job of a workflow that may have identities (`id-token: write`). */
export interface IdTokenJob {
  /** Path of the workflow: `.github/workflows/export.yml`. */
  workflow: string
  /** `refs/heads/main`. */
  ref: string
  sha: string
  runId?: number
}

/** What an answer is replaced by: before (nothing done) or after the real work was done. */
export interface Fault {
  /** Matches route, e.g. "POST /repos/{owner}/{repo}/pulls" or "POST /graphql". */
  route: string
  when: 'before' | 'after'
  status: number
  headers?: Record<string, string>
  body?: unknown
  /** How often; 1 unless told. */
  times?: number
}

/** A job as its runner tells of it. */
export type ReportedJob = Pick<WorkflowJob, 'name' | 'labels' | 'status' | 'conclusion'>

export interface Sandbox {
  /** Base of the REST API: `http://127.0.0.1:PORT/api/v3` (so that Octokit finds GraphQL at `/api/graphql`). */
  url: string
  /** Base of the pages: `http://127.0.0.1:PORT`. */
  web: string
  app: {
    id: number
    slug: string
    botLogin: string
    clientId: string
    /** Null in a world of an older version. */
    clientSecret: string | null
    privateKey: string
    webhookSecret: string
    installationId: number
  }
  /** A second identity for the bot's reviews: a bot user with write role. */
  reviewer: { login: string; token: string }
  tokens: Record<PersonRole, string>
  logins: Record<PersonRole, string>
  world: World
  /** Answers a request to `web` from this very process, as it would be answered over HTTP. */
  answer(request: Request): Promise<Response>
  /** Makes `octo-org/<name>`: from a local git repository with its history, or from files, or with a README alone. The App is installed on it, the five people get their roles. */
  createRepository(input: {
    name: string
    from?: string
    files?: Record<string, string>
    description?: string
    /** Without any commit, as GitHub makes one where nothing is ticked. */
    isEmpty?: boolean
  }): Promise<{
    repository: string
    git: string
    dir: string
  }>
  /** Without an address the App's webhook is not active: none is made, and none can be sent again. */
  setWebhookUrl(url: string | null): void
  /** Where the App shows itself: pages of repositories lead there. */
  setHomepage(url: string | null): void
  /** Answers that contradicted GitHub's description (each was sent as a 500): a test that ends with any is wrong. */
  drifts: string[]
  injectFault(fault: Fault): void
  /** Ends every installation token there is: 401 for whoever still uses one. */
  endTokens(): void
  /** The `GITHUB_TOKEN` of one job of `owner/name`, with the `permissions` of that job. */
  createJobToken(repository: string, permissions: Record<string, 'read' | 'write'>): string
  /** What a job of `owner/name` finds in `ACTIONS_ID_TOKEN_REQUEST_URL` and `_TOKEN`: where it asks who it is. */
  createIdTokenRequest(repository: string, job: IdTokenJob): { url: string; token: string }
  /** What starts workflows is told there as webhooks are: whoever listens plays the runners. Null: nobody does. */
  setWorkflowUrl(url: string | null): void
  /** Plays the Actions runner: ends a run of `owner/name` and sends `workflow_run.completed`. */
  completeWorkflowRun(repository: string, runId: number, conclusion: string): Promise<void>
  /** A runner tells of a job of a run, by its name: it waits, is at work, or has ended. */
  reportJob(repository: string, runId: number, job: ReportedJob): void
  /** A runner keeps an artifact of a run: a ZIP archive. */
  keepArtifact(repository: string, runId: number, name: string, archive: Uint8Array): Promise<void>
  /** A person presses a check run's button: sends `check_run.requested_action`. */
  requestCheckAction(repository: string, checkRunId: number, identifier: string, person: PersonRole): void
  /** A person deletes an issue on its page: sends `issues.deleted`. */
  deleteIssue(repository: string, number: number, person: PersonRole): Promise<void>
  /** A person moves an issue to another repository: sends `issues.transferred` in the old and `issues.opened` in the new one. Returns its new number. */
  transferIssue(repository: string, number: number, to: string, person: PersonRole): Promise<number>
  /** An owner gives a repository to another organisation: sends `repository.transferred`. Returns where it is on disk. */
  transferRepository(repository: string, owner: string): Promise<{ dir: string }>
  /** The App is installed on another account, with all of its repositories: sends `installation.created`. Returns its number. */
  installApp(account: string): number
  /** A person puts a pull request into the merge queue: sends `merge_group.checks_requested`. Returns the queue's commit. */
  queueMerge(repository: string, number: number, person: PersonRole): Promise<string>
  /** The queue merges it where its commit has the checks that are required, and else drops it: what it lacked. */
  settleMergeQueue(repository: string, number: number, person: PersonRole): Promise<string[]>
  /** Resolves when no webhook is waiting or under way. */
  idle(): Promise<void>
  /** Redelivers nothing, keeps nothing open; world.json is written. */
  close(): Promise<void>
}
