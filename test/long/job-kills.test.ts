import { expect, test, vi } from 'vitest'
import { findCallSites } from '../e2e/faults/support/call-sites.ts'
import { KillChain, type Moment } from '../e2e/faults/support/chains/kill-chain.ts'
import { goldenStory } from '../e2e/faults/support/stories/golden-story.ts'
import { type EndState, readEndState } from '../e2e/faults/support/stories/read-end-state.ts'
import { countingIssue, listedRuns } from '../e2e/support/runner/task-jobs.ts'
import { describeJobs, useRunners } from '../e2e/support/runner/use-runners.ts'
import { patienceMs } from '../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(1_800_000) })

const runners = useRunners()
const bot = 'github-actions[bot]'
/** After each kill the clock may have to start several: one finds what the next goes on with. */
const sweeps = 40

/** The golden path by jobs alone, each on a machine of its own. */
async function play(): Promise<unknown> {
  const files = { 'README.md': '# Jobs\n' }
  const playground = await runners.repository({ config: goldenStory.config, files })
  const issue = await playground.openIssue(goldenStory.title, goldenStory.body)
  const stage = runners.stage(playground, issue, sweeps)
  await playground.label(issue)
  await goldenStory.play(stage, issue)
  return withoutName(await readEndState(runners.seen, playground, issue), playground.repository)
}

/** Each play has a repository of its own: its number, and what follows from its name, are no difference. */
const ofRepository: [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<task>'],
  [/_[0-9a-f]{8}(?=\/)/g, '_<task>'],
  [/(?<="repository_id":)\d+/g, '0'],
]

function withoutName(end: EndState, repository: string): unknown {
  const [, name = repository] = repository.split('/')
  const text = JSON.stringify(end).replaceAll(name, '<repository>')
  return JSON.parse(ofRepository.reduce((shorter, [pattern, word]) => shorter.replaceAll(pattern, word), text))
}

test('the bot’s jobs killed at every call that changes GitHub, at each moment of it, come to the end that they come to undisturbed', async () => {
  const sites = new Set<string>()
  runners.interfere((passage) => {
    const changing = passage.actor === bot ? findCallSites(passage).filter(({ changes }) => changes) : []
    for (const { name } of changing) sites.add(name)
    return passage.carryOut()
  })
  const undisturbed = await play()

  const ends: Record<string, unknown> = {}
  for (const moment of ['before', 'done', 'answered'] satisfies Moment[]) {
    const chain = new KillChain({
      momentAt: () => moment,
      app: { kill: () => runners.killBot(), start: () => Promise.resolve() },
      isOurs: (actor) => actor === bot,
      killsPerSite: 1,
      aims: ({ name }) => sites.has(name),
    })
    runners.interfere((passage) => chain.intervene(passage))
    ends[moment] = { end: await play(), missed: [...sites].filter((site) => !chain.struck.has(site)) }
  }

  const same = { end: undisturbed, missed: [] }
  expect(sites.size).toBeGreaterThan(20)
  expect(ends).toEqual({ before: same, done: same, answered: same })
})

test('a job that is lost is done again, and three times lost a person is asked', async () => {
  const { player } = runners
  const playground = await runners.repository({ config: 'run: { isolation: none }\n' })
  const issue = await playground.planIssue('Count', countingIssue('seq 3 > count.txt'))
  runners.loseJobs(({ env }) => env['INPUT_MODE'] === 'run-task')

  await playground.say(issue, 'maintainer', '/approve')
  await player.idle()
  runners.loseJobs(() => false)

  const { record, execution } = await runners.standing(playground, issue)
  expect(record.outbox).toEqual([])
  expect(execution?.nodes['T1'], describeJobs(player)).toMatchObject({ state: 'WAITING_EXTERNAL', lost_leases: 3 })
  expect(listedRuns(runners, playground)).toHaveLength(3)
  expect((await playground.thread(issue)).join('\n')).toContain('its job ended and handed nothing back')
})
