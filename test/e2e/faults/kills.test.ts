import { isDeepStrictEqual } from 'node:util'
import PQueue from 'p-queue'
import { beforeAll, expect, test, vi } from 'vitest'
import type { AppOnStage } from './support/app-on-stage.ts'
import { createAppProcesses } from './support/app-processes.ts'
import { useBundledApp } from './support/bundled-app.ts'
import { type CallSite, findCallSites } from './support/call-sites.ts'
import { goldenStory, type Story } from './support/stories/golden-story.ts'
import { KillChain, type Moment } from './support/chains/kill-chain.ts'
import { useKillDatabase } from './support/kill-database.ts'
import { longStory } from './support/stories/long-story.ts'
import { noteFault } from './support/chains/note-fault.ts'
import { type Interference, playStory, type Run } from './support/stories/play-story.ts'
import type { EndState } from './support/stories/read-end-state.ts'
import { findSourceSites } from './support/source-sites.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(1_800_000) })

/** With more, a call site is struck again at its later calls. */
const killsPerSite = Number(process.env['KILLS_PER_SITE'] ?? 1)
const atReads = process.env['KILL_AT_READS'] === '1'
/** Each call site at each moment; else a third of them, each at one moment in turn: with `KILL_TURN` from 0 to 8 all. */
const atEachMoment = process.env['KILL_MOMENTS'] === 'each'
const firstTurn = Number(process.env['KILL_TURN'] ?? 0)
const commitKills = Number(process.env['COMMIT_KILLS'] ?? 2)

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
/** What no server of these stories asks for: the Action does, which is interrupted in `attestation.test.ts`, and who has tasks in jobs, killed in `job-kills.test.ts`. */
const elsewhere = ['POST /repos/{owner}/{repo}/attestations', 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel']

beforeAll(async () => {
  const metLong = new Set<string>()
  ;[undisturbed, undisturbedLong] = await Promise.all([
    record(goldenStory, (name) => sites.add(name)),
    record(longStory, (name) => metLong.add(name)),
  ])
  for (const name of metLong) if (!sites.has(name)) sitesBeyond.add(name)
})

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
  const met = [...sites, ...sitesBeyond, ...onlyAgain, ...elsewhere].map((name) => name.replace(/ \(.*\)$/, ''))
  const sources = await findSourceSites()

  expect([...sources].filter((name) => !met.includes(name))).toEqual([])
  expect(sources.size).toBeGreaterThan(30)
})

const kills = [
  { moment: 'before', fault: 'server killed (SIGKILL) before a request is done', more: [] },
  { moment: 'done', fault: 'server killed (SIGKILL) when a request is done but not answered', more: onlyAgain },
  { moment: 'answered', fault: 'server killed (SIGKILL) when a request is answered but not recorded', more: [] },
] as const

interface Play {
  momentAt: (all: ReadonlySet<string>) => (site: string) => Moment
  /** Call sites that are met in it beside those of the undisturbed story. */
  more: readonly string[]
}

/** The call sites that are struck. */
function pick(all: ReadonlySet<string>): ReadonlySet<string> {
  if (atEachMoment) return all
  return new Set([...all].toSorted().filter((_, place) => place % kills.length === firstTurn % kills.length))
}

/** Plays of a story: one for each moment, or one in which the call sites take turns. */
const plays: (readonly [string, Play])[] = atEachMoment
  ? kills.map(({ moment, fault, more }) => [fault, { momentAt: () => () => moment, more }])
  : [['server killed (SIGKILL) before, during or after a request', { momentAt: takeTurns, more: [] }]]

/** The moment of each call site, by its place among those that are struck. */
function takeTurns(struck: ReadonlySet<string>): (site: string) => Moment {
  const places = new Map([...struck].toSorted().map((site, place) => [site, place]))
  const from = Math.floor(firstTurn / kills.length)
  return (site) => kills[((places.get(site) ?? 0) + from) % kills.length]?.moment ?? 'before'
}

/** Reads by themselves: killed at one, the App looks first from then on, and doesn't come to all that it changes otherwise. */
const aimed = atReads ? ['call site that changes GitHub', 'read'] : ['call site that changes GitHub']
const goldenPlays = plays.flatMap(([fault, how]) => aimed.map((which) => [fault, which, how] as const))

test.concurrent.each(goldenPlays)(
  '%s: at every %s, it ends as if nothing had been',
  async (_, which, { momentAt, more }) => {
    const struck = pick(sites)
    const aims = ({ name, changes }: CallSite) =>
      which === 'read' ? !changes : changes && (atEachMoment || struck.has(name))
    const { end, interference } = await playKilled(goldenStory, momentAt(struck), aims, await database.open())

    await noteKills(interference, `each ${which}, golden path${database.words}`, isDeepStrictEqual(end, undisturbed))
    const wanted = which === 'read' ? [] : [...struck, ...more]
    expect(end).toEqual(undisturbed)
    expect(wanted.filter((site) => !interference.struck.has(site))).toEqual([])
    expect(interference.kills).toBeGreaterThan(0)
  },
  database.timeoutMs,
)

test.concurrent.each(plays)(
  '%s: at every call site of the long way round, it ends as if nothing had been',
  async (_, { momentAt }) => {
    const struck = pick(sitesBeyond)
    const aims = ({ name, changes }: CallSite) => struck.has(name) || (atReads && !changes)
    // While everything is on hold no state says what was asked for: only a webhook that was stored does.
    const { end, interference } = await playKilled(longStory, momentAt(struck), aims, {})

    const which = atReads ? 'each call site, also at reads' : 'each call site'
    const where = `${which} that the golden path has not, the long way round`
    await noteKills(interference, where, isDeepStrictEqual(end, undisturbedLong))
    expect(end).toEqual(undisturbedLong)
    expect([...struck].filter((site) => !interference.struck.has(site))).toEqual([])
  },
)

async function noteKills({ killsAt }: KillChain, where: string, isSame: boolean): Promise<void> {
  const inTurn = atEachMoment ? '' : ', a third of them at one moment each'
  for (const { moment, fault } of kills) {
    const tried = killsAt[moment]
    if (tried > 0) await noteFault({ fault, where: `${where}${inTurn}`, tried, lost: isSame ? 0 : 1 })
  }
}

function playKilled(
  story: Story,
  momentAt: (site: string) => Moment,
  aims: (site: CallSite) => boolean,
  env: Record<string, string>,
) {
  return play(story, ({ app, isOurs }) => new KillChain({ momentAt, app, isOurs, killsPerSite, aims }), env)
}

test.concurrent('killed at its first commits with the embedded database, it ends as if nothing had been', async () => {
  const { end, interference } = await play(
    goldenStory,
    ({ app, isOurs }) =>
      new KillChain({
        momentAt: () => 'done',
        app,
        isOurs,
        killsPerSite: commitKills,
        aims: ({ name }) => name === 'mutation createCommitOnBranch (state)',
      }),
    {},
  )

  const { kills: tried } = interference
  const lost = isDeepStrictEqual(end, undisturbed) ? 0 : 1
  const fault = 'server killed (SIGKILL) when a request is done but not answered'
  await noteFault({ fault, where: 'commits to the workflow branch, embedded database', tried, lost })
  expect(end).toEqual(undisturbed)
  expect(tried).toBe(commitKills)
})
