import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import { createDeliveryReader } from '../../../src/entrypoints/intake/read-delivery.ts'
import { createIntake } from '../../../src/entrypoints/intake/intake.ts'
import { writeIssue } from '../../e2e/support/write-issue.ts'
import type { FakeStateStore } from '../../support/fakes/fake-state-store.ts'
import { Machine, oneTask } from '../../support/fakes/machine.ts'
import { queueKinds, type QueuesSource } from '../../support/queues/queue-kinds.ts'
import { buildPayload } from '../../support/webhook-payloads.ts'

const secret = 'a webhook secret of ours'
const webhooks = {
  ourLogins: ['countersign[bot]'],
  appId: 42,
  holdsMarker: () => false,
  toOwnTime: (time: string) => time,
}
const issue = { number: 7, title: 'Notes', body: writeIssue(oneTask), state: 'open', pull_request: undefined }
const told: [event: string, body: string][] = [
  ['issues', JSON.stringify(buildPayload('issues', 'labeled', { issue, label: { name: 'countersign' } }))],
  [
    'issue_comment',
    JSON.stringify(buildPayload('issue_comment', 'created', { issue, comment: { id: 99, body: '/replan T1: 2d' } })),
  ],
]

/** A server that was just started, on the queues and the workflow branch that are there. */
function startServer({ inbox }: Queues, store?: FakeStateStore) {
  const machine = new Machine(store)
  const read = createDeliveryReader(webhooks)
  const take = createIntake({
    secrets: [secret],
    context: () => ({ ...webhooks, now: machine.ports.now() }),
    store: (delivery) => inbox.store(delivery),
    storeDeadlineMs: 60_000,
    forget: () => Promise.resolve(),
    log: pino({ level: 'silent' }),
  })
  async function work(): Promise<void> {
    for (let claim = await inbox.claim(); claim !== undefined; claim = await inbox.claim()) {
      for (const row of claim.rows) {
        const meaning = read(row)
        if ('unreadable' in meaning) throw new Error(meaning.unreadable)
        for (const message of meaning.messages) machine.queue.push(claim.partition, message, 0)
      }
      await machine.settle()
      await inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, { kind: 'done' }])))
    }
  }
  /** All that is told, one after the other; what each was answered. */
  async function hear(idOf: (index: number) => string): Promise<unknown[]> {
    const answers: unknown[] = []
    for (const [index, [event, body]] of told.entries()) {
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
      const readBody = () => Promise.resolve(Buffer.from(body))
      answers.push((await take({ event, delivery: idOf(index), signature, readBody })).said)
      await work()
    }
    return answers
  }
  return { machine, hear }
}

describe.each(queueKinds(10))('told once more after a restart, with queues in %s', (name, openSource) => {
  let source: QueuesSource

  beforeAll(async () => {
    source = await openSource()
  })
  afterAll(() => source.close())

  test.each([
    ['under its id', (index: number) => `delivery ${index}`],
    ['its body replayed under another', (index: number) => `replay ${index}`],
  ])('%s, a webhook acts no second time', async (_how, idOf) => {
    const queues = await source.open()
    const first = startServer(queues)
    await first.hear((index) => `delivery ${index}`)
    const { commits } = first.machine.store
    const before = commits.length
    expect(first.machine.record()).toMatchObject({ phase: 'proposed', plan_id: 'SOL-ISS-007-2' })
    await queues.close()

    const reopened = await source.reopen()
    const second = startServer(reopened, first.machine.store)
    const answers = await second.hear(idOf)

    // Memory forgets what it stored; the record of the issue doesn't forget what was done.
    expect(answers).toEqual(told.map(() => ({ status: name === 'memory' ? 'accepted' : 'known' })))
    expect(commits).toHaveLength(before)
    expect(second.machine.thread.requests).toEqual([])
    await reopened.close()
  })
})
