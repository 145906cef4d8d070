import { GraphqlResponseError } from '@octokit/graphql'
import type { ProbotOctokit } from 'probot'
import { expect, test } from 'vitest'
import { toGitHubFault } from '../../../../src/adapters/github/client/github-fault.ts'
import { createInstallationClient, query } from '../../../../src/adapters/github/client/installation-client.ts'

const repository = { owner: 'octo', name: 'widgets', key: 'octo/widgets', installationId: 5 }

/** A client whose GraphQL answers are given. */
function openClient(graphql: () => Promise<unknown>) {
  return createInstallationClient(() => ({ graphql }) as unknown as ProbotOctokit)
}

function graphqlError(errors: { type?: string; message: string }[], data: unknown): Error {
  const answer = { data, errors: errors.map((error) => ({ path: ['x'], locations: [], extensions: {}, ...error })) }
  return new GraphqlResponseError({ method: 'POST', url: '/graphql' }, {}, answer as never)
}

test('an installation has one connection, whoever asks', async () => {
  let times = 0
  const client = createInstallationClient(() => {
    times += 1
    return {} as ProbotOctokit
  })

  await Promise.all([client.octokit(repository), client.octokit({ installationId: repository.installationId })])

  expect(times).toBe(1)
})

test('mutations that half succeed give both, data and errors', async () => {
  const client = openClient(() => Promise.reject(graphqlError([{ message: 'no' }], { one: 1, two: null })))

  const answer = await client.graphql(repository, 'mutation { one two }', {})

  expect(answer).toMatchObject({ data: { one: 1, two: null }, errors: [{ message: 'no' }] })
})

test.each([
  ['NOT_FOUND', 'never'],
  ['FORBIDDEN', 'never'],
  ['RATE_LIMITED', 'later'],
])('a query that fails with the type %s may be tried again: %s', async (type, retry) => {
  const error = { message: 'no', type }
  const client = openClient(() => Promise.reject(graphqlError([error], null)))

  await expect(query(client, repository, 'query { x }', {})).rejects.toMatchObject({ retry, message: 'no' })
})

test.each([
  [500, 'later'],
  [502, 'later'],
  [429, 'later'],
  [401, 'never'],
  [404, 'never'],
  [422, 'never'],
])('an answer with status %i may be tried again: %s', (status, retry) => {
  const fault = toGitHubFault(Object.assign(new Error('no'), { status }), 'merge')

  expect(fault).toMatchObject({ retry, message: 'merge: no' })
})

test('a connection that broke may be tried again', () => {
  expect(toGitHubFault(new TypeError('fetch failed'), 'merge')).toMatchObject({ code: 'github_unavailable' })
})
