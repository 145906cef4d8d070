import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CountersignFault } from '../../../src/application/fault.ts'
import { performRun } from '../../../src/application/workers/perform-run.ts'
import { runId } from '../../../src/application/attempts/run-place.ts'
import type { ExecutionAnswer, ExecutionRequest } from '../../../src/application/ports/roles/executor.ts'
import type { TakenRun } from '../../../src/application/ports/queues/run-queue.ts'
import { currentTrace } from '../../../src/application/trace.ts'
import { changed, Machine, repository } from '../../support/fakes/machine.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that took tokens. */
function costly(request: ExecutionRequest): ExecutionAnswer {
  const { outcome, receipt } = changed(request)
  return { outcome, receipt: { ...receipt, tokens: 84_000 } }
}

const goesOn = () => new Promise<ExecutionAnswer>(() => {})

/** A machine whose first run of T1 goes on for ever, and that run as another worker would take it. */
async function openRun(overrides: Partial<TakenRun> = {}): Promise<{ machine: Machine; run: TakenRun }> {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  const began = new Promise<void>((resolve) => {
    machine.execute = () => {
      resolve()
      return goesOn()
    }
  })
  machine.say('/approve')
  await machine.queue.turn()
  await began
  const op = machine.record().outbox.find(({ action }) => action.kind === 'run_task')?.op ?? ''
  const order = { id: runId(repository, op), repository, issueNumber: 7, op, isUntried: false }
  return { machine, run: { ...order, isOwn: false, attempts: 1, deferrals: 0, ...overrides } }
}

const never = new AbortController().signal

function gateOf(outcome: Awaited<ReturnType<typeof performRun>>): unknown {
  const last = outcome.kind === 'ended' ? outcome.messages.at(-1) : undefined
  return last?.kind === 'event' && last.event.kind === 'gate' ? last.event.gate : undefined
}

test('a run that is no longer owed comes to nothing, and nothing is begun', async () => {
  const { machine, run } = await openRun()
  machine.execute = () => Promise.reject(new Error('begun'))

  const outcome = await performRun(machine.ports, { ...run, op: 'ISS-007/1' }, never)

  expect(outcome).toEqual({ kind: 'ended', messages: [] })
})

test('a read that is older than the order is made again, fresh, a few times', async () => {
  const { machine, run } = await openRun()
  machine.store.reads.splice(0)
  machine.waits.splice(0)

  const outcome = await performRun(machine.ports, { ...run, op: 'ISS-007/999', isOwn: true }, never)

  expect(machine.store.reads).toEqual(['cached', 'fresh', 'fresh', 'fresh'])
  expect(machine.waits).toEqual([500, 2_000, 5_000])
  expect(outcome).toEqual({ kind: 'ended', messages: [] })
})

test('what can’t be read for an outage is deferred, longer each time up to five minutes', async () => {
  const { machine, run } = await openRun({ deferrals: 2 })
  machine.store.readFaults.push(
    new CountersignFault('github_unavailable', 'GitHub does not answer', 'fetch failed', undefined),
  )

  const outcome = await performRun(machine.ports, run, never)

  expect(outcome).toEqual({ kind: 'deferred', delayMs: 300_000, waitsFor: 'outage' })
})

test('what another try cannot mend ends without a word, and stays owed', async () => {
  const { machine, run } = await openRun()
  machine.store.readFaults.push(new CountersignFault('on_hold', 'it is on hold', 'a file was changed', undefined))

  const outcome = await performRun(machine.ports, run, never)

  expect(outcome).toEqual({ kind: 'ended', messages: [] })
  expect(machine.record().outbox.map(({ op }) => op)).toContain(run.op)
})

test('a run that took its workers with it twenty times is a failed attempt', async () => {
  const { machine, run } = await openRun({ attempts: 21 })

  const outcome = await performRun(machine.ports, run, never)

  expect(gateOf(outcome)).toMatchObject({
    kind: 'run_failed',
    task: 'T1',
    reason: 'whoever worked on it went away, 20 times',
  })
})

test('a run that is told to end and does not is given back to the plan half a minute later', async () => {
  const { machine, run } = await openRun()
  const controller = new AbortController()
  const performed = performRun(machine.ports, run, controller.signal)
  await vi.advanceTimersByTimeAsync(0)
  controller.abort()

  await vi.advanceTimersByTimeAsync(30_000)

  expect(gateOf(await performed)).toMatchObject({ kind: 'run_left', task: 'T1' })
})

test('under a pause no agent is begun: a run whose worker went away is given back to the plan at once', async () => {
  const { machine, run } = await openRun({ attempts: 2 })
  machine.say('/pause')
  await machine.queue.turn()
  machine.execute = () => Promise.reject(new Error('begun'))

  const outcome = await performRun(machine.ports, run, never)

  expect(gateOf(outcome)).toEqual({ kind: 'run_left', task: 'T1', run_id: expect.any(String) })
})

test('a run that is taken once more reads the newest state, although this process ordered it', async () => {
  const { machine, run } = await openRun({ attempts: 2 })
  machine.store.reads.splice(0)

  await performRun(machine.ports, { ...run, op: 'ISS-007/1', isOwn: true }, never)

  expect(machine.store.reads).toEqual(['fresh'])
})

test('a run that goes on past its deadline is a failed attempt that says so', async () => {
  const { machine, run } = await openRun()
  const minutes = 15 + machine.store.configuration.run.timeout_minutes
  const performed = performRun(machine.ports, run, never)

  await vi.advanceTimersByTimeAsync(minutes * 60_000 + 30_000)

  expect(gateOf(await performed)).toMatchObject({
    kind: 'run_failed',
    reason: `it took longer than ${minutes} minutes`,
  })
})

test('what an executor took that ended after the deadline stands in its receipt', async () => {
  const { machine, run } = await openRun()
  const minutes = 15 + machine.store.configuration.run.timeout_minutes
  machine.execute = async (request) => {
    await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
    return costly(request)
  }
  const performed = performRun(machine.ports, run, never)

  await vi.advanceTimersByTimeAsync(minutes * 60_000)

  const gate = { kind: 'run_failed', receipt: { tokens: 84_000, outcome: 'failed' } }
  expect(gateOf(await performed)).toMatchObject(gate)
})

test('so it does where the version was refused for good', async () => {
  const { machine, run } = await openRun()
  machine.execute = (request) => Promise.resolve(costly(request))
  machine.pulls.faults.push({ name: 'publish', error: new CountersignFault('github_refused', 'no', 'status 422') })

  const outcome = await performRun(machine.ports, { ...run, isUntried: true }, never)

  expect(gateOf(outcome)).toMatchObject({ kind: 'run_failed', receipt: { tokens: 84_000, outcome: 'failed' } })
})

test('a run that was fenced while it waited is given back to the plan unbegun', async () => {
  const { machine, run } = await openRun()
  machine.say('/pause')
  await machine.queue.turn()
  machine.execute = () => Promise.reject(new Error('begun'))

  const outcome = await performRun(machine.ports, run, never)

  expect(gateOf(outcome)).toMatchObject({ kind: 'run_left', task: 'T1' })
})

test('one that was given back is read of afresh, whoever ordered it', async () => {
  const { machine, run } = await openRun({ isOwn: true, attempts: 2 })
  machine.store.reads.splice(0)

  await performRun(machine.ports, { ...run, op: 'ISS-007/1' }, never)

  expect(machine.store.reads[0]).toBe('fresh')
})

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, mkdir'), { code: 'ENOSPC' })

test('a run that finds no room on the disk waits for it, longer each time, and is no failed attempt', async () => {
  const { machine, run } = await openRun()
  const waits: unknown[] = []

  for (const deferrals of [0, 1, 19]) {
    machine.workspace.openFaults.push(noSpace())
    waits.push(await performRun(machine.ports, { ...run, deferrals }, never))
  }

  expect(waits).toEqual([
    { kind: 'deferred', delayMs: 10_000, waitsFor: 'room' },
    { kind: 'deferred', delayMs: 20_000, waitsFor: 'room' },
    { kind: 'deferred', delayMs: 600_000, waitsFor: 'room' },
  ])
  expect(machine.logs.join('\n')).toContain('a run waits for room on the disk')
})

test('a machine without file handles or processes is waited for like room on its disk', async () => {
  const { machine, run } = await openRun()
  machine.workspace.openFaults.push(Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE' }))

  const outcome = await performRun(machine.ports, run, never)

  expect(outcome).toEqual({ kind: 'deferred', delayMs: 10_000, waitsFor: 'room' })
  expect(machine.logs.join('\n')).toContain('a run waits for file handles or processes')
})

test('a run that never finds room is a failed attempt: it may be the task that fills the disk', async () => {
  const { machine, run } = await openRun()
  machine.workspace.openFaults.push(noSpace())

  const outcome = await performRun(machine.ports, { ...run, deferrals: 20 }, never)

  expect(gateOf(outcome)).toMatchObject({ kind: 'run_failed', task: 'T1' })
})

test('an agent that filled the disk does not work a second time at once', async () => {
  const { machine, run } = await openRun()
  let works = 0
  machine.execute = () => {
    works += 1
    return Promise.reject(Object.assign(noSpace(), { retry: 'later' }))
  }

  await performRun(machine.ports, run, never)

  expect(works).toBe(1)
})

test('a run that is told to end while the disk is full is given back to the plan', async () => {
  const { machine, run } = await openRun()
  const controller = new AbortController()
  machine.execute = () => {
    controller.abort()
    return Promise.reject(noSpace())
  }

  const outcome = await performRun(machine.ports, run, controller.signal)

  expect(gateOf(outcome)).toMatchObject({ kind: 'run_left', task: 'T1' })
})

test('what somebody may have tried before is ended on this machine, before it is begun', async () => {
  const { machine, run } = await openRun()
  const order: string[] = []
  machine.workspace.endLeftCommands = (name) => Promise.resolve(void order.push(`end ${name}`))
  machine.workspace.forRun = (name) => {
    order.push(`begin ${name}`)
    return machine.workspace
  }
  machine.execute = () => Promise.reject(new Error('it broke'))

  await performRun(machine.ports, run, never)
  await performRun(machine.ports, { ...run, isUntried: true }, never)

  const [first = ''] = order
  const name = first.replace('end ', '')
  expect(order).toEqual([`end ${name}`, `begin ${name}`, `begin ${name}`])
})

test('an agent works once, however often its version can not be published', async () => {
  const { machine, run } = await openRun()
  let works = 0
  machine.execute = (request) => {
    works += 1
    return Promise.resolve(changed(request))
  }
  const away = () => new CountersignFault('github_unavailable', 'GitHub does not answer', '')
  machine.pulls.faults.push({ name: 'publish', error: away() }, { name: 'publish', error: away() })

  const outcome = await performRun(machine.ports, { ...run, isUntried: true }, never)

  expect(gateOf(outcome)).toMatchObject({ kind: 'run_yielded', task: 'T1' })
  expect(works).toBe(1)
  expect(machine.pulls.calls.filter((call) => call.startsWith('publish'))).toEqual([
    'publish countersign/ISS-007/1/T1',
    'publish countersign/ISS-007/1/T1 again',
    'publish countersign/ISS-007/1/T1 again',
  ])
})

test('nor does it work again for one failure after an outage; where it worked in vain too often it is a failed attempt', async () => {
  const { machine, run } = await openRun()
  let works = 0
  machine.execute = (request) => {
    works += 1
    return Promise.resolve(costly(request))
  }
  const away = () => ({ name: 'publish', error: new CountersignFault('github_unavailable', 'GitHub is away', '') })
  const awayThroughout = () => void machine.pulls.faults.push(...Array.from({ length: 8 }, away))

  machine.pulls.faults.push(away())
  const once = await performRun(machine.ports, { ...run, isUntried: true, deferrals: 5 }, never)
  awayThroughout()
  const deferred = await performRun(machine.ports, { ...run, isUntried: true, deferrals: 2 }, never)
  awayThroughout()
  const inVain = await performRun(machine.ports, { ...run, isUntried: true, deferrals: 3 }, never)

  expect(gateOf(once)).toMatchObject({ kind: 'run_yielded' })
  expect(deferred).toMatchObject({ kind: 'deferred' })
  expect(gateOf(inVain)).toMatchObject({
    kind: 'run_failed',
    reason: 'what it made could not be kept: GitHub is away',
    receipt: { tokens: 84_000, outcome: 'failed' },
  })
  expect(works).toBe(3)
})

test('a run that is paused before its version could be published leaves, with its receipt', async () => {
  const { machine, run } = await openRun()
  machine.execute = (request) => Promise.resolve(changed(request))
  const controller = new AbortController()
  const fault = new CountersignFault('github_unavailable', 'GitHub does not answer', '')
  machine.pulls.faults.push({ name: 'publish', error: fault })
  machine.ports.wait = () => Promise.resolve(controller.abort())

  const outcome = await performRun(machine.ports, run, controller.signal)

  expect(gateOf(outcome)).toMatchObject({ kind: 'run_left', left: { receipt: { outcome: 'left' }, patch: null } })
})

/** The executor waits for a limit of GitHub's for so long, as a request in the middle of it would. */
async function waitForLimit(ms: number): Promise<void> {
  const goOn = currentTrace().patience?.wait()
  await new Promise((resolve) => setTimeout(resolve, ms))
  goOn?.()
}

test('a run that waits for a limit for longer than its deadline is not failed, and none of its time is gone', async () => {
  const { machine, run } = await openRun()
  const minutes = 15 + machine.store.configuration.run.timeout_minutes
  const waits: string[] = []
  machine.execute = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, (minutes - 1) * 60_000))
    machine.pass((minutes - 1) * 60_000)
    await waitForLimit(55 * 60_000)
    return changed(request)
  }
  const performed = performRun(machine.ports, run, never, () => {
    waits.push('waits')
    return () => void waits.push('goes on')
  })

  await vi.advanceTimersByTimeAsync((minutes - 1 + 55) * 60_000)

  expect(gateOf(await performed)).toMatchObject({ kind: 'run_yielded' })
  expect(waits).toEqual(['waits', 'goes on'])
})

test('a run that is told to end tells the requests that it waits with', async () => {
  const { machine, run } = await openRun()
  const controller = new AbortController()
  let wasTold = false
  machine.execute = () => {
    const { promise, reject } = Promise.withResolvers<never>()
    currentTrace().patience?.signal?.addEventListener('abort', () => {
      wasTold = true
      reject(new CountersignFault('told_to_end', 'it was told to end', ''))
    })
    return promise
  }
  const performed = performRun(machine.ports, run, controller.signal)
  await vi.advanceTimersByTimeAsync(0)

  controller.abort()
  await vi.advanceTimersByTimeAsync(0)

  expect([gateOf(await performed), wasTold]).toEqual([
    { kind: 'run_left', task: 'T1', run_id: expect.any(String) },
    true,
  ])
})
