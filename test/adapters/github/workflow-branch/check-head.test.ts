import { expect, test } from 'vitest'
import type { InstallationClient } from '../../../../src/adapters/github/client/installation-client.ts'
import { assertOurHead } from '../../../../src/adapters/github/workflow-branch/check-head.ts'
import { createStateMac } from '../../../../src/adapters/github/workflow-branch/state-mac.ts'
import { testSha } from '../../../support/builders.ts'

const repository = { owner: 'octo', name: 'widgets', key: 'octo/widgets', installationId: 1 }
const parent = testSha('parent')

/** What a GitHub that signs nothing has of a commit of ours; what it changes is read next, and that fails here. */
async function judge(acceptsUnsigned: boolean, secret = 'secret'): Promise<unknown> {
  const mac = createStateMac('secret', null, acceptsUnsigned)
  const seal = { repositoryId: 7, parent, ops: ['ISS-001/1'], changes: [] }
  const message = ['ISS-001: label', '', ...createStateMac(secret).trailers(seal)].join('\n')
  const commit = { sha: testSha('head'), parents: [parent], message, isVerified: false }
  const client = { octokit: () => Promise.reject(new Error('its changes are read')) } as unknown as InstallationClient
  try {
    await assertOurHead(client, mac, repository, commit, 7)
    return undefined
  } catch (error) {
    return error
  }
}

test('a commit of ours that GitHub did not sign holds everything, and says that no repair helps', async () => {
  expect(await judge(false)).toMatchObject({
    code: 'on_hold',
    message: expect.stringContaining('GitHub did not sign it'),
    details: expect.stringContaining('UNSIGNED_COMMITS=allowed'),
  })
})

test('where the server says that GitHub signs nothing, the MAC alone decides', async () => {
  expect(await judge(true)).toMatchObject({ message: 'its changes are read' })
  expect(await judge(true, 'another secret')).toMatchObject({
    code: 'on_hold',
    message: expect.stringContaining('lacks a valid Countersign-Mac'),
  })
})
