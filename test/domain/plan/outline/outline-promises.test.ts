import { expect, test } from 'vitest'
import { createOutlinePlanner } from '../../../../src/adapters/agents/outline/create-outline-planner.ts'
import { buildRecord } from '../../../support/builders.ts'
import { buildPlanRequest } from '../../../support/plans/plan-issue.ts'

test('what a template has the author promise is no work', async () => {
  const body = [
    '### What happened?',
    '',
    'Durations over an hour are shown in seconds.',
    '',
    '### Checklist',
    '',
    '- [x] I searched for the same bug',
    '- [ ] I am willing to submit a pull request',
  ].join('\n')
  const record = buildRecord()
  const issue = { number: 7, frozen: { ...record.frozen, title: 'Durations are unreadable', body } }

  const answer = await createOutlinePlanner().plan(buildPlanRequest({ issue }))

  expect(JSON.stringify(answer)).not.toContain('willing')
  expect(answer).toMatchObject({ kind: 'needs_input', reading: { title: 'Durations are unreadable' } })
})
