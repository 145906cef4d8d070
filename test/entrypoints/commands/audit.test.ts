import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditArguments, runAudit } from '../../../src/entrypoints/commands/audit.ts'
import { workflowBranch } from '../../../src/domain/records/iss-record.ts'
import { buildRecord, testUuid } from '../../support/builders.ts'
import { commitFiles } from '../../support/repository/push-approved-plan.ts'

const trail = [
  { at: '2026-11-20T10:00:00.000Z', text: 'planned', by: null },
  { at: '2026-11-22T10:00:00.000Z', text: 'approved', by: 'ada' },
]
const verdict = `workspace/reviews/${testUuid('check')}/${testUuid('review')}/REJECTED.md`
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  await execa('git', ['init', '--bare', '--quiet', '--initial-branch=main', dir])
  let parent: string | null = null
  for (const entries of [trail.slice(0, 1), trail]) {
    const record = JSON.stringify({ ...buildRecord(), trail: entries })
    const files = new Map([
      ['.workflow/issues/ISS-007.json', record],
      ...(entries.length > 1 ? [[verdict, 'no'] as const] : []),
    ])
    const bytes = [...files].map(([path, text]) => [path, { bytes: Buffer.from(text), mode: '100644' }] as const)
    parent = await commitFiles(dir, `refs/heads/${workflowBranch}`, parent, new Map(bytes))
  }
})
afterAll(() => rm(dir, { recursive: true }))

async function audit(args: Partial<AuditArguments> = {}) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const io = { stdout: (text: string) => stdout.push(text), stderr: (text: string) => stderr.push(text), env: {} }
  const code = await runAudit({ repo: dir, branch: workflowBranch, ...args }, io)
  const lines = stdout.map((line): unknown => JSON.parse(line))
  return { code, lines, stderr: stderr.join('') }
}

test('each entry and each verdict is told once, oldest first, with the commit that brought it', async () => {
  const { lines } = await audit()

  expect(lines).toMatchObject([
    { issue: 'ISS-007', event: 'trail', text: 'planned', by: null },
    { issue: 'ISS-007', event: 'trail', text: 'approved', by: 'ada', at: '2026-11-22T10:00:00.000Z' },
    { issue: 'ISS-007', event: 'verdict', text: 'a version was rejected', path: verdict },
  ])
})

test('what happened before the day that is asked for is left out, and so are other issues', async () => {
  const since = await audit({ since: '2026-11-21' })
  const other = await audit({ issue: '8' })

  expect(since.lines).toHaveLength(2)
  expect(other.lines).toEqual([])
})

test('whose the commits are is checked with a key, and without one it says that it was not', async () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()

  const unchecked = await audit()
  const foreign = await audit({ publicKey: key })

  expect([unchecked.code, unchecked.stderr]).toEqual([0, expect.stringContaining('was not checked')])
  expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining('may be made up')])
})

test('where nobody worked it says so', async () => {
  const { code, stderr } = await audit({ branch: 'none' })

  expect([code, stderr]).toEqual([2, expect.stringContaining('has no branch none')])
})
