import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { issuePages } from '../../../src/views/dashboard/links.ts'
import { findBarriers, findDarkBarriers } from '../../support/browser/find-barriers.ts'
import { hasBrowser, useBrowser } from '../../support/browser/use-browser.ts'
import { secondToWorkflowBranch, useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

/** Heads that are known are told to open pages at once. */
const world = useWorld({
  env: () => Promise.resolve({ DATABASE: 'embedded' }),
  expectedAnswers: [secondToWorkflowBranch],
})
const body = writeIssue([
  { id: 'T1', path: 'a.txt', content: 'a\n', criteria: ['`a.txt` exists', 'A reader learns who wrote it'] },
  { id: 'T2', path: 'b.txt', content: 'b\n', after: 'T1' },
])

const logins = () => world.running.sandbox.logins
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
/** What the page says sooner or later, without being loaded again. */
const says = (page: Page, text: string | RegExp) => page.locator('main').getByText(text).first().waitFor()

async function planned(title = 'Say who wrote it') {
  const repo = await world.repository()
  const issue = await repo.planIssue(title, body)
  return { repo, issue, thread: `${world.running.sandbox.web}/${repo.repository}/issues/${issue}` }
}

/** From the thread to the plan, as somebody finds the way who has never been there. */
async function comeFromThread(page: Page, thread: string, login: string, title = 'Say who wrote it') {
  await page.goto(thread)
  await link(page, 'Countersign ↗').click()
  await button(page, `Continue as ${login}`).click()
  await link(page, title).click()
  await says(page, 'Approve plan')
}

describe.runIf(hasBrowser)('the dashboard in a browser', () => {
  const open = useBrowser()

  test('an issue goes from its plan to a release by clicks alone, and nothing of it bars anybody', async () => {
    const { repo, issue, thread } = await planned()
    const { page } = await open()
    const barriers: string[] = []
    const look = async () => barriers.push(...(await findBarriers(page)))
    await comeFromThread(page, thread, logins().maintainer)
    await look()
    barriers.push(...(await findDarkBarriers(page)))

    await button(page, /^Approve plan/).click()
    await says(page, 'stands in the thread')
    await says(page, 'Waits for this')
    await page.locator('a.node.action[data-node="T1"]').click()
    await button(page, 'AC-2 holds').click()
    await says(page, 'approved with')
    await look()
    barriers.push(...(await findDarkBarriers(page)))
    await link(page, 'before').or(link(page, 'T2')).first().click()
    await says(page, 'approved with')
    await link(page, `#${issue}`).first().click()
    await button(page, 'Export').click()
    await page.getByRole('navigation', { name: 'Pages of this issue' }).getByRole('link', { name: 'Bundle' }).click()
    await says(page, 'Prove it')

    expect((await repo.record(issue)).exports).toHaveLength(1)
    const rest = [
      ...issuePages.map((name) => `${name}.html`),
      'G0.html',
      '../index.html',
      '../sessions.html',
      '../webhooks.html',
    ]
    const plan = page.url()
    for (const path of rest) {
      await page.goto(new URL(path, plan).href)
      await look()
    }
    await says(page, 'None is dead.')
    await page.goto(new URL('doctor.html', plan).href)
    await link(page, 'Look now').click()
    await says(page, 'Nothing is wrong')
    await look()
    // Nor does Chinese bar anybody, and nothing around what people said is English then.
    await page.goto(new URL('index.html?language=zh-CN', plan).href)
    await look()
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
    const around = page.locator('nav.tabs a, h2#tasks, th[scope=col], .legend, button')
    expect((await around.allTextContents()).join(' ')).not.toMatch(/[a-z]{3}/i)
    await page.goto(`${world.running.app.dashboardUrl}/index.html?language=en`)
    await look()
    await button(page, 'Sign out').click()
    await look()
    expect(barriers).toEqual([])
  })

  test('what one does another one sees, each in a browser of their own', async () => {
    const { thread } = await planned()
    const [ada, grace] = [await open(), await open()]
    await comeFromThread(ada.page, thread, logins().maintainer)
    await comeFromThread(grace.page, thread, logins().writer)

    await button(ada.page, /^Approve plan/).click()
    await says(grace.page, 'Waits for this')
    await button(grace.page, 'Pause').click()
    await says(ada.page, `Paused by ${logins().writer}`)
    await button(ada.page, 'Resume').click()

    await button(grace.page, 'Pause').waitFor()
    expect(await grace.page.locator('#live').textContent()).toContain('Brought up to date')
  })
})
