import { ProbotOctokit as Whole } from 'probot'
import { expect, test } from 'vitest'
import { ProbotOctokit } from '../../../../src/adapters/github/client/probot-octokit.ts'

test('it is the class that Probot gives away', () => {
  expect(ProbotOctokit).toBe(Whole)
})
