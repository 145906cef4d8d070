import { createHash, createHmac, randomUUID } from 'node:crypto'
import { buildPayload, type Payload } from '../../test/support/webhook-payloads.ts'

/** A signed webhook, ready to be sent. */
export interface Webhook {
  event: string
  delivery: string
  signature: string
  body: Buffer
}

const issueStandIn = 987_654_321
const nonceStandIn = 'nonce-stands-here'
const issues = 500
const branch = `countersign/ISS-${issueStandIn}/1/T1`

/** About what people write in an issue that they want planned; like their prose it comes to a third when it is packed. */
const longText = Array.from({ length: 24 }, (_, index) => {
  const words = Array.from({ length: 14 }, (_, place) => wordOf(index * 14 + place)).join(' ')
  return `- [ ] T${index + 1}: Write \`src/${wordOf(index)}.ts\`: ${words}\n  - Acceptance:\n    - \`npm test\` passes äöü 👀`
}).join('\n')

function wordOf(index: number): string {
  const letters = createHash('sha256')
    .update(`word ${index}`)
    .digest('base64')
    .replaceAll(/[^a-z]/g, '')
  return letters.slice(0, 2 + (index % 7))
}

const issue = { number: issueStandIn, title: 'Split the parser', body: longText }
const pull = { body: longText, head: { ref: branch }, base: { ref: `countersign/ISS-${issueStandIn}/1/base` } }

/** One of each kind that the App acts on: published payloads of GitHub's with texts of a usual length, 8 to 35 KB. */
const kinds: readonly { event: string; payload: Payload }[] = [
  kind('issue_comment', 'created', { issue, comment: { body: '/status\n\nHow far is it?' } }),
  kind('issues', 'edited', { issue }),
  kind('push', null, { ref: `refs/heads/${branch}` }),
  kind('check_run', 'completed', { check_run: { check_suite: { head_branch: branch } } }),
  kind('pull_request', 'closed', { pull_request: pull }),
  kind('status', null, { branches: [{ name: branch }] }),
  kind('pull_request_review', 'submitted', { pull_request: pull, review: { state: 'approved', body: longText } }),
  kind('workflow_run', 'completed', { workflow_run: { head_branch: branch } }),
]

function kind(event: string, action: string | null, changes: Payload): { event: string; payload: Payload } {
  const unique = { repository: { node_id: nonceStandIn, full_name: 'octo-org/widgets', default_branch: 'main' } }
  return { event, payload: buildPayload(event, action, { ...changes, ...unique }) }
}

/** So many signed webhooks of all kinds in turn, on ${issues} issues; no two have an id or a body in common. */
export function makeWebhooks(count: number, secret: string): Webhook[] {
  const templates = kinds.map(({ event, payload }) => ({ event, text: JSON.stringify(payload) }))
  const run = randomUUID()
  return Array.from({ length: count }, (_, index) => {
    const template = templates[index % templates.length]
    if (template === undefined) throw new Error('there are no kinds of webhooks')
    const nonce = createHash('sha256').update(`${run} ${index}`).digest('hex').slice(0, 16)
    const number = 1 + (Math.floor(index / templates.length) % issues)
    const text = template.text.replaceAll(nonceStandIn, nonce).replaceAll(String(issueStandIn), String(number))
    const body = Buffer.from(text)
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    return { event: template.event, delivery: randomUUID(), signature, body }
  })
}
