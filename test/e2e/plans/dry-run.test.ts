import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PlanIo } from '../../../src/entrypoints/commands/plan/plan.ts'
import { runPlanDryRun } from '../../../src/entrypoints/commands/plan/plan-dry-run.ts'
import { useWorld } from '../support/processes/start-world.ts'

const world = useWorld()

async function dryRun(title: string, body: string, number: number, repo: string) {
  const file = join(world.dir, 'issue.md')
  await writeFile(file, `# ${title}\n\n${body}\n`)
  const stdout: string[] = []
  const io: PlanIo = {
    stdout: (text) => stdout.push(text),
    stderr: () => {},
    env: process.env,
    async *stdin() {
      yield Buffer.from('')
    },
    now: () => new Date().toISOString(),
    terminal: { colours: false, width: 100 },
  }
  const code = await runPlanDryRun({ file, repo, number, format: 'markdown' }, io)
  return { code, text: stdout.join('').trim() }
}

/** Without addresses and the time, which only a real thread has. */
function withoutPlace(text: string): string {
  return text
    .replaceAll(/\]\(http[^)]*\)/g, ']')
    .replace(/as of [^,]+,/, 'as of then,')
    .trim()
}

const large = `- [ ] T1: Rewrite \`src/a.js\`, \`src/b.js\` and \`src/c.js\` (24 d)
  - Acceptance:
    - \`src/a.js\` exists
    - \`src/b.js\` exists
    - \`src/c.js\` exists
- [ ] T2: Describe it in \`docs/parts.md\`, after T1
  - Acceptance:
    - A newcomer finds every part`

test.each([
  ['a plan', 'Say hello', '- [ ] T1: Write `hello.txt`\n  - Acceptance:\n    - `hello.txt` contains `Hello`', 0],
  ['a plan that is split', 'Rewrite the parts', large, 0],
  ['a question back', 'Fix it', '```yaml countersign\ntasks: [{ id: T1 }]\n```', 1],
  ['faults', 'Twice', '- [ ] T1: Write `a.txt`, after T2\n- [ ] T2: Write `b.txt`, after T1', 1],
  ['a polite no', 'How do I install this?', 'I wonder how to install it on Windows?', 3],
])('the dry run of %s is what the App posts, hash and all', async (_name, title, body, exitCode) => {
  const repository = await world.repository({
    files: { 'src/a.js': 'a\n'.repeat(4_000), 'src/b.js': 'b\n' },
    config: 'run: { default_executor: "@ada" }\n',
  })
  const number = await repository.planIssue(title, body)
  const [posted = ''] = await repository.thread(number)

  const { code, text } = await dryRun(title, body, number, repository.bareDir)

  expect(withoutPlace(text)).toBe(withoutPlace(posted))
  expect(code).toBe(exitCode)
})
