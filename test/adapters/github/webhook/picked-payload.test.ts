import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { payloads } from '../../../../src/adapters/github/webhook/payload.ts'
import { readWebhook } from '../../../../src/adapters/github/webhook/read-webhook.ts'
import { buildPayload } from '../../../support/webhook-payloads.ts'

const context = {
  ourLogins: ['countersign[bot]'],
  appId: 42,
  holdsMarker: () => false,
  toOwnTime: (time: string) => time,
  now: '2026-11-21T03:12:00.000Z',
}

test('of a webhook only what is read of it is kept', () => {
  const payload = buildPayload('issue_comment', 'created', {
    issue: { body: 'Please.' },
    comment: { body: '/approve' },
  })

  const kept = JSON.stringify(readWebhook('issue_comment', payload, context).kept)

  expect(kept).toContain('/approve')
  expect(kept).not.toMatch(/avatar_url|html_url|followers_url/)
  expect(kept.length).toBeLessThan(JSON.stringify(payload).length / 8)
})

// Rows wait while a server is brought up to date: what is required of a payload from now on, they may lack.
const stored = JSON.parse(
  readFileSync(new URL('../../../fixtures/stored-webhooks.json', import.meta.url), 'utf8'),
) as Record<string, unknown>

test('what the first version that picks has stored of each kind is still read', () => {
  expect(Object.keys(stored).toSorted()).toEqual(Object.keys(payloads).toSorted())

  for (const [event, body] of Object.entries(stored)) {
    const { messages, installed } = readWebhook(event, body, context)
    expect(messages.length + installed.length, event).toBeGreaterThan(0)
  }
})
