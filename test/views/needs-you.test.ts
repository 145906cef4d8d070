import { expect, test } from 'vitest'
import { buildLinks } from '../../src/views/links.ts'
import { renderNeeds } from '../../src/views/needs-you.ts'
import { describeStandings } from '../../src/views/task-standing.ts'
import { buildTask, buildValidation } from '../support/builders.ts'
import { play, reviewReported, reviewStarted, startGate, versionPushed } from '../support/play-gate.ts'

const links = buildLinks({
  web: 'https://github.com',
  repository: 'octo/widgets',
  issueNumber: 7,
  workflowBranch: 'countersign/workflow',
})
const validation = buildValidation({ passed: false, summary: '1 of 2 tests passed' })

test.each([
  ['shell', true],
  ['human', false],
  ['@bo', false],
])('who pushed what failed its tests is asked, and told of the way back to %s: %s', (executor, isNamed) => {
  const { plan, execution } = play(
    startGate(buildTask({ executor })),
    versionPushed('T1', 'p1'),
    reviewStarted('T1', 'c1'),
    reviewReported('T1', 'c1', {}, [], { validation }),
  )

  const [need = ''] = renderNeeds(describeStandings(plan, execution), links)

  expect(need).toMatch(/^@ada: push a better version to .*; its own tests failed on version 1: 1 of 2 tests/)
  expect(need.includes('`/retry T1` has shell make another version in its place.')).toBe(isNamed)
})
