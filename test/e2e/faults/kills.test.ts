import { isDeepStrictEqual } from 'node:util'
import PQueue from 'p-queue'
import { beforeAll, expect, test } from 'vitest'
import type { AppOnStage } from './support/app-on-stage.ts'
import { createAppProcesses } from './support/app-processes.ts'
import { useBundledApp } from './support/bundled-app.ts'
import { type CallSite, findCallSites } from './support/call-sites.ts'
import { goldenStory, type Story } from './support/golden-story.ts'
import { KillChain, type Moment } from './support/kill-chain.ts'
import { useKillDatabase } from './support/kill-database.ts'
import { longStory } from './support/long-story.ts'
import { noteFault } from './support/note-fault.ts'
import { type Interference, playStory, type Run } from './support/play-story.ts'
import type { EndState } from './support/read-end-state.ts'
import { findSourceSites } from './support/source-sites.ts'

/** With more, a call site is struck again at its later calls. */
const killsPerSite = Number(process.env['KILLS_PER_SITE'] ?? 1)
const atReads = process.env['KILL_AT_READS'] === '1'

const bundled = useBundledApp()
const database = useKillDatabase()
/** A story waits as long as it works, so that two share a machine well. */
const stages = new PQueue({ concurrency: 2 })

let undisturbed: EndState
/** What changes GitHub on the golden path, as the App itself asked for it. */
const sites = new Set<string>()
let undisturbedLong: EndState
/** What changes GitHub on the long way round, and not on the golden path. */
const sitesBeyond = new Set<string>()
/** Only asked for where it isn't known whether something was done: on the golden path after a kill, and met there. */
const onlyAgain = ['PATCH /repos/{owner}/{repo}/check-runs/{check_run_id} (completed)']

beforeAll(async () => {
  const metLong = new Set<string>()
  ;[undisturbed, undisturbedLong] = await Promise.all([
    record(goldenStory, (name) => sites.add(name)),
    record(longStory, (name) => metLong.add(name)),
  ])
  for (const name of metLong) if (!sites.has(name)) sitesBeyond.add(name)
}, 1_800_000)

function play<I extends Interference>(
  story: Story,
  interfere: (run: Run<AppOnStage>) => I,
  env: Record<string, string>,
) {
  return stages.add(() => playStory(story, interfere, (sandbox, dir) => createAppProcesses(bundled, sandbox, dir, env)))
}

async function record(story: Story, note: (site: string) => void): Promise<EndState> {
  const { end } = await play(
    story,
    ({ isOurs }) => ({
      async intervene(passage) {
        const changing = isOurs(passage.actor) ? findCallSites(passage).filter(({ changes }) => changes) : []
        for (const { name } of changing) note(name)
        return passage.carryOut()
      },
      rest: () => Promise.resolve(),
    }),
    { DATABASE: 'memory' },
  )
  return end
}

test('everything in the sources that changes GitHub is on one of the two paths', async () => {
  const met = [...sites, ...sitesBeyond, ...onlyAgain].map((name) => name.replace(/ \(.*\)$/, ''))
  const sources = await findSourceSites()

  expect([...sources].filter((name) => !met.includes(name))).toEqual([])
  expect(sources.size).toBeGreaterThan(30)
})

const kills = [
  ['server killed (SIGKILL) before a request is done', 'before', []],
  ['server killed (SIGKILL) when a request is done but not answered', 'done', onlyAgain],
  ['server killed (SIGKILL) when a request is answered but not recorded', 'answered', []],
] as const

test.concurrent.each(kills)(
  '%s: at every call site, it ends as if nothing had been',
  async (fault, moment, more) => {
    const aims = ({ changes }: CallSite) => changes || atReads
    const { end, interference } = await playKilled(goldenStory, moment, aims, await database.open())

    const { struck, kills: tried } = interference
    const lost = isDeepStrictEqual(end, undisturbed) ? 0 : 1
    const which = atReads ? 'each call site' : 'each call site that changes GitHub'
    await noteFault({ fault, where: `${which}, golden path${database.words}`, tried, lost })
    expect(end).toEqual(undisturbed)
    expect([...sites, ...more].filter((site) => !struck.has(site))).toEqual([])
  },
  database.timeoutMs,
)

/** The long way round at one moment; `KILL_LONG_WAY=each` at all of them. */
const longKills = process.env['KILL_LONG_WAY'] === 'each' ? kills : kills.slice(0, 1)

test.concurrent.each(longKills)(
  '%s: at every call site of the long way round, it ends as if nothing had been',
  async (fault, moment) => {
    const aims = ({ name, changes }: CallSite) => sitesBeyond.has(name) || (atReads && !changes)
    // While everything is on hold no state says what was asked for: only a webhook that was stored does.
    const { end, interference } = await playKilled(longStory, moment, aims, {})

    const { struck, kills: tried } = interference
    const lost = isDeepStrictEqual(end, undisturbedLong) ? 0 : 1
    const which = atReads ? 'each call site, also at reads' : 'each call site'
    await noteFault({ fault, where: `${which} that the golden path has not, the long way round`, tried, lost })
    expect(end).toEqual(undisturbedLong)
    expect([...sitesBeyond].filter((site) => !struck.has(site))).toEqual([])
  },
  1_800_000,
)

function playKilled(story: Story, moment: Moment, aims: (site: CallSite) => boolean, env: Record<string, string>) {
  return play(
    story,
    ({ app, isOurs }) =>
      new KillChain({
        moment,
        app,
        isOurs,
        killsPerSite,
        aims,
      }),
    env,
  )
}

test.concurrent('killed at its first commits with the embedded database, it ends as if nothing had been', async () => {
  const { end, interference } = await play(
    goldenStory,
    ({ app, isOurs }) =>
      new KillChain({
        moment: 'done',
        app,
        isOurs,
        killsPerSite: 8,
        aims: ({ name }) => name === 'mutation createCommitOnBranch (state)',
      }),
    {},
  )

  const { kills: tried } = interference
  const lost = isDeepStrictEqual(end, undisturbed) ? 0 : 1
  const fault = 'server killed (SIGKILL) when a request is done but not answered'
  await noteFault({ fault, where: 'commits to the workflow branch, embedded database', tried, lost })
  expect(end).toEqual(undisturbed)
  expect(tried).toBe(8)
}, 1_800_000)
