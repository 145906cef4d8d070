import { expect, test } from 'vitest'
import { readWebhook } from '../../../../src/adapters/github/webhook/read-webhook.ts'
import type { WebhookContext } from '../../../../src/adapters/github/webhook/webhook-place.ts'
import { renderMarker, withMarker } from '../../../../src/views/markdown/markers.ts'
import { buildPayload } from '../../../support/webhook-payloads.ts'

const sign = (text: string) => `mac-of-${text.replaceAll(/[^a-z0-9]/gi, '')}`
const context: WebhookContext = {
  ourLogins: ['countersign[bot]'],
  appId: 42,
  holdsMarker: (text, mac) => mac === sign(text),
  toOwnTime: (time) => time,
  now: '2026-11-21T03:12:00.000Z',
}
const bot = { login: 'countersign[bot]', id: 30, type: 'Bot' }
/** A sub-issue of ours, as an event about it has it. */
const mirrored = {
  number: 12,
  user: bot,
  body: withMarker(renderMarker('mirror', 'SOL-ISS-007-1/T2', sign), 'T2 is to be done.'),
}

test.each(['opened', 'edited', 'closed', 'reopened', 'labeled'])(
  'what the bot does to a sub-issue of its own is no news: %s',
  (action) => {
    const label = { name: 'countersign' }
    const body = buildPayload('issues', 'labeled', { action, issue: mirrored, label, sender: bot })

    const { messages } = readWebhook('issues', body, context)

    expect(messages).toEqual([])
  },
)

test.each(['sub_issues', 'issue_dependencies'])('links between issues are nobody’s business: %s', (event) => {
  const body = buildPayload('issues', 'labeled', { action: 'sub_issue_added', issue: mirrored })

  const { messages } = readWebhook(event, body, context)

  expect(messages).toEqual([])
})

test('a person who closes a sub-issue is heard for that issue, not for the one that was planned', () => {
  const body = buildPayload('issues', 'reopened', { action: 'closed', issue: mirrored })

  const { messages } = readWebhook('issues', body, context)

  expect(messages.map(({ kind, issueNumber, planNumber }) => ({ kind, issueNumber, planNumber }))).toEqual([
    { kind: 'issue_left', issueNumber: 12, planNumber: null },
  ])
})

test('a command in a sub-issue is one in that issue: its marker leads nowhere', () => {
  const issue = { ...mirrored, pull_request: undefined }
  const body = buildPayload('issue_comment', 'created', { issue, comment: { body: '/approve T2' } })

  const { messages } = readWebhook('issue_comment', body, context)

  expect(messages).toMatchObject([{ kind: 'commented', issueNumber: 12, planNumber: null, leaf: null }])
})
