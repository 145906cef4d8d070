import { expect, test } from 'vitest'
import { parseSlashCommands } from '../../../../src/domain/commands/parse-slash-commands.ts'
import type { Work } from '../../../../src/domain/records/work.ts'
import { decideWork } from '../../../../src/domain/work/decide-work.ts'
import type { Actor, CommandPlace } from '../../../../src/domain/work/draft/work-event.ts'
import { buildCriterion, buildTask } from '../../../support/builders.ts'
import {
  acceptWork,
  actor,
  buildContext,
  buildIssue,
  comment,
  nothingYet,
  owedOf,
  playWork,
  proposed,
  recordOf,
  repliesOf,
  working,
} from '../../../support/work/play-work.ts'
import { settleOwed } from '../../../support/work/settle-work.ts'

const context = buildContext()
const manual = buildCriterion({ id: 'AC-2', check_method: 'manual_review', severity: 'major' })
const tasks = [buildTask({ acceptance_criteria: [buildCriterion(), manual] })]
const judging = () => settleOwed(working(context, { tasks }), context, tasks, ['run_task', 'review_version'])
const inPull: CommandPlace = { kind: 'task_pull_request', task: 'T1' }
const author: Actor = { ...actor('read', buildIssue().author, 77) }

/** The bot asks whether it read the issue right. */
function asking(): Work {
  const work = structuredClone(proposed())
  Object.assign(recordOf(work), { phase: 'awaiting_input', asked_reading: 'r1' })
  return work
}

/** A comment as its text is read. */
function says(text: string, by = actor('write', 'bo', 2), place: CommandPlace = { kind: 'issue' }) {
  const event = comment([], { by, place })
  return { ...event, problems: parseSlashCommands(text, 'issue').problems } as typeof event
}

test.each([
  ['Yes, exactly!', 'the reading', asking(), author, undefined, '/answer yes'],
  ['LGTM 👍', 'the plan', proposed(), undefined, undefined, `/approve plan@${proposed().plan?.hash.slice(0, 7)}`],
  ['approve', 'the version', judging(), undefined, inPull, '/approve'],
])('%s, said of %s that is asked about, is told its command, once', (text, _what, before, by, place, usage) => {
  const { work } = acceptWork(before, says(text, by, place))

  expect(repliesOf(work)).toEqual([{ kind: 'mentioned', usage }])
  expect(recordOf(work).phase).toBe(recordOf(before).phase)
  expect(decideWork(work, says(text, by, place), context)).toMatchObject({ kind: 'refused', silent: true })
})

test.each<[string, Work, ReturnType<typeof says>]>([
  ['of who may not approve', proposed(), says('LGTM', actor('triage', 'linus', 3))],
  ['of a stranger to the reading', asking(), says('yes', actor('read', 'eve', 9))],
  ['to nothing that is asked', working(), says('yes')],
  ['where nothing is planned', nothingYet(), says('yes')],
])('a yes %s is talk', (_what, before, event) => {
  expect(decideWork(before, event, context)).toMatchObject({ kind: 'refused', silent: true })
})

test.each([
  ['yes', true],
  ["That's correct, thank you!", true],
  ['Looks good to me', true],
  ['👍🏽', true],
  ['同意', true],
  ['Is that ok?', false],
  ['not ok', false],
  ['Yes, but only with a test', false],
  ['thanks', false],
  ['> yes', false],
  ['`approve`', false],
  ['yes\n/approve', false],
])('whether “%s” is a yes: %s', (text, is) => {
  expect(parseSlashCommands(text, 'issue').problems.some(({ kind }) => kind === 'assented')).toBe(is)
})

test('what stopped work is told goes on by the plan’s hash, since a bare `/approve` may mean the task', () => {
  const stopped = playWork(judging(), context, comment([{ kind: 'stop', why: '' }]))

  const { work } = acceptWork(stopped, comment([{ kind: 'approve_plan', hash: null }], { place: inPull }))

  const hash = work.plan?.hash.slice(0, 7)
  expect(repliesOf(work).at(-1)).toMatchObject({
    kind: 'refused',
    next: `\`/approve plan@${hash}\` starts it again; what was approved is kept`,
  })
})

test('in a pull request that was a task’s, the one that is now is named', () => {
  const place: CommandPlace = { kind: 'other_pull_request', task: 'T1' }
  const before = judging()
  const node = before.execution?.nodes['T1']
  if (node?.kind === 'ACTION') node.pull_request = { number: 15, open: true, node_id: 'PR_15' } as never

  const { work } = acceptWork(
    before,
    comment([{ kind: 'approve_task', task: null, criteria: ['AC-2'], why: '' }], { place }),
  )

  expect(repliesOf(work)).toMatchObject([
    { why: 'this pull request is no longer that of T1', next: 'say it in #15, which is' },
  ])
})

test('a retry of what only a person has to judge doesn’t say that the task is tried again', () => {
  const { work } = acceptWork(judging(), comment([{ kind: 'retry', task: 'T1' }]))

  expect(repliesOf(work)).toEqual([
    {
      kind: 'carried_out',
      what: 'T1: what machines check of its version is checked again; what people said of it stays',
    },
  ])
  expect(owedOf(work, 'review_version')).toHaveLength(1)
})

test('whom a task could be given to are those who can work here', () => {
  const here = buildContext({ lacking: { codex: 'has no model' } })
  const { work } = acceptWork(proposed(), comment([{ kind: 'assign', task: 'T1', executor: 'codex' }]), here)

  expect(repliesOf(work)).toMatchObject([
    { why: expect.stringContaining('has no model'), next: expect.stringContaining('there are patch, shell, human;') },
  ])
})

test.each([
  ['/waive T1 AC-1', 'write', 'maintain'],
  ['/reject T1', 'triage', 'write'],
  ['/doctor now', 'triage', 'write'],
] as const)('%s, badly written by who may not (%s), is told the role', (text, role, needs) => {
  const { work } = acceptWork(proposed(), says(text, actor(role, 'eve', 9)))

  const name = text.split(' ')[0]
  expect(repliesOf(work)).toMatchObject([{ kind: 'no_permission', login: 'eve', name, has: role, needs }])
})

test('who may is told how it is written', () => {
  const { work } = acceptWork(proposed(), says('/waive T1 AC-1', actor('maintain', 'mo', 3)))

  expect(repliesOf(work)).toMatchObject([{ kind: 'bad_arguments', name: 'waive' }])
})
