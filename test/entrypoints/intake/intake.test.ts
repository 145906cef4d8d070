import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createIntake, type IncomingWebhook, type WebhookAnswer } from '../../../src/entrypoints/intake/intake.ts'
import { MemoryInbox } from '../../../src/adapters/queue/memory-inbox.ts'
import type { Delivery as StoredDelivery } from '../../../src/application/ports/queues/inbox.ts'
import { buildPayload, type Payload } from '../../support/webhook-payloads.ts'

const secrets = ['the newest secret of all', 'the former secret of ours']

interface Options {
  store?: (delivery: StoredDelivery) => Promise<'stored' | 'known'>
}

/** An intake whose inbox nobody reads. */
function startIntake(options: Options = {}) {
  const stored: string[] = []
  const forgotten: string[] = []
  const logged: string[] = []
  const inbox = new MemoryInbox()
  const keep = options.store ?? ((delivery: StoredDelivery) => inbox.store(delivery))
  const take = createIntake({
    secrets,
    context: () => ({
      ourLogins: ['countersign[bot]'],
      appId: 42,
      holdsMarker: () => false,
      toOwnTime: (time: string) => time,
      now: '2026-11-21T03:12:00.000Z',
    }),
    async store(delivery) {
      const outcome = await keep(delivery)
      if (outcome === 'stored') stored.push(`${delivery.partition} ${delivery.event} ${delivery.receivedAt}`)
      return outcome
    },
    storeDeadlineMs: 10,
    async forget(repository) {
      forgotten.push(repository.key)
    },
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
  })
  return { take, stored, forgotten, logged }
}

function signature(body: string, secret = secrets[0] ?? ''): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

const command = buildPayload('issue_comment', 'created', {
  issue: { number: 7, pull_request: undefined },
  comment: { id: 99, body: '/approve' },
})

interface Delivery {
  event?: string
  id?: string
  /** Instead of the right one; null leaves it out. */
  signature?: string | null
}

async function deliver(
  { take }: Pick<ReturnType<typeof startIntake>, 'take'>,
  payload: Payload | string = command,
  delivery: Delivery = {},
): Promise<WebhookAnswer> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const webhook: IncomingWebhook = {
    event: delivery.event ?? 'issue_comment',
    delivery: delivery.id ?? 'delivery-1',
    signature: delivery.signature === null ? undefined : (delivery.signature ?? signature(body)),
    readBody: () => Promise.resolve(Buffer.from(body)),
  }
  return take(webhook)
}

test('a signed webhook is stored, then accepted', async () => {
  const running = startIntake()

  const answer = await deliver(running)

  expect(answer.status).toBe(202)
  expect(running.stored).toEqual(['octo-org/widgets#7 issue_comment 2026-11-21T03:12:00.000Z'])
})

test('what is stored of a webhook is what is read of it', async () => {
  const bodies: string[] = []
  const running = startIntake({
    async store({ body }) {
      bodies.push(new TextDecoder().decode(body))
      return 'stored'
    },
  })

  await deliver(running)

  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toContain('/approve')
  expect(bodies[0]).not.toContain('avatar_url')
})

test('both secrets hold while rotating', async () => {
  const running = startIntake()
  const body = JSON.stringify(command)

  const answer = await deliver(running, body, { signature: signature(body, secrets[1]) })

  expect(answer.status).toBe(202)
})

const body = JSON.stringify(command)
test.each([
  ['none', null],
  ['an empty one', ''],
  [
    'sha1',
    `sha1=${createHmac('sha1', secrets[0] ?? '')
      .update(body)
      .digest('hex')}`,
  ],
  ['sha256 without its name', signature(body).slice('sha256='.length)],
  ['one in capitals', signature(body).toUpperCase()],
  ['a short one', signature(body).slice(0, -2)],
  ['a long one', `${signature(body)}00`],
  ['two in one header', `${signature(body)}, ${signature(body)}`],
  ['one of another body', signature(`${body} `)],
  ['one under another secret', signature(body, 'a secret of somebody else')],
  ['one under no secret', signature(body, '')],
])('a webhook with %s as signature is refused', async (_name, wrong) => {
  const running = startIntake()

  const answer = await deliver(running, body, { signature: wrong })

  expect(answer.status).toBe(401)
  expect(running.stored).toEqual([])
})

test('a body that is larger than may be is refused', async () => {
  const running = startIntake()

  const answer = await running.take({
    event: 'issue_comment',
    delivery: 'delivery-1',
    signature: signature(body),
    readBody: () => Promise.resolve('too_large'),
  })

  expect(answer.status).toBe(413)
})

test('a sender that hangs up is no webhook, and ends nothing', async () => {
  const running = startIntake()

  const answer = await running.take({
    event: 'issue_comment',
    delivery: 'delivery-1',
    signature: signature(body),
    readBody: () => Promise.reject(new Error('gone')),
  })

  expect(answer.status).toBe(500)
  expect(running.stored).toEqual([])
})

test('the same delivery again is known', async () => {
  const running = startIntake()

  await deliver(running)
  const again = await deliver(running)

  expect(again).toEqual({ status: 202, said: { status: 'known' } })
  expect(running.stored).toHaveLength(1)
})

test.each(secrets)(
  'a replay under another delivery id, or as another event, is known by its body: %s',
  async (secret) => {
    const running = startIntake()
    const signed = { signature: signature(JSON.stringify(command), secret) }

    await deliver(running, command, signed)
    const renamed = await deliver(running, command, { ...signed, id: 'delivery-2' })
    const turned = await deliver(running, command, { ...signed, id: 'delivery-3', event: 'issues' })

    expect([renamed.status, turned.status]).toEqual([202, 202])
    expect(running.stored).toHaveLength(1)
  },
)

test('what could not be stored is not accepted, and its redelivery is', async () => {
  let isDown = true
  const running = startIntake({
    store: () => (isDown ? Promise.reject(new Error('the database is closed')) : Promise.resolve('stored')),
  })

  const refused = await deliver(running)
  isDown = false
  const accepted = await deliver(running)

  expect([refused.status, accepted.status]).toEqual([503, 202])
  expect(running.stored).toHaveLength(1)
})

test('what takes too long to store is not accepted', async () => {
  const running = startIntake({ store: () => new Promise(() => {}) })

  expect((await deliver(running)).status).toBe(503)
})

test('a webhook that asks for nothing is accepted and not kept', async () => {
  const running = startIntake()
  const talk = buildPayload('issue_comment', 'created', {
    issue: { number: 7, pull_request: undefined },
    comment: { id: 100, body: 'Nice.' },
  })

  const answer = await deliver(running, talk)

  expect(answer.status).toBe(202)
  expect(running.stored).toEqual([])
})

test('a payload of another shape is answered with what is wrong', async () => {
  const running = startIntake()

  const answer = await deliver(running, { action: 'created', sender: { login: 'ada', id: 'eleven' } })

  expect(answer).toEqual({
    status: 400,
    said: { error: expect.stringMatching(/^the payload of issue_comment is not as GitHub describes it: sender\.id: /) },
  })
})

test.each([
  ['no JSON', 'nonsense', {}],
  ['no event', '{}', { event: '' }],
  ['an endless delivery id', '{}', { id: 'x'.repeat(3_000) }],
  ['an endless event', '{}', { event: 'x'.repeat(3_000) }],
])('a signed webhook with %s is refused', async (_name, text, delivery) => {
  expect((await deliver(startIntake(), text, delivery)).status).toBe(400)
})

test('a push to the default branch makes what is known of the repository old', async () => {
  const running = startIntake()

  await deliver(running, buildPayload('push', null, { ref: 'refs/heads/main' }), { event: 'push' })

  expect(running.forgotten).toEqual(['octo-org/widgets'])
})

test('a new installation waits in the partition of its repository', async () => {
  const running = startIntake()
  const repositories = [{ full_name: 'octo-org/widgets' }]

  await deliver(running, buildPayload('installation', 'created', { repositories }), { event: 'installation' })

  expect(running.stored).toEqual(['octo-org/widgets installation 2026-11-21T03:12:00.000Z'])
})

test('signatures of another secret are told once in the log, and anew after one that was right', async () => {
  const running = startIntake()
  const wrong = { signature: signature(JSON.stringify(command), 'a secret of somebody else') }

  await deliver(running, command, wrong)
  await deliver(running, command, wrong)
  await deliver(running)
  await deliver(running, command, wrong)

  expect(running.logged.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ msg: expect.stringContaining('is WEBHOOK_SECRET the one in the App’s settings?') }),
    expect.anything(),
  ])
})
