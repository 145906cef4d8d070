import { createModelAdvisers } from '../../../src/adapters/agents/advisers/create-model-advisers.ts'
import { createModelAnalyst } from '../../../src/adapters/agents/analyst/create-model-analyst.ts'
import { createModelPlanner } from '../../../src/adapters/agents/planner/create-model-planner.ts'
import { createRulesAnalyst } from '../../../src/adapters/agents/rules/create-rules-analyst.ts'
import { createModelSkillAdviser } from '../../../src/adapters/agents/tuner/create-model-skill-adviser.ts'
import type { ModelQuestion } from '../../../src/application/ports/models/language-model.ts'
import type { Task } from '../../../src/domain/plan/task.ts'
import { freezeText } from '../../../src/domain/text/frozen-text.ts'
import { createFakeLanguageModel } from '../agents/fake-language-model.ts'
import { buildConfiguration, buildPlan } from '../builders.ts'
import { createFakeReader } from '../fakes/fake-reader.ts'
import { widgets } from '../local-repository.ts'
import { buildPlanRequest } from '../plans/plan-issue.ts'
import { buildChange, buildFailure, buildHunk, buildRequest } from '../../domain/debug/build-request.ts'

const roles = { planner: 'model', plan_reviewer: 'model', feasibility: 'model', splitter: 'model', analyst: 'model' }
const configuration = buildConfiguration({ agents: roles })
const signal = new AbortController().signal

/** What each role that only answers is asked, with a text of others wherever one may stand: planner, plan reviewer, feasibility, splitter, analyst, skill adviser. */
export async function askRoles(text: string, task: Task): Promise<ModelQuestion<unknown>[]> {
  const language = createFakeLanguageModel(() => ({
    failure: { kind: 'unusable', reason: 'nothing is answered here' },
  }))
  // A path of the repository is one line; its texts are read by tools.
  const workspace = { openReader: () => Promise.resolve(createFakeReader({ [text.replaceAll('\n', ' ')]: text })) }
  const frozen = { ...freezeText(text, text), author: 'ada', labels: [text], at: '', by: 'ada' }
  const issue = { number: 7, frozen }
  const plan = buildPlan({ tasks: [task], description: text })
  const place = { repository: widgets, configuration, commit: 'c'.repeat(40), signal }
  const planning = buildPlanRequest({
    ...place,
    issue,
    guidance: text,
    previous: plan,
    asked: [{ question: text, why: text, proposals: [text] }],
    findings: [{ code: 'reader_found', nodes: ['T1'], message: text }],
  })
  await createModelPlanner(language, workspace).plan(planning)
  const advice = createModelAdvisers(language, workspace)({ ...place, issue, guidance: text, runId: 'ISS-007/1' })
  await advice.review?.(plan)
  await advice.estimate?.(plan, plan.tasks)
  await advice.cut?.(plan, task, () => [])
  const line = text.replaceAll('\n', ' ')
  const files = buildChange(buildHunk({ path: line, removed: [text], added: [text] }))
  const failure = buildRequest({
    change: files,
    tests: [buildFailure({ name: text, suite: text, message: text, stack: text, file: line })],
    inputs: [{ task: 'T1', artifact_id: 'a', version: 1, files }],
    commits: [{ sha: 'c'.repeat(40), subject: text, files }],
    sources: [{ path: line, text }],
  })
  const failed = { ...failure, run: { ...failure.run, command: text, output: text } }
  const owner = { runId: 'run-1', issue: 7, task: 'T1' }
  await createModelAnalyst(createRulesAnalyst(), language, workspace).analyse(failed, { ...place, owner })
  await createModelSkillAdviser(language).read({
    files: [{ path: line, text }],
    complaint: text,
    known: [],
    commit: 'c'.repeat(40),
    owner: { runId: 'run-1', repository: widgets.key, issue: 7 },
    model: null,
    contextTokens: 24_000,
    maxTurns: 30,
    timeoutMs: 1_000,
    signal,
  })
  return language.asked
}
