import { describe, expect, test } from 'vitest'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import type { OpenIssue } from '../../../src/domain/session/open-issue.ts'
import type { IssueState } from '../../../src/domain/records/session/session-state.ts'
import { renderIssueList } from '../../../src/views/status/issue-list.ts'
import { buildLinks } from '../../../src/views/markdown/links.ts'
import { buildExecution, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, listTags, readText, renderToTree } from '../render-for-test.ts'

const place = { web: 'https://github.com', repository: 'octo/widgets', issueNumber: 7, workflowBranch: 'w' }
const links = buildLinks(place)

function issue(status: IssueState['status'], record: Partial<IssRecord> | null = {}, title = 'Cents'): OpenIssue {
  const times = { solution_id: null, planned_at: null, executed_at: null, error: null }
  return {
    row: { id: 'ISS-007', title, status, ...times },
    record: record === null ? null : buildRecord(record),
    execution: null,
    unfit: null,
  }
}

/** The words of the only row: the issue, how it stands below that, what it waits for. */
function cells(one: OpenIssue): string[] {
  const row = renderIssueList([one], links).split('\n').at(-1) ?? ''
  const [named = '', waits = ''] = row.split('|').slice(1, -1)
  const [, title = '', stands = ''] = /^(.*)<br><sub>(.*)<\/sub>$/.exec(named.trim()) ?? []
  return [title, stands, waits.trim()]
}

const now = { by: 'ada', at: 'now', why: 'not now' }
const rows: [string, OpenIssue, string, string][] = [
  ['registered', issue('registered'), 'being planned', ''],
  ['being planned', issue('planning', { phase: 'drafting' }), 'being planned', ''],
  ['asks for input', issue('planning', { phase: 'awaiting_input' }), 'asks for input', '🙋 ada: `/answer …`'],
  ['planned', issue('planned', { plan_hash: '1a2b3c4d5e' }), 'planned', '🙋 approval: `/approve plan@1a2b3c4`'],
  [
    'planned, for somebody who is not there',
    { ...issue('planned', { plan_hash: '1a2b3c4d5e' }), unfit: 'T2' },
    'planned',
    '🙋 somebody who can do T2: `/assign T2 …`, then `/approve plan@1a2b3c4`',
  ],
  ['planned, not looked into', issue('planned', null), 'planned', '🙋 approval: `/approve`'],
  ['at work', issue('executing'), 'at work', ''],
  ['paused', issue('executing', { paused: now }), 'paused by ada', '🙋 `/resume`'],
  [
    'paused over a branch',
    issue('executing', { paused: { ...now, cause: 'branch' } }),
    'paused',
    '🙋 `/doctor fix`, then `/resume`',
  ],
  [
    'paused for a draft',
    issue('executing', { paused: { ...now, cause: 'draft', pull_request: 12 } }),
    'paused',
    '🙋 [#12](https://github.com/octo/widgets/pull/12): a draft to mark ready',
  ],
  [
    'ready',
    issue('completed', { final_pull_request: { number: 40, state: 'open' } }),
    '✅ ready',
    '🙋 ada: merge of [#40](https://github.com/octo/widgets/pull/40)',
  ],
  ['merged', issue('completed', { final_pull_request: { number: 40, state: 'merged' } }), '✅ merged', ''],
  ['closed', issue('completed', { final_pull_request: { number: 40, state: 'closed' } }), 'done, not merged', ''],
  ['completed', issue('completed', null), '✅ all tasks approved', ''],
  ['a draft again', issue('completed', { final_pull_request: { number: 40, state: 'draft' } }), 'finishing', ''],
  ['stopped', issue('failed', { phase: 'stopped', stopped: now }), 'stopped by ada: not now', ''],
  [
    'stopped without a word',
    issue('failed', { phase: 'stopped', stopped: { ...now, why: 'stopped by @ada' } }),
    'stopped by ada',
    '',
  ],
]

describe('a row says where the issue stands and who has to move', () => {
  test.each(rows)('%s', (_name, one, stands, waits) => {
    expect(cells(one)).toEqual(['#7 Cents', stands, waits])
  })

  test('tasks that wait name whom for, with the pull request; those that move are counted', () => {
    const tasks = ['T1', 'T2', 'T3'].map((id) => buildTask({ id }))
    const waiting = { kind: 'judgement' as const, who: ['bo', 'cy'], what: 'AC-1' }
    const execution = buildExecution(buildPlan({ tasks }), {
      T1: { state: 'DONE' },
      T2: { state: 'READY_TO_CHECK', pull_request: { number: 12, open: true } },
      C2: { state: 'WAITING_EXTERNAL', waiting_for: waiting },
      T3: { state: 'WAITING_EXTERNAL', waiting_for: { kind: 'push', who: [], what: 'push' } },
    })

    expect(cells({ ...issue('executing'), execution }).slice(1)).toEqual([
      'waits for a person, 1 of 3 tasks done',
      '🙋 somebody: T3 (push)<br>bo or cy: [T2 #12](https://github.com/octo/widgets/pull/12) (review)',
    ])
  })

  test('what came to its limit waits for a decision', () => {
    const waiting_for = { kind: 'decision' as const, who: ['ada'], what: 'failed 3 times' }
    const plan = buildPlan({ tasks: [buildTask({ id: 'T1' })] })
    const execution = buildExecution(plan, { T1: { state: 'WAITING_EXTERNAL', waiting_for } })

    expect(cells({ ...issue('executing'), execution }).slice(1)).toEqual([
      'waits for a person, 0 of 1 task done',
      '🙋 ada: T1 (decision)',
    ])
  })

  test('a title leaves room for who is waited for', () => {
    const one = issue('executing')
    const title = 'Rename createOutlinePlannerFromTextOfIssues'

    expect(cells({ ...one, row: { ...one.row, title } })[0]).toBe('#7 Rename createOutlinePlannerFromTex…')
  })

  test('no more than three tasks of an issue', () => {
    const tasks = Array.from({ length: 9 }, (_, index) => buildTask({ id: `T${index + 1}` }))
    const waiting = { state: 'WAITING_EXTERNAL' as const, waiting_for: { kind: 'push' as const, who: [], what: 'x' } }
    const execution = buildExecution(buildPlan({ tasks }), Object.fromEntries(tasks.map(({ id }) => [id, waiting])))

    expect(cells({ ...issue('executing'), execution })[2]?.split('<br>')).toHaveLength(4)
  })
})

test('the first line says how many there are, and how many wait for a person', () => {
  const lead = (...issues: OpenIssue[]) => renderIssueList(issues, links).split('\n')[0]

  expect(lead(issue('executing'))).toBe('**1 issue**, which waits for nobody.')
  expect(lead(issue('planned'))).toBe('**1 issue**, which waits for a person.')
  expect(lead(issue('planned'), issue('executing'), issue('planned'))).toBe(
    '**3 issues**, 2 of them wait for a person.',
  )
})

test('where nothing is open it says how to begin', () => {
  expect(renderIssueList([], links)).toBe(
    'Nothing is being worked on in this repository. To begin, say `/plan` in an issue, or give it the label.',
  )
})

test('a thousand issues fit a comment, and it is said how many are left out', () => {
  const text = renderIssueList(
    Array.from({ length: 1000 }, () => issue('planned', {}, 'long `title` '.repeat(100))),
    links,
  )

  expect(text.length).toBeLessThan(60_000)
  expect(text).toContain('900 newer ones are left out.')
})

test.each(hostileTexts)('nothing works of %j', (text) => {
  const paused = { by: text, at: 'now', why: text }
  const stopped = {
    ...issue('failed', { phase: 'stopped', stopped: paused }, text),
    row: { ...issue('failed', {}, text).row, error: text },
  }
  const tasks = [buildTask({ id: 'T1' })]
  const execution = buildExecution(buildPlan({ tasks }), {
    T1: { state: 'WAITING_EXTERNAL', waiting_for: { kind: 'push', who: [text], what: text } },
  })

  const page = renderIssueList([stopped, issue('executing', { paused }), { ...issue('executing'), execution }], links)

  const outside = readText(renderToTree(page), true).replaceAll('#7', '')
  expect(findLiveText(outside)).toEqual([])
  expect(listTags(page).filter((tag) => ['img', 'script', 'input', 'a', 'h1'].includes(tag))).toEqual([])
})
