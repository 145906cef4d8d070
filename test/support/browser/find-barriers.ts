import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
}

/** What keeps people from reading or using a page, as axe finds it. */
export function findBarriers(page: Page): Promise<string[]> {
  return runAxe(page, `{ resultTypes: ['violations'], preload: false }`)
}

/** The same where it is dark: there colours alone are others. */
export async function findDarkBarriers(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await runAxe(page, `{ runOnly: ['color-contrast'], preload: false }`)
  await page.emulateMedia({ colorScheme: null })
  return found
}

async function runAxe(page: Page, options: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, ${options})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 2).map(({ html, failureSummary = '' }) => `${page.url()} ${id}: ${html} ${failureSummary}`),
  )
}
