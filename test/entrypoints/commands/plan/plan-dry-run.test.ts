import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlanIo } from '../../../../src/entrypoints/commands/plan/plan.ts'
import { type PlanDryRunArguments, runPlanDryRun } from '../../../../src/entrypoints/commands/plan/plan-dry-run.ts'
import { createLocalRepository } from '../../../support/local-repository.ts'
import { specSolution } from '../../../support/plans/spec-solution.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
})
afterEach(() => rm(dir, { recursive: true }))

async function dryRun(text: string, options: Partial<PlanDryRunArguments> = {}, isRead = false) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const io: PlanIo = {
    stdout: (part) => stdout.push(part),
    stderr: (part) => stderr.push(part),
    env: process.env,
    async *stdin() {
      yield Buffer.from(text)
    },
    now: () => '2026-11-21T03:12:00.000Z',
    terminal: { colours: false, width: 100, isRead },
  }
  await writeFile(join(dir, 'issue.md'), text)
  const args: PlanDryRunArguments = { file: join(dir, 'issue.md'), number: 7, format: 'markdown', ...options }
  const code = await runPlanDryRun(args, io)
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

const twoTasks = `# Say hello

- [ ] T1: Write \`hello.txt\` (0.5 d)
  - Acceptance:
    - \`hello.txt\` contains \`Hello\`
- [ ] T2: Describe it in \`docs/hello.md\` (0.5 d), after T1
  - Acceptance:
    - \`docs/hello.md\` exists
`

test('a plan is printed as the comment that the App would post, its rounds beside it', async () => {
  const { code, stdout, stderr } = await dryRun(twoTasks)

  expect(code).toBe(0)
  expect(stdout).toMatch(/^### Plan `[0-9a-f]{7}` for #7 · 2 tasks · 1 person-day · score \d\.\d\d\n/)
  expect(stdout).toContain(
    '| **T2** Describe it in `docs/hello.md`<br><sub>0.5 days by a person, after T1</sub> | `docs/hello.md` |',
  )
  expect(stderr).toMatch(/^Round 1: score \d\.\d\d before estimates$/m)
  expect(stderr).toContain('begins on line 3 of')
})

test('what came by standard input is called that', async () => {
  expect((await dryRun(twoTasks, { file: '-' })).stderr).toContain('begins on line 3 of standard input.')
})

test('the hash is that of the issue with this number', async () => {
  const hashOf = async (number: number) => /Plan `([0-9a-f]{7})`/.exec((await dryRun(twoTasks, { number })).stdout)?.[1]

  expect(await hashOf(7)).toBe(await hashOf(7))
  expect(await hashOf(7)).not.toBe(await hashOf(8))
})

test('as a table it fits the terminal', async () => {
  const { code, stdout } = await dryRun(twoTasks, { format: 'table' })

  expect(code).toBe(0)
  expect(stdout).toContain('│ T1     │ Write `hello.txt`')
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBe(100)
})

test('as JSON it is the plan, and nothing else is said', async () => {
  const { stdout, stderr } = await dryRun(twoTasks, { format: 'json' })

  expect(JSON.parse(stdout)).toMatchObject({ offered: true, reply: null, plan: { id: 'SOL-ISS-007-1' } })
  expect(stderr).toBe('')
})

test('what the issue lacks is what the App would ask: exit code 1', async () => {
  const { code, stdout } = await dryRun('# Fix it\n\n```yaml countersign\ntasks: [{ id: T1 }]\n```\n')

  expect(code).toBe(1)
  expect(stdout).toContain('**No plan was made yet.**')
  expect(stdout).toContain('Line 2, column 9')
})

test('so are faults of the plan', async () => {
  const { code, stdout } = await dryRun(twoTasks.replace('(0.5 d)\n', '(0.5 d), after T2\n'))

  expect(code).toBe(1)
  expect(stdout).toContain('**No plan was made:**')
  expect(stdout).toMatch(/T1.*T2/)
})

test('a plan that says too little is explained, not shown', async () => {
  const { code, stdout } = await dryRun(
    '# Better\n\n- [ ] T1: Improve `a.txt`\n  - Acceptance:\n    - It works properly\n',
  )

  expect(code).toBe(1)
  expect(stdout).toContain('0.80')
  expect(stdout).not.toContain('### Plan')
})

test('as JSON, that is data too', async () => {
  const { code, stdout } = await dryRun('# Fix it\n\n```yaml countersign\ntasks: [{ id: T1 }]\n```\n', {
    format: 'json',
  })

  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ offered: false, reply: { kind: 'needs_input' }, plan: null })
})

test('configuration and file sizes of a repository count, and it gives the links', async () => {
  await using repository = await createLocalRepository()
  await repository.commit({ '.github/countersign.yml': 'plan: { max_leaves: 1 }\n' })
  await repository.git('remote', 'add', 'origin', 'git@github.com:octo/clock.git')

  const { code, stdout } = await dryRun(twoTasks, { repo: repository.source })

  expect(code).toBe(1)
  expect(stdout).toContain('a plan may have 1')
})

test('links lead to the repository’s remote', async () => {
  await using repository = await createLocalRepository()
  await repository.commit({ 'a.txt': 'a' })
  await repository.git('remote', 'add', 'origin', 'git@github.com:octo/clock.git')

  const { stdout } = await dryRun(twoTasks, { repo: repository.source })

  expect(stdout).toContain('https://github.com/octo/clock/issues/7')
})

test('a task too large for one go is split, and the rounds say how', async () => {
  const issue = `# Rewrite

- [ ] T1: Rewrite \`src/a.ts\`, \`src/b.ts\` and \`src/c.ts\` (24 d)
  - Acceptance:
    - \`src/a.ts\` exists
    - \`src/b.ts\` exists
    - \`src/c.ts\` exists
`

  const { code, stdout, stderr } = await dryRun(issue)

  expect(code).toBe(0)
  expect(stdout).toContain('· 3 tasks · 24 person-days')
  expect(stderr).toContain('T1 split along files into T1.1, T1.2, T1.3\nRound 2: score ')
})

test('a question is declined: exit code 3', async () => {
  const { code, stdout } = await dryRun('# How do I install this?\n\nI wonder how to install it on Windows?\n')

  expect(code).toBe(3)
  expect(stdout).toContain('asks for an answer, not for a change')
})

test.each([
  ['without a title', 'Just text', 'an issue needs a title'],
  ['that is longer than GitHub takes', `# A\n\n${'x'.repeat(262_145)}`, 'GitHub takes 262,144'],
  ['that is empty', '\n', 'is empty'],
])('an issue %s is not planned: exit code 2', async (_name, text, message) => {
  const { code, stdout, stderr } = await dryRun(text)

  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain(message)
})

test('a solution in a `json countersign` block is a plan in an issue too', async () => {
  const { code, stdout } = await dryRun(
    `# Longer sessions\n\n\`\`\`json countersign\n${JSON.stringify(specSolution, null, 2)}\n\`\`\`\n`,
  )

  expect(code).toBe(0)
  expect(stdout).toContain('Update token TTL configuration')
})

test('a task that its executor can’t do is named before anybody posts the issue', async () => {
  const { stdout } = await dryRun(twoTasks.replace('(0.5 d), after T1', '(0.5 d, executor: shell), after T1'))

  expect(stdout).toContain('Nobody here can do T2 (`shell` runs the commands that the issue spells out')
})

test('who reads it in a terminal reads text, no character references and no HTML', async () => {
  const text = '# Let `a_b` be "c" & <d>\n\n- [ ] T1: Write <b>x_y</b> [or z] in `a.md` @ada\n'

  const { stdout } = await dryRun(text, {}, true)

  expect(stdout).toContain('Write <b>x_y</b> [or z] in `a.md`')
  expect(stdout).not.toMatch(/&#\d|&[a-z]+;|<sub>|<br>|<details>|\u2060/)
})

test('what the issue lacks is read there alike', async () => {
  const { stdout, code } = await dryRun('# It <fails>\n\n- [ ] T1: Do *it*, after T1\n', {}, true)

  expect(code).toBe(1)
  expect(stdout).not.toMatch(/&#\d|&[a-z]+;/)
})
