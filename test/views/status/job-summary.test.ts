import { expect, test } from 'vitest'
import { buildLinks } from '../../../src/views/markdown/links.ts'
import { renderJobSummary } from '../../../src/views/status/job-summary.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildExecution, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'

const web = 'https://github.com'
const links = buildLinks({ web, repository: 'octo/widgets', issueNumber: 7, workflowBranch: 'countersign/workflow' })
const [before, since, after] = ['2026-11-21T03:00:00.000Z', '2026-11-21T03:10:00.000Z', '2026-11-21T03:12:00.000Z']
const plan = buildPlan({ tasks: [buildTask({ executor: 'shell' })] })

function summarise(work: Partial<Work>): string {
  const record = buildRecord({
    phase: 'working',
    plan_id: plan.id,
    approved: { by: 'ada', at: before, hash: plan.hash },
    trail: [
      { at: before, text: 'the plan was approved', by: 'ada' },
      { at: after, text: 'T1: ##[error] @eve says `hello`', by: null },
    ],
  })
  return renderJobSummary({ work: { record, plan, execution: null, loop: null, ...work }, links, since, now: after })
}

test('a job tells what it did, in words that do nothing, and not what was done before it', () => {
  const summary = summarise({ execution: buildExecution(plan, {}) })

  expect(summary).toContain('](https://github.com/octo/widgets/issues/7)')
  expect(summary).toContain('**1 event in this job**')
  expect(summary).toContain('`hello`')
  expect(summary).not.toContain('the plan was approved')
  expect(summary).not.toContain(' @eve')
})

test('what waits for a person, and what is at work in a job of its own, has its link', () => {
  const job = { url: 'https://github.com/octo/widgets/actions/runs/12', state: 'at_work' as const }
  const progress = { steps: [], more: 0, doing: null, tools: 0, job }
  const run = { run_id: 'run', executor: 'shell', started_at: since, lease_until: after, progress }
  const running = summarise({ execution: buildExecution(plan, { T1: { state: 'RUNNING', run } }) })
  const waiting_for = { kind: 'decision' as const, who: ['ada'], what: 'its job was cancelled on GitHub' }
  const waiting = summarise({ execution: buildExecution(plan, { T1: { state: 'WAITING_EXTERNAL', waiting_for } }) })

  expect(running).toContain(`- T1 at work in [a job of its own](${job.url})`)
  expect(waiting).toContain('**Needs you**')
  expect(waiting).toContain('its job was cancelled on GitHub')
})

test('without a plan it says so, and an issue that is not registered has nothing to tell', () => {
  expect(summarise({ plan: null })).toContain('There is no plan yet.')
  expect(summarise({ record: null })).toBe('')
})
