import { z } from 'zod'
import type { Message } from '../../../application/ports/queues/message.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import { type InstallationClient, query } from '../client/installation-client.ts'
import { payloads } from '../webhook/payload.ts'
import { readPull } from '../webhook/read-pull-webhook.ts'
import type { WebhookContext } from '../webhook/webhook-place.ts'
import { restWhere } from './rest-where.ts'

const pullsAtOnce = 50

const PullSchema = z.object({
  number: z.int(),
  state: z.string(),
  commits: z.object({
    nodes: z.array(z.object({ commit: z.object({ checkSuites: z.object({ totalCount: z.int() }) }) })),
  }),
})

/**
 * Those of these pull requests that are open and whose newest commit has no check of ours by that name, as if they had just
 * been opened. A request for fifty, and one for each that is found.
 */
export async function findUnchecked(
  client: InstallationClient,
  repository: RepositoryRef,
  { numbers, checkName }: { numbers: readonly number[]; checkName: string },
  context: WebhookContext,
): Promise<Message[]> {
  const messages: Message[] = []
  for (let from = 0; from < numbers.length; from += pullsAtOnce) {
    const asked = numbers.slice(from, from + pullsAtOnce)
    const lacking = await findLacking(client, repository, asked, { appId: context.appId, checkName })
    for (const number of lacking) messages.push(...(await readOpened(client, repository, number, context)))
  }
  return messages
}

async function findLacking(
  client: InstallationClient,
  repository: RepositoryRef,
  numbers: readonly number[],
  check: { appId: number; checkName: string },
): Promise<number[]> {
  const { owner, name } = repository
  const pulls = numbers.map(
    (number) =>
      `    p${number}: pullRequest(number: ${number}) { number state commits(last: 1) { nodes { commit {
      checkSuites(first: 1, filterBy: { appId: $appId, checkName: $checkName }) { totalCount }
    } } } }`,
  )
  const document = `query($owner: String!, $name: String!, $appId: Int!, $checkName: String!) {
  repository(owner: $owner, name: $name) {\n${pulls.join('\n')}\n  }\n}`
  const answer = await call('see which pull requests lack the check', () =>
    query(client, repository, document, { owner, name, ...check }),
  )
  const { repository: found } = z.object({ repository: z.record(z.string(), PullSchema) }).parse(answer)
  return Object.values(found)
    .filter(({ state, commits: { nodes } }) => {
      const has = nodes.some(({ commit }) => commit.checkSuites.totalCount > 0)
      return state === 'OPEN' && nodes.length > 0 && !has
    })
    .map(({ number }) => number)
}

async function readOpened(
  client: InstallationClient,
  repository: RepositoryRef,
  number: number,
  context: WebhookContext,
): Promise<Message[]> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, pull_number: number }
  const { data: pull } = await call('read the pull request', () => octokit.rest.pulls.get(place))
  const payload = payloads.pull_request.parse({ pull_request: pull })
  return readPull('opened', payload, restWhere(repository, pull.user, context))
}
