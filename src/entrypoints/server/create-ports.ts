import type { Logger } from 'pino'
import { v7 as uuidV7 } from 'uuid'
import type { Recipe } from '../../adapters/agents/acp/recipe.ts'
import { createModelAnalyst } from '../../adapters/agents/analyst/create-model-analyst.ts'
import { createLanguageModel } from '../../adapters/agents/model/create-language-model.ts'
import { createOutlinePlanner } from '../../adapters/agents/outline/create-outline-planner.ts'
import { createModelAdvisers } from '../../adapters/agents/advisers/create-model-advisers.ts'
import { createModelPlanner } from '../../adapters/agents/planner/create-model-planner.ts'
import { createModelReviewer } from '../../adapters/agents/reviewer/create-model-reviewer.ts'
import { createRulesAnalyst } from '../../adapters/agents/rules/create-rules-analyst.ts'
import { createRulesReviewer } from '../../adapters/agents/rules/create-rules-reviewer.ts'
import { createModelSkillAdviser } from '../../adapters/agents/tuner/create-model-skill-adviser.ts'
import { createSkillTuner } from '../../adapters/agents/tuner/create-skill-tuner.ts'
import { createExamination } from '../../adapters/github/doctor/create-examination.ts'
import { openSpoolFolder } from '../../adapters/folder/spool-folder.ts'
import { createExportPlaces } from '../../adapters/github/export/create-export-places.ts'
import { createTaskJobs } from '../../adapters/github/jobs/create-task-jobs.ts'
import { createIssueMirror } from '../../adapters/github/mirror/create-issue-mirror.ts'
import { createRepairer } from '../../adapters/github/pulls/create-repairer.ts'
import { createRepositoryRules } from '../../adapters/github/rules/create-repository-rules.ts'
import { createContinuousIntegration, createPeople } from '../../adapters/github/read/create-people.ts'
import { createPullRequests } from '../../adapters/github/pulls/create-pull-requests.ts'
import { createRepositoryFiles } from '../../adapters/github/read/create-repository-files.ts'
import { createWorkflowBranch } from '../../adapters/github/state/create-workflow-branch.ts'
import { createThread } from '../../adapters/github/thread/create-thread.ts'
import type { StateMac } from '../../adapters/github/workflow-branch/state-mac.ts'
import { MemoryQueue } from '../../adapters/queue/memory-queue.ts'
import { createWorkspace } from '../../adapters/workspace/create-workspace.ts'
import { createStateStore } from '../../application/state/branch/create-state-store.ts'
import type { ModelGateway } from '../../application/ports/models/model-gateway.ts'
import type { Notices } from '../../application/ports/notices.ts'
import type { MachinePorts } from '../../application/ports/machine-ports.ts'
import { renderOwnDelivery } from '../../application/attempts/own-delivery.ts'
import type { Queues } from '../../application/ports/queues/queues.ts'
import type { Message } from '../../application/ports/queues/message.ts'
import type { TaskJobDefaults } from '../../domain/jobs/find-task-job.ts'
import { createExecutors } from '../agents/create-executors.ts'
import type { GitHubClients } from './connect-github.ts'
import type { Identity } from './identify-app.ts'
import { createBlobFetcher } from './outside/create-blob-fetcher.ts'
import { listPackageCaches } from '../settings/list-package-caches.ts'
import type { Settings } from '../settings/settings.ts'

/** Issues of one installation that one process decides on side by side. */
export const issuesAtOnce = 8

/** The workflow that a server has tasks done by, where a repository wants them in jobs. */
const taskWorkflow = 'countersign-task.yml'

/** What it takes to work on issues, whoever the bot is on GitHub. */
export type WorkSettings = Pick<
  Settings,
  | 'AGENTS_DIR'
  | 'CONFIRM_WITHIN_SECONDS'
  | 'DATA_DIR'
  | 'DOCS_URL'
  | 'GITHUB_WEB_URL'
  | 'KEPT_REPOSITORIES'
  | 'PACKAGE_CACHES'
  | 'UNCONFINED_COMMANDS'
>

export interface Wiring {
  settings: WorkSettings
  env: Record<string, string | undefined>
  log: Logger
  onFault: (what: string, error: unknown, about: { key: string }) => void
  redact: (text: string) => string
  github: Pick<GitHubClients, 'client' | 'reviewer'> & Identity
  mac: StateMac
  queues: Queues
  /** Absent where nobody outside of GitHub is told. */
  notices?: Notices | undefined
  /** Null where no model is configured. */
  models: ModelGateway | null
  /** By the names that plans give. */
  recipes: ReadonlyMap<string, Recipe>
  /** What holds of tasks in jobs of their own where a repository says nothing; absent on a server. */
  taskJobs?: TaskJobDefaults | undefined
  /** Of Actions, that this process is a job of; absent on a server. */
  ownRun?: number | undefined
  /** Absent where the bot is an App of its own. */
  actsAs?: 'job_token' | undefined
  nowMs: () => number
  wait: (ms: number) => Promise<void>
}

/** The adapters behind the machine's ports. */
export function createPorts(wiring: Wiring): MachinePorts {
  const { settings, env, log, redact, github, mac, queues, models, recipes, nowMs, wait } = wiring
  const { client, reviewer, appId, botLogin, ourLogins } = github
  const { inbox, runs, heads } = queues
  const now = () => new Date(nowMs()).toISOString()
  const elapsedMs = (from: string, to: string) => Date.parse(to) - Date.parse(from)
  const onFault = (key: string, error: unknown) => wiring.onFault('handler failed', error, { key })
  const language = models === null ? undefined : createLanguageModel(models)
  const workspace = createWorkspace({
    dir: `${settings.DATA_DIR}/workspace`,
    cloneUrl: (repository) => `${settings.GITHUB_WEB_URL}/${repository.key}.git`,
    token: (repository, refused) => client.token(repository, refused),
    env,
    redact,
    unconfined: settings.UNCONFINED_COMMANDS === 'allowed',
    caches: listPackageCaches(settings.PACKAGE_CACHES),
  })
  const rules = createRulesReviewer()
  const analyst = createRulesAnalyst()
  return {
    store: createStateStore({
      branch: createWorkflowBranch(client, mac),
      now,
      elapsedMs,
      wait,
      random: Math.random,
      maxKnown: settings.KEPT_REPOSITORIES,
      heads,
    }),
    thread: createThread(client, botLogin),
    pullRequests: createPullRequests({ client, appId, ourLogins, reviewer, wait }),
    people: createPeople(client, ourLogins),
    ci: createContinuousIntegration(client, appId),
    workspace,
    planner: createOutlinePlanner(),
    ...(language === undefined
      ? {}
      : {
          modelPlanner: createModelPlanner(language, workspace),
          advisers: createModelAdvisers(language, workspace),
        }),
    tuner: createSkillTuner(workspace, language === undefined ? undefined : createModelSkillAdviser(language)),
    files: createRepositoryFiles(client),
    executors: createExecutors({ agentsDir: settings.AGENTS_DIR, env, recipes, models, redact }),
    taskJobs: createTaskJobs({
      client,
      botLogin,
      mac,
      web: settings.GITHUB_WEB_URL,
      defaults: wiring.taskJobs ?? { executors: [], workflow: taskWorkflow },
      ownRun: wiring.ownRun,
      nowMs,
    }),
    reviewer: language === undefined ? rules : createModelReviewer(rules, language, workspace),
    analyst: language === undefined ? analyst : createModelAnalyst(analyst, language, workspace),
    ...(models === null ? {} : { models }),
    ...(wiring.notices === undefined ? {} : { notices: wiring.notices }),
    ...(language === undefined ? {} : { language }),
    exports: createExportPlaces(client, mac, {
      openSpool: openSpoolFolder,
      fetchBlobs: createBlobFetcher(settings.GITHUB_WEB_URL, client, env),
    }),
    mirror: createIssueMirror(client, botLogin),
    examination: createExamination(client, mac),
    repairer: createRepairer(client),
    rules: createRepositoryRules(client, nowMs),
    messages: new MemoryQueue<Message>(
      issuesAtOnce,
      onFault,
      (partition) => inbox.keep(partition),
      ({ repository }) => repository.installationId,
    ),
    async enqueue(messages) {
      for (const message of messages) await inbox.store(renderOwnDelivery([message], { id: uuidV7(), run: null }))
    },
    runs,
    watch: (partition) => inbox.watch(partition),
    now,
    newId: () => uuidV7(),
    timeAfter: (at, ms) => new Date(Date.parse(at) + ms).toISOString(),
    wait,
    confirmWithinMs: settings.CONFIRM_WITHIN_SECONDS * 1_000,
    // Longer than a timer holds (24 days) is as good as never.
    later: (ms, act) => void setTimeout(act, Math.min(ms, 2 ** 31 - 1)).unref(),
    sign: mac.sign,
    web: settings.GITHUB_WEB_URL,
    docs: settings.DOCS_URL,
    ...(wiring.actsAs === undefined ? {} : { actsAs: wiring.actsAs }),
    log: (level, message, details) => log[level](details, message),
  }
}
