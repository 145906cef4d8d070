import { createWorkspace } from '../../src/adapters/workspace/create-workspace.ts'
import { stateFilePaths } from '../../src/application/state/state-files.ts'
import { type Plan, PlanSchema } from '../../src/domain/plan/plan.ts'
import type { SandboxApp } from '../../src/entrypoints/sandbox/start-sandbox-app.ts'
import { readGit } from '../../test/e2e/support/git/git.ts'
import { openPlayground, type Playground } from '../../test/e2e/support/playground.ts'
import type { EvalCase } from './eval-case.ts'
import { passesHiddenTests } from './hidden-tests.ts'

/** What became of one issue. */
export interface PlayedCase {
  name: string
  /** How its first plan came out. */
  plan: 'at once' | 'after rounds' | 'after questions' | 'declined' | 'none'
  questions: number
  /** Of each task. */
  tasks: ('at first' | 'after redo' | 'not')[]
  /** Null where there was nothing to try them on. */
  hidden: boolean | null
  tokens: number
  costUsd: number | null
  seconds: number
}

interface EvalPlace {
  running: SandboxApp
  dir: string
  executor: string
}

/** One issue from its label to as far as it gets; questions are answered with what the planner proposes first. */
export async function playCase(one: EvalCase, { running, dir, executor }: EvalPlace): Promise<PlayedCase> {
  const startedMs = performance.now()
  const config = `agents: { planner: model }\nrun: { default_executor: ${executor} }\n`
  const repo = await openPlayground(running, { name: one.name, dir, files: one.files, config })
  const issue = await repo.planIssue(one.issue.title, one.issue.body)
  const asked = (await repo.record(issue)).asked_questions?.length ?? 0
  if (asked > 0)
    await repo.say(issue, 'maintainer', `/answer ${Array.from({ length: asked }, (_, at) => `${at + 1}a`).join(' ')}`)
  const { phase } = await repo.record(issue)
  const plan = phase === 'proposed' ? await readPlan(repo, issue) : null
  const ended = (given: Pick<PlayedCase, 'plan' | 'tasks' | 'hidden' | 'tokens' | 'costUsd'>): PlayedCase => {
    return { name: one.name, questions: asked, seconds: Math.round((performance.now() - startedMs) / 1000), ...given }
  }
  if (plan === null) {
    const isDeclined = asked === 0 && phase !== 'awaiting_input'
    return ended({ plan: isDeclined ? 'declined' : 'none', tasks: [], hidden: null, tokens: 0, costUsd: null })
  }
  await repo.say(issue, 'maintainer', '/approve')
  const { reviews, receipts } = await repo.execution(issue)
  const uses = [
    ...plan.rounds.flatMap(({ models = [] }) =>
      models.map(({ use }) => ({ tokens: use.tokens.input + use.tokens.output, cost_usd: use.cost_usd })),
    ),
    ...receipts,
  ]
  const costs = uses.flatMap(({ cost_usd: cost }) => (cost === null ? [] : [cost]))
  return ended({
    plan: asked > 0 ? 'after questions' : plan.rounds.length === 1 ? 'at once' : 'after rounds',
    tasks: plan.tasks.map(({ id }) => {
      const approved = reviews.find(({ task, verdict }) => task === id && verdict === 'APPROVED')
      if (approved === undefined) return 'not'
      return approved.version === 1 ? 'at first' : 'after redo'
    }),
    hidden: await tryHiddenTests(one, repo, dir, issue),
    tokens: uses.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
    costUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  })
}

async function readPlan(repo: Playground, issue: number): Promise<Plan> {
  const record = await repo.record(issue)
  return PlanSchema.parse(JSON.parse(await repo.readState(stateFilePaths(record).plan)))
}

/** On what was approved, whatever of it that is. */
async function tryHiddenTests(one: EvalCase, repo: Playground, dir: string, issue: number): Promise<boolean | null> {
  const base = `countersign/ISS-${String(issue).padStart(3, '0')}/1/base`
  const commit = await readGit(repo.bareDir, ['rev-parse', `refs/heads/${base}`]).catch(() => null)
  if (commit === null) return null
  const [owner = '', name = ''] = repo.repository.split('/')
  const workspace = createWorkspace({
    dir: `${dir}/hidden-${name}`,
    cloneUrl: () => repo.bareDir,
    token: () => Promise.resolve(''),
    env: { PATH: process.env['PATH'] },
    redact: String,
    unconfined: false,
    protocols: ['file'],
  })
  return passesHiddenTests(one, {
    workspace,
    repository: { owner, name, key: repo.repository, installationId: 1 },
    commit,
  })
}
