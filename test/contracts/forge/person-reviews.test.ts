import { Octokit } from '@octokit/rest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPersonReviews } from '../../../src/adapters/github/pulls/create-person-reviews.ts'
import { openPull, startSandboxTarget, type SandboxTarget } from '../github-api/github-target.ts'

let target: SandboxTarget
beforeAll(async () => {
  target = await startSandboxTarget()
})
afterAll(() => target.close())

test('a review is found by its id: whose it is, what it says, of which commit; and that it was dismissed', async () => {
  const { number, sha } = await openPull(target, { path: 'numbers.txt', text: 'one\n2\nthree\n' })
  const other = await openPull(target, { path: 'other.txt', text: 'x\n' })
  const pull = { ...target.at, pull_number: number }
  const { data: given } = await target.as('maintainer').pulls.createReview({ ...pull, event: 'APPROVE' })
  const reviews = createPersonReviews(target.as('reader'), target.at)

  const found = await reviews.find(number, given.id)
  await target.as('writer').pulls.dismissReview({ ...pull, review_id: given.id, message: 'Outdated' })
  const dismissed = await reviews.find(number, given.id)

  const user = { id: given.user?.id, login: target.sandbox.logins.maintainer }
  expect(found).toEqual({ user, state: 'APPROVED', commitSha: sha })
  expect(dismissed).toMatchObject({ user, state: 'DISMISSED' })
  expect(await reviews.find(other.number, given.id)).toBe('gone')
})

test('a token that may not read pull requests is told from a review that is gone', async () => {
  for (const repo of target.sandbox.world.repositories) repo.private = true
  const only = { type: 'installation', permissions: { contents: 'read' } }
  const { token } = (await target.app.auth(only)) as { token: string }
  const octokit = new Octokit({ baseUrl: target.sandbox.url, auth: token, log: target.app.log })

  expect(await createPersonReviews(octokit, target.at).find(1, 1)).toBe('not_allowed')
})
