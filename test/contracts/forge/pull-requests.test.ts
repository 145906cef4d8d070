import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProbotOctokit } from 'probot'
import { createInstallationClient } from '../../../src/adapters/github/client/installation-client.ts'
import { createContinuousIntegration, createPeople } from '../../../src/adapters/github/read/create-people.ts'
import { createPullRequests } from '../../../src/adapters/github/pulls/create-pull-requests.ts'
import type { CheckReport, PullRequests } from '../../../src/application/ports/forge/pull-requests.ts'
import {
  type SandboxInstallation,
  type SandboxRepository,
  startSandboxInstallation,
} from '../../support/repository/sandbox-installation.ts'

const integration = 'countersign/ISS-007/1/base'
const mergeRoute = 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge'

let github: SandboxInstallation
let waits: number[] = []

beforeAll(async () => {
  github = await startSandboxInstallation()
})
afterAll(() => github.close())

function createPulls(appId = github.sandbox.app.id): PullRequests {
  waits = []
  const wait = (ms: number) => {
    waits.push(ms)
    return Promise.resolve()
  }
  const ourLogins = [github.sandbox.app.botLogin]
  return createPullRequests({ client: github.client, appId, ourLogins, reviewer: null, wait })
}

interface Opened {
  repository: SandboxRepository
  pulls: PullRequests
  number: number
  headSha: string
}

let branches = 0

/** An open pull request of the bot that writes one file. */
async function openPull(repository: SandboxRepository, text = 'new\n', path = 'src/new.ts'): Promise<Opened> {
  branches += 1
  const pulls = createPulls()
  const base = await repository.git('rev-parse', 'main')
  await pulls.createBranch(repository.ref, integration, base)
  const bytes = new TextEncoder().encode(text)
  const artifact = { status: 'added' as const, previous_path: null, mode: '100644' as const, size: 1, sha256: null }
  const published = await pulls.publish(
    repository.ref,
    {
      branch: `countersign/ISS-007/1/T${branches}`,
      parent: null,
      parentBase: null,
      base,
      files: [{ ...artifact, path, blob: null, bytes }],
      headline: 'Write it',
      body: '',
      pullRequest: { into: integration, title: `Task ${branches}`, body: 'body' },
    },
    false,
  )
  github.takeRequests()
  return { repository, pulls, number: published.pullRequest ?? 0, headSha: published.commitSha }
}

test('a merge waits until GitHub knows that it can be merged', async () => {
  const { repository, pulls, number, headSha } = await openPull(await github.createRepository())
  const body = { message: 'Pull Request is not mergeable' }
  github.fault({ route: mergeRoute, when: 'before', status: 405, body })

  const merged = await pulls.merge(repository.ref, { number, headSha, title: 'Merge T1' })

  const head = await repository.git('rev-parse', integration)
  expect(merged).toEqual({ kind: 'merged', sha: head })
  expect(waits).toEqual([200])
  expect(await repository.git('rev-parse', `${integration}^2`)).toBe(headSha)
})

test('a merge of a head that moved says where it is, and is not fooled by our name in the commit', async () => {
  const { repository, pulls, number, headSha } = await openPull(await github.createRepository())
  const pull = await github.as('writer').pulls.get({ ...repository.place, pull_number: number })
  const { botLogin } = github.sandbox.app
  const bot = github.sandbox.world.users.find(({ login }) => login === botLogin)
  const pushed = await github.as('writer').repos.createOrUpdateFileContents({
    ...repository.place,
    branch: pull.data.head.ref,
    path: 'more.txt',
    message: 'More',
    content: btoa('more'),
    author: { name: botLogin, email: `${bot?.id}+${botLogin}@users.noreply.github.com` },
  })

  const merged = await pulls.merge(repository.ref, { number, headSha, title: 'Merge T1' })

  expect(merged).toEqual({ kind: 'moved', head: pushed.data.commit.sha, isOurs: false })
})

test('a merge that conflicts says so', async () => {
  const repository = await github.createRepository()
  const one = await openPull(repository, 'one\n', 'same.txt')
  const other = await openPull(repository, 'other\n', 'same.txt')
  await one.pulls.merge(repository.ref, { number: one.number, headSha: one.headSha, title: 'Merge one' })

  const { number, headSha, pulls } = other
  const merged = await pulls.merge(repository.ref, { number, headSha, title: 'Merge other' })

  expect(merged).toMatchObject({ kind: 'conflict' })
})

test('what was merged meanwhile is merged, what was closed is not', async () => {
  const repository = await github.createRepository()
  const merged = await openPull(repository, 'one\n', 'one.txt')
  const closed = await openPull(repository, 'two\n', 'two.txt')
  const maintainer = github.as('maintainer')
  await maintainer.pulls.get({ ...repository.place, pull_number: merged.number })
  await maintainer.pulls.merge({ ...repository.place, pull_number: merged.number })
  await closed.pulls.close(repository.ref, closed.number)

  const [first, second] = [
    await merged.pulls.merge(repository.ref, { number: merged.number, headSha: merged.headSha, title: 'Merge' }),
    await closed.pulls.merge(repository.ref, { number: closed.number, headSha: closed.headSha, title: 'Merge' }),
  ]

  const older = '1'.repeat(40)
  const spent = await merged.pulls.merge(repository.ref, { number: merged.number, headSha: older, title: 'Merge' })

  expect(first).toEqual({ kind: 'merged', sha: await repository.git('rev-parse', integration), before: true })
  expect(spent).toEqual({ kind: 'spent' })
  expect(second).toEqual({ kind: 'conflict', why: 'its pull request is closed' })
})

test('a merge whose answer is lost is seen to be done', async () => {
  const { repository, pulls, number, headSha } = await openPull(await github.createRepository())
  await github.as('reader').pulls.get({ ...repository.place, pull_number: number })
  github.fault({ route: mergeRoute, when: 'after', status: 502 })

  const merged = await pulls.merge(repository.ref, { number, headSha, title: 'Merge T1' })

  expect(merged).toEqual({ kind: 'merged', sha: await repository.git('rev-parse', integration), before: true })
  expect(await repository.git('rev-list', '--count', '--merges', integration)).toBe('1')
})

test('where merge commits are forbidden the branches are merged, which merges the pull request', async () => {
  const { repository, pulls, number, headSha } = await openPull(await github.createRepository())
  const maintainer = github.as('maintainer')
  const body = { message: 'Merge commits are not allowed on this repository.' }
  github.fault({
    route: mergeRoute,
    when: 'before',
    status: 405,
    body,
    times: 2,
  })

  const merged = await pulls.merge(repository.ref, { number, headSha, title: 'Merge T1' })

  expect(merged).toEqual({ kind: 'merged', sha: await repository.git('rev-parse', integration) })
  expect(await repository.git('rev-parse', `${integration}^2`)).toBe(headSha)
  expect((await maintainer.pulls.get({ ...repository.place, pull_number: number })).data.merged).toBe(true)
})

test('a draft is not merged, whatever way there is', async () => {
  const { repository, pulls, number, headSha } = await openPull(await github.createRepository())
  await pulls.setDraft(repository.ref, number, true)

  const merged = await pulls.merge(repository.ref, { number, headSha, title: 'Merge T1' })

  expect(merged).toMatchObject({ kind: 'refused', why: expect.stringContaining('draft') })
  const { data } = await github.as('maintainer').pulls.get({ ...repository.place, pull_number: number })
  expect(data.merged).toBe(false)
})

test('a review is posted once for its mark, and a mark pasted by others is nothing', async () => {
  const { repository, pulls, number, headSha } = await openPull(await github.createRepository())
  const review = { number, headSha, approved: true, mark: '<!-- countersign:review 1 abc -->' }
  const body = `${review.mark}\nfine`
  const outsider = github.as('outsider')
  await outsider.pulls.createReview({ ...repository.place, pull_number: number, event: 'COMMENT', body })

  await pulls.postReview(repository.ref, { ...review, body }, true)
  await pulls.postReview(repository.ref, { ...review, body }, true)

  const { data } = await outsider.pulls.listReviews({ ...repository.place, pull_number: number })
  expect(data.map((one) => `${one.user?.login} ${one.state}`)).toEqual([
    `${github.sandbox.logins.outsider} COMMENTED`,
    `${github.sandbox.app.botLogin} COMMENTED`,
  ])
})

test('a review of a commit that was pushed over says what became of the verdict, not GitHub’s words', async () => {
  const { repository, pulls, number } = await openPull(await github.createRepository())
  const elsewhere = await repository.git('rev-parse', 'main')
  const review = { number, headSha: elsewhere, approved: true, mark: 'mark', body: 'fine' }

  await expect(pulls.postReview(repository.ref, review, false)).rejects.toMatchObject({
    code: 'github_refused',
    message: `commit ${elsewhere.slice(0, 7)} is no longer in pull request #${number}: the verdict is on record and on the commit's check run, not in a review`,
  })
})

test('branches go once their pull request is merged; one that holds more than is recorded stays', async () => {
  const { repository, pulls, number, headSha } = await openPull(await github.createRepository())
  await openPull(repository, 'other\n', 'src/other.ts')
  const branch = `countersign/ISS-007/1/T${branches}`
  const maintainer = github.as('maintainer')
  await pulls.merge(repository.ref, { number, headSha, title: 'Merge T1' })
  const wish = { ...repository.place, head: integration, base: 'main', title: 'All of it' }
  const { data: final } = await maintainer.pulls.create(wish)
  const task = (await maintainer.pulls.get({ ...repository.place, pull_number: number })).data.head.ref
  const folder = integration.replace('/base', '')
  const recorded = new Map([[task.slice(folder.length + 1), new Set([headSha])]])
  const list = async () => (await repository.git('branch', '--format=%(refname:short)')).split('\n').toSorted()
  const before = await list()

  const merged = { folder, base: 'base', number: final.number, recorded, empty: new Set<string>() }
  await pulls.deleteBranches(repository.ref, merged)
  const whileOpen = await list()
  await maintainer.pulls.get({ ...repository.place, pull_number: final.number })
  await maintainer.pulls.merge({ ...repository.place, pull_number: final.number })
  for (let time = 0; time < 2; time += 1) await pulls.deleteBranches(repository.ref, merged)

  expect(whileOpen).toEqual(before)
  expect(await list()).toEqual(before.filter((one) => one !== integration && one !== task))
  expect(await list()).toContain(branch)
})

test('branches of a replaced plan go, as far as they are recorded or hold nothing of their own', async () => {
  const { repository, pulls, headSha, number } = await openPull(await github.createRepository())
  const maintainer = github.as('maintainer')
  const { head, base } = (await maintainer.pulls.get({ ...repository.place, pull_number: number })).data
  const task = head.ref
  const integration = base.ref
  const folder = integration.replace('/base', '')
  const empty = await repository.git('rev-parse', integration)
  await repository.git('branch', `${folder}/T8`, headSha)
  await repository.git('branch', `${folder}/T9`, empty.trim())
  const recorded = new Map([[task.slice(folder.length + 1), new Set([headSha])]])
  const list = async () => (await repository.git('branch', '--format=%(refname:short)')).split('\n')

  const replaced = { folder, base: 'base', number: null, recorded, empty: new Set([empty.trim()]) }
  for (let time = 0; time < 2; time += 1) await pulls.deleteBranches(repository.ref, replaced)

  expect((await list()).filter((one) => one.startsWith(folder))).toEqual([`${folder}/T8`])
})

function buildReport(headSha: string, conclusion: CheckReport['conclusion']): CheckReport {
  const common = { name: 'countersign/T1', headSha, externalId: 'review-1', hasWaited: false, offersRetry: true }
  const annotations = [{ path: 'src/new.ts', line: 1, message: 'here', level: 'failure' as const }]
  return { ...common, conclusion, title: 'T1', summary: 's', text: 't', annotations }
}

test.each([
  ['where another try may help', { offersRetry: true, conclusion: 'failure' }, true],
  ['not where it makes the same bytes again', { offersRetry: false, conclusion: 'failure' }, false],
  ['not on what is approved', { offersRetry: true, conclusion: 'success' }, false],
] as const)('a check run has the button that tries again %s', async (_where, { offersRetry, conclusion }, has) => {
  const { repository, pulls, headSha } = await openPull(await github.createRepository())

  await pulls.report(repository.ref, { ...buildReport(headSha, conclusion), offersRetry }, false)

  const { data } = await github.as('reader').checks.listForRef({ ...repository.place, ref: headSha })
  const page = await (await fetch(data.check_runs[0]?.html_url ?? '')).text()
  expect(page).toContain('countersign/T1')
  expect(page.includes('Try again')).toBe(has)
})

test('a check run that waits is concluded in place, also by a process that did not make it', async () => {
  const { repository, pulls, headSha } = await openPull(await github.createRepository())
  await pulls.report(repository.ref, buildReport(headSha, null), false)
  await pulls.report(repository.ref, buildReport(headSha, 'failure'), false)
  await createPulls().report(repository.ref, buildReport(headSha, 'success'), true)

  const { data } = await github.as('reader').checks.listForRef({ ...repository.place, ref: headSha })

  expect(data.check_runs.map((run) => `${run.name} ${run.conclusion}`)).toEqual(['countersign/T1 success'])
})

test('what a person judged goes on with the check run that waits for it, whoever made that: none is left open', async () => {
  const { repository, pulls, headSha } = await openPull(await github.createRepository())
  await pulls.report(repository.ref, buildReport(headSha, null), false)
  const restarted = createPulls()
  await restarted.report(repository.ref, buildReport(headSha, null), true)
  await restarted.report(repository.ref, { ...buildReport(headSha, null), externalId: 'review-2' }, false)
  const judged = { ...buildReport(headSha, 'success'), externalId: 'review-3', hasWaited: true }
  await createPulls().report(repository.ref, judged, false)

  const all = { ...repository.place, ref: headSha, filter: 'all' as const }
  const { data } = await github.as('reader').checks.listForRef(all)

  expect(data.check_runs).toMatchObject([{ external_id: 'review-3', status: 'completed', conclusion: 'success' }])
})

test('a check run of the same name that another App made is not ours to go on with', async () => {
  const { repository, pulls, headSha } = await openPull(await github.createRepository())
  await pulls.report(repository.ref, buildReport(headSha, null), false)
  await createPulls(github.sandbox.app.id + 1).report(repository.ref, buildReport(headSha, 'success'), true)

  const { data } = await github.as('reader').checks.listForRef({ ...repository.place, ref: headSha, filter: 'all' })

  expect(data.check_runs.map((run) => run.conclusion)).toEqual(expect.arrayContaining([null, 'success']))
  expect(data.check_runs).toHaveLength(2)
})

test('a reviewer who can not be asked does not keep the others from being asked', async () => {
  const { repository, pulls, number } = await openPull(await github.createRepository())
  const { writer, maintainer, outsider } = github.sandbox.logins

  await pulls.requestReviewers(repository.ref, number, [writer, 'nobody-at-all', outsider, maintainer])

  const { data } = await github.as('reader').pulls.listRequestedReviewers({ ...repository.place, pull_number: number })
  expect(data.users.map((user) => user.login).toSorted()).toEqual([maintainer, writer].toSorted())
})

test('a team is asked for a review where the App may know of teams, and counts as busy by it', async () => {
  const { repository, pulls, number } = await openPull(await github.createRepository())
  const world = github.sandbox.world
  const known = world.repositories.find((one) => one.name === repository.ref.name)
  if (known !== undefined) known.teams = ['web']
  const { writer } = github.sandbox.logins
  const team = `${repository.ref.owner}/web`
  const asked = async () =>
    (await github.as('reader').pulls.listRequestedReviewers({ ...repository.place, pull_number: number })).data

  await pulls.requestReviewers(repository.ref, number, [team, writer])
  const without = await asked()
  const knowing = new ProbotOctokit({
    throttle: { enabled: false },
    retry: { enabled: false },
    baseUrl: github.sandbox.url,
    auth: { token: github.sandbox.tokens.maintainer },
  })
  const knowingPulls = createPullRequests({
    client: createInstallationClient(() => knowing),
    appId: github.sandbox.app.id,
    ourLogins: [],
    reviewer: null,
    wait: () => Promise.resolve(),
  })
  await knowingPulls.requestReviewers(repository.ref, number, [team])

  expect([without.teams, without.users.map(({ login }) => login)]).toEqual([[], [writer]])
  expect((await asked()).teams.map(({ slug }) => slug)).toEqual(['web'])
  expect(await createPeople(github.client, []).countReviewRequests(repository.ref)).toMatchObject({
    [team.toLowerCase()]: 1,
    [writer.toLowerCase()]: 1,
  })
})

test('an open pull request is found where its opening was not answered', async () => {
  const { repository, pulls, number } = await openPull(await github.createRepository())

  const again = { head: `countersign/ISS-007/1/T${branches}`, into: integration, title: 'again', body: '' }

  expect(await pulls.open(repository.ref, again, true)).toBe(number)
})

test('a pull request becomes a draft and ready again; asking twice changes nothing', async () => {
  const { repository, pulls, number } = await openPull(await github.createRepository())
  const isDraft = async () =>
    (await github.as('reader').pulls.get({ ...repository.place, pull_number: number })).data.draft

  await pulls.setDraft(repository.ref, number, true)
  await pulls.setDraft(repository.ref, number, true)
  expect(await isDraft()).toBe(true)
  await pulls.setDraft(repository.ref, number, false)

  expect(await isDraft()).toBe(false)
})

test('a branch that stands already keeps what is on it', async () => {
  const { repository, pulls, headSha } = await openPull(await github.createRepository())

  await pulls.createBranch(
    repository.ref,
    `countersign/ISS-007/1/T${branches}`,
    await repository.git('rev-parse', 'main'),
  )

  expect(await repository.git('rev-parse', `countersign/ISS-007/1/T${branches}`)).toBe(headSha)
})

test('roles are those of the user with that id', async () => {
  const repository = await github.createRepository()
  const people = createPeople(github.client, [github.sandbox.reviewer.login])
  const { data } = await github.as('maintainer').users.getAuthenticated()
  const find = (login: string, id: number) => people.findRole(repository.ref, login, id)

  expect(await find(data.login, data.id)).toBe('maintain')
  expect(await find(data.login, data.id + 1)).toBeNull()
  expect(await find('nobody-at-all', 1)).toBeNull()
  const roles = (['writer', 'triager', 'reader'] as const).map(async (role) => {
    const user = (await github.as(role).users.getAuthenticated()).data
    return find(user.login, user.id)
  })
  expect(await Promise.all(roles)).toEqual(['write', 'triage', 'read'])
})

test('of a login GitHub says the role, or that nobody has it, and who may push', async () => {
  const repository = await github.createRepository()
  const people = createPeople(github.client, [github.sandbox.reviewer.login])
  const [writer, reader] = await Promise.all(
    (['writer', 'reader'] as const).map(async (role) => (await github.as(role).users.getAuthenticated()).data.login),
  )

  expect(await people.findRoleOfLogin(repository.ref, writer ?? '')).toBe('write')
  expect(await people.findRoleOfLogin(repository.ref, reader ?? '')).toBe('read')
  expect(await people.findRoleOfLogin(repository.ref, 'nobody-at-all')).toBe('unknown')
  const writers = await people.listWriters(repository.ref)
  expect(writers).toContain(writer)
  expect(writers).not.toContain(reader)
  expect(writers).not.toContain(github.sandbox.reviewer.login)
})

test('CI is what others say of a commit: check runs and statuses, never our own', async () => {
  const repository = await github.createRepository()
  const sha = await repository.git('rev-parse', 'main')
  const pulls = createPulls()
  const state = (context: string, value: 'pending' | 'success' | 'failure' | 'error') =>
    github.as('writer').repos.createCommitStatus({ ...repository.place, sha, context, state: value })
  await state('build', 'success')
  await state('lint', 'failure')
  await state('slow', 'pending')
  await state('broken', 'error')
  await pulls.report(repository.ref, buildReport(sha, 'failure'), false)
  const ci = createContinuousIntegration(github.client, github.sandbox.app.id)
  const other = createContinuousIntegration(github.client, github.sandbox.app.id + 1)

  const results = await ci.readResults(repository.ref, sha)

  expect(Object.fromEntries(results.map((one) => [one.name, one.state]))).toEqual({
    build: 'passed',
    lint: 'failed',
    slow: 'pending',
    broken: 'failed',
  })
  expect((await other.readResults(repository.ref, sha)).map((one) => one.name)).toContain('countersign/T1')
})

test('a pull request and the check run of its head are one request; each comes where the other is refused', async () => {
  const { repository, pulls, headSha } = await openPull(await github.createRepository())
  const pull = { head: `countersign/ISS-007/1/T${branches}`, into: 'main', title: 'Add the notes', body: 'All of it.' }
  const check = { ...buildReport(headSha, 'success'), externalId: 'final-1' }

  const unposted = await pulls.openWithCheck(repository.ref, pull, { ...check, headSha: '1'.repeat(40) })
  await pulls.close(repository.ref, unposted?.number ?? 0)
  github.takeRequests()
  const opened = await pulls.openWithCheck(repository.ref, pull, check)
  const refused = await pulls.openWithCheck(repository.ref, pull, { ...check, externalId: 'final-2' })

  expect(github.takeRequests()).toEqual(['POST /graphql 200', 'POST /graphql 200'])
  expect([unposted?.isPosted, opened?.isPosted, refused]).toEqual([false, true, null])
  const reader = github.as('reader')
  const shown = await reader.pulls.get({ ...repository.place, pull_number: opened?.number ?? 0 })
  expect(shown.data).toMatchObject({ title: pull.title, body: pull.body, head: { ref: pull.head }, state: 'open' })
  const runs = await reader.checks.listForRef({ ...repository.place, ref: headSha })
  // Of one name GitHub lists the newest.
  expect(runs.data.check_runs.map((one) => one.external_id)).toEqual(['final-2'])
})

/** A task's pull request of which a verdict is owed, and its merge. */
async function judge() {
  const { repository, pulls, number, headSha } = await openPull(await github.createRepository())
  return {
    repository,
    pulls,
    check: { ...buildReport(headSha, 'success'), externalId: 'review-1' },
    review: { number, headSha, approved: true, mark: 'mark', body: 'mark\nfine' },
    merge: { number, headSha, title: 'Merge T1' },
  }
}

test('a verdict’s check run and the merge are one request, after its review', async () => {
  const { repository, pulls, check, review, merge } = await judge()

  const outcome = await pulls.postAndMerge(repository.ref, { check, review }, merge)

  expect(github.takeRequests()).toEqual([
    'POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews 200',
    'POST /graphql 200',
  ])
  const head = await repository.git('rev-parse', integration)
  expect(outcome).toEqual({ isPosted: true, mergeSha: head })
  expect(await repository.git('log', '-1', '--format=%s %P', integration)).toMatch(
    new RegExp(`^Merge T1 \\w+ ${merge.headSha}$`),
  )
  const reader = github.as('reader')
  const runs = await reader.checks.listForRef({ ...repository.place, ref: merge.headSha })
  expect(runs.data.check_runs).toMatchObject([
    { name: 'countersign/T1', external_id: 'review-1', conclusion: 'success', output: { annotations_count: 1 } },
  ])
  const reviews = await reader.pulls.listReviews({ ...repository.place, pull_number: merge.number })
  expect(reviews.data).toMatchObject([{ body: 'mark\nfine', state: 'COMMENTED', commit_id: merge.headSha }])
})

test('a verdict alone needs no review', async () => {
  const { repository, pulls, check, merge } = await judge()

  const outcome = await pulls.postAndMerge(repository.ref, { check, review: null }, merge)

  expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  expect(outcome?.isPosted).toBe(true)
  const reviews = await github.as('reader').pulls.listReviews({ ...repository.place, pull_number: merge.number })
  expect(reviews.data).toEqual([])
})

test('a merge that GitHub refuses leaves the verdict posted, and says nothing of why: it is made by itself', async () => {
  const { repository, pulls, check, review, merge } = await judge()
  await pulls.setDraft(repository.ref, merge.number, true)

  const outcome = await pulls.postAndMerge(repository.ref, { check, review }, merge)

  expect(outcome).toEqual({ isPosted: true, mergeSha: null })
  expect(await pulls.merge(repository.ref, merge)).toMatchObject({ kind: 'refused', isDraft: true })
})

test('what was pushed over is not merged', async () => {
  const { repository, pulls, check, review, merge } = await judge()
  const elsewhere = { ...merge, headSha: '1'.repeat(40) }

  const outcome = await pulls.postAndMerge(repository.ref, { check, review }, elsewhere)

  expect(outcome).toEqual({ isPosted: true, mergeSha: null })
  const { data } = await github.as('reader').pulls.get({ ...repository.place, pull_number: merge.number })
  expect(data.merged).toBe(false)
})

test('a check run that GitHub refuses is not said to be posted, whatever becomes of the merge', async () => {
  const { repository, pulls, check, review, merge } = await judge()

  const outcome = await pulls.postAndMerge(
    repository.ref,
    { check: { ...check, summary: 'x'.repeat(65_536) }, review },
    merge,
  )

  expect(outcome).toEqual({ isPosted: false, mergeSha: await repository.git('rev-parse', integration) })
})

test('where its answer is lost each is found done, and done once', async () => {
  const { repository, pulls, check, review, merge } = await judge()
  github.fault({ route: 'POST /graphql', when: 'after', status: 502 })

  await expect(pulls.postAndMerge(repository.ref, { check, review }, merge)).rejects.toMatchObject({
    code: 'github_unavailable',
  })
  await Promise.all([pulls.report(repository.ref, check, true), pulls.postReview(repository.ref, review, true)])
  const merged = await pulls.merge(repository.ref, merge)

  expect(merged).toEqual({ kind: 'merged', sha: await repository.git('rev-parse', integration), before: true })
  const reader = github.as('reader')
  const runs = await reader.checks.listForRef({ ...repository.place, ref: merge.headSha })
  const reviews = await reader.pulls.listReviews({ ...repository.place, pull_number: merge.number })
  expect([runs.data.total_count, reviews.data.length]).toEqual([1, 1])
})

test('a check run that waits is concluded in place, not together with the merge', async () => {
  const { repository, pulls, check, review, merge } = await judge()
  const outcomes = [await pulls.postAndMerge(repository.ref, { check: { ...check, hasWaited: true }, review }, merge)]
  await pulls.report(repository.ref, { ...check, conclusion: null }, false)
  github.takeRequests()
  outcomes.push(await pulls.postAndMerge(repository.ref, { check, review }, merge))

  expect(outcomes).toEqual([null, null])
  expect(github.takeRequests()).toEqual([])
})

test('another process asks for the id of the pull request', async () => {
  const { repository, pulls, check, merge } = await judge()
  github.client.pullIds.forget(repository.ref, merge.number)

  const outcome = await pulls.postAndMerge(repository.ref, { check, review: null }, merge)

  expect(github.takeRequests()).toEqual(['POST /graphql 200', 'POST /graphql 200'])
  expect(outcome?.mergeSha).toBe(await repository.git('rev-parse', integration))
})
