import { expect, test, vi } from 'vitest'
import { FakeTaskJobs } from '../../../support/fakes/fake-task-jobs.ts'
import { Machine } from '../../../support/fakes/machine.ts'

/** A machine whose T1 is at work in a job. */
async function openInJob(): Promise<{ machine: Machine; jobs: FakeTaskJobs }> {
  const machine = new Machine()
  const jobs = new FakeTaskJobs()
  machine.ports.taskJobs = jobs
  const url = 'https://github.com/octo/widgets/actions/runs/12'
  machine.label()
  await machine.settle()
  machine.say('/approve')
  await machine.queue.turn()
  await vi.waitFor(() => expect(jobs.ordered).toHaveLength(1))
  jobs.job = { id: 12, url, state: { kind: 'at_work', since: machine.ports.now() } }
  return { machine, jobs }
}

test.each(['/pause', '/stop'])('%s ends the job of a run before the run is said to have left', async (command) => {
  const { machine, jobs } = await openInJob()
  let cancel = () => {}
  const cancelling = new Promise<void>((resolve) => (cancel = resolve))
  const stateAtCancel: unknown[] = []
  jobs.cancel = async (place) => {
    jobs.cancelled.push(place)
    stateAtCancel.push(machine.record().outbox.some(({ action }) => action.kind === 'run_task'))
    await cancelling
  }

  machine.say(command)
  await machine.queue.turn()
  await vi.waitFor(() => expect(jobs.cancelled).toHaveLength(1))
  cancel()
  await machine.settle()

  expect(jobs.cancelled).toMatchObject([{ workflow: 'countersign-task.yml', name: 'Task T1 (mac)' }])
  expect(stateAtCancel).toEqual([true])
  expect(machine.record().outbox.filter(({ action }) => action.kind === 'run_task')).toEqual([])
})

test('where no task is worked on in jobs, none is looked for', async () => {
  const { machine, jobs } = await openInJob()
  jobs.defaults.executors.length = 0

  machine.say('/pause')
  await machine.settle()

  expect(jobs.cancelled).toEqual([])
})
