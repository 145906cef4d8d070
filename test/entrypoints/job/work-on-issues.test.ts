import { once } from 'node:events'
import { expect, test } from 'vitest'
import { findIssues } from '../../../src/entrypoints/job/find-issues.ts'
import { workOnIssues } from '../../../src/entrypoints/job/work-on-issues.ts'
import { playJob } from '../../support/action/play-job.ts'
import { oneTask, repository } from '../../support/fakes/machine.ts'
import { buildPayload } from '../../support/webhook-payloads.ts'
import { writeIssue } from '../../e2e/support/write-issue.ts'

const sweep = { name: 'schedule', payload: { schedule: '7 * * * *' } }

/** Somebody puts the label on issue 7. */
const labelled = {
  name: 'issues',
  payload: buildPayload('issues', 'labeled', {
    repository: { full_name: repository.key },
    label: { name: 'countersign' },
    issue: { number: 7, title: 'Notes', body: writeIssue(oneTask), state: 'open', labels: [{ name: 'countersign' }] },
  }),
}

function assignment(issue: number | null, deadline = new AbortController().signal) {
  return { issue, runsAtOnce: 4, deadline }
}

test('what an event asks for in its issue is done until nothing is left to do', async () => {
  const { job, machine, stops } = playJob()

  const found = await findIssues(job, labelled)
  const report = await workOnIssues(job, labelled, assignment(7))

  expect(found).toEqual([7])
  expect(machine.record().phase).toBe('proposed')
  expect(report).toMatchObject({ isAtRest: true, summary: expect.stringContaining('Notes') })
  expect(stops()).toBe(1)
})

test('a job of another issue leaves it alone, and doesn’t read it', async () => {
  const { job, machine } = playJob()
  await workOnIssues(job, labelled, assignment(7))
  const other = playJob(machine)

  const report = await workOnIssues(other.job, labelled, assignment(8))

  expect(report).toEqual({ isAtRest: true, summary: '' })
  expect(other.forgeReader.read).toEqual([])
})

test('at its deadline it gives back what it has, and says that something is left', async () => {
  const { job, machine, stops } = playJob()
  const isWorking = Promise.withResolvers<void>()
  const deadline = new AbortController()
  // GitHub answers nothing until then.
  const read = machine.store.read.bind(machine.store)
  machine.store.read = async (...asked) => {
    isWorking.resolve()
    if (!deadline.signal.aborted) await once(deadline.signal, 'abort')
    return read(...asked)
  }

  const reporting = workOnIssues(job, labelled, assignment(null, deadline.signal))
  await isWorking.promise
  deadline.abort()

  expect(await reporting).toMatchObject({ isAtRest: false })
  expect(stops()).toBe(1)
})

test('a sweep finds the issues in which something is due', async () => {
  const { job, machine } = playJob()
  machine.execute = () => new Promise(() => undefined)
  machine.label()
  await machine.settle()
  machine.say('/approve')
  await machine.queue.idle()
  machine.pass(31 * 60_000)

  const found = await findIssues(job, sweep)

  expect(found).toEqual([7])
})

test('a repository that can’t be looked over fails the job that looks', async () => {
  const { job, forgeReader } = playJob()
  forgeReader.faults.push(new Error('GitHub is away'))

  await expect(findIssues(job, sweep)).rejects.toThrow('could not be looked over')
})
