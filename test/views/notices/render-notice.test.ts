import { expect, test } from 'vitest'
import { renderNotice } from '../../../src/views/notices/render-notice.ts'
import { buildLinks } from '../../../src/views/markdown/links.ts'
import { buildExecution, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'

const plan = buildPlan({ tasks: [buildTask({ title: 'Check expiry' })] })
const record = buildRecord({ frozen: { ...buildRecord().frozen, title: '<!channel> & all' } })
const links = buildLinks({ web: 'https://github.com', repository: 'octo/widgets', issueNumber: 7, workflowBranch: 'w' })
const view = {
  record,
  plan,
  execution: buildExecution(plan, { T1: { pull_request: { number: 12, open: true } } }),
  links,
  at: '2026-11-26T04:00:00Z',
}
const notice = {
  event: 'waiting' as const,
  key: 'waiting:T1',
  task: 'T1',
  who: ['ada'],
  what: 'judge AC-2 <https://evil|x>',
  url: null,
}

test('a payload says what, where, for whom, and links the very thing', () => {
  expect(renderNotice(view, notice).payload).toMatchObject({
    event: 'waiting',
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    sent_at: '2026-11-26T04:00:00Z',
    repository: { full_name: 'octo/widgets' },
    issue: { number: 7, url: 'https://github.com/octo/widgets/issues/7' },
    task: { id: 'T1', title: 'Check expiry', pull_request: 12 },
    who: ['ada'],
    url: 'https://github.com/octo/widgets/pull/12',
  })
})

test('a chat reads one message in which no text of others works', () => {
  expect(renderNotice(view, notice).text).toBe(
    [
      ':raising_hand: *Waits for you* <https://github.com/octo/widgets/pull/12|octo/widgets#7 &lt;!channel&gt; &amp; all> · T1 Check expiry',
      ' @ada: judge AC-2 &lt;https://evil|x&gt;',
    ].join('\n'),
  )
})
