import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, test } from 'vitest'
import { goldenStory } from '../faults/support/stories/golden-story.ts'
import { downloadRelease, publicKeyOf, verifyRelease } from '../support/git/download-release.ts'
import { listenForNotices } from '../support/notice-listener.ts'
import { describeJobs, stateSecret, useRunners } from '../support/runner/use-runners.ts'

const notifySecret = 'signed-by-the-jobs-of-a-test'
const notices = await listenForNotices(notifySecret)
const runners = useRunners({}, undefined, {
  COUNTERSIGN_NOTIFY_URL: notices.url,
  COUNTERSIGN_NOTIFY_SECRET: notifySecret,
})
afterAll(notices.close)
const root = new URL('../../../', import.meta.url).pathname
const pagePath = join(root, 'docs/action.md')

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
  const { told } = notices
  const events = told.map(({ event }) => event)
  expect(['plan_ready', 'released'].map((event) => events.filter((one) => one === event).length)).toEqual([1, 1])
  expect(told.every(({ signed }) => signed)).toBe(true)
  expect(new Set(told.map(({ delivery }) => delivery)).size).toBe(told.length)
  expect(log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain(notifySecret)
})

test('who follows the page has a bot: told what they left out, and then the pull request that it promises', async () => {
  const { sandbox, player } = runners
  const page = readPage(await readFile(pagePath, 'utf8'))
  const playground = await runners.repository({
    edit: (workflow) => workflow.replace(/^name: .*/m, 'name: To be replaced'),
  })
  const repo = sandbox.world.repositories.find((one) => `${one.owner}/${one.name}` === playground.repository)
  // Step 3 is left out.
  if (repo !== undefined) repo.actionsMayOpenPulls = false
  const clone = join(runners.dir, 'newcomer', 'repository')
  await mkdir(join(clone, '..'), { recursive: true })
  await symlink(root, join(clone, '..', 'countersign'))
  const asMaintainer = playground.cloneUrl.replace(
    '://',
    `://${sandbox.logins.maintainer}:${sandbox.tokens.maintainer}@`,
  )
  await execa('git', ['clone', '-q', asMaintainer, clone])
  const signed = {
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
  }
  for (const command of [page.copy, page.push]) await execa('sh', ['-e', '-c', command], { cwd: clone, env: signed })
  const { rest } = playground.as('maintainer')
  const { data } = await rest.issues.create({
    ...playground.place,
    title: page.title,
    body: page.body,
    labels: page.labels,
  })
  const issue = data.number
  await player.idle()
  const before = player.jobs.length
  await playground.say(issue, 'writer', 'What a nice plan and/or idea!')
  const talk = player.jobs.slice(before)
  const [plan] = await playground.thread(issue)
  await playground.say(issue, 'maintainer', '/approve')

  expect(talk.filter(({ conclusion }) => conclusion === 'success').map(({ job }) => job)).toEqual(['find'])
  expect(plan).toContain('Allow GitHub Actions to create and approve pull requests')
  const refused = await runners.standing(playground, issue)
  expect(refused.execution?.nodes['T1'], describeJobs(player)).toMatchObject({ state: 'WAITING_EXTERNAL' })
  expect((await playground.thread(issue)).join('\n')).toContain('open pull requests. Allow it')

  if (repo !== undefined) repo.actionsMayOpenPulls = true
  await playground.say(issue, 'maintainer', '/retry')

  const { record } = await runners.standing(playground, issue)
  expect(record, describeJobs(player)).toMatchObject({ phase: 'completed', final_pull_request: { state: 'open' } })
  const summaries = player.jobs.map(({ summary }) => summary)
  expect(summaries.at(-1)).toContain(`[#${issue} ${page.title}](`)
})

/** What docs/action.md tells to do in five minutes, as somebody types it. */
function readPage(text: string): { copy: string; push: string; title: string; labels: string[]; body: string } {
  const blocks = [...text.matchAll(/^ {3}(`{3,4})sh\n([\s\S]*?)^ {3}\1$/gm)].map(([, , block = '']) =>
    block.replaceAll(/^ {3}/gm, ''),
  )
  const find = (word: string) => blocks.find((block) => block.includes(word)) ?? ''
  const [, title = '', label = '', body = ''] =
    /--title "(.*?)" --label (\S+) --body '([\s\S]*)'/.exec(find('gh issue create')) ?? []
  const push = find('git push')
    .split('\n')
    .filter((line) => line.startsWith('git '))
  return { copy: find('sed '), push: push.join('\n'), title, labels: [label], body }
}
