import type { AcceptanceCriterion } from '../../domain/plan/acceptance-criterion.ts'
import type { Task } from '../../domain/plan/task.ts'
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
      return [`**${criterion.id}** ${input.says}\n\n${codeFence(shorten(input.text, inputLimit), input.language)}`]
    })
    .join('\n\n')
}

interface Input {
  says: string
  text: string
  language: string
}

function findInput({ check, schema, command, pattern, text }: AcceptanceCriterion): Input | undefined {
  if (schema !== undefined && check === 'schema')
    return { says: 'is held against this schema:', text: JSON.stringify(schema, undefined, 1), language: 'json' }
  if (command !== undefined && command.length > commandLimit) return { says: 'runs:', text: command, language: 'sh' }
  if (pattern !== undefined && pattern.length > textLimit)
    return { says: 'looks for this pattern:', text: pattern, language: '' }
  if (text !== undefined && text.length > textLimit) return { says: 'looks for this text:', text, language: '' }
  return undefined
}
