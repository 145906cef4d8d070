import type {
  LanguageModel,
  ModelFailure,
  ModelQuestion,
} from '../../../src/application/ports/models/language-model.ts'
import type { ModelReceipt } from '../../../src/domain/models/model-receipt.ts'
import { noModelUse } from '../../../src/domain/models/model-use.ts'
import { sha256Hex } from '../../../src/domain/text/sha256.ts'

/** What a fake answers: a value that must fit what was asked for, or a failure. */
export type FakeAnswer = { value: unknown } | { failure: ModelFailure }

export interface FakeLanguageModel extends LanguageModel {
  asked: ModelQuestion<unknown>[]
}

/** A model whose answers are given in order; `script` may look at the question. What doesn't fit is answered `unusable`, after a second try. */
export function createFakeLanguageModel(
  script: (question: ModelQuestion<unknown>, number: number) => FakeAnswer,
): FakeLanguageModel {
  const asked: ModelQuestion<unknown>[] = []
  let number = 0
  return {
    asked,
    findLack: (model) => (model === null || model === 'model-1' ? undefined : `\`${model}\` isn't among model-1`),
    async ask(question) {
      asked.push(question)
      let problems: readonly string[] = []
      for (let tries = 1; tries <= 2; tries += 1) {
        question.signal.throwIfAborted()
        const answer = script(question, (number += 1))
        const receipt = receiptOf(question, tries)
        if ('failure' in answer) return { kind: 'failed', failure: answer.failure, receipt }
        const parsed = question.schema.safeParse(answer.value)
        problems = parsed.success
          ? ((await question.check?.(parsed.data)) ?? [])
          : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
        if (parsed.success && problems.length === 0) return { kind: 'answered', value: parsed.data, receipt }
      }
      const reason = `its answer doesn't fit: ${problems.join('; ')}`
      return { kind: 'failed', failure: { kind: 'unusable', reason }, receipt: receiptOf(question, 2) }
    },
  }
}

/** What is kept of a question that a fake answered. */
export function buildModelReceipt(role: string): ModelReceipt {
  return receiptOf({ role, prompt: { name: 'test@1', text: '' }, model: null }, 1)
}

function receiptOf(
  { role, prompt, model }: Pick<ModelQuestion<unknown>, 'role' | 'prompt' | 'model'>,
  tries: number,
): ModelReceipt {
  return {
    role,
    model: model ?? 'model-1',
    prompt: { name: prompt.name, sha256: sha256Hex(prompt.text) },
    question_sha256: sha256Hex(prompt.text),
    answer_sha256: null,
    tries,
    tools: {},
    use: { ...noModelUse, calls: tries, models: ['model-1'] },
    duration_ms: 0,
  }
}
