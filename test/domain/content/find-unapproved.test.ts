import { expect, test } from 'vitest'
import { findUnapproved } from '../../../src/domain/content/find-unapproved.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildExecution,
  buildPlan,
  buildReview,
  buildTask,
} from '../../support/builders.ts'

const task = buildTask()
const version = buildArtifact(task, { files: [buildArtifactFile({ path: 'by-hand.txt' })] })

/** A version that somebody merged by hand, judged so, one review after the other; its task isn't DONE. */
function differencesAfter(...verdicts: ('APPROVED' | 'REJECTED')[]) {
  const reviews = verdicts.map((verdict, index) =>
    buildReview(task, version, { verdict, submitted_at: `2026-11-21T03:0${index}:00Z` }),
  )
  const execution = buildExecution(buildPlan({ tasks: [task] }), {}, { artifacts: [version], reviews })
  const [file] = version.files
  const after = { blob: file?.blob ?? '', mode: file?.mode ?? '' }
  return findUnapproved(execution, { changed: [{ path: 'by-hand.txt', before: null, after }], unchanged: new Map() })
}

test('what is merged by hand is no difference while it is judged, or where it is approved work that is done anew', () => {
  expect(differencesAfter()).toEqual([])
  expect(differencesAfter('APPROVED', 'REJECTED')).toEqual([])
})

test('what was rejected and stays in the integration branch is a difference', () => {
  expect(differencesAfter('REJECTED')).toEqual([{ path: 'by-hand.txt', approved: null }])
})
