import { expect, test } from 'vitest'
import { summariseJob } from '../../../src/entrypoints/job/summarise-job.ts'
import { Machine, repository } from '../../support/fakes/machine.ts'

const before = '2026-11-21T03:00:00.000Z'

async function planned(): Promise<Machine> {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  return machine
}

test('an issue has its name, how it stands, and what happened since the job began', async () => {
  const { ports } = await planned()

  const during = await summariseJob({ ports, repository }, 7, before)
  const after = await summariseJob({ ports, repository }, 7, '2026-11-22T00:00:00.000Z')

  expect(during).toMatch(/^## \[#7 Notes\]\(https:\/\/github\.com\/octo\/widgets\/issues\/7\)/)
  expect(during).toMatch(/\*\*\d+ events? in this job\*\*/)
  expect(after).toContain('This job changed nothing.')
})

test('without an issue it is about all that are open, one that nobody registered has nothing', async () => {
  const { ports } = await planned()

  expect(await summariseJob({ ports, repository }, null, before)).toContain('## [#7 Notes]')
  expect(await summariseJob({ ports, repository }, 8, before)).toBe('')
})

test('more than twenty issues nobody reads on one page', async () => {
  const { ports, store } = await planned()
  const [open] = await store.readOpen()
  if (open === undefined) throw new Error('one issue is open')
  store.readOpen = () => Promise.resolve(Array.from({ length: 25 }, () => open))

  const summary = await summariseJob({ ports, repository }, null, before)

  expect(summary.match(/^## /gm)).toHaveLength(20)
})

test('what can’t be read is told in the log, and the job is no worse for it', async () => {
  const machine = await planned()
  machine.store.readFaults.push(new Error('GitHub is away'))

  expect(await summariseJob({ ports: machine.ports, repository }, 7, before)).toBe('')
  expect(machine.logs.join('\n')).toMatch(/warn no summary of the job .*GitHub is away/)
})
