import { expect, test } from 'vitest'
import { askAssignees, askForCommands } from '../../../src/application/planning/ask-assignees.ts'
import type { Role } from '../../../src/domain/configuration/sections/roles.ts'
import type { CommandPlace } from '../../../src/domain/work/draft/work-event.ts'
import { buildConfiguration, buildExecution, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { repository } from '../../support/fakes/machine.ts'
import { actor, type Command } from '../../support/work/play-work.ts'

const roles = new Map<string, Role>([
  ['ada', 'write'],
  ['eve', 'read'],
])

/** GitHub, with whom it was asked about. */
function github(listWriters = () => Promise.resolve(['ada'])) {
  const asked: string[] = []
  const people = {
    findRole: () => Promise.resolve(null),
    findRoleOfLogin: (_repository: unknown, login: string) => {
      asked.push(login)
      return Promise.resolve(roles.get(login) ?? ('unknown' as const))
    },
    listWriters: () => {
      asked.push('writers')
      return listWriters()
    },
    countReviewRequests: () => Promise.resolve({}),
  }
  return { asked, people }
}

test('each person is asked about once, executors are not; who else could do it only where somebody may not', async () => {
  const [fine, wrong, nobody] = [github(), github(), github()]

  expect(await askAssignees(fine.people, repository, ['@ada', 'patch', '@ADA'])).toEqual({
    people: [{ login: 'ada', role: 'write' }],
    writers: [],
  })
  expect(fine.asked).toEqual(['ada'])
  expect(await askAssignees(wrong.people, repository, ['@eve'])).toEqual({
    people: [{ login: 'eve', role: 'read' }],
    writers: ['ada'],
  })
  expect(await askAssignees(nobody.people, repository, ['human', 'shell'])).toBeUndefined()
})

test('where GitHub does not say who could, the refusal stands without', async () => {
  const { people } = github(() => Promise.reject(new Error('403')))

  expect(await askAssignees(people, repository, ['@eve'])).toMatchObject({ people: [{ role: 'read' }], writers: [] })
})

test('no more than twenty are asked about', async () => {
  const { asked, people } = github()

  await askAssignees(
    people,
    repository,
    Array.from({ length: 30 }, (_, index) => `@p${index}`),
  )

  expect(asked.filter((one) => one !== 'writers')).toHaveLength(20)
})

const inPull: CommandPlace = { kind: 'task_pull_request', task: 'T1' }
const approve: Command = { kind: 'approve_plan', hash: null }

/** Whom a comment has asked about: T1 is planned for eve and was given to ada since, T2 is mo’s. */
async function askedBy(command: Command, role: Role = 'write', place: CommandPlace = { kind: 'issue' }) {
  const plan = buildPlan({ tasks: [buildTask({ executor: '@eve' }), buildTask({ id: 'T2', executor: '@mo' })] })
  const execution = buildExecution(plan, { T1: { executor: '@ada' }, T2: { executor: '@mo' } })
  const { asked, people } = github()
  const commands = [{ ...command, line: 1 }]
  await askForCommands(
    people,
    repository,
    { configuration: buildConfiguration() },
    { record: buildRecord(), plan, execution, loop: null },
    { commands, by: actor(role), place },
  )
  return asked.filter((one) => one !== 'writers')
}

test('asked about are whom a task is given to, and whose tasks an approval begins', async () => {
  expect(await askedBy({ kind: 'assign', task: 'T1', executor: '@bo' })).toEqual(['bo'])
  expect(await askedBy(approve)).toEqual(['ada', 'mo'])
})

test('nobody is asked about for who may not, nor for the approval of a version', async () => {
  expect(await askedBy(approve, 'read')).toEqual([])
  expect(await askedBy(approve, 'write', inPull)).toEqual([])
})
