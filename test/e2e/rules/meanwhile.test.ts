import { expect, test } from 'vitest'
import { workBranch } from '../../../src/domain/records/iss-record.ts'
import { readGit } from '../support/git/git.ts'
import { makeRuleset, moveRepository, repositoryOf, transferRepository } from '../support/house-rules.ts'
import { patienceMs } from '../../support/vitest/patience.ts'
import { secondToWorkflowBranch, useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { noteStory } from './support/story-rows.ts'

const world = useWorld({
  expectedAnswers: [
    secondToWorkflowBranch,
    '422 POST /repos/{owner}/{repo}/pulls',
    '403 POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    '422 POST /repos/{owner}/{repo}/releases',
    '422 PATCH /repos/{owner}/{repo}/releases/{release_id}',
  ],
})
const note = writeIssue([{ id: 'T1', path: 'note.txt', content: 'note' }])
const both = writeIssue([
  { id: 'T1', path: 'note.txt', content: 'note' },
  { id: 'T2', path: 'other.txt' },
])

test('a default branch that is renamed in the middle is followed, whatever the server remembers of it', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('A note', note)
  await readGit(repo.bareDir, ['branch', '-m', 'main', 'trunk'])
  await readGit(repo.bareDir, ['symbolic-ref', 'HEAD', 'refs/heads/trunk'])
  repositoryOf(world.running, repo).defaultBranch = 'trunk'

  await repo.say(issue, 'maintainer', '/approve')

  const pull = await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: await repo.pullOf(issue, 'base') })
  expect(pull.data.base.ref).toBe('trunk')
  expect(await repo.record(issue)).toMatchObject({ phase: 'completed', default_branch: 'trunk', paused: null })
  expect((await repo.record(issue)).trail.map(({ text }) => text)).toContain(
    'the default branch `main` is called `trunk` now',
  )
  await noteStory('The default branch is renamed while work goes on')
})

test('releases that can’t be changed are made whole; a tag that a rule protects is told by name, and nothing is released', async () => {
  const repo = await world.repository()
  repositoryOf(world.running, repo).immutableReleases = true
  const issue = await repo.planIssue('A note', note)
  await repo.say(issue, 'maintainer', '/approve')
  await repo.say(issue, 'maintainer', '/export')
  const first = (await repo.record(issue)).exports
  makeRuleset(world.running, repo, [{ type: 'creation' }], { target: 'tag' })
  await repo.as('maintainer').rest.repos.deleteRelease({
    ...repo.place,
    release_id: (await repo.as('maintainer').rest.repos.listReleases({ ...repo.place })).data[0]?.id ?? 0,
  })
  await readGit(repo.bareDir, ['update-ref', '-d', `refs/tags/${first[0]?.tag ?? ''}`])
  await repo.say(issue, 'maintainer', '/export')

  expect(first).toHaveLength(1)
  const told = (await repo.thread(issue)).filter((text) => text.startsWith('❌'))
  expect(told).toEqual([
    expect.stringMatching(
      /Nothing was exported:\*\* a rule of the repository doesn't let the tag countersign-ISS-001-1 be made/,
    ),
  ])
  await noteStory('Immutable releases, and protected tags')
})

test('a repository that is renamed in the middle is one and the same: what was begun goes on, each thing once', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('Two notes', both)
  await repo.say(issue, 'maintainer', '/approve')
  const before = await repo.record(issue)

  const moveBack = await moveRepository(world.running, repo, `${repo.place.repo}-renamed`)
  await repo.push(
    'maintainer',
    workBranch(before.plan_id ?? '', 'base'),
    { 'other.txt': 'other' },
    { to: (await repo.task(issue, 'T2')).branch },
  )
  await repo.settle()

  const record = await repo.record(issue)
  moveBack()
  expect(record).toMatchObject({ phase: 'completed', paused: null, plan_id: before.plan_id })
  expect((await repo.thread(issue)).filter((text) => text.startsWith('❌'))).toEqual([])
  await noteStory('The repository is renamed while work goes on')
})

test('a repository that another owner gets is let alone until the App is theirs too, and then goes on with what was said before', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('Two notes', both)
  const before = await repo.record(issue)
  await repo.as('maintainer').rest.issues.createComment({ ...repo.place, issue_number: issue, body: '/approve' })
  const moveBack = await transferRepository(world.running, repo, 'new-owners')
  await repo.settle()
  const meanwhile = await repo.record(issue)

  world.running.sandbox.installApp('new-owners')
  await world.running.app.reconcile()
  await repo.settle()
  const leaf = (await repo.task(issue, 'T2')).branch
  await repo.push('maintainer', workBranch(before.plan_id ?? '', 'base'), { 'other.txt': 'other' }, { to: leaf })
  await repo.settle()

  const record = await repo.record(issue)
  const thread = await repo.thread(issue)
  moveBack()
  expect(meanwhile).toEqual(before)
  expect(record).toMatchObject({ phase: 'completed', paused: null, plan_id: before.plan_id })
  expect(thread.filter((text) => text.startsWith('❌'))).toEqual([])
  await noteStory('The repository is transferred to another owner while work goes on')
})

test('a repository that is archived in the middle is waited for, and the work goes on when it is not any more', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('A note', note)
  const rules = repositoryOf(world.running, repo)
  const refused = () => world.running.requests.filter(({ status }) => status === 403).length
  await repo.as('maintainer').rest.issues.createComment({ ...repo.place, issue_number: issue, body: '/approve' })
  rules.archived = true
  await expect.poll(refused, { timeout: patienceMs(20_000) }).toBeGreaterThan(0)
  const held = await repo.record(issue)

  rules.archived = false
  await expect.poll(async () => (await repo.record(issue)).phase, { timeout: patienceMs(40_000) }).toBe('completed')

  expect(held).toMatchObject({ phase: 'proposed', paused: null })
  await noteStory('The repository is archived while work goes on')
})

test('issues that are switched off in the middle stop no work; when they are on again, `/doctor fix` shows where it stands', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('A note', note)
  const rules = repositoryOf(world.running, repo)
  await repo.as('maintainer').rest.issues.createComment({ ...repo.place, issue_number: issue, body: '/approve' })
  rules.hasIssues = false
  await repo.settle()
  const meanwhile = await repo.record(issue)

  rules.hasIssues = true
  await repo.say(issue, 'maintainer', '/doctor fix')

  expect(meanwhile.phase).toBe('completed')
  expect(await repo.labels(issue)).toContain('countersign: ready')
  expect((await repo.thread(issue)).join('\n')).toContain('is ready to merge')
  await noteStory('Issues are switched off while work goes on')
})
