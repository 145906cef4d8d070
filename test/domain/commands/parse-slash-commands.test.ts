import { fc, test } from '../../support/property.ts'
import { expect } from 'vitest'
import { commandUsages } from '../../../src/domain/commands/command-usage.ts'
import { parseSlashCommands } from '../../../src/domain/commands/parse-slash-commands.ts'
import type { CommandThread } from '../../../src/domain/commands/parsed-command.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../support/measure/measure-growth.ts'

test.each([
  ['/plan', { kind: 'plan' }],
  ['/approve', { kind: 'approve_plan', hash: null }],
  ['/approve plan', { kind: 'approve_plan', hash: null }],
  ['/approve plan@1a2b3c4', { kind: 'approve_plan', hash: '1a2b3c4' }],
  ['/approve T2', { kind: 'approve_task', task: 'T2', criteria: [], why: '' }],
  ['/approve t3.1', { kind: 'approve_task', task: 'T3.1', criteria: [], why: '' }],
  ['/reject T1 the header is wrong', { kind: 'reject_task', task: 'T1', criteria: [], why: 'the header is wrong' }],
  ['/approve T4 AC-3', { kind: 'approve_task', task: 'T4', criteria: ['AC-3'], why: '' }],
  [
    '/approve T4 AC-2 hides without a click, but stays with one',
    { kind: 'approve_task', task: 'T4', criteria: ['AC-2'], why: 'hides without a click, but stays with one' },
  ],
  ['/approve T4 [AC-2]', { kind: 'approve_task', task: 'T4', criteria: ['AC-2'], why: '' }],
  [
    '/approve T4 ac-3, AC-2 look right',
    { kind: 'approve_task', task: 'T4', criteria: ['AC-3', 'AC-2'], why: 'look right' },
  ],
  ['/reject T4 AC-2 no header', { kind: 'reject_task', task: 'T4', criteria: ['AC-2'], why: 'no header' }],
  [
    '/reject T4 AC-2,AC-3 and AC-5: no header',
    { kind: 'reject_task', task: 'T4', criteria: ['AC-2', 'AC-3', 'AC-5'], why: 'no header' },
  ],
  ['/reject T4 UNDOES-T1 keep it', { kind: 'reject_task', task: 'T4', criteria: ['UNDOES-T1'], why: 'keep it' }],
  ['/reject T4: and so on', { kind: 'reject_task', task: 'T4', criteria: [], why: 'and so on' }],
  ['/approve plan@1a2b3c4 looks good', { kind: 'approve_plan', hash: '1a2b3c4' }],
  ['/approve `plan@1a2b3c4`.', { kind: 'approve_plan', hash: '1a2b3c4' }],
  ['/approve T1, well done!', { kind: 'approve_task', task: 'T1', criteria: [], why: 'well done' }],
  ['/approve.', { kind: 'approve_plan', hash: null }],
  ['/approve!', { kind: 'approve_plan', hash: null }],
  ['/approve, thanks', { kind: 'approve_plan', hash: null }],
  ['/approve thanks!', { kind: 'approve_plan', hash: null }],
  ['/approve, looks good to me', { kind: 'approve_plan', hash: null }],
  ['/approve: plan@1a2b3c4', { kind: 'approve_plan', hash: '1a2b3c4' }],
  ['/pause。', { kind: 'pause' }],
  ['/pause。谢谢', { kind: 'pause' }],
  ['/pause please', { kind: 'pause' }],
  ['／pause', { kind: 'pause' }],
  ['／approve\u3000T2', { kind: 'approve_task', task: 'T2', criteria: [], why: '' }],
  ['/status?', { kind: 'status' }],
  ['/retry T2, please.', { kind: 'retry', task: 'T2' }],
  ['/retry T2, please. Thank you! 🎉', { kind: 'retry', task: 'T2' }],
  ['/assign T2 @joypls, please', { kind: 'assign', task: 'T2', executor: '@joypls' }],
  ['/assign T2 @ada-thanks', { kind: 'assign', task: 'T2', executor: '@ada-thanks' }],
  ['/assign T2 @Thanks', { kind: 'assign', task: 'T2', executor: '@Thanks' }],
  ['/stop, it breaks main', { kind: 'stop', why: 'it breaks main' }],
  ['/countersign approve, thanks', { kind: 'approve_plan', hash: null }],
  ['/retry', { kind: 'retry', task: null }],
  ['/retry T2', { kind: 'retry', task: 'T2' }],
  ['/retry T2 now', { kind: 'retry', task: 'T2' }],
  ['/retry T2, the runner is back', { kind: 'retry', task: 'T2' }],
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
  ['/answer', { kind: 'answer', text: '' }],
  ['/answer in src/a.ts', { kind: 'answer', text: 'in src/a.ts' }],
  ['/split t2.1', { kind: 'split', task: 'T2.1' }],
  ['/waive T2 ac-3 not this time', { kind: 'waive', task: 'T2', criterion: 'AC-3', why: 'not this time' }],
  ['/assign T2 @Ada', { kind: 'assign', task: 'T2', executor: '@Ada' }],
  ['/assign @ada T2', { kind: 'assign', task: 'T2', executor: '@ada' }],
  ['/assign @ada to T2', { kind: 'assign', task: 'T2', executor: '@ada' }],
  ['/assign T2 to @ada', { kind: 'assign', task: 'T2', executor: '@ada' }],
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
  ['/countersign approve T2', { kind: 'approve_task', task: 'T2', criteria: [], why: '' }],
  ['/countersign', { kind: 'help' }],
])('%j in an issue is read', (body, command) => {
  expect(parseSlashCommands(body, 'issue')).toEqual({ commands: [{ line: 1, ...command }], problems: [] })
})

test.each([
  ['/approve', { kind: 'approve_task', task: null, criteria: [], why: '' }],
  ['/approve looks good', { kind: 'approve_task', task: null, criteria: [], why: 'looks good' }],
  ['/approve nice, both ends now', { kind: 'approve_task', task: null, criteria: [], why: 'nice, both ends now' }],
  ['/approve 看起来不错', { kind: 'approve_task', task: null, criteria: [], why: '看起来不错' }],
  ['/reject too slow', { kind: 'reject_task', task: null, criteria: [], why: 'too slow' }],
  ['/approve AC-3', { kind: 'approve_task', task: null, criteria: ['AC-3'], why: '' }],
  ['/reject AC-2 no header', { kind: 'reject_task', task: null, criteria: ['AC-2'], why: 'no header' }],
  ['/waive tests known fault', { kind: 'waive_tests', why: 'known fault' }],
  ['/waive AC-1 not here', { kind: 'waive', task: null, criterion: 'AC-1', why: 'not here' }],
  ['/reject T2 too slow', { kind: 'reject_task', task: 'T2', criteria: [], why: 'too slow' }],
])('%j in a pull request is about its task', (body, command) => {
  expect(parseSlashCommands(body, 'pull_request').commands).toEqual([{ line: 1, ...command }])
})

test.each([
  '/approve looks good, no comments',
  '/approve no objections from my side',
  '/approve No notes!',
  '/approve fine. No further remarks, nothing to add',
  '/approve 没有意见',
])('%j in a pull request approves: that there is nothing to say takes nothing back', (body) => {
  expect(parseSlashCommands(body, 'pull_request')).toMatchObject({
    commands: [{ kind: 'approve_task', task: null, criteria: [] }],
    problems: [],
  })
})

test.each([
  ['/approve looks good but wait for Monday', 'may say otherwise; write `/approve` alone, or `/reject` and why'],
  ['/approve, but not before Monday', 'may say otherwise'],
  ["/approve it doesn't trim", 'may say otherwise'],
  ['/approve no comments yet', 'may say otherwise'],
  ['/approve no objections, but the header is wrong', 'may say otherwise'],
  ['/approve no notes except on the header', 'may say otherwise'],
  ['/approve no comments in the code', 'may say otherwise'],
  ['/approve no comments and no tests', 'may say otherwise'],
  ['/approve 没有测试', 'may say otherwise'],
  ['/approve 不行', 'may say otherwise'],
  ['/approve thanks T2', 'neither a task nor'],
  ['/approve all', 'neither a task nor'],
  ['/approve plan looks good', 'neither a task nor'],
  ['/approve 1a2b3c4', 'neither a task nor'],
])('%j in a pull request is not taken for a remark', (body, problem) => {
  expect(parseSlashCommands(body, 'pull_request')).toMatchObject({
    commands: [],
    problems: [{ kind: 'bad_arguments', problem: expect.stringContaining(problem) as string }],
  })
})

test('what planning is told may go on over the lines below, up to the next command', () => {
  const body = '/replan\n\n- [ ] T3: Say so in `docs/a.md`\n<!-- unseen -->\n/status\nthat is all'

  const { commands } = parseSlashCommands(body, 'issue')

  expect(commands).toEqual([
    { line: 1, kind: 'replan', guidance: '- [ ] T3: Say so in `docs/a.md`', fresh: false },
    { line: 5, kind: 'status' },
  ])
})

test('why a version is rejected may go on over the lines below, up to the next command', () => {
  const body = '/reject T1 AC-1 the header is wrong:\n\n- no date\n- no author\n\n/status\nthat is all'

  const { commands } = parseSlashCommands(body, 'issue')

  expect(commands).toEqual([
    {
      line: 1,
      kind: 'reject_task',
      task: 'T1',
      criteria: ['AC-1'],
      why: 'the header is wrong:\n\n- no date\n- no author',
    },
    { line: 6, kind: 'status' },
  ])
})

test.each([
  ['/approve AC-3', 'it must name the task'],
  ['/approve?', 'it reads like a question'],
  ['/stop？', 'it reads like a question'],
  ['/approve T1, T2', 'it approves one thing, and `T2` names another; give each a line'],
  ['/approve thanks T2', '`thanks T2` is neither a task nor `plan@` with 7 to 64 hex digits'],
  ['/reject T4 AC-2', 'it must say why, since the next version is made from that'],
  ['/split', 'it must name the task'],
  ['/split T2 in two', 'it takes the task alone, and `in two` is more'],
  ['/retry T2 T3', 'it is about one task and done at once, and `T3` says more; give each task a line'],
  ['/retry T2 after T1', 'it is about one task and done at once, and `after T1` says more; give each task a line'],
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

const forPlan = '`/approve plan@1a2b3c4` or `/replan <what to change>`'
const forTask = '`/approve T1 [AC-2]` or `/reject T1 [AC-2] <why>`'

test.each([
  ['/approve plan@1a2b3c4 if the tests pass', 'if the tests pass', forPlan],
  ['/approve plan@1a2b3c4, but rename it first', 'but rename it first', forPlan],
  ['/approve plan@1a2b3c4 looks good, however rename it', 'looks good, however rename it', forPlan],
  ['/approve plan@1a2b3c4 once T2 is gone', 'once T2 is gone', forPlan],
  ['/approve plan@1a2b3c4 provided that CI is green', 'provided that CI is green', forPlan],
  ['/approve plan@1a2b3c4 如果测试通过', '如果测试通过', forPlan],
  ['/approve plan but not T2', 'but not T2', forPlan],
  ['/approve if the tests pass', 'if the tests pass', forPlan],
  ['/approve, but not before Monday', 'but not before Monday', forPlan],
  ['/approve T1 if the tests pass', 'if the tests pass', forTask],
  ['/approve T1 fine, but rename it', 'fine, but rename it', forTask],
])('%j approves nothing, and is told that there are no conditions', (body, said, usage) => {
  const problem = `an approval has no conditions, and \`${said}\` sounds like one; nothing is approved`

  expect(parseSlashCommands(body, 'issue')).toMatchObject({ commands: [], problems: [{ problem, usage }] })
})

test.each(['no further comments', 'please start at once', 'let me know if you need more', 'nothing but good'])(
  '“%s” sets no condition',
  (remark) => {
    expect(parseSlashCommands(`/approve plan@1a2b3c4 ${remark}`, 'issue')).toMatchObject({
      commands: [{ kind: 'approve_plan' }],
      problems: [],
    })
  },
)

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
  ['/pause for lunch', 'pause'],
  ['/resume now, please', 'resume'],
])('%j has a remark behind it', (body, kind) => {
  expect(parseSlashCommands(body, 'issue')).toMatchObject({ commands: [{ kind }], problems: [] })
})

test.each([
  ['/approve all of it', 'approve', '`all of it` is neither a task nor `plan@` with 7 to 64 hex digits'],
  ['/approve plan@xyz', 'approve', '`plan@xyz` is neither a task nor `plan@` with 7 to 64 hex digits'],
  ['/reject T1', 'reject', 'it must say why, since the next version is made from that'],
  ['/reject it is bad', 'reject', 'it must name the task'],
  ['/retry everything', 'retry', '`everything` is no task'],
  ['/export zip', 'export', '`zip` is not one of its options'],
  ['/pause everything', 'pause', 'it takes no arguments'],
  ['/pause after T1', 'pause', 'it takes no arguments'],
  ['/resume after T2 is merged', 'resume', 'it takes no arguments'],
])('%j has wrong arguments', (body, name, problem) => {
  const { commands, problems } = parseSlashCommands(body, 'issue')

  expect(commands).toEqual([])
  expect(problems).toEqual([
    expect.objectContaining({
      kind: 'bad_arguments',
      line: 1,
      name,
      problem,
      usage: expect.stringContaining(`/${name}`) as string,
    }),
  ])
})

test.each([
  ['/aprove', 'aprove', 'approve'],
  ['/aprove.', 'aprove', 'approve'],
  ['/paln', 'paln', 'plan'],
  ['/statsu', 'statsu', 'status'],
  ['/countersign frobnicate', 'frobnicate', null],
  ['/countersign exprot', 'exprot', 'export'],
])('%j is an unknown command', (body, name, suggestion) => {
  expect(parseSlashCommands(body, 'issue').problems).toEqual([{ kind: 'unknown_command', line: 1, name, suggestion }])
})

test.each([
  ['/aprove T1 AC-2 why', 'approve T1 AC-2 why'],
  ['/aprove, looks good', 'approve, looks good'],
  ['/countersign rejcet T1 `a.ts` is wrong', 'reject T1 `a.ts` is wrong'],
  ['/批准吧 T1', 'approve T1'],
  ['/aprove all of it', 'approve'],
  [`/rejcet T1 ${'too long '.repeat(40)}`, 'reject'],
])('%j is told the whole line with the right name, where that is a command', (body, suggestion) => {
  expect(parseSlashCommands(body, 'issue').problems).toMatchObject([{ kind: 'unknown_command', suggestion }])
})

test.each([
  '/usr/bin/env',
  '/plan.md',
  '/help.txt is stale',
  '/status/200',
  '/approve-all',
  '／etc',
  '/etc',
  '/lgtm',
  '/hold',
  '/',
  '//',
  '/123',
  '/cc @ada',
])('%j is for somebody else, so nothing is said', (body) => {
  expect(parseSlashCommands(body, 'issue')).toEqual({ commands: [], problems: [] })
})

test.each([
  ['Looks good to me, /approve', 'approve', 'approve'],
  ['I looked at all of it.\nFine: /approve T1', 'approve', 'approve'],
  ['please /stop', 'stop', 'stop'],
  ['/merge', 'merge', 'approve'],
  ['/Merge please', 'merge', 'approve'],
  ['ready, /merge', 'merge', 'approve'],
  ['/assign', 'assign', 'assign'],
  ['/assign @ada', 'assign', 'assign'],
])('%j may be meant as a command', (body, said, name) => {
  const { commands, problems } = parseSlashCommands(body, 'issue')

  expect(commands).toEqual([])
  expect(problems).toEqual([{ kind: 'hinted', line: body.split('\n').length, said, name }])
})

test.each([
  'see `/approve`',
  '> LGTM, /approve',
  'the route /approve/7 is slow',
  'open src/approve or https://example.org/merge',
  'its /status page is down',
  'in /merge.ts',
  '/merge-queue is full',
])('%j is talk', (body) => {
  expect(parseSlashCommands(body, 'issue')).toEqual({ commands: [], problems: [] })
})

test('who commands is answered for the command alone, whatever else is said', () => {
  const { commands, problems } = parseSlashCommands('Looks good, /approve\n\n/status', 'issue')

  expect([commands, problems]).toEqual([[{ line: 3, kind: 'status' }], []])
})

test.each([
  ['@countersign approve', 'approve'],
  ['@Countersign[bot] could you approve plan@1a2b3c4?', 'approve'],
  ['Hi @countersign, aprove it', 'approve'],
  ['text\n@countersign: stop it', 'stop'],
  ['will @countersign retry this?', 'retry'],
  ['will @countersign[bot] retry this?', 'retry'],
  ['@countersign 批准', null],
])('%j speaks to the bot', (body, name) => {
  const { commands, problems } = parseSlashCommands(body, 'issue', 'countersign')

  expect(commands).toEqual([])
  expect(problems).toMatchObject([{ kind: 'mentioned', line: body.split('\n').length, name }])
})

test.each([
  'as @countersign said above',
  "@countersign's plan is fine",
  '@countersign-dev approve',
  'mail me@countersign approve',
  '`@countersign approve`',
  '> @countersign approve',
  '```\n@countersign approve\n```',
  'github.com/@countersign/approve',
])('%j speaks about the bot, or of another', (body) => {
  expect(parseSlashCommands(body, 'issue', 'countersign')).toEqual({ commands: [], problems: [] })
})

test.each([
  'Thanks @countersign, great',
  'Thanks @countersign, fine plan!',
  '@countersign thank you for the plan. It reads well',
  '@countersign fyi',
  'cc @countersign',
  'I asked @countersign for it. Plan B then',
])('%j asks the bot for nothing, so nothing is said', (body) => {
  expect(parseSlashCommands(body, 'issue', 'countersign')).toEqual({ commands: [], problems: [] })
})

test.each([
  ['Thanks @countersign, please approve it', 'approve'],
  ['@countersign thanks. Now retry T2', 'retry'],
  ['Thanks @countersign, go ahead', null],
  ['Thanks @countersign, what now?', null],
  ['@countersign the plan is wrong', null],
  ['@countersign plan looks good', null],
  ['@countersign I would like you to stop', 'stop'],
])('%j asks the bot for %s', (body, name) => {
  expect(parseSlashCommands(body, 'issue', 'countersign').problems).toMatchObject([{ kind: 'mentioned', name }])
})

test('the bot is known by its name, however that is written', () => {
  const { problems } = parseSlashCommands('@countersign stop', 'issue', 'Countersign')

  expect(problems).toEqual([{ kind: 'mentioned', line: 1, name: 'stop', meant: null }])
})

test.each([
  ['@countersign approve T1 AC-2', '/approve T1 AC-2'],
  ['Hi @countersign, retry T2', '/retry T2'],
  ['@countersign please approve', null],
  ['@countersign reject T1', null],
])('%j is told the very command it means, where it is one', (body, meant) => {
  const { problems } = parseSlashCommands(body, 'issue', 'countersign')

  expect(problems).toMatchObject([{ kind: 'mentioned', meant }])
})

test('who commands and mentions the bot is answered for the command alone', () => {
  const { commands, problems } = parseSlashCommands('@countersign go on\n/resume', 'issue', 'countersign')

  expect([commands, problems]).toEqual([[{ line: 2, kind: 'resume' }], []])
})

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

test.prop([
  fc.constantFrom(...commandUsages),
  fc.constantFrom('', '.', '!', '。', ', thanks', ' please', ', thank you!'),
])('politeness behind a command changes nothing of it', ({ usage }, courtesy) => {
  const plain = usage.replace(/ ?[[<].*$/, '')
  const [read] = parseSlashCommands(plain, 'issue').commands

  fc.pre(read !== undefined && read.kind !== 'stop' && read.kind !== 'replan')
  expect(parseSlashCommands(plain + courtesy, 'issue').commands).toEqual([read])
})

test.prop([fc.string(), fc.constantFrom<CommandThread>('issue', 'pull_request')])(
  'what stands behind /approve approves what it names, or nothing: never the plan in place of a task',
  (words, where) => {
    const [read] = parseSlashCommands(`/approve ${words.replaceAll(/[\r\n]/g, ' ')} T7`, where).commands

    expect(read === undefined || (read.kind === 'approve_task' && read.task === 'T7')).toBe(true)
  },
)

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
  '@countersign ',
  '@countersign\n',
  '/approve thanks ',
  'a /approve/ ',
  'a /merge\n',
  'AC-1, ',
])('a comment of %j takes linear time', { retry: 2, timeout: 30_000 }, (piece) => {
  const growth = measureGrowth(16_000, repeatTo(piece), (body) => parseSlashCommands(body, 'issue', 'countersign'))

  expect(growth).toBeLessThan(linearGrowth)
})

test.each([' ', '，'])('a command and %j without end take linear time', { retry: 2, timeout: 30_000 }, (mark) => {
  const makeBody = (size: number) => `/approve${mark.repeat(size)}\u2028x`
  const growth = measureGrowth(16_000, makeBody, (body) => parseSlashCommands(body, 'issue', 'countersign'))

  expect(growth).toBeLessThan(linearGrowth)
})

test.each([
  ['/tune skills/writer', 'skills/writer', ''],
  ['/tune `my skills/writer` it forgets', 'my skills/writer', 'it forgets'],
  ['/tune skills/writer: it forgets\n\nIt grows, too.', 'skills/writer', 'it forgets\n\nIt grows, too.'],
  ['/tune ./skills/writer/SKILL.md, please', 'skills/writer', ''],
])('%j names a skill, and what is wrong with it', (body, path, about) => {
  expect(parseSlashCommands(body, 'issue').commands).toEqual([{ line: 1, kind: 'tune', path, about }])
})

test.each(['/tune', '/tune ../../etc/passwd', '/tune .git'])('%j names no skill of the repository', (body) => {
  expect(parseSlashCommands(body, 'issue')).toMatchObject({
    commands: [],
    problems: [{ kind: 'bad_arguments', name: 'tune' }],
  })
})

test.each([
  ['/批准 plan@1a2b3c4', { kind: 'approve_plan', hash: '1a2b3c4' }],
  ['／批准 计划@1a2b3c4', { kind: 'approve_plan', hash: '1a2b3c4' }],
  ['/批准', { kind: 'approve_plan', hash: null }],
  ['/批准。', { kind: 'approve_plan', hash: null }],
  ['/批准T2 AC-1', { kind: 'approve_task', task: 'T2', criteria: ['AC-1'], why: '' }],
  ['/拒绝 T1 AC-2 缺少页眉', { kind: 'reject_task', task: 'T1', criteria: ['AC-2'], why: '缺少页眉' }],
  ['/重新计划 全新 先写文档', { kind: 'replan', guidance: '先写文档', fresh: true }],
  ['/豁免 测试 与此无关', { kind: 'waive_tests', why: '与此无关' }],
  ['/诊断 修复', { kind: 'doctor', fix: true }],
  ['/指派 T2 @ada', { kind: 'assign', task: 'T2', executor: '@ada' }],
  ['/countersign 停止 不再需要', { kind: 'stop', why: '不再需要' }],
])('in Chinese, too: %s', (text, command) => {
  expect(parseSlashCommands(text, 'issue')).toEqual({ commands: [{ line: 1, ...command }], problems: [] })
})

test('Chinese behind a slash that is no command is nobody’s, and one that is nearly one gets a hint', () => {
  expect(parseSlashCommands('/目录 下的文件', 'issue')).toEqual({ commands: [], problems: [] })
  expect(parseSlashCommands('/批准吧', 'issue').problems).toEqual([
    { kind: 'unknown_command', line: 1, name: '批准吧', suggestion: 'approve' },
  ])
})

test.each([
  ['@countersign /approve plan@1a2b3c4', { line: 1, kind: 'approve_plan', hash: '1a2b3c4' }],
  ['@countersign[bot]: /approve `plan@1a2b3c4`', { line: 1, kind: 'approve_plan', hash: '1a2b3c4' }],
  ['It holds.\n\nHi @countersign, /pause', { line: 3, kind: 'pause' }],
])('a command behind the name of the bot is one: %s', (body, command) => {
  expect(parseSlashCommands(body, 'issue', 'countersign')).toEqual({ commands: [command], problems: [] })
})

test('commands with the name of the bot and without it are read in their order', () => {
  const body = '/approve T1\n@countersign /approve T2\n/approve T3'

  const { commands } = parseSlashCommands(body, 'issue', 'countersign')

  expect(commands).toMatchObject([{ task: 'T1' }, { task: 'T2' }, { task: 'T3' }])
})

test.each([
  '> @countersign /approve T1',
  'As @ada wrote, @countersign /approve T1 would do',
  '`@countersign /approve T1`',
  '@countersign-x /approve T1',
])('who only tells of it gives no command: %s', (body) => {
  expect(parseSlashCommands(body, 'issue', 'countersign').commands).toEqual([])
})

test.each([
  ['/countersing plan', 'countersing', 'countersign plan'],
  ['/Countersgin approve T1', 'Countersgin', 'countersign approve T1'],
  ['/counter-sign aprove T1', 'counter-sign', 'countersign approve'],
  ['/countersing', 'countersing', 'countersign'],
])('the long form with a slip is told what was meant: %s', (body, name, suggestion) => {
  expect(parseSlashCommands(body, 'issue').problems).toEqual([{ kind: 'unknown_command', line: 1, name, suggestion }])
})

test.each(['/counter', '/countdown 5', '/signoff'])('%s is another word', (body) => {
  expect(parseSlashCommands(body, 'issue').problems).toEqual([])
})
