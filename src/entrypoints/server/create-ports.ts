import type { Logger } from 'pino'
import { v7 as uuidV7 } from 'uuid'
import { createHumanExecutor } from '../../adapters/agents/human/create-human-executor.ts'
import { createOutlinePlanner } from '../../adapters/agents/outline/create-outline-planner.ts'
import { createPatchExecutor } from '../../adapters/agents/patch/create-patch-executor.ts'
import { createRulesAnalyst } from '../../adapters/agents/rules/create-rules-analyst.ts'
import { createRulesReviewer } from '../../adapters/agents/rules/create-rules-reviewer.ts'
import { createShellExecutor } from '../../adapters/agents/shell/create-shell-executor.ts'
import { createExamination } from '../../adapters/github/doctor/create-examination.ts'
import { createExportPlaces } from '../../adapters/github/export/create-export-places.ts'
import { createIssueMirror } from '../../adapters/github/mirror/create-issue-mirror.ts'
import { createRepairer } from '../../adapters/github/pulls/create-repairer.ts'
import { createContinuousIntegration, createPeople } from '../../adapters/github/read/create-people.ts'
import { createPullRequests } from '../../adapters/github/pulls/create-pull-requests.ts'
import { createRepositoryFiles } from '../../adapters/github/read/create-repository-files.ts'
import { createWorkflowBranch } from '../../adapters/github/state/create-workflow-branch.ts'
import { createThread } from '../../adapters/github/thread/create-thread.ts'
import type { StateMac } from '../../adapters/github/workflow-branch/state-mac.ts'
import { MemoryQueue } from '../../adapters/queue/memory-queue.ts'
import { createWorkspace } from '../../adapters/workspace/create-workspace.ts'
import { createStateStore } from '../../application/state/branch/create-state-store.ts'
import type { MachinePorts } from '../../application/ports/machine-ports.ts'
import { renderOwnDelivery } from '../../application/attempts/own-delivery.ts'
import type { Queues } from '../../application/ports/queues/queues.ts'
import type { Message } from '../../application/ports/queues/message.ts'
import type { GitHubConnection } from './connect-github.ts'
import type { Settings } from '../settings/settings.ts'

/** Issues of one installation that one process decides on side by side. */
export const issuesAtOnce = 8

export interface Wiring {
  settings: Settings
  env: Record<string, string | undefined>
  log: Logger
  redact: (text: string) => string
  github: GitHubConnection
  mac: StateMac
  queues: Queues
  nowMs: () => number
  wait: (ms: number) => Promise<void>
}

/** The adapters behind the machine's ports. */
export function createPorts({ settings, env, log, redact, github, mac, queues, nowMs, wait }: Wiring): MachinePorts {
  const { client, reviewer, botLogin, ourLogins } = github
  const { inbox, runs, heads } = queues
  const now = () => new Date(nowMs()).toISOString()
  const elapsedMs = (from: string, to: string) => Date.parse(to) - Date.parse(from)
  const executors = [createPatchExecutor(), createShellExecutor(), createHumanExecutor()]
  const onFault = (key: string, error: unknown) => log.error({ key, err: error }, 'handler failed')
  return {
    store: createStateStore({
      branch: createWorkflowBranch(client, mac),
      now,
      elapsedMs,
      wait,
      random: Math.random,
      heads,
    }),
    thread: createThread(client, botLogin),
    pullRequests: createPullRequests({ client, ourLogins, reviewer, wait }),
    people: createPeople(client, ourLogins),
    ci: createContinuousIntegration(client, settings.APP_ID),
    workspace: createWorkspace({
      dir: `${settings.DATA_DIR}/workspace`,
      cloneUrl: (repository) => `${settings.GITHUB_WEB_URL}/${repository.key}.git`,
      token: (repository, refused) => client.token(repository, refused),
      env,
      redact,
      unconfined: settings.UNCONFINED_COMMANDS === 'allowed',
    }),
    planner: createOutlinePlanner(),
    files: createRepositoryFiles(client),
    executors: new Map(executors.map((executor) => [executor.name, executor])),
    reviewer: createRulesReviewer(),
    analyst: createRulesAnalyst(),
    exports: createExportPlaces(client, mac),
    mirror: createIssueMirror(client, botLogin),
    examination: createExamination(client, mac),
    repairer: createRepairer(client),
    messages: new MemoryQueue<Message>(
      issuesAtOnce,
      onFault,
      (partition) => inbox.keep(partition),
      ({ repository }) => repository.installationId,
    ),
    async tell(messages) {
      for (const message of messages) await inbox.store(renderOwnDelivery([message], { id: uuidV7(), run: null }))
    },
    runs,
    watch: (partition) => inbox.watch(partition),
    now,
    newId: () => uuidV7(),
    timeAfter: (at, ms) => new Date(Date.parse(at) + ms).toISOString(),
    wait,
    // Longer than a timer holds (24 days) is as good as never.
    later: (ms, act) => void setTimeout(act, Math.min(ms, 2 ** 31 - 1)).unref(),
    sign: mac.sign,
    web: settings.GITHUB_WEB_URL,
    docs: settings.DOCS_URL,
    log: (level, message, details) => log[level](details, message),
  }
}
