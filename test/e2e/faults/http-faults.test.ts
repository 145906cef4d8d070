import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { createAppHere } from './support/app-here.ts'
import { findCallSites } from './support/call-sites.ts'
import { FaultChain, type FaultChainOptions } from './support/fault-chain.ts'
import { goldenStory } from './support/golden-story.ts'
import {
  type AskedSite,
  brokenConnections,
  endedToken,
  type HttpFault,
  proxyRefusals,
  rateLimits,
  serverErrors,
  serverErrorsDone,
} from './support/http-faults.ts'
import { noteFault } from './support/note-fault.ts'
import { playStory } from './support/play-story.ts'
import type { EndState } from './support/read-end-state.ts'

let undisturbed: EndState
/** What the App asks for on the golden path. */
const sites = new Map<string, AskedSite>()

beforeAll(async () => {
  const { end } = await playStory(
    goldenStory,
    ({ isOurs }) => ({
      async intervene(passage) {
        const asked = isOurs(passage.actor) ? findCallSites(passage) : []
        for (const site of asked) sites.set(site.name, { ...site, actor: passage.actor })
        return passage.carryOut()
      },
      rest: () => Promise.resolve(),
    }),
    createAppHere,
  )
  undisturbed = end
}, 120_000)

/** Plays the golden path with these faults; returns the call sites that didn't meet what was meant for them. */
async function play(faults: readonly HttpFault[], spread: FaultChainOptions['spread']): Promise<string[]> {
  const { end, interference } = await playStory(
    goldenStory,
    ({ app, isOurs }) => new FaultChain({ faults, spread, isOurs, tools: { endDeadlines: app.endDeadlines } }),
    createAppHere,
  )

  const { tried, struck } = interference
  const lost = isDeepStrictEqual(end, undisturbed) ? 0 : 1
  for (const [fault, times] of tried) {
    await noteFault({ fault, where: 'call sites of the golden path', tried: times, lost })
  }
  expect(end).toEqual(undisturbed)
  const hasMet = (site: string) => {
    const met = faults.map(({ fault, aims }) => !aims(sites.get(site) ?? neverAsked) || struck.get(fault)?.has(site))
    return spread === 'all at each' ? met.every((one) => one === true) : met.includes(true)
  }
  return [...sites.keys()].filter((site) => !hasMet(site))
}

const neverAsked: AskedSite = { name: '', changes: false, actor: '' }

const isNotDone = ({ fault }: HttpFault) => fault.endsWith(', not done')

// The App does the same for each of them. In turn each call site meets one of them; `each` lets it meet all.
const rounds: readonly (readonly [string, readonly HttpFault[]])[] =
  process.env['HTTP_FAULTS'] === 'each'
    ? [...serverErrors, ...serverErrorsDone, ...proxyRefusals, ...brokenConnections].map((one) => [one.fault, [one]])
    : [
        ['GitHub answers 5xx, not done', serverErrors],
        ['GitHub answers 5xx, done', serverErrorsDone],
        ['a proxy refuses what was done', proxyRefusals],
        ['the connection breaks, not done', brokenConnections.filter(isNotDone)],
        ['the connection breaks, done', brokenConnections.filter((one) => !isNotDone(one))],
      ]

test.each(rounds)(
  '%s: it ends as if nothing had been',
  async (_, faults) => {
    expect(await play(faults, 'one at each')).toEqual([])
  },
  300_000,
)

test('limited three times at every call site, it ends as if nothing had been', async () => {
  expect(await play(rateLimits.slice(0, 3), 'all at each')).toEqual([])
}, 300_000)

test('limited without a word of how long, and its token ended, at every call site, it ends as if nothing had been', async () => {
  expect(await play([...rateLimits.slice(3), endedToken], 'all at each')).toEqual([])
}, 300_000)
