import type { MessageKey } from '../../domain/language/message.ts'
import type { AcceptanceCriterion } from '../../domain/plan/acceptance-criterion.ts'
import type { Task } from '../../domain/plan/task.ts'
import { t } from '../language/t.ts'
import { codeFence } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { commandLimit, textLimit } from './task-words.ts'

/** Of each, so much is shown; the rest stands in the plan's file. */
const inputLimit = 2_000

/** What criteria are held against and no table has room for: schemas, long commands, patterns and texts. */
export function renderCheckInputs(task: Task): string {
  return task.acceptance_criteria
    .slice(0, 40)
    .flatMap((criterion) => {
      const input = findInput(criterion)
      if (input === undefined) return []
      return [
        `${t(input.says, { id: `**${criterion.id}**` })}\n\n${codeFence(shorten(input.text, inputLimit), input.language)}`,
      ]
    })
    .join('\n\n')
}

interface Input {
  says: Extract<
    MessageKey,
    '{id} is held against this schema:' | '{id} runs:' | '{id} looks for this pattern:' | '{id} looks for this text:'
  >
  text: string
  language: string
}

function findInput({ check, schema, command, pattern, text }: AcceptanceCriterion): Input | undefined {
  if (schema !== undefined && check === 'schema')
    return { says: '{id} is held against this schema:', text: JSON.stringify(schema, undefined, 1), language: 'json' }
  if (command !== undefined && command.length > commandLimit)
    return { says: '{id} runs:', text: command, language: 'sh' }
  if (pattern !== undefined && pattern.length > textLimit)
    return { says: '{id} looks for this pattern:', text: pattern, language: '' }
  if (text !== undefined && text.length > textLimit) return { says: '{id} looks for this text:', text, language: '' }
  return undefined
}
