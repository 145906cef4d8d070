import { recordText } from '../../../domain/language/message.ts'
import type { z } from 'zod'
import { CountersignFault } from '../../../application/fault.ts'
import { ModelOutage } from '../../../application/model-outage.ts'
import type { AdviceAsked, Advised } from '../../../application/ports/roles/plan-advice.ts'
import type {
  DataBlock,
  LanguageModel,
  ModelFailure,
  Prompt,
} from '../../../application/ports/models/language-model.ts'
import type { RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import type { Workspace } from '../../../application/ports/roles/workspace.ts'
import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'

export interface AdvisingPorts {
  language: LanguageModel
  workspace: Pick<Workspace, 'openReader'>
}

interface Advising<T> {
  role: 'plan reviewer' | 'feasibility' | 'splitter'
  model: string | null
  prompt: Prompt
  data: readonly DataBlock[]
  schema: z.ZodType<T>
  check: (answer: T, reader: RepositoryReader) => Promise<readonly string[]> | readonly string[]
}

/** Asks one thing about a plan. An outage is thrown, and tried again by who runs the planning; all else is told. */
export async function askAdviser<T>(
  { language, workspace }: AdvisingPorts,
  { issue, configuration, repository, commit, runId, signal }: AdviceAsked,
  { role, model, prompt, data, schema, check }: Advising<T>,
): Promise<Advised<T>> {
  const lack = language.findLack(model)
  if (lack !== undefined)
    return {
      kind: 'none',
      why: recordText('the {adviser} was not asked, since the model {lack}', { adviser: recordText(role), lack }),
      receipt: null,
    }
  const { agents, run } = configuration
  const reader = await workspace.openReader(repository, commit)
  const answer = await language.ask({
    owner: { runId, repository: repository.key, issue: issue.number, task: 'plan' },
    role,
    prompt,
    data,
    schema,
    check: (given) => check(given, reader),
    repository: reader,
    model,
    maxTurns: agents.max_turns,
    timeoutMs: Math.min(run.timeout_minutes * 60_000, 2 ** 31 - 1),
    signal,
  })
  const { receipt } = answer
  return answer.kind === 'answered'
    ? { kind: 'advised', value: answer.value, by: nameModel(receipt), receipt }
    : { kind: 'none', why: tellFailure(role, answer.failure, receipt), receipt }
}

function tellFailure(role: Advising<unknown>['role'], { kind, reason }: ModelFailure, { use }: ModelReceipt): string {
  switch (kind) {
    case 'outage':
      throw new ModelOutage(reason, use)
    case 'ended':
      throw new CountersignFault('told_to_end', 'planning was ended', reason)
    case 'limit':
    case 'refused':
      return recordText('the {adviser} was not asked to the end: {reason}', { adviser: recordText(role), reason })
    case 'unusable':
    case 'late':
      return recordText('the {adviser} gave no answer that can be taken: {reason}', {
        adviser: recordText(role),
        reason: reason.slice(0, 400),
      })
  }
}

/** Names of models stand in plans. */
function nameModel({ use, model }: ModelReceipt): string {
  const names = use.models.length > 0 ? use.models : [model]
  return names.map((name) => name.replaceAll(/[^\w.:/-]/g, '').slice(0, 80)).join(' and ')
}
