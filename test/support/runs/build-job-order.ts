import type { JobOrder } from '../../../src/domain/jobs/job-order.ts'
import { testSha, testUuid } from '../builders.ts'

export function buildJobOrder(overrides: Partial<JobOrder> = {}): JobOrder {
  return {
    version: 1,
    name: 'Task T1 (mac)',
    repository: 'octo/widgets',
    issue: 7,
    task: 'T1',
    run_id: testUuid('run'),
    executor: 'shell',
    base_sha: testSha('base'),
    brief_sha: testSha('brief'),
    labels: ['ubuntu-24.04'],
    minutes: 30,
    ordered_by: 'countersign[bot]',
    expires_at: '2026-11-21T03:42:00.000Z',
    ...overrides,
  }
}
