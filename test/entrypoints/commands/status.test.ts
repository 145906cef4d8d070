import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workFiles } from '../../../src/application/state/state-files.ts'
import { workflowBranch } from '../../../src/domain/records/iss-record.ts'
import { StatusReportSchema } from '../../../src/domain/records/status-report.ts'
import { runStatus, type StatusArguments } from '../../../src/entrypoints/commands/status.ts'
import { buildExecution, buildPlan, buildRecord } from '../../support/builders.ts'
import { commitFiles } from '../../support/repository/push-approved-plan.ts'

const broken = '.workflow/issues/ISS-012.json'
let dir: string
let origin: string
let copy: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  origin = join(dir, 'origin.git')
  copy = join(dir, 'copy')
  await execa('git', ['init', '--bare', '--quiet', '--initial-branch=main', origin])
  await commitFiles(
    origin,
    'refs/heads/main',
    null,
    new Map([['src/a.js', { bytes: Buffer.from('a'), mode: '100644' }]]),
  )
  const plan = buildPlan()
  const record = buildRecord({
    loop_id: null,
    frozen: { ...buildRecord().frozen, title: 'Refuse\u009B2J \u202Etokens' },
  })
  const files = workFiles({ record, plan, execution: buildExecution(plan, { T1: { state: 'RUNNING' } }), loop: null })
  await commitState(origin, files)
  await execa('git', ['clone', '--quiet', origin, copy])
})

afterAll(() => rm(dir, { recursive: true }))

async function commitState(gitDir: string, files: ReadonlyMap<string, string>, branch = workflowBranch): Promise<void> {
  const bytes = [...files].map(([path, text]) => [path, { bytes: Buffer.from(text), mode: '100644' }] as const)
  await commitFiles(gitDir, `refs/heads/${branch}`, null, new Map(bytes))
}

async function status(args: Partial<StatusArguments> = {}) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const io = {
    stdout: (text: string) => stdout.push(text),
    stderr: (text: string) => stderr.push(text),
    env: process.env,
    terminal: { colours: false, width: 100 },
  }
  const code = await runStatus({ repo: copy, branch: workflowBranch, ...args }, io)
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

test('from any folder of a working copy it tells where the issue stands, and of which commit', async () => {
  const { code, stdout } = await status({ issue: '#7', repo: join(copy, 'src') })

  expect(code).toBe(0)
  expect(stdout).toContain('▶ working')
  expect(stdout).toMatch(/T1 .*at work/)
  expect(stdout).toContain(`origin/${workflowBranch} at `)
  expect(stdout).toContain('"git fetch" gets newer ones')
})

test('without a number, a line for each issue', async () => {
  expect((await status()).stdout).toMatch(/#7 .*▶ working .*0 of 3/)
})

test('--json keeps to its schema and has nothing in it that steers a terminal', async () => {
  const { stdout } = await status({ json: true })

  const report = StatusReportSchema.parse(JSON.parse(stdout))
  expect(report.issues).toMatchObject([{ number: 7, phase: 'working', title: 'Refuse\u009B2J \u202Etokens' }])
  expect(stdout).not.toMatch(/[\u009B\u202E]/)
})

test('what origin had when it was last fetched goes before a branch of the same name', async () => {
  await execa('git', ['branch', workflowBranch, 'main'], { cwd: copy })

  expect((await status()).stdout).toContain('#7')
})

test('a file that can’t be read is named with what to do, and hides no other issue', async () => {
  const { stdout: text } = await execa('git', ['show', `${workflowBranch}:.workflow/issues/ISS-007.json`], {
    cwd: origin,
  })
  await commitState(
    origin,
    new Map([
      ['.workflow/issues/ISS-007.json', text],
      [broken, '{'],
    ]),
    'broken',
  )

  const { code, stdout, stderr } = await status({ repo: origin, branch: 'broken' })

  expect(code).toBe(1)
  expect(stdout).toContain('#7')
  expect(stderr).toContain(`#12 can’t be read: ${broken} is not JSON`)
  expect(stderr).toContain('countersign doctor --issue 12')
})

test('without an issue it says how to begin', async () => {
  await commitState(origin, new Map([['README.md', 'nothing yet']]), 'empty')

  const { code, stdout } = await status({ repo: origin, branch: 'empty' })

  expect(code).toBe(0)
  expect(stdout).toContain('No issue is registered yet')
})

test.each([
  ['no such issue', { issue: '9' }, 'issue 9 is not registered'],
  ['no issue at all', { issue: 'T1' }, 'an issue is a number, such as 7, #7 or ISS-007'],
  [
    'no such branch',
    { branch: 'no/such' },
    'has no branch no/such: Countersign never worked there, or it was not fetched',
  ],
  ['an option as a place', { repo: '--upload-pack=x' }, '--repo takes a path, an address or owner/name'],
  ['nothing there', { repo: '/nowhere/at/all' }, 'there is no /nowhere/at/all; --repo takes a path'],
])('2 where it could not look: %s', async (_, args, said) => {
  const { code, stdout, stderr } = await status(args)

  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`countersign status: `)
  expect(stderr).toContain(said)
})

test('a folder that is no repository is called that, with what to give instead', async () => {
  await mkdir(join(dir, 'plain'), { recursive: true })

  expect(await status({ repo: join(dir, 'plain') })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('plain is no git repository, nor in one; --repo takes a path'),
  })
})
