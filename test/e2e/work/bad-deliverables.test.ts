import { beforeAll, describe, expect, test } from 'vitest'
import type { FaultKind } from '../faults/support/fault-kinds.ts'
import { noteFault } from '../faults/support/chains/note-fault.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()

const rows: { id: string; name: string; run: string; said: string; fault?: FaultKind }[] = [
  { id: 'T1', name: 'fails', run: 'echo no luck >&2; exit 7', said: 'exit code 7' },
  { id: 'T2', name: 'hangs', run: 'sleep 600', said: 'deadline', fault: 'an agent that hangs' },
  {
    id: 'T3',
    name: 'prints a gigabyte',
    run: 'yes xxxxxxxxxxxxxxx | head -c 1000000000',
    said: 'was ended',
    fault: 'an agent that prints without end',
  },
  { id: 'T4', name: 'makes nothing', run: 'true', said: 'it produced nothing' },
  { id: 'T5', name: 'leaves its scope', run: 'touch elsewhere.txt out/t5.txt', said: 'elsewhere.txt' },
  { id: 'T6', name: 'makes a symlink', run: 'mkdir -p out && ln -s /etc/passwd out/t6.txt', said: 'out/t6.txt' },
  {
    id: 'T7',
    name: 'writes a workflow',
    run: 'mkdir -p out .github/workflows && touch out/t7.txt && echo "on: push" > .github/workflows/x.yml',
    said: '.github/workflows/x.yml',
  },
  {
    id: 'T8',
    name: 'plants a git hook',
    run: 'mkdir -p out/.git/hooks && echo x > out/.git/hooks/pre-commit',
    said: '.git',
  },
  { id: 'T9', name: 'writes beside the work tree', run: 'echo x > ../out.txt', said: 'exit code' },
]

describe('a command that', () => {
  let repo: Playground
  let issue: number
  let status = ''

  beforeAll(async () => {
    repo = await world.repository({
      files: { 'out/keep.txt': 'keep\n' },
      config: 'run:\n  max_attempts: 1\n  timeout_minutes: 0.1\n  max_output_bytes: 10000\n',
    })
    const tasks = rows.map(({ id, name, run }) => ({ id, title: name, path: `out/${id.toLowerCase()}.txt`, run }))
    issue = await repo.planIssue('Misbehave', writeIssue(tasks))
    await repo.say(issue, 'maintainer', '/approve')
    status = (await repo.thread(issue)).at(-1) ?? ''
  })

  test.each(rows)('$name makes no version, and the thread says why', async ({ id, said, fault }) => {
    const { state, reason, waiting_for: waitingFor } = await repo.task(issue, id)

    expect([state, waitingFor?.kind]).toEqual(['WAITING_EXTERNAL', 'decision'])
    expect(reason).toContain(said)
    expect(status).toContain(`**${id}**`)
    const { artifacts, receipts } = await repo.execution(issue)
    expect(artifacts).toEqual([])
    expect(receipts.filter((receipt) => receipt.task === id)).toHaveLength(1)
    if (fault !== undefined) await noteFault({ fault, where: 'a command of a task', tried: 1, lost: 0 })
  })

  test('misbehaves opens no pull request', async () => {
    expect(await repo.pulls()).toEqual([])
  })
})

test('a patch that does not apply waits for a person, who pushes what was meant', async () => {
  const repo = await world.repository({ files: { 'a.txt': 'one\ntwo\n' } })
  const diff = ['--- a/a.txt', '+++ b/a.txt', '@@ -1,2 +1,2 @@', ' uno', '-two', '+three'].join('\n')
  const body = ['- [ ] T1: Count on in `a.txt`', '  - Acceptance:', '    - `a.txt` contains `three`', ''].join('\n')
  const issue = await repo.planIssue('Count', `${body}\n\`\`\`diff\n${diff}\n\`\`\`\n`)
  await repo.say(issue, 'maintainer', '/approve')

  const { state, reason, branch } = await repo.task(issue, 'T1')
  expect(state).toBe('WAITING_EXTERNAL')
  expect(reason).toContain('does not apply')
  expect((await repo.thread(issue)).at(-1)).toContain('does not apply')

  await repo.push('writer', 'main', { 'a.txt': 'one\nthree\n' }, { to: branch })

  expect(await repo.record(issue)).toMatchObject({ phase: 'completed' })
  expect((await repo.execution(issue)).artifacts).toMatchObject([{ by: { login: 'grace' }, version: 1 }])
})

test('a repository may give up isolation on purpose, and its commands then run without bubblewrap', async () => {
  const repo = await world.repository({ config: 'run:\n  isolation: none\n' })
  const issue = await repo.planIssue('Run', writeIssue([{ id: 'T1', path: 'a.txt', run: 'echo a > a.txt' }]))
  await repo.say(issue, 'maintainer', '/approve')

  expect((await repo.record(issue)).phase).toBe('completed')
})
