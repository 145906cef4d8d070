import { createSigningKey, findPublicKeys } from '../../../application/state/signing-key.ts'
import { openOrder } from '../../../application/state/seal-order.ts'
import { CountersignFault } from '../../../application/fault.ts'
import type { JobOrder } from '../../../domain/jobs/job-order.ts'
import { call } from '../../../adapters/github/client/github-fault.ts'
import { listNamedRuns } from '../../../adapters/github/jobs/list-named-runs.ts'
import { connectWithToken } from '../connect-with-token.ts'
import { parseConnectionSettings } from '../job-settings.ts'
import { findOwnWorkflow } from '../own-workflow.ts'
import { findOrderFault } from './find-order-fault.ts'

export interface OrderInputs {
  token: string
  order: string
  /** Of the workflow run, as it was given. */
  name: string
  /** Secret that the bot's records are sealed with, where it is one of this repository; null: `key` says who may order. */
  stateSecret: string | null
  key: string | null
}

type JobEnvironment = Record<string, string | undefined>

/**
 * The order of this workflow run, where the bot gave it, to this run, and not too long ago. Whoever may start workflows can
 * write any order, and start one that was given a second time. Throws what is wrong with it.
 */
export async function checkOrder(inputs: OrderInputs, env: JobEnvironment, now: Date): Promise<JobOrder> {
  const order = openOrder(inputs.order, publicKeysOf(inputs))
  if (order === undefined)
    throw refused('The bot did not write it, or not with this key', 'Only the bot starts this workflow with an order.')
  const why = findOrderFault(order, inputs.name, env, now)
  if (why !== undefined) throw refused(why, 'The bot orders each attempt anew: comment `/retry` in the issue.')
  const first = await findFirst(order, inputs, env)
  if (first !== undefined && String(first) !== env['GITHUB_RUN_ID'])
    throw refused(`It was given to the workflow run ${first} before`, 'There is nothing to do here.')
  return order
}

function publicKeysOf({ stateSecret, key }: OrderInputs): string[] {
  const keys = findPublicKeys(key ?? '')
  const own = stateSecret === null ? [] : [createSigningKey(stateSecret).publicKey]
  if (keys.length + own.length > 0) return [...keys, ...own]
  throw new CountersignFault(
    'configuration_invalid',
    'nothing says who may order',
    'Give `state-secret`, or the server’s public key as `order-key` (`countersign keys` prints it).',
  )
}

/** The oldest workflow run of that name: where GitHub's answer was lost, the bot may have started two. */
async function findFirst(
  { name, ordered_by: orderedBy }: JobOrder,
  { token }: OrderInputs,
  env: JobEnvironment,
): Promise<number | undefined> {
  const settings = parseConnectionSettings(token, env)
  const { octokit } = connectWithToken(settings, { now: Date.now, wait: pause, observe: () => {}, warn: () => {} })
  const [owner = '', repo = ''] = settings.GITHUB_REPOSITORY.split('/')
  const named = { owner, repo, workflow: findOwnWorkflow(env), name, actor: orderedBy }
  const [first] = await call('list the workflow runs', () => listNamedRuns(octokit, named))
  return first?.id
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function refused(what: string, advice: string): CountersignFault {
  return new CountersignFault('order_refused', `this order is not carried out: ${what}`, advice)
}
