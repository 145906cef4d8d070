import { expect, test } from 'vitest'
import { goldenStory } from '../faults/support/stories/golden-story.ts'
import { downloadRelease, publicKeyOf, verifyRelease } from '../support/git/download-release.ts'
import { describeJobs, stateSecret, useRunners } from '../support/runner/use-runners.ts'

const runners = useRunners()

test('an issue goes from its label to a verified release by jobs alone, and nothing of it is a command to the runner', async () => {
  const { sandbox, player } = runners
  const playground = await runners.repository({ config: goldenStory.config })
  const title = 'Three files\u2028::error::planted ##[error]planted'
  const issue = await playground.openIssue(
    title,
    `${goldenStory.body}\n\n::set-output name=issues::[99]\n##[warning]x\n`,
  )
  await playground.label(issue)

  await goldenStory.play(runners.stage(playground, issue), issue)

  const { record } = await runners.standing(playground, issue)
  const tag = record.exports[0]?.tag ?? ''
  const release = await downloadRelease(playground, tag, runners.dir)
  const anchor = { repo: playground.cloneUrl, publicKey: publicKeyOf(runners.seen) }
  expect(await verifyRelease(release, anchor, sandbox)).toMatchObject({ code: 0 })
  expect(player.jobs.filter(({ conclusion }) => conclusion === 'failure')).toEqual([])
  const log = player.jobs.map((job) => job.log + job.summary).join('\n')
  expect(log.match(/^\s*::(?!add-mask::)|##\[/gm)).toBeNull()
  expect(log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain(stateSecret)
  expect(player.jobs.some(({ outputs }) => outputs['issues']?.includes('99'))).toBe(false)
})

test('talk starts no second job, and who may not open pull requests is told what helps', async () => {
  const { sandbox, player } = runners
  const playground = await runners.repository()
  const repo = sandbox.world.repositories.find((one) => `${one.owner}/${one.name}` === playground.repository)
  if (repo !== undefined) repo.actionsMayOpenPulls = false
  const before = player.jobs.length

  const issue = await playground.planIssue('One file', '- [ ] Write `a.txt`\n\n```text path=a.txt\na\n```\n')
  await playground.say(issue, 'writer', 'What a nice plan and/or idea!')
  const [plan] = await playground.thread(issue)
  await playground.say(issue, 'maintainer', '/approve')

  expect(plan).toContain('Allow GitHub Actions to create and approve pull requests')
  const { execution } = await runners.standing(playground, issue)
  expect(execution?.nodes['T1'], describeJobs(player)).toMatchObject({ state: 'WAITING_EXTERNAL' })
  expect((await playground.thread(issue)).join('\n')).toContain('open pull requests. Allow it')
  expect(player.jobs.slice(before).map(({ job, conclusion }) => `${job} ${conclusion}`)).toEqual([
    'find success',
    'work success',
    'find success',
    'work skipped',
    'find success',
    'work success',
  ])
})
