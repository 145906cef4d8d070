import { expect, test } from 'vitest'
import { findEdited } from '../../../../src/adapters/github/reconcile/find-edited.ts'
import type { InstallationClient } from '../../../../src/adapters/github/client/installation-client.ts'

const repository = { owner: 'octo-org', name: 'widgets', key: 'octo-org/widgets', installationId: 5 }

test('comments are known by their place: GraphQL may write an id in another way than REST', async () => {
  const nodes = [{ id: 'IC_new1', lastEditedAt: null }, null, { id: 'IC_new3', lastEditedAt: '2026-11-21T12:00:00Z' }]
  const client = { graphql: () => Promise.resolve({ data: { nodes }, errors: [] }) }
  const logged: unknown[] = []

  const edited = await findEdited(
    client as unknown as InstallationClient,
    repository,
    ['old1', 'old2', 'old3'],
    (level, _what, details) => void logged.push([level, details['comment']]),
  )

  expect(edited).toEqual(new Set(['old2', 'old3']))
  expect(logged).toEqual([
    ['info', 'old2'],
    ['info', 'old3'],
  ])
})
