import type { Browser, Page } from 'playwright-core'

export interface Tab {
  page: Page
  /** What the page did that it should not: errors, dialogs, and requests that left this machine. */
  faults: string[]
  close(): Promise<void>
}

/** No fault of a page that waits for news. */
const serverEnded = /net::ERR_(?:INCOMPLETE_CHUNKED_ENCODING|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/

/** A browser of somebody's own, with no cookie yet, and a page in it. */
export async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !serverEnded.test(message.text())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('dialog', (dialog) => {
    faults.push(`asked “${dialog.message()}”`)
    void dialog.dismiss()
  })
  page.on('request', (request) => isHere(request.url()) || faults.push(`fetched ${request.url()}`))
  return { page, faults, close: () => context.close() }
}

function isHere(address: string): boolean {
  const { hostname, protocol } = new URL(address)
  return hostname === '127.0.0.1' || ['data:', 'file:'].includes(protocol)
}
