import { expect, test } from 'vitest'
import { findLostBranches } from '../../../src/application/branches/find-lost-branches.ts'
import type { OwedEffect } from '../../../src/domain/effects/effect.ts'
import type { SlashCommand } from '../../../src/domain/commands/slash-command.ts'
import type { WorkEvent } from '../../../src/domain/work/draft/work-event.ts'
import { at, actor, buildContext, playWork, working } from '../../support/work/play-work.ts'
import { buildConfiguration, buildTask } from '../../support/builders.ts'
import { repository } from '../../support/fakes/machine.ts'
import { settleOwed } from '../../support/work/settle-work.ts'

const tasks = [buildTask()]
const branch = 'countersign/ISS-007/1/T1'
const base = 'countersign/ISS-007/1/base'
const resume: SlashCommand = { kind: 'resume', line: 1 }
const lostBranch = (name: string) => at({ kind: 'branch_lost', branch: name, how: 'deleted', by: 'eve' })

/** What is found lost of T1's branch, which was deleted once it had a version and is at `head` by now. */
async function lostAt(head: (version: string) => string | null, isOnTop = false, by = actor()) {
  const context = buildContext()
  const made = settleOwed(working(context, { tasks }), context, tasks, ['run_task'])
  const work = playWork(made, context, lostBranch(branch))
  const version = work.execution?.artifacts[0]?.commit_sha ?? ''
  const asked: string[] = []
  const findHead = (_repository: unknown, name: string) => Promise.resolve((asked.push(name), head(version)))
  const isAncestor = (_repository: unknown, ancestor: string, commit: string) =>
    Promise.resolve(isOnTop && ancestor === version && commit !== version)
  const ports = { pullRequests: { findHead }, workspace: { isAncestor } }
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

type Kinds = OwedEffect['action']['kind'][]

/** What is looked up once this happened to the work, whose T1 came so far. */
async function askedAfter(events: WorkEvent[], command = resume, kinds: Kinds = ['run_task']): Promise<string[]> {
  const context = buildContext()
  const both = [...tasks, buildTask({ id: 'T2', depends_on: ['T1'] })]
  const work = playWork(settleOwed(working(context, { tasks: both }), context, both, kinds), context, ...events)
  const asked: string[] = []
  const findHead = (_repository: unknown, name: string) => Promise.resolve((asked.push(name), null))
  const ports = { pullRequests: { findHead }, workspace: {} }
  const commands = { commands: [command], by: actor() }
  await findLostBranches(ports as never, repository, { configuration: buildConfiguration() }, work, commands)
  return asked
}

const differs = at({
  kind: 'integration_differs',
  op: null,
  branch: base,
  commit: 'f'.repeat(40),
  by: 'eve',
  differences: [{ path: 'src/a.ts', approved: null }],
})

test.each<[string, WorkEvent[], SlashCommand, Kinds, string[]]>([
  ['with another command', [lostBranch(branch)], { kind: 'pause', line: 1 }, ['run_task'], []],
  ['where it is what the branch holds that differs', [differs], resume, ['run_task'], []],
  ['of a task that is done', [lostBranch(branch)], resume, ['run_task', 'review_version', 'merge_task'], []],
  ['where two were lost', [lostBranch(branch), lostBranch(base)], resume, ['run_task'], [base, branch]],
])('what is looked up %s', async (_what, events, command, kinds, branches) => {
  expect(await askedAfter(events, command, kinds)).toEqual(branches)
})
