import { expect, test } from 'vitest'
import { excludeOurs, makeRuleset, repositoryOf, reviewsRule } from '../support/house-rules.ts'
import { readGit } from '../support/git/git.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { noteStory } from './support/story-rows.ts'

const refusals = [
  '403 POST /graphql',
  '403 POST /repos/{owner}/{repo}/git/refs',
  '422 POST /repos/{owner}/{repo}/git/refs',
  '422 PATCH /repos/{owner}/{repo}/git/refs/{ref}',
  '405 PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
  '409 POST /repos/{owner}/{repo}/merges',
  '404 GET /repos/{owner}/{repo}/branches/{branch}',
  '409 GET /repos/{owner}/{repo}/git/ref/{ref}',
]
const world = useWorld({ expectedAnswers: refusals })
const note = writeIssue([{ id: 'T1', path: 'note.txt', content: 'note' }])
const ours = (pattern: string) => ({ include: [`refs/heads/${pattern}`] })

const failures = (thread: readonly string[]) => thread.filter((one) => one.startsWith('❌'))

test('a ruleset that forbids to make the integration branch is told with the plan and once when it is met, by name, and the work goes on when it is changed', async () => {
  const repo = await world.repository()
  const ruleset = makeRuleset(world.running, repo, [{ type: 'creation' }], {
    exclude: ['refs/heads/countersign/workflow'],
  })

  const issue = await repo.planIssue('A note', note)
  const [planned] = await repo.thread(issue)
  expect(planned).toContain(
    'A ruleset “House rules” stops this work, by “Restrict creations”: exclude `countersign/**/*`',
  )
  await repo.say(issue, 'maintainer', '/approve')

  const told = failures(await repo.thread(issue))
  expect(told).toEqual([expect.stringContaining('Could not make the integration branch')])
  expect(told[0]).toContain('the rule “Restrict creations” of the ruleset “House rules” forbids it')
  expect(told[0]).toContain('exclude `countersign/**/*` from that ruleset')
  expect((await repo.record(issue)).paused).toMatchObject({ cause: 'rule' })

  await world.running.app.reconcile()
  await repo.settle()
  expect((await repo.record(issue)).paused).toMatchObject({ cause: 'rule' })
  excludeOurs(ruleset)
  await world.running.app.reconcile()
  await repo.settle()

  expect((await repo.record(issue)).phase).toBe('completed')
  expect(failures(await repo.thread(issue))).toHaveLength(1)
})

test('a rule on a task’s branch has no work done over and over, and counts as no attempt', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('A note', note)
  const ruleset = makeRuleset(world.running, repo, [reviewsRule(0)], ours('countersign/*/*/T1'))

  await repo.say(issue, 'maintainer', '/approve')

  const told = failures(await repo.thread(issue))
  expect(told).toEqual([expect.stringContaining('the rule “Require a pull request before merging”')])
  expect((await repo.task(issue, 'T1')).attempts).toBe(0)
  expect((await repo.execution(issue)).receipts).toHaveLength(1)

  ruleset.enforcement = 'disabled'
  await repo.say(issue, 'maintainer', '/retry')

  expect((await repo.record(issue)).phase).toBe('completed')
})

test('with merge commits forbidden and a rule on the branch, the rule is told in place of a conflict', async () => {
  const repo = await world.repository()
  repositoryOf(world.running, repo).allowMergeCommit = false
  const issue = await repo.planIssue('A note', note)
  const ruleset = makeRuleset(world.running, repo, [{ type: 'required_linear_history' }], ours('countersign/*/*/base'))

  await repo.say(issue, 'maintainer', '/approve')

  const told = failures(await repo.thread(issue))
  expect(told).toEqual([expect.stringContaining('the rule “Require linear history”')])
  expect(told.join('')).not.toContain('conflict')
  expect((await repo.execution(issue)).artifacts).toHaveLength(1)

  ruleset.enforcement = 'disabled'
  await repo.say(issue, 'maintainer', '/resume')

  expect((await repo.record(issue)).phase).toBe('completed')
  await noteStory('Merge commits forbidden, for Apps too, *and* a rule on the branch')
})

test('where the workflow branch itself may not be made, whoever asked is told, and nobody has to ask again', async () => {
  const repo = await world.repository()
  const ruleset = makeRuleset(world.running, repo, [{ type: 'creation' }])

  const issue = await repo.openIssue('A note', note)
  await repo.label(issue)
  await expect.poll(async () => failures(await repo.thread(issue)), { timeout: 10_000 }).toHaveLength(1)
  excludeOurs(ruleset)

  await expect.poll(async () => (await repo.thread(issue)).length, { timeout: 30_000 }).toBe(2)
  const [told, plan] = await repo.thread(issue)
  expect(told).toContain('could not be recorded')
  expect(told).toContain('the rule “Restrict creations” of the ruleset “House rules” forbids it')
  expect(told).toContain('nothing has to be said once more')
  expect(plan).toContain('### Plan')
  await noteStory('The workflow branch may not be made')
})

test('in a repository without a commit whoever asked is told what is missing, and it goes on once it is there', async () => {
  const repo = await world.repository({ isEmpty: true })

  const issue = await repo.openIssue('A note', note)
  await repo.label(issue)
  await expect.poll(async () => failures(await repo.thread(issue)), { timeout: 10_000 }).toHaveLength(1)
  const { place } = repo
  await repo.as('maintainer').rest.repos.createOrUpdateFileContents({
    ...place,
    path: 'README.md',
    message: 'Begin',
    content: Buffer.from('# It begins\n').toString('base64'),
  })

  await expect.poll(async () => (await repo.thread(issue)).length, { timeout: 30_000 }).toBe(2)
  const [told, plan] = await repo.thread(issue)
  expect(told).toContain('this repository has no commit yet')
  expect(told).toContain('push a first commit to the default branch')
  expect(plan).toContain('### Plan')
  await noteStory('A repository without a commit')
})

test('a file in Git LFS is foreseen, refused as bytes with its path, and taken as the pointer that git-lfs pushes', async () => {
  const repo = await world.repository({ files: { '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n' } })
  const issue = await repo.planIssue('A logo', writeIssue([{ id: 'T1', path: 'logo.bin', content: 'the logo' }]))
  const [plan] = await repo.thread(issue)
  await repo.say(issue, 'maintainer', '/approve')
  const refused = await repo.task(issue, 'T1')
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'7'.repeat(64)}\nsize 8\n`

  const { base_branch: base } = await repo.record(issue)
  await repo.push('writer', base ?? '', { 'logo.bin': pointer }, { to: refused.branch })

  expect(plan).toContain('Kept in Git LFS')
  expect(refused.state).toBe('WAITING_EXTERNAL')
  expect((await repo.thread(issue)).join('\n')).toContain('`logo.bin`')
  expect(await readGit(repo.bareDir, ['show', `${base}:logo.bin`])).toBe(pointer.trimEnd())
  expect((await repo.record(issue)).phase).toBe('completed')
  await noteStory('Files in Git LFS')
})
