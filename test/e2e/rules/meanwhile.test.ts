import { expect, test } from 'vitest'
import { readGit } from '../support/git/git.ts'
import { makeRuleset, repositoryOf } from '../support/house-rules.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld({
  expectedAnswers: [
    '422 POST /repos/{owner}/{repo}/pulls',
    '422 POST /repos/{owner}/{repo}/releases',
    '422 PATCH /repos/{owner}/{repo}/releases/{release_id}',
  ],
})
const note = writeIssue([{ id: 'T1', path: 'note.txt', content: 'note' }])

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
})
