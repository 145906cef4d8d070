import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Delivery, RowOutcome } from '../../../src/application/ports/queues/inbox.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import type { RunOrder } from '../../../src/application/ports/queues/run-queue.ts'
import { createInboxWorker } from '../../../src/application/workers/work-inbox.ts'
import { createRunWorker } from '../../../src/application/workers/work-runs.ts'
import { buildDelivery } from '../../support/build-delivery.ts'
import { queueKinds, type QueuesSource } from '../../support/queues/queue-kinds.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

/** In the partition of an issue, of an organisation that is an installation of its own. */
function delivery(installationId: number, name: string, issue: number): Delivery {
  const partition = `org-${installationId}/${name}#${issue}`
  return { ...buildDelivery(partition, partition), installationId }
}

function order(installationId: number, name: string, op: string): RunOrder {
  const owner = `org-${installationId}`
  const repository = { owner, name, key: `${owner}/${name}`, installationId }
  return { id: `${repository.key} ${op}`, repository, issueNumber: 7, op, isUntried: true }
}

const soon = { timeout: patienceMs(60_000), interval: 20 }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe.each(queueKinds(10))('turns in %s', (_name, openSource) => {
  let source: QueuesSource
  let queues: Queues

  beforeAll(async () => {
    source = await openSource()
  })
  beforeEach(async () => {
    queues = await source.open()
  })
  afterEach(() => queues.close())
  afterAll(() => source.close())

  async function claimPartitions(count: number, full: readonly number[] = []): Promise<(string | undefined)[]> {
    const partitions: (string | undefined)[] = []
    for (let times = 0; times < count; times += 1) partitions.push((await queues.inbox.claim(full))?.partition)
    return partitions
  }

  async function takeRuns(count: number, full: readonly number[] = []): Promise<(string | undefined)[]> {
    const ids: (string | undefined)[] = []
    for (let times = 0; times < count; times += 1) ids.push((await queues.runs.take(full))?.id)
    return ids
  }

  test('guests are runs of repositories with none at work', async () => {
    await queues.runs.add([order(1, 'busy', 'a'), order(1, 'busy', 'b'), order(1, 'quiet', 'c')])
    expect(await takeRuns(1)).toEqual(['org-1/busy a'])

    const taken = [await queues.runs.take([], true), await queues.runs.take([], true)]

    expect(taken.map((run) => run?.id)).toEqual(['org-1/quiet c', undefined])
    expect(await takeRuns(1)).toEqual(['org-1/busy b'])
  })

  test('a repository with many issues due doesn’t go before one with a single issue', async () => {
    for (const issue of numbers(5)) await queues.inbox.store(delivery(1, 'busy', issue))
    await queues.inbox.store(delivery(1, 'quiet', 1))
    await queues.inbox.store(delivery(2, 'other', 1))

    expect(await claimPartitions(5)).toEqual([
      'org-1/busy#1',
      'org-1/quiet#1',
      'org-2/other#1',
      'org-1/busy#2',
      'org-1/busy#3',
    ])
  })

  test('an installation that is full is passed over with all its repositories, until it isn’t', async () => {
    for (const name of ['a', 'b', 'c']) await queues.inbox.store(delivery(1, name, 1))
    await queues.inbox.store(delivery(2, 'other', 1))

    expect(await claimPartitions(2, [1])).toEqual(['org-2/other#1', undefined])
    expect(await claimPartitions(4)).toEqual(['org-1/a#1', 'org-1/b#1', 'org-1/c#1', undefined])
  })

  test('partitions of one installation that never come to an end leave another’s alone', async () => {
    const handed: string[] = []
    const worker = createInboxWorker({
      inbox: queues.inbox,
      concurrency: 8,
      handle: (claim) => {
        handed.push(claim.partition)
        const done = new Map(claim.rows.map(({ row }) => [row, { kind: 'done' }] as [number, RowOutcome]))
        return claim.repository.installationId === 1 ? new Promise(() => {}) : Promise.resolve(done)
      },
      onFault: (what) => void handed.push(what),
    })
    for (const issue of numbers(12)) await queues.inbox.store(delivery(1, 'stuck', issue))
    worker.start()
    await vi.waitFor(() => expect(handed).toHaveLength(8), soon)

    for (const issue of numbers(12)) await queues.inbox.store(delivery(2, 'going', issue))

    await vi.waitFor(() => expect(handed).toHaveLength(20), soon)
    const ofStuck = handed.filter((partition) => partition.startsWith('org-1/'))
    expect([ofStuck.length, new Set(handed).size]).toEqual([8, 20])
    // What never ends holds up its end too; without a database nothing is left behind.
    void worker.stop()
  })

  test('runs go in turn by repository, and one of an installation that is full isn’t taken', async () => {
    const orders = ['1', '2', '3'].map((op) => order(1, 'busy', op))
    await queues.runs.add([...orders, order(1, 'quiet', '1'), order(2, 'other', '1')])

    expect(await takeRuns(2, [1])).toEqual(['org-2/other 1', undefined])
    expect(await takeRuns(5)).toEqual(['org-1/busy 1', 'org-1/quiet 1', 'org-1/busy 2', 'org-1/busy 3', undefined])
  })

  test('runs that wait for a limit leave the places of work to other installations, not more than their own to theirs', async () => {
    const begun: string[] = []
    const worker = createRunWorker({
      queue: queues.runs,
      concurrency: 2,
      heartbeatMs: 2_000,
      holdMs: 20_000,
      perform: (run, _signal, wait) => {
        begun.push(run.id)
        if (run.repository.installationId === 1) wait()
        return new Promise(() => {})
      },
      onFault: (what) => void begun.push(what),
      nowMs: Date.now,
    })
    await queues.runs.add(['1', '2', '3'].map((op) => order(1, 'stuck', op)))
    worker.start()
    await vi.waitFor(() => expect(begun).toHaveLength(2), soon)

    await queues.runs.add(['1', '2', '3'].map((op) => order(2, 'going', op)))

    await vi.waitFor(() => expect(begun).toHaveLength(4), soon)
    expect(begun).toEqual(['org-1/stuck 1', 'org-1/stuck 2', 'org-2/going 1', 'org-2/going 2'])
    await worker.stop(0)
  })
})
