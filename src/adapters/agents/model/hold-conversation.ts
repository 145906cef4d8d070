import type { FinishReason, ModelMessage } from 'ai'
import type { ModelQuestion } from '../../../application/ports/models/language-model.ts'
import { renderDataBlock } from '../prompts/data-block.ts'
import { type ReadAnswer, readJsonAnswer } from './read-json-answer.ts'
import type { RenderedQuestion } from './render-question.ts'
import { createRepositoryTools } from './repository-tools.ts'
import { openModel, speak } from './speak.ts'
import { createToolRoom } from './tool-room.ts'

/** What was said so far, for the receipt, however it ends. */
export interface Said {
  text: string | null
  tries: number
  tools: Record<string, number>
}

interface Asked {
  rendered: RenderedQuestion
  mark: string
  signal: AbortSignal
}

const usualTurns = 30
/** An answer that doesn't fit is told why, once. */
const mostTries = 2
const mostProblemText = 20_000

/** Why it can't be an answer, whatever it says. */
const faults: Partial<Record<FinishReason, string>> = {
  length: 'the answer was too long and was cut off',
  'tool-calls': 'it used a tool where no turn was left for one',
}

/** Asks until there is an answer that fits, at most twice; throws what the provider's library throws. */
export async function holdConversation<T>(
  model: { origin: string; token: string; name: string },
  question: ModelQuestion<T>,
  { rendered, mark, signal }: Asked,
  said: Said,
): Promise<ReadAnswer<T>> {
  const { repository, maxTurns = usualTurns, schema } = question
  const tools = repository === undefined ? {} : createRepositoryTools(repository, createToolRoom(mark, said.tools))
  const messages: ModelMessage[] = [{ role: 'user', content: rendered.data === '' ? 'Begin.' : rendered.data }]
  let read: ReadAnswer<T> = { kind: 'unfit', problems: ['there was no answer'] }
  while (said.tries < mostTries) {
    said.tries += 1
    const turn = await speak({
      model: openModel(model),
      tools,
      instructions: rendered.instructions,
      messages,
      signal,
      maxTurns,
      mustAnswer: true,
    })
    said.text = turn.text
    const fault = faults[turn.finishReason]
    read = fault === undefined ? readJsonAnswer(turn.text, schema) : { kind: 'unfit', problems: [fault] }
    if (read.kind === 'fits') {
      const problems = (await question.check?.(read.value)) ?? []
      if (problems.length === 0) return read
      read = { kind: 'unfit', problems: [...problems] }
    }
    messages.push(...turn.messages, { role: 'user', content: askAgain(read.problems, mark) })
  }
  return read
}

/** What is wrong quotes the answer and the issue, so it stands in a block as all text of others. */
function askAgain(problems: readonly string[], mark: string): string {
  const text = problems.map((problem) => `- ${problem}`).join('\n')
  const block = renderDataBlock({ label: 'what is wrong with it', text }, mark, mostProblemText)
  return `That answer can't be taken:\n${block}\nAnswer again with the whole JSON object, corrected, and nothing else.`
}
