import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { runIssueForm } from '../../src/entrypoints/commands/repository/issue-form.ts'
import { runPlanDryRun } from '../../src/entrypoints/commands/plan/plan-dry-run.ts'
import { webhookPath } from '../../src/entrypoints/intake/webhook-listener.ts'

const page = await readFile(new URL('../../docs/install.md', import.meta.url), 'utf8')

function blockOf(language: string): string {
  return new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(page)?.[1] ?? ''
}

test.each(['caddyfile', 'nginx'])(
  'the proxy of %s leads to the server what is for others, and nothing else',
  (language) => {
    const block = blockOf(language)

    for (const part of [webhookPath, '/public-keys', '127.0.0.1:3000', '404']) expect(block).toContain(part)
    for (const own of ['/metrics', '/readyz']) expect(block).not.toContain(own)
  },
)

test('the service has a folder of its own, time to end in order, and leaves bubblewrap what it needs', () => {
  const unit = blockOf('ini')

  expect(unit).toMatch(/^Environment=DATA_DIR=\/var\/lib\/countersign\nStateDirectory=countersign$/m)
  // More than the 30 seconds of src/entrypoints/commands/end-within.ts.
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(30)
  expect(unit).not.toMatch(/^(?:RestrictNamespaces|ProtectKernelTunables|ProtectProc|User=root)/m)
})

async function readForm(): Promise<string[]> {
  let text = ''
  await runIssueForm({ stdout: (part) => (text += part) })
  const form = parse(text) as { body: { type: string; attributes: { label: string } }[] }
  return form.body.map(({ attributes }) => attributes.label)
}

/** What GitHub makes of a filled form is planned. */
async function planForm(title: string, answers: readonly string[]) {
  const labels = await readForm()
  const sections = labels.map((label, at) => `### ${label}\n\n${answers[at] ?? '_No response_'}`)
  const said: string[] = []
  const tell = (text: string) => void said.push(text)
  const io = {
    stdout: tell,
    stderr: () => {},
    env: {},
    stdin: async function* () {
      yield Buffer.from(`# ${title}\n\n${sections.join('\n\n')}\n`)
    },
    now: () => '2026-11-22T12:00:00Z',
    terminal: { colours: false, width: 100 },
  }
  const code = await runPlanDryRun({ file: '-', number: 7, format: 'json' }, io)
  return {
    code,
    answer: JSON.parse(said.join('')) as {
      plan: { tasks: { id: string; acceptance_criteria: { statement: string }[] }[] }
    },
  }
}

function criteriaOf({ answer }: Awaited<ReturnType<typeof planForm>>): string[] {
  return answer.plan.tasks.flatMap(({ id, acceptance_criteria: criteria }) =>
    criteria.map(({ statement }) => `${id} ${statement}`),
  )
}

test('the form, filled in for one task, is a plan with just its criteria', async () => {
  const planned = await planForm('Say durations in words', [
    '`formatDuration(5400)` in `src/duration.js` says `5400 s`. It should say `1 h 30 min`.',
    '- `node --test` passes\n- A newcomer understands when which unit is used',
  ])

  expect(planned.code).toBe(0)
  expect(criteriaOf(planned)).toEqual(['T1 `node --test` passes', 'T1 A newcomer understands when which unit is used'])
})

test('filled in for two, each criterion is of the task that it begins with', async () => {
  const planned = await planForm('Say durations in words', [
    '`formatDuration(5400)` says `5400 s`. It should say `1 h 30 min`.',
    '- T1: `node --test` passes\n- T2: `docs/format.md` contains `min`',
    '- [ ] T1: Format minutes and hours in `src/duration.js` (0.5 d, @ada)\n- [ ] T2: Describe the format in `docs/format.md`, after T1',
  ])

  expect(planned.code).toBe(0)
  expect(criteriaOf(planned)).toEqual(['T1 `node --test` passes', 'T2 `docs/format.md` contains `min`'])
})
