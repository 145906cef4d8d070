import { expect, test } from 'vitest'
import { areMostlyOwn } from '../../../../src/adapters/github/workflow-branch/own-issues.ts'
import { noteStory } from '../../../e2e/rules/support/story-rows.ts'

const here = { record: { number: 7 }, issue: { number: 7, repository: { databaseId: 1 } } }
const moved = { record: { number: 8 }, issue: { number: 31, repository: { databaseId: 2 } } }

test('a state is the repository’s own where most of its issues are: one may have been transferred since', async () => {
  expect(areMostlyOwn([here, here, moved], 1)).toBe(true)
  expect(areMostlyOwn([here, moved, moved], 1)).toBe(false)
  expect(areMostlyOwn([], 1)).toBe(false)
  await noteStory('A fork, or a copy of the workflow branch')
})
