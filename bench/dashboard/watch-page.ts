import type { Browser, BrowserContext, Page } from 'playwright-core'

/** A browser that has kept nothing, in which somebody is signed in. */
export async function openSignedIn(browser: Browser, url: string, login: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: `Continue as ${login}` }).click()
  await page.waitForURL(url)
  await page.close()
  return context
}

/** From the start of the navigation until something of the page is seen, in milliseconds. */
export async function timeFirstPaint(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'load' })
  return page.evaluate<number>(
    `new Promise((done) => new PerformanceObserver((list) => {
      const paint = list.getEntriesByName('first-contentful-paint')[0]
      if (paint !== undefined) done(paint.startTime)
    }).observe({ type: 'paint', buffered: true }))`,
  )
}

/** What the page's thread is busy for, per frame, while its graph is drawn to and fro, in milliseconds; and frames a second. */
export async function panGraph(page: Page, moves: number): Promise<{ busyMs: number; framesPerSecond: number }> {
  const box = await page.locator('.graph').boundingBox()
  if (box === null) throw new Error('the page has no graph')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const readBusyMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(`{
    window.frames_ = 0
    const count = () => { window.frames_ += 1; requestAnimationFrame(count) }
    requestAnimationFrame(count)
  }`)
  const before = { busyMs: await readBusyMs(), at: performance.now() }
  for (let move = 1; move <= moves; move += 1) await page.mouse.move(x - (move % 100) * 6, y + (move % 20) * 3)
  const frames = await page.evaluate<number>('window.frames_')
  const [busyMs, seconds] = [(await readBusyMs()) - before.busyMs, (performance.now() - before.at) / 1_000]
  await page.mouse.up()
  return { busyMs: busyMs / frames, framesPerSecond: frames / seconds }
}
