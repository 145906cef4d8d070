import { expect, test } from 'vitest'
import { renderStatusAnswer } from '../../../src/views/status/status-answer.ts'
import { renderStatusComment } from '../../../src/views/status/status-comment.ts'
import { buildExecution, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { links } from '../../support/widget-links.ts'

const plan = buildPlan({ tasks: [buildTask()] })
const execution = buildExecution(plan, {})
const now = '2026-11-21T03:40:00Z'
const common = { plan, execution, loop: null, links, now }

test('an answer beside a status comment is one line and its link', () => {
  const record = buildRecord({ status_comment: { plan_id: plan.id, id: 12, node_id: 'IC_12' } })

  expect(renderStatusAnswer({ ...common, record })).toBe(
    `**#7 is being worked on · 0 of 1 task approved**\n\n[Status of #7](${links.comment(12)}) has every task, what is needed, and what went before; it is kept up to date.`,
  )
})

test.each([
  ['there is none', null],
  ['there is that of an older plan', { plan_id: 'SOL-ISS-007-9', id: 12, node_id: 'IC_12' }],
])('where %s, the answer is all of it', (_why, comment) => {
  const input = { ...common, record: buildRecord({ status_comment: comment }) }

  expect(renderStatusAnswer(input)).toBe(renderStatusComment(input))
})
