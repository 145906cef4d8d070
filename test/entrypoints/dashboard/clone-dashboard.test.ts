import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followBranch, type FollowedBranch } from '../../../src/adapters/git/followed-branch.ts'
import { workFiles } from '../../../src/application/state/state-files.ts'
import { workflowBranch } from '../../../src/domain/records/iss-record.ts'
import { createCloneDashboard } from '../../../src/entrypoints/dashboard/create-clone-dashboard.ts'
import { examineInClone } from '../../../src/entrypoints/commands/read/look-at-clone.ts'
import { runDashboard } from '../../../src/entrypoints/commands/repository/dashboard.ts'
import { buildExecution, buildPlan, buildRecord } from '../../support/builders.ts'
import { readText } from '../../support/dashboard/read-html.ts'
import { commitFiles } from '../../support/repository/push-approved-plan.ts'

const looked = (issue: number) => examineInClone(origin, issue, process.env)
let dir: string
let origin: string
let branch: FollowedBranch
let site: Hono

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  origin = join(dir, 'origin.git')
  await execa('git', ['init', '--bare', '--quiet', origin])
  await commitState('Refuse expired tokens', null)
  branch = await followBranch(origin, workflowBranch, process.env)
  site = createCloneDashboard({
    branch,
    repository: 'octo/widgets',
    web: null,
    missing: 'nothing here',
    examine: looked,
  })
})

afterAll(async () => {
  await branch[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

async function commitState(title: string, parent: string | null): Promise<string> {
  const plan = buildPlan()
  const record = buildRecord({ loop_id: null, frozen: { ...buildRecord().frozen, title } })
  const files = workFiles({ record, plan, execution: buildExecution(plan), loop: null })
  const bytes = [...files].map(([path, text]) => [path, { bytes: Buffer.from(text), mode: '100644' }] as const)
  return commitFiles(origin, `refs/heads/${workflowBranch}`, parent, new Map(bytes))
}

const ask = (path: string, host = '127.0.0.1:4243') => site.request(`http://${host}${path}`, { headers: { host } })

test('a repository without records is one that has nothing to show yet, and no fault', async () => {
  const empty = join(dir, 'empty.git')
  await execa('git', ['init', '--bare', '--quiet', empty])
  await commitFiles(empty, 'refs/heads/main', null, new Map([['a', { bytes: Buffer.from('a'), mode: '100644' }]]))
  await using followed = await followBranch(empty, workflowBranch, process.env)

  expect(await followed.look()).toBeUndefined()
  await expect(
    followBranch(join(dir, 'gone.git'), workflowBranch, process.env).then((one) => one.look()),
  ).rejects.toThrow('gone.git')
})

test('pages come with everything forbidden that they don’t need', async () => {
  const page = await ask('/ISS-007/T1.html')

  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';")
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each(['/ISS-008/index.html', '/ISS-007/T9.html', '/ISS-007/..%2f..%2fetc%2fpasswd', '/ISS-007/constructor.html'])(
  '%s is no page',
  async (path) => {
    expect((await ask(path)).status).toBe(404)
  },
)

test('a name that points at this machine from outside is not answered', async () => {
  expect((await ask('/index.html', 'evil.example')).status).toBe(421)
})

test('a new commit is on the page, and told to pages that are open', async () => {
  const events = await ask('/events')
  const reader = (events.body ?? new ReadableStream<Uint8Array>()).getReader()
  const head = (await branch.look())?.commit ?? ''

  const next = await commitState('Refuse them all', head)

  const heard: string[] = []
  while (!heard.join('').includes(next)) heard.push(Buffer.from((await reader.read()).value ?? []).toString())
  await reader.cancel()
  expect(await (await ask('/index.html')).text()).toContain('Refuse them all')
})

test('the same pages are written down as a site, and into no folder of others', async () => {
  const out = join(dir, 'site')
  const io = { stdout: () => undefined, stderr: () => undefined, env: process.env }
  const args = { repo: origin, branch: workflowBranch, port: 0 }

  const code = await runDashboard({ ...args, out }, io)

  expect(code).toBe(0)
  expect(await readdir(out)).toEqual(['.nojekyll', 'ISS-007', '_', 'index.html', 'sessions.html'])
  expect(await readFile(join(out, 'ISS-007/T1.html'), 'utf8')).toContain('href="../_/dashboard.css"')
  await expect(runDashboard({ ...args, out: dir }, io)).rejects.toThrow('has something else in it')
})

test('pages speak what the browser would like, and what was chosen at their foot', async () => {
  const askIn = async (path: string, headers: Record<string, string>) => {
    const page = await site.request(`http://127.0.0.1:4243${path}`, { headers: { host: '127.0.0.1:4243', ...headers } })
    return { language: /<html lang="([^"]+)"/.exec(await page.text())?.[1], cookie: page.headers.get('set-cookie') }
  }
  expect(await askIn('/index.html', {})).toEqual({ language: 'en', cookie: null })
  expect(await askIn('/index.html', { 'accept-language': 'fr;q=0.9, zh-Hans-CN;q=0.8, en;q=0.1' })).toEqual({
    language: 'zh-CN',
    cookie: null,
  })
  const chosen = await askIn('/index.html?language=en', { 'accept-language': 'zh' })
  expect(chosen).toMatchObject({ language: 'en', cookie: expect.stringContaining('countersign_language=en') })
  const kept = { 'accept-language': 'zh', cookie: 'countersign_language=en' }
  expect(await askIn('/index.html?language=tlh', kept)).toMatchObject({ language: 'en' })
})

test('the doctor looks at a clone when it is asked to, and what it found is there for who comes after', async () => {
  const before = readText(await (await ask('/ISS-007/doctor.html')).text())
  const looked = readText(await (await ask('/ISS-007/doctor.html?look=now')).text())
  const after = readText(await (await ask('/ISS-007/doctor.html')).text())

  expect(before).toContain('Nobody had it look since this server started.')
  expect(looked).toMatch(/branch_missing/)
  expect(after).toBe(looked)
})
