/** Takes screenshots of pages as people see them: light and dark, on a desk (1000 px) and on a phone (390 px). */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../test/support/browser/launch-chromium.ts'

const widths = { desk: 1000, phone: 390 }

async function takeScreenshots(browser: Browser, url: string, folder: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [device, width] of Object.entries(widths)) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
      page.on('console', (message) => {
        if (message.type() === 'error') console.error(`${url}: ${message.text()}`)
      })
      await page.goto(url, { waitUntil: 'networkidle' })
      const diagrams = await page.locator('pre.mermaid').count()
      if (diagrams > 0) await page.locator('html[data-diagrams=drawn]').waitFor({ state: 'attached', timeout: 20_000 })
      const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
      if (overflow > 0) console.error(`${url}: ${overflow} px wider than the ${device} (${width} px)`)
      const path = join(folder, `${nameFile(url)}-${device}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
      console.log(path)
      await page.close()
    }
  }
}

function nameFile(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`.replace(/[^\w.-]+/g, '-').replace(/^-|-$/g, '') || 'start'
}

const usage = `Usage: npm run look -- [--out DIR] URL…

Takes a screenshot of each page as people see it: light and dark, on a desk (${widths.desk} px) and on a phone (${widths.phone} px).

  --out DIR   where the pictures go (looks)
  --help      this text
`

/** What the command line says; undefined of one that says it wrong. */
function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { out: { type: 'string', default: 'looks' }, help: { type: 'boolean', default: false } },
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

const { values, positionals } = readArguments() ?? { values: { out: '', help: false }, positionals: [] }

if (values.help) {
  console.log(usage)
} else if (positionals.length === 0) {
  console.error(usage)
  process.exitCode = 2
} else {
  await mkdir(values.out, { recursive: true })
  const browser = await launchChromium()
  try {
    for (const url of positionals) await takeScreenshots(browser, url, values.out)
  } finally {
    await browser.close()
  }
}
