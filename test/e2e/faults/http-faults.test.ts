import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test, vi } from 'vitest'
import { type AppHere, createAppHere } from './support/app-here.ts'
import { findCallSites } from './support/call-sites.ts'
import { FaultChain, type FaultChainOptions } from './support/chains/fault-chain.ts'
import { goldenStory, type Story } from './support/stories/golden-story.ts'
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
import { longStory } from './support/stories/long-story.ts'
import { noteFault } from './support/chains/note-fault.ts'
import { OutageChain, type OutageMoment } from './support/chains/outage-chain.ts'
import { playStory, type Run } from './support/stories/play-story.ts'
import type { EndState } from './support/stories/read-end-state.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(900_000) })

/** Each call site meets every fault, in a play for each; else one fault, and all faults take turns. */
const eachFault = process.env['HTTP_FAULTS'] === 'each'

/** A story as it goes when nothing fails. */
interface Undisturbed {
  story: Story
  /** Where faults are brought about, in words. */
  where: string
  end: EndState
  /** What the App asks for, and is to fail. */
  sites: Map<string, AskedSite>
  /** What is left alone. What is asked for only because something failed is not. */
  spared: ReadonlySet<string>
}

let golden: Undisturbed
let long: Undisturbed

/**
 * Asked for where the reconciler finds a comment before its webhook is heard: on the golden path that is chance, on the
 * long way round a webhook is missed.
 */
const byChance = 'query nodes { lastEditedAt }'

beforeAll(async () => {
  golden = await record(goldenStory, eachFault ? 'each call site of the golden path' : 'call sites of the golden path')
  golden.sites.delete(byChance)
  if (!eachFault) return
  long = await record(longStory, 'call sites that the golden path has not, the long way round')
  long.spared = new Set(golden.sites.keys())
  for (const site of long.spared) long.sites.delete(site)
  expect([...long.sites.keys()]).toContain(byChance)
})

async function record(story: Story, where: string): Promise<Undisturbed> {
  const sites = new Map<string, AskedSite>()
  const { end } = await playStory(
    story,
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
  return { story, where, end, sites, spared: new Set() }
}

/**
 * Plays a story with these faults; returns the call sites that didn't meet all that was meant for them, or none of it.
 * What the reconciler asks for once, it may find another way when that fails.
 */
async function play(
  { story, where, end: undisturbed, sites, spared }: Undisturbed,
  faults: readonly HttpFault[],
  spread: FaultChainOptions['spread'],
  wanted: 'all' | 'one',
): Promise<string[]> {
  const aimed = faults.map((one) => ({ ...one, aims: (site: AskedSite) => !spared.has(site.name) && one.aims(site) }))
  const { end, interference } = await playStory(
    story,
    ({ app, isOurs }) => new FaultChain({ faults: aimed, spread, isOurs, tools: { takeDeadlines: app.takeDeadlines } }),
    createAppHere,
  )

  const { tried, struck } = interference
  const lost = isDeepStrictEqual(end, undisturbed) ? 0 : 1
  for (const [fault, times] of tried) await noteFault({ fault, where, tried: times, lost })
  expect(end).toEqual(undisturbed)
  const hasMet = (site: AskedSite) => {
    const met = faults.map(({ fault, aims }) => !aims(site) || struck.get(fault)?.has(site.name))
    return wanted === 'all' ? met.every((one) => one === true) : met.includes(true)
  }
  return [...sites.values()].filter((site) => !hasMet(site)).map(({ name }) => name)
}

const inPlays = (faults: readonly HttpFault[]) => faults.map((one) => [one.fault, [one]] as const)
const inPairs = (faults: readonly HttpFault[]) =>
  faults.flatMap((one, at) => (at % 2 === 0 ? [[one.fault, faults.slice(at, at + 2)] as const] : []))

const failures = [...serverErrors, ...serverErrorsDone, ...proxyRefusals, ...brokenConnections]
const limits = [...rateLimits, endedToken]
/** One call site answers with this, the next with that. */
const rounds: readonly (readonly [string, readonly HttpFault[]])[] = eachFault
  ? inPlays(failures)
  : [
      ['GitHub answers 5xx, a proxy refuses or the connection breaks, done or not', failures],
      ['limited in any way, or the token has ended', limits],
    ]

test.each(rounds)('%s: it ends as if nothing had been', async (_, faults) => {
  expect(await play(golden, faults, 'one at each', 'one')).toEqual([])
})

/** All that a request is sent again for, one after the other. */
const limitRounds: readonly (readonly [string, readonly HttpFault[]])[] = eachFault
  ? [
      ['limited three times', rateLimits.slice(0, 3)],
      ['limited without a word of how long, and its token ended', [...rateLimits.slice(3), endedToken]],
    ]
  : []

test.each(limitRounds)('%s at every call site: it ends as if nothing had been', async (_, faults) => {
  expect(await play(golden, faults, 'all at each', 'all')).toEqual([])
})

const halfAnHourMs = 30 * 60_000
/** Half an hour in one second. */
const outageHurry = 1_800

const moments: readonly OutageMoment[] = [
  { when: 'the issue is labelled', aims: ({ name }) => name.includes('/collaborators/') },
  { when: 'the plan is shown', aims: ({ name }) => name === 'mutation addComment' },
  { when: 'a run publishes', aims: ({ name }) => name === 'mutation createCommitOnBranch (task branch)' },
  { when: 'a verdict is posted', aims: ({ name }) => name.startsWith('POST ') && name.endsWith('/reviews') },
  { when: 'a run begins', aims: ({ name }) => name === 'git upload-pack' },
  { when: 'a task is merged', aims: ({ name }) => name.endsWith('/merge') },
  { when: 'the release is made', aims: ({ name }) => name.startsWith('POST ') && name.endsWith('/releases') },
]

test('GitHub out of reach for half an hour, seven times: it goes on without a word from anybody, and nothing was given up', async () => {
  const { end, interference } = await playStory(
    goldenStory,
    ({ app, isOurs }: Run<AppHere>) => new OutageChain({ moments, lastsMs: halfAnHourMs, app, isOurs }),
    (sandbox, dir) => createAppHere(sandbox, dir, outageHurry),
  )

  const lost = isDeepStrictEqual(end, golden.end) ? 0 : 1
  const tried = interference.struck.length
  await noteFault({
    fault: 'GitHub out of reach for 30 minutes',
    where: 'seven moments of the golden path',
    tried,
    lost,
  })
  expect(end).toEqual(golden.end)
  expect(interference.struck).toEqual(moments.map(({ when }) => when))
  expect(await interference.countDead()).toBe(0)
})

/** Two or three of a kind after each other, which is what a request is tried again for; at length alone, as kills go the long way round each time. */
const longRounds: readonly (readonly [string, readonly HttpFault[]])[] = eachFault
  ? [
      ...serverErrors.map((one, at) => [one.fault, [one, ...serverErrorsDone.slice(at, at + 1)]] as const),
      ...inPairs([...brokenConnections, ...proxyRefusals]),
      ['a limit three times', rateLimits.slice(0, 3)],
      ['a limit without a word of how long, and an ended token', [...rateLimits.slice(3), endedToken]],
    ]
  : []

test.each(longRounds)(
  '%s, at what only the long way round asks for: it ends as if nothing had been',
  async (_, faults) => {
    expect(await play(long, faults, 'all at each', 'one')).toEqual([])
  },
)
