import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { execa } from 'execa'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followBranch } from '../../../src/adapters/git/followed-branch.ts'
import { workFiles } from '../../../src/application/state/state-files.ts'
import { workflowBranch } from '../../../src/domain/records/iss-record.ts'
import { runDashboard } from '../../../src/entrypoints/commands/repository/dashboard.ts'
import { createCloneDashboard } from '../../../src/entrypoints/dashboard/create-clone-dashboard.ts'
import { serveDashboard } from '../../../src/entrypoints/dashboard/serve-dashboard.ts'
import { hasBrowser, useBrowser } from '../../support/browser/use-browser.ts'
import { buildExecution, buildPlan, buildRecord } from '../../support/builders.ts'
import { createFakeAppDashboard } from '../../support/dashboard/fake-app-dashboard.ts'
import { buildHostileWork } from '../../support/dashboard/hostile-work.ts'
import { commitFiles } from '../../support/repository/push-approved-plan.ts'
import { hostileTexts } from '../../views/hostile-text.ts'

const looked = () => Promise.reject(new Error('nobody asks for it here'))
let dir: string
let origin: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  origin = join(dir, 'origin.git')
  await execa('git', ['init', '--bare', '--quiet', origin])
})

afterAll(() => rm(dir, { recursive: true }))

async function commitTexts(texts: ReadonlyMap<string, string>, parent: string | null): Promise<string> {
  const bytes = [...texts].map(([path, text]) => [path, { bytes: Buffer.from(text), mode: '100644' }] as const)
  return commitFiles(origin, `refs/heads/${workflowBranch}`, parent, new Map(bytes))
}

/** Two issues: one that is as it should be, and one of which every text is hostile. */
async function commitIssues(title: string, parent: string | null = null): Promise<string> {
  const plan = buildPlan()
  const frozen = { ...buildRecord().frozen, title }
  const fair = buildRecord({ number: 8, id: 'ISS-008', loop_id: null, frozen })
  const { work, files } = buildHostileWork(hostileTexts.join('\n'))
  const texts = [...workFiles(work), ...Object.entries(files)]
  const more = workFiles({ record: fair, plan, execution: buildExecution(plan), loop: null })
  return commitTexts(new Map([...texts, ...more]), parent)
}

async function writeDown(): Promise<string> {
  const out = await mkdtemp(join(dir, 'site-'))
  const io = { stdout: () => undefined, stderr: () => undefined, env: process.env }
  expect(await runDashboard({ repo: origin, branch: workflowBranch, port: 0, out }, io)).toBe(0)
  return out
}

describe.runIf(hasBrowser)('pages in a browser', () => {
  const open = useBrowser()

  test('run no script of others and fetch nothing from elsewhere, whatever stands in them', async () => {
    await commitIssues('Refuse expired tokens')
    const root = pathToFileURL(`${await writeDown()}/`)
    const { page } = await open()

    await page.goto(new URL('ISS-007/index.html', root).href)
    const links = await page
      .locator('a[href$=".html"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    const seen = ['../sessions.html', ...links].map((link) => new URL(link, `${root.href}ISS-007/`).href)
    for (const link of new Set(seen)) {
      await page.goto(link)
      expect(await page.locator('main img, main iframe, main script').count()).toBe(0)
    }
    expect(seen.filter((link) => !link.startsWith(root.href))).toEqual([])
  })

  test('open from a disk, and below any path, with all that they do', async () => {
    await commitIssues('Refuse expired tokens')
    const out = await writeDown()
    const below = new Hono()
    below.use(
      '/some/where/*',
      serveStatic({ root: out, rewriteRequestPath: (path) => path.replace('/some/where', '') }),
    )
    const served = await serveDashboard(below, 0)
    const { page } = await open()

    for (const root of [pathToFileURL(`${out}/`).href, `${served.url}some/where/`]) {
      await page.goto(`${root}index.html`)
      await page.getByLabel('Search').fill('expired')
      expect(await page.locator('[data-issues] > li:visible').count()).toBe(1)
      await page.getByRole('link', { name: 'Refuse expired tokens' }).click()
      await page.locator('.graph.moves a.node.action').first().click()
      await page.getByRole('heading', { name: /^T1/ }).waitFor()
      expect(page.url()).toBe(`${root}ISS-008/T1.html`)
      expect(await page.locator('body').evaluate((body) => getComputedStyle(body).marginTop)).toBe('0px')
    }
    await served.close()
  })

  test('go on to follow the branch after their server was started again', async () => {
    const first = await commitIssues('Refuse expired tokens')
    await using branch = await followBranch(origin, workflowBranch, process.env)
    const site = () =>
      createCloneDashboard({ branch, repository: 'octo/widgets', web: null, missing: 'nothing here', examine: looked })
    const served = await serveDashboard(site(), 0)
    const { page } = await open()
    await page.goto(served.url)
    await page.getByText('Refuse expired tokens').waitFor()

    await served.close()
    await commitIssues('Refuse them all', first)
    const again = await serveDashboard(site(), Number(new URL(served.url).port))

    await page.getByText('Refuse them all').waitFor()
    expect(await page.locator('#live').textContent()).toContain('Brought up to date')
    await again.close()
  })

  test('say so where their server has forgotten who reads them, and keep what was being written', async () => {
    let url = ''
    const origin = () => new URL(url).origin
    const served = await serveDashboard(createFakeAppDashboard(origin).site, 0)
    ;({ url } = served)
    const { page, faults } = await open()
    await page.goto(`${url}dashboard/octo/widgets/ISS-007/index.html`)
    await page.getByPlaceholder('why').fill('it rains')

    await served.close()
    const again = await serveDashboard(createFakeAppDashboard(origin).site, Number(new URL(url).port))

    const way = page.getByRole('link', { name: 'Open it again' })
    await way.waitFor()
    expect(await page.getByPlaceholder('why').inputValue()).toBe('it rains')
    await way.click()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    expect(await way.count()).toBe(0)
    expect(faults.splice(0)).toEqual([expect.stringContaining('status of 401')])
    await again.close()
  })
})
