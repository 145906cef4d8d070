import { recordText } from '../../language/message.ts'
import { scopePaths } from './assemble-deliverable.ts'

/** Leaves it to the server and the task: `executor: auto`. */
export const autoExecutor = 'auto'

export interface ChosenExecutor {
  executor: string
  /** Absent where there was nothing to choose from. */
  why?: string
}

/** Up to here a model alone is as good as an agent, and begins at once. */
const smallPersonDays = 0.5
const writing = /(?:^|\/)docs?\/|\.(?:md|mdx|markdown|txt|rst|adoc)$|(?:^|\/)(?:README|CHANGELOG|LICENSE)[^/]*$/i
const data = /\.(?:json|ya?ml|toml|csv|tsv|ini|properties)$/i
const noAgents = new Set(['human', 'patch', 'shell', 'model'])

/**
 * Who does a task that is left to us: the model alone for writing, data and what is small, an agent for other code, a
 * person where neither is there. `able` are those that can work on this server, in its order (decision 74).
 */
export function chooseExecutor(
  { scope, personDays }: { scope: string; personDays: number },
  able: readonly string[],
): ChosenExecutor {
  const agent = able.find((name) => !noAgents.has(name))
  const hasModel = able.includes('model')
  if (agent === undefined)
    return hasModel ? { executor: 'model', why: recordText('no agent is here') } : { executor: 'human' }
  const paths = scopePaths(scope)
  const isAll = (pattern: RegExp) => paths.length > 0 && paths.every((path) => pattern.test(path))
  const easy = isAll(writing)
    ? recordText('nothing but text')
    : isAll(data)
      ? recordText('nothing but data')
      : personDays <= smallPersonDays
        ? recordText('a small change')
        : undefined
  if (hasModel && easy !== undefined) return { executor: 'model', why: easy }
  return { executor: agent, why: easy ?? recordText('code of more than half a day') }
}
