import type { RestEndpointMethodTypes } from '@octokit/rest'
import type { InstallationClient } from '../../../src/adapters/github/client/installation-client.ts'
import { costOf } from '../../../src/adapters/github/client/limits/request-cost.ts'
import { type Defect, plantIn } from './plant.ts'

type Methods = RestEndpointMethodTypes
type Method<A extends keyof Methods, M extends keyof Methods[A]> = Methods[A][M] extends {
  parameters: infer P
  response: infer R
}
  ? (parameters: P) => Promise<R>
  : never

/** The client with one method of GitHub's API changed. */
function withMethod<A extends keyof Methods, M extends keyof Methods[A]>(
  client: InstallationClient,
  [area, name]: readonly [A, M],
  change: (method: Method<A, M>) => Method<A, M>,
): InstallationClient {
  return {
    ...client,
    async octokit(place) {
      const octokit = await client.octokit(place)
      const rest = octokit.rest as unknown as Record<A, Record<M, Method<A, M>>>
      const methods = { ...rest[area], [name]: change(rest[area][name]) }
      return Object.assign(Object.create(octokit) as typeof octokit, { rest: { ...octokit.rest, [area]: methods } })
    },
  }
}

/** In what asks GitHub, and reads what it says. */
export const githubDefects: Defect[] = [
  {
    name: 'a POST whose answer was lost is sent again, without a look for its mark',
    seed: 14,
    plant: plantIn(
      () => import('../../../src/adapters/github/client/pace-requests.ts'),
      ({ paceRequests }) => ({
        paceRequests(octokit, pacing, installationId) {
          const wrap: typeof octokit.hook.wrap = (name, method) =>
            octokit.hook.wrap(name, async (request, options) => {
              try {
                return await method(request, options)
              } catch (error) {
                const isLost = !(error instanceof Error && 'status' in error && Number(error.status) < 500)
                if (costOf(options as Parameters<typeof costOf>[0]).kind !== 'write' || !isLost) throw error
                return method(request, options)
              }
            })
          return paceRequests({ hook: { ...octokit.hook, wrap } as typeof octokit.hook }, pacing, installationId)
        },
      }),
    ),
  },
  {
    name: 'the thread is not looked through for an earlier comment',
    seed: 7,
    plant: plantIn(
      () => import('../../../src/adapters/github/thread/create-thread.ts'),
      ({ createThread }) => ({
        createThread(...means) {
          const thread = createThread(...means)
          return { ...thread, post: (repository, posts) => thread.post(repository, posts, false) }
        },
      }),
    ),
  },
  {
    name: 'reviews are not looked through for an earlier one',
    seed: 9,
    plant: plantIn(
      () => import('../../../src/adapters/github/pulls/create-pull-requests.ts'),
      ({ createPullRequests }) => ({
        createPullRequests(options) {
          const pulls = createPullRequests(options)
          return { ...pulls, postReview: (repository, review) => pulls.postReview(repository, review, false) }
        },
      }),
    ),
  },
  {
    name: 'check runs are not looked through for an earlier one',
    seed: 3,
    plant: plantIn(
      () => import('../../../src/adapters/github/pulls/report-check.ts'),
      ({ reportCheck }) => ({
        reportCheck: (place, repository, check) =>
          reportCheck(place, repository, { ...check, hasWaited: false }, false),
      }),
    ),
  },
  {
    name: 'a version is published again without a look at its branch',
    seed: 3,
    plant: plantIn(
      () => import('../../../src/adapters/github/pulls/publish-version.ts'),
      ({ publishVersion }) => ({
        publishVersion(client, ...order) {
          // The message by which an earlier try is known.
          const unknown = withMethod(client, ['git', 'getCommit'], (getCommit) => async (parameters) => {
            const answer = await getCommit(parameters)
            return { ...answer, data: { ...answer.data, message: '' } }
          })
          return publishVersion(unknown, ...order)
        },
      }),
    ),
  },
  {
    name: 'a pull request that stands already is not taken',
    seed: 45,
    plant: plantIn(
      () => import('../../../src/adapters/github/pulls/open-pull.ts'),
      ({ openPull }) => ({
        openPull: (client, ...order) =>
          openPull(
            withMethod(client, ['pulls', 'list'], (list) => async (parameters) => ({
              ...(await list(parameters)),
              data: [],
            })),
            ...order,
          ),
      }),
    ),
  },
  {
    name: 'a pull request is merged at whatever head it has',
    seed: 31,
    plant: plantIn(
      () => import('../../../src/adapters/github/pulls/merge-pull.ts'),
      ({ mergePull }) => ({
        mergePull: ({ client, ...means }, ...order) =>
          mergePull(
            {
              ...means,
              client: withMethod(
                client,
                ['pulls', 'merge'],
                (merge) =>
                  ({ sha: _sha, ...parameters }) =>
                    merge(parameters),
              ),
            },
            ...order,
          ),
      }),
    ),
  },
  {
    name: 'the newest head is expected, not the one that was read',
    seed: 8,
    plant: plantIn(
      () => import('../../../src/adapters/github/state/write-state.ts'),
      ({ writeState }) => ({
        writeState: async (client, mac, repository, write) =>
          (await writeState(client, mac, repository, write)) ?? write.parent,
      }),
    ),
  },
  {
    name: 'what the bot pushes is news to it',
    seed: 9,
    plant: plantIn(
      () => import('../../../src/adapters/github/webhook/read-webhook.ts'),
      ({ readWebhook }) => ({
        readWebhook: (event, body, context) => readWebhook(event, body, { ...context, ourLogins: [] }),
      }),
    ),
  },
]
