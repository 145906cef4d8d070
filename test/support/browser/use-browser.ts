import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { findChromium, launchChromium } from './launch-chromium.ts'
import { openTab, type Tab } from './open-tab.ts'

/** Somebody with a browser of their own, for one test. */
export type OpenTab = () => Promise<Tab>

/** Whether there is a real Chromium for tests; where there is none, that is said aloud. */
export const hasBrowser = isThere()

/** After each test, no page may have done what it should not. */
export function useBrowser(): OpenTab {
  let browser: Browser | undefined
  let tabs: Tab[] = []

  beforeAll(async () => {
    browser = await launchChromium()
  })

  afterEach(async () => {
    const faults = tabs.flatMap((tab) => tab.faults)
    await Promise.all(tabs.map((tab) => tab.close()))
    tabs = []
    expect(faults).toEqual([])
  })

  afterAll(() => browser?.close())

  return async () => {
    if (browser === undefined) throw new Error('the browser is there once the tests run')
    const tab = await openTab(browser)
    tabs.push(tab)
    return tab
  }
}

function isThere(): boolean {
  const found = findChromium() !== undefined
  if (!found) console.warn('NOT TRIED: pages in a browser; bash scripts/install-browser.sh installs one')
  return found
}
