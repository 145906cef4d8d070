import { expect, test } from 'vitest'
import type { Undone } from '../../../src/domain/records/artifact.ts'
import { renderVerdictFile } from '../../../src/views/check/verdict-file.ts'
import { buildArtifact, buildPlan, buildReview, buildTask, testUuid } from '../../support/builders.ts'

const task = buildTask({ id: 'T2', depends_on: ['T1'] })
const plan = buildPlan({ tasks: [buildTask(), task] })
const undone = (how: Undone['how'], lines?: string[], byPlan = true): Undone => ({
  path: 'src/auth.ts',
  task: 'T1',
  version: 3,
  artifact_id: testUuid('artifact:T1 v3'),
  how,
  by_plan: byPlan,
  ...(lines === undefined ? {} : { lines }),
})

function renderVerdict(how: Undone['how'], lines?: string[], byPlan = true): string {
  const artifact = buildArtifact(task, { undoes: [undone(how, lines, byPlan)] })
  return renderVerdictFile({ review: buildReview(task, artifact), plan, artifact })
}

test('what a task rewrites of one that it depends on is named where the files are', () => {
  const text = renderVerdict('partly')

  expect(text).toContain(
    'It changes approved work of T1, which its task depends on: `src/auth.ts` (part of version 3 is gone).',
  )
  expect(text).not.toContain('UNDOES-T1')
})

test('to be rid of it altogether takes a person\u2019s word, as a criterion', () => {
  expect(renderVerdict('reverted')).toContain('### UNDOES-T1 not judged')
})

test('whoever is asked sees which lines would be lost', () => {
  expect(renderVerdict('lost', ['- const limit = 5'])).toContain(
    '`src/auth.ts` (nothing of version 3 is left: `- const limit = 5`)',
  )
})

test('whoever is asked of a settled conflict sees the lines before and after', () => {
  const text = renderVerdict('rewritten', ['- limit = 5', '+ limit = 5, max = 9'], false)

  expect(text).toContain('### UNDOES-T1 not judged')
  expect(text).toContain('(lines of version 3 are rewritten: `- limit = 5`, `+ limit = 5, max = 9`)')
})
