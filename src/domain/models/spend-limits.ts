import { recordText } from '../language/message.ts'
import { z } from 'zod'

/** What a limit may be on. Minutes are those that calls took, together. */
export const amounts = ['requests', 'tokens', 'usd', 'minutes'] as const
export type Amount = (typeof amounts)[number]

/** What is counted together. A repository's and all that a server spends start anew each day (UTC). */
export const spendScopes = ['run', 'task', 'issue', 'repository', 'day'] as const
export type SpendScope = (typeof spendScopes)[number]

export type Spent = Readonly<Record<Amount, number>>
export const nothingSpent: Spent = { requests: 0, tokens: 0, usd: 0, minutes: 0 }

const count = z.int().positive().optional()
const AmountsSchema = z.strictObject({
  requests: count.describe('Calls of a model.'),
  tokens: count.describe('Tokens of input and output, cached ones too.'),
  usd: z.number().positive().optional().describe('Dollars, by the prices of the models.'),
  minutes: z.number().positive().optional().describe('Minutes that calls took, together.'),
})

export const SpendLimitsSchema = z.strictObject({
  run: AmountsSchema.optional().describe('One run of one agent.'),
  task: AmountsSchema.optional().describe('All runs of a task.'),
  issue: AmountsSchema.optional().describe('All that is done for an issue.'),
  repository: AmountsSchema.optional().describe('A repository, each day (UTC).'),
  day: AmountsSchema.optional().describe('The whole server, each day (UTC).'),
})
export type SpendLimits = z.infer<typeof SpendLimitsSchema>

/** A limit that no more may be spent under. */
export interface LimitHit {
  scope: SpendScope
  amount: Amount
  limit: number
  spent: number
}

/** A limit on all that is done for an issue, in a repository or on a server holds up more than the one task. */
export function reachesBeyondTask({ scope }: Pick<LimitHit, 'scope'>): boolean {
  return scope !== 'run' && scope !== 'task'
}

/** What a person can do, as a sentence without its full stop. */
export function adviseLimit({ scope, amount }: LimitHit): string {
  const key = `\`limits.${scope}.${amount}\``
  return recordText('whoever runs the server raises {key} in the file that `MODELS_FILE` names, and starts it anew', {
    key,
  })
}

/** The first limit that is reached, from the narrowest scope to the widest; undefined where there is room under all. */
export function findLimitHit(limits: SpendLimits, spentOf: (scope: SpendScope) => Spent): LimitHit | undefined {
  for (const scope of spendScopes) {
    const limited = limits[scope]
    if (limited === undefined) continue
    const spent = spentOf(scope)
    for (const amount of amounts) {
      const limit = limited[amount]
      if (limit !== undefined && spent[amount] >= limit) return { scope, amount, limit, spent: spent[amount] }
    }
  }
  return undefined
}

const scopeNames: Readonly<Record<SpendScope, string>> = {
  run: recordText('this run'),
  task: recordText('this task'),
  issue: recordText('this issue'),
  repository: recordText('this repository today'),
  day: recordText('this server today'),
}

const amountWords = { requests: '{n} requests', tokens: '{n} tokens', minutes: '{n} minutes' } as const

/** For people and agents: `the limit of 20 requests for this run is reached (20)`. */
export function explainLimitHit({ scope, amount, limit, spent }: LimitHit): string {
  const [most, so] =
    amount === 'usd'
      ? [`$${limit}`, `$${spent.toFixed(2)}`]
      : [recordText(amountWords[amount], { n: limit }), `${round(spent)}`]
  return recordText('the limit of {limit} for {where} is reached ({so}; {key})', {
    limit: most,
    where: scopeNames[scope],
    so,
    key: `limits.${scope}.${amount}`,
  })
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}
