import { expect, test } from 'vitest'
import { presentCheckSuite } from '../../src/present/checks/check-suite.ts'
import { presentCombinedStatus } from '../../src/present/checks/status.ts'
import type { CheckRun, Status } from '../../src/world/world.ts'
import { buildWorld, head } from '../support/build-world.ts'

test.each<[runs: Partial<CheckRun>[], status: string, conclusion: string | null]>([
  [[{ status: 'queued', conclusion: null }], 'queued', null],
  [[{ status: 'queued', conclusion: null }, { conclusion: 'success' }], 'in_progress', null],
  [[{ conclusion: 'success' }, { conclusion: 'neutral' }], 'completed', 'success'],
  [[{ conclusion: 'success' }, { conclusion: 'failure' }], 'completed', 'failure'],
  [[{ conclusion: 'failure' }, { conclusion: 'action_required' }], 'completed', 'action_required'],
])('a suite of %o is %s with %s', (runs, status, conclusion) => {
  const { world, repo } = buildWorld()
  const [run] = repo.checkRuns
  if (!run) throw new Error('the built world lacks a check run')
  repo.checkRuns = runs.map((fields, index) => ({ ...run, id: 70 + index, ...fields }))

  const suite = presentCheckSuite({ world, api: 'http://a.test', web: 'http://a.test' }, repo, run)

  expect(suite).toMatchObject({ id: 70, status, conclusion, latest_check_runs_count: runs.length })
})

test.each<[states: Status['state'][], combined: string]>([
  [[], 'pending'],
  [['success', 'success'], 'success'],
  [['success', 'pending'], 'pending'],
  [['pending', 'error'], 'failure'],
])('statuses %o are %s together', (states, combined) => {
  const { world, repo } = buildWorld()
  const [status] = repo.statuses
  if (!status) throw new Error('the built world lacks a status')
  repo.statuses = states.map((state, index) => ({ ...status, id: index, context: `c${index}`, state }))

  const { state } = presentCombinedStatus({ world, api: 'http://a.test', web: 'http://a.test' }, repo, head)

  expect(state).toBe(combined)
})
