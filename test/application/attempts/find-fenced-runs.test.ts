import { expect, test } from 'vitest'
import { findFencedRuns } from '../../../src/application/attempts/find-fenced-runs.ts'
import type { OwedEffect } from '../../../src/domain/effects/effect.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildTask } from '../../support/builders.ts'
import { settleOwed } from '../../support/work/settle-work.ts'
import { at, buildContext, comment, playWork, recordOf, working } from '../../support/work/play-work.ts'

const context = buildContext()
const tasks = [buildTask({ id: 'T1' })]
const nobody: ReadonlySet<string> = new Set()

function owed(work: Work, kind: OwedEffect['action']['kind']): OwedEffect {
  const found = recordOf(work).outbox.find(({ action }) => action.kind === kind)
  if (found === undefined) throw new Error(`no ${kind} is owed`)
  return found
}

const running = working(context, { tasks })
const reviewing = settleOwed(running, context, tasks, ['run_task'])

test('what goes on is left alone', () => {
  expect(findFencedRuns(running, running, nobody)).toEqual([])
})

test('a pause ends the run of a task, and the commands of a review', () => {
  const pausedRun = playWork(running, context, comment([{ kind: 'pause' }]))
  const pausedReview = playWork(reviewing, context, comment([{ kind: 'pause' }]))

  expect(findFencedRuns(running, pausedRun, nobody)).toEqual([owed(running, 'run_task').op])
  expect(findFencedRuns(reviewing, pausedReview, nobody)).toEqual([owed(reviewing, 'review_version').op])
})

test('a stop ends the run of a task, and a review that nobody waits for any more', () => {
  const stoppedRun = playWork(running, context, comment([{ kind: 'stop', why: '' }]))
  const stoppedReview = playWork(reviewing, context, comment([{ kind: 'stop', why: '' }]))

  expect(findFencedRuns(running, stoppedRun, nobody)).toEqual([owed(running, 'run_task').op])
  expect(findFencedRuns(reviewing, stoppedReview, nobody)).toEqual([owed(reviewing, 'review_version').op])
})

test('a closed issue ends them as well', () => {
  const by = { login: 'ada', id: 1, role: null }
  const closed = playWork(reviewing, context, at({ kind: 'issue_left', how: 'closed', by }))

  expect(findFencedRuns(reviewing, closed, nobody)).toEqual([owed(reviewing, 'review_version').op])
})

test('one that has just reported is not told to end', () => {
  const { op } = owed(reviewing, 'review_version')

  expect(findFencedRuns(reviewing, settleOwed(reviewing, context, tasks, ['review_version']), new Set([op]))).toEqual(
    [],
  )
})
