import { expect, test } from 'vitest'
import type { ActionNode } from '../../../src/domain/records/node-state.ts'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import { stateLabel } from '../../../src/domain/work/show/state-label.ts'
import { renderIssueList } from '../../../src/views/status/issue-list.ts'
import { renderStatusComment } from '../../../src/views/status/status-comment.ts'
import { buildExecution, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { links } from '../../support/widget-links.ts'

const at = '2026-11-21T03:40:00.000Z'
const plan = buildPlan({ tasks: [buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] })] })

/** Label, first line of the status comment, and row of `/list`. */
function see(record: Partial<IssRecord>, T1: Partial<ActionNode>): string[] {
  const work = { record: buildRecord(record), plan, execution: buildExecution(plan, { T1 }) }
  const status = work.record.phase === 'stopped' ? ('failed' as const) : ('executing' as const)
  const row = { id: 'ISS-007', title: 'Cents', status, solution_id: null, planned_at: null, executed_at: null }
  const list = renderIssueList([{ row: { ...row, error: null }, unfit: null, ...work }], links)
  const comment = renderStatusComment({ ...work, loop: null, links, now: at })
  return [stateLabel(work) ?? '', comment.split('\n')[0] ?? '', list.split('\n').at(-1) ?? '']
}

function waitsFor(kind: 'push' | 'decision', who: string[] = []): Partial<ActionNode> {
  return { state: 'WAITING_EXTERNAL', waiting_for: { kind, who, what: 'three attempts did not pass' } }
}

test('paused, stopped and waiting for a person are three sights, wherever one looks; a wait never looks like a failure', () => {
  const said = { by: 'bob', at, why: 'release week' }

  const sights = {
    paused: see({ paused: said }, waitsFor('decision')),
    stopped: see({ phase: 'stopped', stopped: said }, { state: 'CANCELLED' }),
    waiting: see({}, waitsFor('push', ['ada'])),
    undecided: see({}, waitsFor('decision')),
  }

  expect(sights).toEqual({
    paused: [
      'countersign: paused',
      '### ⏸️ #7 paused by bob · 0 of 2 tasks approved',
      '| #7 Cents<br><sub>paused by bob</sub> | 🙋 `/resume` |',
    ],
    stopped: [
      'countersign: stopped',
      '### ⏹️ #7 stopped by bob · 0 of 2 tasks approved',
      '| #7 Cents<br><sub>stopped by bob: release week</sub> |  |',
    ],
    waiting: [
      'countersign: working',
      '### 🙋 #7 needs ada · 0 of 2 tasks approved',
      '| #7 Cents<br><sub>waits for a person, 0 of 2 tasks done</sub> | 🙋 ada: T1 (push) |',
    ],
    undecided: [
      'countersign: needs you',
      '### 🙋 #7 needs a person · 0 of 2 tasks approved',
      '| #7 Cents<br><sub>waits for a person, 0 of 2 tasks done</sub> | 🙋 somebody: T1 (decision) |',
    ],
  })
})
