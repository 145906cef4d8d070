import { recordText } from '../../../domain/language/message.ts'
import type { DataBlock, LanguageModel, ModelFailure } from '../../../application/ports/models/language-model.ts'
import type { Planner, PlannerAnswer, PlanRequest } from '../../../application/ports/roles/planner.ts'
import type { Workspace } from '../../../application/ports/roles/workspace.ts'
import { CountersignFault } from '../../../application/fault.ts'
import { ModelOutage } from '../../../application/model-outage.ts'
import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'
import { type Ask, findAsks } from '../../../domain/plan/outline/find-asks.ts'
import { mostQuestions } from '../../../domain/plan/asks/planning-question.ts'
import { fillPrompt } from '../prompts/fill-prompt.ts'
import { loadPrompt } from '../prompts/load-prompt.ts'
import { checkPlanAnswer } from './check-plan-answer.ts'
import { describeRepository } from './describe-repository.ts'
import { draftOfAnswer } from './draft-of-answer.ts'
import { ModelPlanSchema } from './plan-answer-schema.ts'

const template = loadPrompt('plan-issue')

/** Plans prose: a model reads the issue and the repository, and answers with a plan, with questions, or with a no. */
export function createModelPlanner(language: LanguageModel, workspace: Pick<Workspace, 'openReader'>): Planner {
  return { name: 'model', inline: false, plan: (request) => planByModel(language, workspace, request) }
}

async function planByModel(
  language: LanguageModel,
  workspace: Pick<Workspace, 'openReader'>,
  request: PlanRequest,
): Promise<PlannerAnswer> {
  const { configuration, issue, commit, repository, runId, signal } = request
  const { agents, run } = configuration
  const model = agents.model ?? null
  const lack = language.findLack(model)
  if (lack !== undefined)
    return { kind: 'needs_input', lacks: [recordText('`agents.model`: {lack}. Name one of these.', { lack })] }
  const reader = await workspace.openReader(repository, commit)
  const { title, body } = issue.frozen
  const asks = findAsks(body)
  const { files, more } = await reader.files()
  const place = {
    asks,
    said: `${title}\n${body}\n${request.guidance ?? ''}`,
    files: new Set(files.keys()),
    isCut: more > 0,
  }
  const answer = await language.ask({
    owner: { runId, repository: repository.key, issue: issue.number, task: 'plan' },
    role: 'planner',
    prompt: fillPrompt(template, {
      most_days: `${configuration.plan.one_shot_threshold_person_days}`,
      most_questions: `${mostQuestions}`,
    }),
    data: [
      ...tellIssue(request, asks),
      ...(await describeRepository(reader, { title, body }, agents.context_tokens)),
      ...tellBefore(request),
    ],
    schema: ModelPlanSchema,
    check: (given) => checkPlanAnswer(given, place),
    repository: reader,
    model,
    maxTurns: agents.max_turns,
    timeoutMs: Math.min(run.timeout_minutes * 60_000, 2 ** 31 - 1),
    signal,
  })
  const receipts = [answer.receipt]
  if (answer.kind === 'failed') return { ...tellFailure(answer.failure, answer.receipt), receipts }
  const { value } = answer
  switch (value.kind) {
    case 'questions':
      return { kind: 'needs_input', lacks: [], questions: value.questions, receipts }
    case 'declined':
      return { kind: 'declined', why: value.why, receipts }
    case 'plan': {
      const by = answer.receipt.use.models.join(', ') || answer.receipt.model
      const notes = [
        recordText('Planned by `{by}`, which looked at the repository at `{commit}`.', {
          by,
          commit: commit.slice(0, 7),
        }),
      ]
      return { kind: 'draft', draft: draftOfAnswer(value, { title, body, asks }, notes), receipts }
    }
  }
}

function tellIssue({ issue, guidance, asked, configuration }: PlanRequest, asks: readonly Ask[]): DataBlock[] {
  const { title, body } = issue.frozen
  const list = asks.map(({ id, line, text, isItem }) => `${id}${isItem ? ' (item)' : ''}, line ${line}: ${text}`)
  const questions = asked.map(({ question, proposals }, index) => {
    const offered = proposals.map((one, at) => `   ${letter(at)}) ${one}`)
    return [`${index + 1}. ${question}`, ...offered].join('\n')
  })
  const tests = configuration.run.test_commands
  return [
    { label: 'issue', text: `${title}\n\n${body}` },
    {
      label: 'sentences of it that ask for something',
      text: list.join('\n') || 'None but its title, as far as we can tell.',
    },
    ...(questions.length === 0 ? [] : [{ label: 'what was asked in the thread', text: questions.join('\n') }]),
    ...(guidance === null ? [] : [{ label: 'what people said in the thread since', text: guidance }]),
    ...(tests.length === 0 ? [] : [{ label: 'tests that run when all tasks are done', text: tests.join('\n') }]),
  ]
}

/** As proposals are counted in the thread: 1a, 1b. */
function letter(index: number): string {
  return String.fromCodePoint(97 + index)
}

/** What was made before, and what was found in it. */
function tellBefore({ previous, draft, findings }: PlanRequest): DataBlock[] {
  const standing =
    previous === null || draft !== null
      ? []
      : [{ label: 'plan that is to be replaced', text: describePlanning(previous) }]
  if (findings.length === 0) return standing
  const found = findings.map(({ nodes, message }) => `- ${nodes.length === 0 ? '' : `${nodes.join(', ')}: `}${message}`)
  return [
    ...standing,
    ...(draft === null ? [] : [{ label: 'earlier plan', text: describePlanning(draft) }]),
    { label: 'what its review found', text: found.join('\n') },
  ]
}

function describePlanning({
  description,
  tasks,
}: {
  description?: string | undefined
  tasks: readonly object[]
}): string {
  return JSON.stringify({ description, tasks }, null, 1)
}

/** An outage is tried again by who runs it; of all else a person hears, and says how to go on. */
function tellFailure({ kind, reason }: ModelFailure, { use }: ModelReceipt): PlannerAnswer {
  switch (kind) {
    case 'outage':
      throw new ModelOutage(reason, use)
    case 'ended':
      throw new CountersignFault('told_to_end', 'planning was ended', reason)
    case 'limit':
    case 'refused':
      return {
        kind: 'needs_input',
        lacks: [
          recordText('The model was not asked to the end: {reason}. Once that is settled, `/replan` asks it again.', {
            reason,
          }),
        ],
      }
    case 'unusable':
    case 'late':
      return {
        kind: 'needs_input',
        lacks: [
          recordText(
            'The model made no plan that can be taken: {reason}. `/replan` asks it again, best with a word on what it got wrong.',
            { reason },
          ),
        ],
      }
  }
}
