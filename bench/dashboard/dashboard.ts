import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestRecord } from 'github-sandbox'
import { launchChromium } from '../../test/support/browser/launch-chromium.ts'
import { Visitor } from '../../test/support/dashboard/visitor.ts'
import { type Bench, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { median } from '../stage/median.ts'
import { openPlant, type PlantProcess } from '../stage/plant.ts'
import { readProcessorMs } from '../work/processor-time.ts'
import { writeLargeBranch } from './large-branch.ts'
import { planOf } from './plan-of.ts'
import { openSignedIn, panGraph, timeFirstPaint } from './watch-page.ts'

const name = 'dashboard'
const amountsOf: Record<Size, { rounds: number; moves: number; pages: number; restMs: number }> = {
  small: { rounds: 1, moves: 20, pages: 20, restMs: 2_000 },
  usual: { rounds: 9, moves: 300, pages: 200, restMs: 10_000 },
  full: { rounds: 25, moves: 600, pages: 200, restMs: 60_000 },
}
/** With its CHECK each, and the goal: 1,001 nodes. */
const largeTasks = 500
const script = new URL('../../src/entrypoints/dashboard/assets/dashboard.js', import.meta.url)

export const dashboardBench: Bench = {
  name,
  title: 'how soon a page of the dashboard is there, and what open pages cost',
  about: `Pages of a server that people sign in to, on the sandbox, in a real Chromium on loopback. \`60 tasks, first paint\` is from the start of the navigation until something of a plan's page is seen, median of ${amountsOf.usual.rounds} browsers that have kept nothing. \`1,000 nodes\` is a plan of ${largeTasks} tasks with their checks: \`first asked\` is the list of issues of its repository on a server that has not looked there since its start, with the fetch of the branch; then \`first made\` is the whole answer to the first who asks for the plan, with its layout, and \`made again\` the median of later ones, each with a look at GitHub. \`pan\` is what the page's thread is busy for in each frame while the mouse draws the graph to and fro. \`at rest\` is the processor time of a server on which so many pages are open and nothing happens, for ${amountsOf.usual.restMs / 1_000} s. Calls are all requests to GitHub while one page is made; \`head not known\` is that of the large plan, whose branch the App never wrote, as where others work on it: one \`git fetch\`.`,
  run: runDashboardBench,
}

/** A server, and the pages of three plans on it. */
interface Place {
  app: PlantProcess
  url: string
  login: string
  small: string
  /** The App never wrote its branch: others work on it. */
  large: string
  requests: readonly RequestRecord[]
}

async function runDashboardBench(tell: Tell, size: Size): Promise<Figure[]> {
  const requests: RequestRecord[] = []
  tell('two plans')
  await using plant = await openPlant({ postgres: false, onRequest: (request) => requests.push(request) })
  const { clientId, clientSecret } = plant.sandbox.app
  const settings = { DASHBOARD: 'sign-in', GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret ?? '' }
  const first = await plant.startApp([], settings)
  const small = await planOf(plant, 'small', 60)
  const dir = `${plant.appDir}-large.git`
  await writeLargeBranch(dir, largeTasks)
  const { repository } = await plant.sandbox.createRepository({ name: 'large', from: dir })
  await first.kill()
  const app = await plant.startApp([], settings)
  const url = new URL('/dashboard/', /takes webhooks at (\S+)/.exec(app.said)?.[1]).href
  const login = plant.sandbox.logins.maintainer
  const place: Place = { app, url, login, small, large: `${repository}/ISS-007/index.html`, requests }
  const { rounds, moves, pages, restMs } = amountsOf[size]
  return [
    ...(await measurePages(place, rounds)),
    ...(await measureBrowser(place, rounds, moves, tell)),
    ...(await measureRest(place, pages, restMs, tell)),
    measure({
      bench: name,
      case: 'script',
      figure: Math.ceil((await stat(script)).size / 100) / 10,
      unit: 'KB',
      target: 40,
    }),
  ]
}

async function measurePages(place: Place, rounds: number): Promise<Figure[]> {
  const visitor = new Visitor()
  await visitor.signInAs(place.login, `${place.url}${place.small}`)
  const time = async (page: string) => {
    const before = performance.now()
    const { status } = await visitor.open(`${place.url}${page}`)
    if (status !== 200) throw new Error(`${page} was answered ${status}`)
    return performance.now() - before
  }
  const count = async (page: string) => {
    await time(page)
    const before = place.requests.length
    await time(page)
    return place.requests.slice(before)
  }
  const list = await time(place.large.replace(/ISS.*/, 'index.html'))
  const first = await time(place.large)
  const again: number[] = []
  for (let round = 0; round < rounds; round += 1) again.push(await time(place.large))
  const [known, unknown] = [await count(place.small), await count(place.large)]
  const calls = (what: string, figure: number, target: number) =>
    measure({ bench: name, case: `calls, ${what}`, figure, unit: 'calls', target })
  return [
    { bench: name, case: 'issues of a repository, first asked', figure: Math.round(list), unit: 'ms' },
    measure({ bench: name, case: '1,000 nodes, first made', figure: Math.round(first), unit: 'ms', target: 300 }),
    measure({
      bench: name,
      case: '1,000 nodes, made again',
      figure: Math.round(median(again)),
      unit: 'ms',
      target: 300,
    }),
    calls('head known', known.length, 0),
    calls('head not known', countFetches(unknown), 1),
  ]
}

/** The requests of one fetch are one call: git asks what there is, then for what it lacks. */
function countFetches(requests: readonly RequestRecord[]): number {
  return requests.filter(({ method, route }) => method !== 'POST' || !route.startsWith('git ')).length
}

async function measureBrowser(place: Place, rounds: number, moves: number, tell: Tell): Promise<Figure[]> {
  tell('pages in a browser')
  const browser = await launchChromium()
  try {
    const paints: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const context = await openSignedIn(browser, `${place.url}index.html`, place.login)
      paints.push(await timeFirstPaint(await context.newPage(), `${place.url}${place.small}`))
      await context.close()
    }
    const context = await openSignedIn(browser, `${place.url}${place.small}`, place.login)
    const page = await context.newPage()
    await page.goto(`${place.url}${place.large}`)
    const { busyMs, framesPerSecond } = await panGraph(page, moves)
    return [
      measure({
        bench: name,
        case: '60 tasks, first paint',
        figure: Math.round(median(paints)),
        unit: 'ms',
        target: 300,
      }),
      measure({
        bench: name,
        case: '1,000 nodes, pan',
        figure: Math.round(busyMs * 10) / 10,
        unit: 'ms a frame',
        target: 16,
      }),
      { bench: name, case: '1,000 nodes, pan', figure: Math.round(framesPerSecond), unit: 'frames/s' },
    ]
  } finally {
    await browser.close()
  }
}

/** Pages that wait for news, and what the server does for them while there is none. */
async function measureRest(place: Place, pages: number, restMs: number, tell: Tell): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, page] of [
    ['head known', place.small],
    ['head not known', place.large],
  ] as const) {
    tell(`${pages} open pages, ${what}`)
    const events = `${place.url}${page.replace(/ISS.*/, 'events')}`
    const visitor = new Visitor()
    await visitor.signInAs(place.login, `${place.url}${page}`)
    const ended = new AbortController()
    const headers = { cookie: visitor.cookieHeader(events) }
    await Promise.all(Array.from({ length: pages }, () => fetch(events, { headers, signal: ended.signal })))
    await wait(1_000)
    const before = readProcessorMs([place.app.pid])
    await wait(restMs)
    const percent = ((readProcessorMs([place.app.pid]) - before) / restMs) * 100
    ended.abort()
    const figure = Math.round(percent * 10) / 10
    const title = `${pages} pages at rest, ${what}`
    figures.push(measure({ bench: name, case: title, figure, unit: '% of a core', target: 5 }))
  }
  return figures
}
