import { expect, test } from 'vitest'
import { findLostBranches } from '../../src/application/find-lost-branches.ts'
import type { SlashCommand } from '../../src/domain/slash-command.ts'
import { at, actor, buildContext, playWork, working } from '../support/play-work.ts'
import { buildConfiguration, buildTask } from '../support/builders.ts'
import { repository } from '../support/fakes/machine.ts'
import { settleOwed } from '../support/settle-work.ts'

const tasks = [buildTask()]
const branch = 'countersign/ISS-007/1/T1'
const resume: SlashCommand = { kind: 'resume', line: 1 }

/** What is found lost of T1's branch, which was deleted once it had a version and is at `head` by now. */
async function lostAt(head: (version: string) => string | null, isOnTop = false, by = actor()) {
  const context = buildContext()
  const made = settleOwed(working(context, { tasks }), context, tasks, ['run_task'])
  const work = playWork(made, context, at({ kind: 'branch_lost', branch, how: 'deleted', by: 'eve' }))
  const version = work.execution?.artifacts[0]?.commit_sha ?? ''
  const asked: string[] = []
  const findHead = (_repository: unknown, name: string) => Promise.resolve((asked.push(name), head(version)))
  const ports = { pullRequests: { findHead }, workspace: { isAncestor: () => Promise.resolve(isOnTop) } }
  const commands = { commands: [resume], by }
  const configuration = { configuration: buildConfiguration() }
  return { lost: await findLostBranches(ports as never, repository, configuration, work, commands), asked }
}

test.each<[string, (version: string) => string | null, boolean, string[]]>([
  ['gone', () => null, false, [branch]],
  ['somewhere else', () => 'f'.repeat(40), false, [branch]],
  ['back', (version) => version, false, []],
  ['further on', () => 'f'.repeat(40), true, []],
])('a branch that is %s', async (_where, head, isOnTop, lost) => {
  expect(await lostAt(head, isOnTop)).toEqual({ lost, asked: [branch] })
})

test('nothing is looked up for who may not resume', async () => {
  expect(await lostAt(() => null, false, actor('read'))).toEqual({ lost: undefined, asked: [] })
})
