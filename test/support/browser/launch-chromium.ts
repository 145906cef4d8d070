import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** As Debian calls it, and as it is on the machines that GitHub runs workflows on. */
const places = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']

/** Nothing but what a page asks for leaves it. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium of this machine; undefined where there is none. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], ...places].find((path) => path !== undefined && existsSync(path))
}

/** Throws where there is none, with what installs it. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error('There is no Chromium here: bash scripts/install-browser.sh installs it, or CHROMIUM names it')
  return chromium.launch({ executablePath, args: flags })
}
