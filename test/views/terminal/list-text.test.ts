import { expect, test } from 'vitest'
import { renderListText, renderUnreadable } from '../../../src/views/terminal/list-text.ts'
import { buildIssueStatus } from '../../support/work/build-issue-status.ts'

const need = { task: null, who: [], what: 'approval of the plan', how: '/approve' }
const issues = [
  buildIssueStatus({ phase: 'planned', needs: [need] }),
  buildIssueStatus({
    id: 'ISS-012',
    title: '检查令牌是否过期',
    phase: 'waiting',
    needs: [
      { ...need, task: 'T1', who: ['ada', 'grace'] },
      { ...need, task: 'T2' },
    ],
  }),
]

test('a line for each issue: how it stands, how far it is, who is waited for', () => {
  expect(renderListText(issues, { colours: false, width: 120 })).toMatchInlineSnapshot(`
    "┌───────┬───────────────────────┬───────────────────────────────┬────────┬──────────────────────────────────┐
    │ issue │ what                  │ stands                        │ tasks  │ waits for                        │
    ├───────┼───────────────────────┼───────────────────────────────┼────────┼──────────────────────────────────┤
    │ #7    │ Refuse expired tokens │ ◇ planned, waits for approval │ 0 of 1 │ approval of the plan             │
    │ #12   │ 检查令牌是否过期      │ ! waits for a person          │ 0 of 1 │ ada or grace (T1); somebody (T2) │
    └───────┴───────────────────────┴───────────────────────────────┴────────┴──────────────────────────────────┘
    "
  `)
})

test('where there is no room for a table, a few lines each', () => {
  expect(renderListText(issues, { colours: false, width: 40 })).toMatchInlineSnapshot(`
    "#7 Refuse expired tokens
      ◇ planned, waits for approval
        0 of 1 tasks approved
        waits for approval of the plan
    #12 检查令牌是否过期
      ! waits for a person
        0 of 1 tasks approved
        waits for ada or grace (T1);
        somebody (T2)
    "
  `)
})

test('a file that can’t be read is told with what to do', () => {
  const text = renderUnreadable(
    [{ id: 'ISS-007', number: 7, what: 'a.json is not JSON', details: 'it ends\u001B[2J', next: 'look closer' }],
    { colours: false, width: 80 },
  )

  expect(text).toBe('✗ #7 can’t be read: a.json is not JSON\n  it ends[2J\n  look closer\n')
})
