import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createWorkspace } from '../../../adapters/workspace/create-workspace.ts'
import type { ExecutionRequest, Executor } from '../../../application/ports/roles/executor.ts'
import type { WorkTreeFile } from '../../../application/ports/roles/workspace.ts'
import { pathRules } from '../../../application/runs/path-rules.ts'
import type { JobOrder } from '../../../domain/jobs/job-order.ts'
import { createExecutors } from '../../agents/create-executors.ts'
import { readRecipes } from '../../agents/read-recipes.ts'
import { openModels } from '../../models/open-models.ts'
import { readModelOptions } from '../../models/read-model-options.ts'
import { createRedactor } from '../../redaction/create-redactor.ts'
import { openDataFolder } from '../../server/open-data-folder.ts'
import { createLog } from '../../settings/create-log.ts'
import { listPackageCaches } from '../../settings/list-package-caches.ts'
import { connectWithToken, jobInstallation } from '../connect-with-token.ts'
import type { TaskSettings } from '../job-settings.ts'
import { muteCommands } from '../mute-commands.ts'
import { emptyReceipt } from './empty-receipt.ts'
import { fetchBrief } from './fetch-brief.ts'
import type { MadeResult } from './lay-result.ts'

/** The end of its time, in which what was made is handed back. */
const besideMs = 5 * 60_000
const mostReason = 5_000

/** Has the task done by its executor in a work tree at the order's commit, and reads what has changed there. */
export async function workOnTask(
  order: JobOrder,
  settings: TaskSettings,
  env: Record<string, string | undefined>,
): Promise<MadeResult> {
  const modelOptions = await readModelOptions(settings, env)
  const modelKeys = modelOptions?.providers.map(({ key }) => key ?? undefined) ?? []
  const redact = createRedactor([settings.TOKEN, ...modelKeys])
  const log = createLog(settings.LOG_LEVEL, (line) => muteCommands(redact(line)))
  await openDataFolder(settings.DATA_DIR, log)
  const models = modelOptions === null ? null : openModels(modelOptions, settings.DATA_DIR, env, log)
  try {
    const recipes = await readRecipes(settings.AGENTS_FILE)
    const executors = createExecutors({ agentsDir: settings.AGENTS_DIR, env, recipes, models, redact })
    const executor = executors.get(order.executor)
    if (executor === undefined) return absent(order)
    const [owner = '', name = ''] = settings.GITHUB_REPOSITORY.split('/')
    const repository = { owner, name, key: settings.GITHUB_REPOSITORY, installationId: jobInstallation }
    const { octokit } = connectWithToken(settings, {
      now: Date.now,
      wait: (ms) => delay(ms),
      observe: () => {},
      warn: (message) => log.warn(message),
    })
    const { plan, task, rejections, last_failure, earlier, analysis, configuration } = await fetchBrief(
      octokit,
      repository,
      order,
    )
    const workspace = createWorkspace({
      dir: join(settings.DATA_DIR, 'workspace'),
      cloneUrl: ({ key }) => `${settings.GITHUB_WEB_URL}/${key}.git`,
      token: () => Promise.resolve(settings.TOKEN),
      env,
      redact,
      unconfined: settings.UNCONFINED_COMMANDS === 'allowed',
      caches: listPackageCaches(settings.PACKAGE_CACHES),
    })
    await using workTree = await workspace.openWorkTree(repository, order.base_sha)
    const signal = AbortSignal.timeout(Math.max(60_000, order.minutes * 60_000 - besideMs))
    const told = { plan, task, rejections, analysis, configuration, repository }
    const before = {
      ...(last_failure !== null && { lastFailure: last_failure }),
      ...(earlier !== undefined && { earlier }),
    }
    return await execute(executor, { ...told, ...before, runId: order.run_id, workTree, signal }, order)
  } finally {
    await models?.close()
  }
}

async function execute(executor: Executor, request: ExecutionRequest, order: JobOrder): Promise<MadeResult> {
  const { workTree, task, configuration, signal } = request
  const { outcome, receipt } = await executor.execute(request)
  const failed = (reason: string): MadeResult => ({
    outcome: { kind: 'failed', reason: reason.slice(0, mostReason) },
    receipt,
    files: [],
  })
  if (signal.aborted) return failed(`it took longer than ${order.minutes} minutes`)
  if (outcome.kind === 'handed_over') return absent(order)
  if (outcome.kind !== 'changed') return { outcome, receipt, files: [] }
  const change = await workTree.readChange(pathRules(task, configuration, order.executor))
  if (change.kind === 'files') return { outcome, receipt, files: change.files.flatMap(listFiles) }
  return failed(
    change.faults
      .slice(0, 5)
      .map(({ path, message }) => `${path}: ${message}`)
      .join('; '),
  )
}

/** A renamed file is gone from where it was. */
function listFiles({ path, previous_path: before, mode, bytes }: WorkTreeFile): MadeResult['files'] {
  return [...(before === null ? [] : [{ path: before, mode: null, bytes: null }]), { path, mode, bytes }]
}

function absent(order: JobOrder): MadeResult {
  const reason = `there is no executor \`${order.executor}\` in the job`
  return { outcome: { kind: 'absent', reason, otherwise: 'stuck' }, receipt: emptyReceipt(order, 0), files: [] }
}
