import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { createAppProcesses } from './support/app-processes.ts'
import { type CallSite, findCallSites } from './support/call-sites.ts'
import { goldenStory } from './support/golden-story.ts'
import { KillChain } from './support/kill-chain.ts'
import { noteFault } from './support/note-fault.ts'
import { playStory } from './support/play-story.ts'
import type { EndState } from './support/read-end-state.ts'

/** With more, a call site is struck again at its later calls. */
const killsPerSite = Number(process.env['KILLS_PER_SITE'] ?? 1)
const atReads = process.env['KILL_AT_READS'] === '1'

let undisturbed: EndState
/** What changes GitHub on the golden path, as the App itself asked for it. */
const sites = new Set<string>()

beforeAll(async () => {
  const { end } = await playStory(
    goldenStory,
    ({ isOurs }) => ({
      async intervene(passage) {
        const changing = isOurs(passage.actor) ? findCallSites(passage).filter(({ changes }) => changes) : []
        for (const { name } of changing) sites.add(name)
        return passage.carryOut()
      },
      rest: () => Promise.resolve(),
    }),
    (sandbox, dir) => createAppProcesses(sandbox, dir, { DATABASE: 'memory' }),
  )
  undisturbed = end
}, 120_000)

/** Where webhooks wait. A start with the embedded database takes several times as long, so that most runs do without. */
const database = process.env['KILL_DATABASE'] ?? 'memory'

test.each([
  ['server killed (SIGKILL) before a request is done', 'before'],
  ['server killed (SIGKILL) when a request is done but not answered', 'done'],
  ['server killed (SIGKILL) when a request is answered but not recorded', 'answered'],
] as const)(
  '%s: at every call site, it ends as if nothing had been',
  async (fault, moment) => {
    const aims = ({ changes }: CallSite) => changes || atReads
    const { end, interference } = await playStory(
      goldenStory,
      ({ app, isOurs }) => new KillChain({ moment, app, isOurs, killsPerSite, aims }),
      (sandbox, dir) => createAppProcesses(sandbox, dir, { DATABASE: database }),
    )

    const { struck, kills } = interference
    const lost = isDeepStrictEqual(end, undisturbed) ? 0 : 1
    await noteFault({ fault, where: 'each call site that changes GitHub, golden path', tried: kills, lost })
    expect(end).toEqual(undisturbed)
    expect([...sites].filter((site) => !struck.has(site))).toEqual([])
  },
  600_000,
)

test('killed at its first commits with the embedded database, it ends as if nothing had been', async () => {
  const { end, interference } = await playStory(
    goldenStory,
    ({ app, isOurs }) =>
      new KillChain({
        moment: 'done',
        app,
        isOurs,
        killsPerSite: 8,
        aims: ({ name }) => name === 'mutation createCommitOnBranch (state)',
      }),
    createAppProcesses,
  )

  const { kills } = interference
  const lost = isDeepStrictEqual(end, undisturbed) ? 0 : 1
  const fault = 'server killed (SIGKILL) when a request is done but not answered'
  await noteFault({ fault, where: 'commits to the workflow branch, embedded database', tried: kills, lost })
  expect(end).toEqual(undisturbed)
  expect(kills).toBe(8)
}, 600_000)
