import { expect, test } from 'vitest'
import { commandUsages } from '../../src/domain/command-usage.ts'
import { parseSlashCommands } from '../../src/domain/parse-slash-commands.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../support/measure-growth.ts'

test.each([
  ['/plan', { kind: 'plan' }],
  ['/approve', { kind: 'approve_plan', hash: null }],
  ['/approve plan', { kind: 'approve_plan', hash: null }],
  ['/approve plan@1a2b3c4', { kind: 'approve_plan', hash: '1a2b3c4' }],
  ['/approve T2', { kind: 'approve_task', task: 'T2' }],
  ['/approve t3.1', { kind: 'approve_task', task: 'T3.1' }],
  ['/reject T1 the header is wrong', { kind: 'reject_task', task: 'T1', why: 'the header is wrong' }],
  ['/retry', { kind: 'retry', task: null }],
  ['/retry T2', { kind: 'retry', task: 'T2' }],
  ['/pause', { kind: 'pause' }],
  ['/resume', { kind: 'resume' }],
  ['/stop', { kind: 'stop', why: '' }],
  ['/stop not needed any more', { kind: 'stop', why: 'not needed any more' }],
  ['/status', { kind: 'status' }],
  ['/list', { kind: 'list' }],
  ['/replan', { kind: 'replan', guidance: '', fresh: false }],
  ['/replan drop T2', { kind: 'replan', guidance: 'drop T2', fresh: false }],
  ['/replan fresh: drop T2', { kind: 'replan', guidance: 'drop T2', fresh: true }],
  ['/replan freshen the text', { kind: 'replan', guidance: 'freshen the text', fresh: false }],
  ['/answer in src/a.ts', { kind: 'answer', text: 'in src/a.ts' }],
  ['/split t2.1', { kind: 'split', task: 'T2.1' }],
  ['/waive T2 ac-3 not this time', { kind: 'waive', task: 'T2', criterion: 'AC-3', why: 'not this time' }],
  ['/assign T2 @Ada', { kind: 'assign', task: 'T2', executor: '@Ada' }],
  ['/assign T2 Shell', { kind: 'assign', task: 'T2', executor: 'shell' }],
  ['/doctor', { kind: 'doctor', fix: false }],
  ['/doctor fix', { kind: 'doctor', fix: true }],
  ['/export', { kind: 'export', include_candidates: false, supporting: null, partial: false }],
  ['/export include-candidates', { kind: 'export', include_candidates: true, supporting: null, partial: false }],
  [
    '/export --partial --include-candidates',
    { kind: 'export', include_candidates: true, supporting: null, partial: true },
  ],
  ['/export No-Supporting', { kind: 'export', include_candidates: false, supporting: false, partial: false }],
  ['/export supporting', { kind: 'export', include_candidates: false, supporting: true, partial: false }],
  ['/help', { kind: 'help' }],
  ['/HELP  ', { kind: 'help' }],
  ['/countersign plan', { kind: 'plan' }],
  ['/countersign approve T2', { kind: 'approve_task', task: 'T2' }],
  ['/countersign', { kind: 'help' }],
])('%j in an issue is read', (body, command) => {
  expect(parseSlashCommands(body, 'issue')).toEqual({ commands: [{ line: 1, ...command }], problems: [] })
})

test.each([
  ['/approve', { kind: 'approve_task', task: null }],
  ['/reject too slow', { kind: 'reject_task', task: null, why: 'too slow' }],
  ['/waive tests known fault', { kind: 'waive_tests', why: 'known fault' }],
  ['/waive AC-1 not here', { kind: 'waive', task: null, criterion: 'AC-1', why: 'not here' }],
  ['/reject T2 too slow', { kind: 'reject_task', task: 'T2', why: 'too slow' }],
])('%j in a pull request is about its task', (body, command) => {
  expect(parseSlashCommands(body, 'pull_request').commands).toEqual([{ line: 1, ...command }])
})

test('what planning is told may go on over the lines below, up to the next command', () => {
  const body = '/replan\n\n- [ ] T3: Say so in `docs/a.md`\n<!-- unseen -->\n/status\nthat is all'

  const { commands } = parseSlashCommands(body, 'issue')

  expect(commands).toEqual([
    { line: 1, kind: 'replan', guidance: '- [ ] T3: Say so in `docs/a.md`', fresh: false },
    { line: 5, kind: 'status' },
  ])
})

test.each([
  ['/answer', 'it says nothing'],
  ['/split', 'it must name the task'],
  ['/waive tests', 'it must say why, since that is what is kept instead of a result'],
  ['/waive T1', 'it must name the criterion, such as `AC-1`'],
  ['/waive T1 AC-1', 'it must say why, since that is what is kept instead of a result'],
  ['/assign T1', 'it must say who: `@login`, or an executor'],
  ['/assign T1 ada and bo', 'it takes one name, and `and bo` is more'],
  ['/countersign assign me', 'it must name the task'],
  ['/export no-supporting supporting', 'it asks for `supporting` and for `no-supporting`'],
  ['/doctor heal', '`heal` is not one of its options'],
])('%j is told what is wrong with it', (body, problem) => {
  expect(parseSlashCommands(body, 'issue')).toMatchObject({
    commands: [],
    problems: [{ kind: 'bad_arguments', problem }],
  })
})

test('several commands in a comment keep their order and lines', () => {
  const body = 'Looks good.\r\n/approve plan@1a2b3c4\r\n\r\nand then\r\n/status'

  const { commands } = parseSlashCommands(body, 'issue')

  expect(commands).toEqual([
    { line: 2, kind: 'approve_plan', hash: '1a2b3c4' },
    { line: 5, kind: 'status' },
  ])
})

test.each([
  ['not at the beginning of a line', 'please /plan this'],
  ['in a fenced block', '```\n/plan\n```'],
  ['in an indented block', 'text\n\n    /plan'],
  ['indented like code below text', 'text\n    /plan'],
  ['in a code span', '`/plan`'],
  ['in a code span over lines', 'a `b\n/plan\nc` d'],
  ['in a quote', '> /plan'],
  ['on a line that continues a quote', '> somebody said\n/plan'],
  ['in a list', '- /plan'],
  ['in a table', '| a |\n|---|\n/plan |'],
  ['in a heading', '# /plan'],
  ['in an underlined heading', '/plan\n==='],
  ['in HTML', '<div>\n/plan\n</div>'],
  ['in an HTML comment', 'a <!--\n/plan\n--> b'],
  ['escaped', '\\/plan'],
  ['behind a hidden character', '\u200B/plan'],
])('a command %s is ignored', (_name, body) => {
  expect(parseSlashCommands(body, 'issue')).toEqual({ commands: [], problems: [] })
})

test.each([
  ['/approve all of it', 'approve', '`all of it` is neither a task nor `plan@` with 7 to 64 hex digits'],
  ['/approve plan@xyz', 'approve', '`plan@xyz` is neither a task nor `plan@` with 7 to 64 hex digits'],
  ['/reject T1', 'reject', 'it must say why, since the next version is made from that'],
  ['/reject it is bad', 'reject', 'it must name the task'],
  ['/retry everything', 'retry', '`everything` is no task'],
  ['/export zip', 'export', '`zip` is not one of its options'],
  ['/pause please', 'pause', 'it takes no arguments'],
])('%j has wrong arguments', (body, name, problem) => {
  const { commands, problems } = parseSlashCommands(body, 'issue')

  expect(commands).toEqual([])
  expect(problems).toEqual([
    { kind: 'bad_arguments', line: 1, name, problem, usage: expect.stringContaining(`/${name}`) as string },
  ])
})

test.each([
  ['/aprove', 'aprove', 'approve'],
  ['/paln', 'paln', 'plan'],
  ['/statsu', 'statsu', 'status'],
  ['/countersign frobnicate', 'frobnicate', null],
  ['/countersign exprot', 'exprot', 'export'],
])('%j is an unknown command', (body, name, suggestion) => {
  expect(parseSlashCommands(body, 'issue').problems).toEqual([{ kind: 'unknown_command', line: 1, name, suggestion }])
})

test.each(['/usr/bin/env', '/etc', '/lgtm', '/hold', '/assign me', '/', '//', '/123', '/cc @ada'])(
  '%j is for somebody else, so nothing is said',
  (body) => {
    expect(parseSlashCommands(body, 'issue')).toEqual({ commands: [], problems: [] })
  },
)

test('a comment full of commands is read up to the twentieth', () => {
  const { commands, problems } = parseSlashCommands('/status\n'.repeat(500), 'issue')

  expect(commands).toHaveLength(20)
  expect(problems).toEqual([expect.objectContaining({ kind: 'bad_arguments', line: 21 })])
})

test('a backtick in wrong arguments cannot leave its code span', () => {
  const { problems } = parseSlashCommands('/retry `x` @everyone', 'issue')

  expect(problems[0]).toMatchObject({ problem: "`'x' @everyone` is no task" })
})

test('every usage in the table is understood', () => {
  for (const { kind, usage } of commandUsages) {
    const body = usage.replace('<why>', 'because').replaceAll(/[[\]]/g, '')

    const { commands } = parseSlashCommands(body, 'issue')

    expect(commands.map((command) => command.kind)).toEqual([kind])
  }
})

test.each([
  '/plan\n',
  '/x ',
  '`/a` ',
  '/\n> a\nb\n\n',
  '/x\n> # a\nb\n',
  '/a\n=\n',
  '/<!--',
  'a <!-- /b\n',
  '[/',
  '- /a\n',
  '*/a_ ',
  '/>',
  'a/<?',
  '/hlp\n\n',
])('a comment of %j takes linear time', { retry: 2, timeout: 30_000 }, (piece) => {
  const growth = measureGrowth(16_000, repeatTo(piece), (body) => parseSlashCommands(body, 'issue'))

  expect(growth).toBeLessThan(linearGrowth)
})
