import { createAppAuth } from '@octokit/auth-app'
import { ProbotOctokit } from 'probot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createForgeReader } from '../../../src/adapters/github/reconcile/create-forge-reader.ts'
import { listChanged } from '../../../src/adapters/github/reconcile/list-changed.ts'
import type { ForgeReader } from '../../../src/application/ports/forge/forge-reader.ts'
import { pushApprovedPlan } from '../../support/repository/push-approved-plan.ts'
import { type SandboxInstallation, startSandboxInstallation } from '../../support/repository/sandbox-installation.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

let github: SandboxInstallation
let forgeReader: ForgeReader
const logged: unknown[] = []

beforeAll(async () => {
  github = await startSandboxInstallation()
  const { id: appId, privateKey } = github.sandbox.app
  const app = new ProbotOctokit({
    throttle: { enabled: false },
    retry: { enabled: false },
    baseUrl: github.sandbox.url,
    authStrategy: createAppAuth,
    auth: { appId, privateKey },
  })
  const { id, botLogin } = github.sandbox.app
  const now = '2026-11-21T12:00:00.000Z'
  const context = () => ({
    ourLogins: [botLogin],
    appId: id,
    holdsMarker: () => false,
    toOwnTime: (time: string) => time,
    now,
  })
  forgeReader = createForgeReader(
    app,
    github.client,
    context,
    (level, what, details) => void logged.push({ level, what, ...details }),
  )
})
afterAll(() => github.close())

test('finds the repositories of each installation', async () => {
  const { ref } = await github.createRepository()

  const [installation] = await forgeReader.listInstallations()

  expect(installation).toBe(ref.installationId)
  expect(await forgeReader.listRepositories(installation ?? 0)).toContainEqual(ref)
})

test('surveys a repository in one request, and one without a workflow branch', async () => {
  const bare = await github.createRepository()
  const used = await github.createRepository()
  const gitDir = await used.git('rev-parse', '--absolute-git-dir')
  const plan = await pushApprovedPlan(gitDir, used.ref.key)
  const blob = await used.git('rev-parse', `${plan.head}:.workflow/issues/ISS-007.json`)
  github.takeRequests()

  expect(await forgeReader.readSnapshot(used.ref)).toMatchObject({
    head: plan.head,
    records: [{ issueNumber: 7, blob }],
  })
  expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  expect(await forgeReader.readSnapshot(bare.ref)).toMatchObject({ head: null, records: [], branches: new Map() })
})

/** A task's pull request, on which a writer has said something in each of the ways there are. */
async function openTalk() {
  const used = await github.createRepository()
  const tree = await used.git('rev-parse', 'HEAD^{tree}')
  const task = await used.git('commit-tree', tree, '-p', 'HEAD', '-m', 'Work')
  await used.git('update-ref', 'refs/heads/countersign/ISS-007/1/base', 'HEAD')
  await used.git('update-ref', 'refs/heads/countersign/ISS-007/1/T1', task)
  const [maintainer, writer] = [github.as('maintainer').rest, github.as('writer').rest]
  const branches = { head: 'countersign/ISS-007/1/T1', base: 'countersign/ISS-007/1/base' }
  const { data: pull } = await maintainer.pulls.create({ ...used.place, ...branches, title: 'T1' })
  const at = { ...used.place, pull_number: pull.number }
  const { data: verdict } = await writer.pulls.createReview({ ...at, event: 'APPROVE' })
  const { data: review } = await writer.pulls.createReview({ ...at, event: 'COMMENT', body: '/reject for this' })
  const { data: comment } = await writer.issues.createComment({
    ...used.place,
    issue_number: pull.number,
    body: '/reject for that',
  })
  return { ...used, at, writer, verdict, review, comment }
}

test('of a pull request it tells what was said since then and nothing of before, and that it is no draft', async () => {
  const { ref, at, verdict, review } = await openTalk()

  const all = await forgeReader.readPull(ref, at.pull_number, '2020-01-01T00:00:00.000Z')
  const later = await forgeReader.readPull(ref, at.pull_number, '2100-01-01T00:00:00.000Z')

  expect(all.map(({ key }) => key)).toEqual([`review:${verdict.id}`, `review:${review.id}`, later[0]?.key])
  expect(later.map(({ kind }) => kind)).toEqual(['pull_ready'])
})

test('an approval that a push by force moved to the new head is not told as one of that', async () => {
  const talk = await openTalk()
  const { ref, at, place, writer, review } = talk
  const tree = await talk.git('rev-parse', 'HEAD^{tree}')
  const task = await talk.git('commit-tree', tree, '-p', 'HEAD', '-m', 'Amended')
  await writer.git.updateRef({ ...place, ref: 'heads/countersign/ISS-007/1/T1', sha: task, force: true })

  const told = await forgeReader.readPull(ref, at.pull_number, '2020-01-01T00:00:00.000Z')

  expect((await writer.pulls.listReviews(at)).data.map(({ commit_id: commit }) => commit)).toEqual([task, task])
  expect(told.map(({ kind }) => kind)).toEqual(['commented', 'pull_ready'])
  expect(told[0]?.key).toBe(`review:${review.id}`)

  const next = await talk.git('commit-tree', tree, '-p', task, '-m', 'And more')
  await writer.git.updateRef({ ...place, ref: 'heads/countersign/ISS-007/1/T1', sha: next })
  const later = await forgeReader.readPull(ref, at.pull_number, '2020-01-01T00:00:00.000Z')

  expect(later.map(({ kind }) => kind)).toEqual(['commented', 'pull_ready'])
})

test('a comment of before is no news when it changes', async () => {
  const { ref, at, comment } = await openTalk()
  const seen = async (since: Date) => {
    const { comments } = await forgeReader.listChanged(ref, since.toISOString())
    return comments.filter((one) => one.at === comment.created_at).map(({ message }) => message?.key)
  }
  const writtenAt = Date.parse(comment.created_at)
  const [before, after] = [new Date(writtenAt - 1_000), new Date(writtenAt + 1_000)]

  const first = await seen(before)
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(after.getTime()), { timeout: patienceMs(5_000) })
  const { issues } = github.as('writer').rest
  await issues.updateComment({ ...at, comment_id: comment.id, body: '/reject once more' })
  await issues.createComment({ ...at, issue_number: at.pull_number, body: 'Well.' })

  expect([first, await seen(after)]).toEqual([[`comment:${comment.id}`], [undefined]])
})

test('of more commands than can be held it lists some, and says up to when', async () => {
  const { ref, at, writer, comment } = await openTalk()
  const { id: appId, botLogin } = github.sandbox.app
  const context = {
    ourLogins: [botLogin],
    appId,
    holdsMarker: () => false,
    toOwnTime: (time: string) => time,
    now: '2026-11-21T12:00:00.000Z',
  }
  const since = new Date(Date.parse(comment.created_at) - 1_000).toISOString()
  await writer.issues.createComment({ ...at, issue_number: at.pull_number, body: 'Only talk.' })

  const cut = await listChanged(github.client, ref, since, context, 3)
  const whole = await listChanged(github.client, ref, since, context, 1_000)

  expect([cut.until, whole.until]).toEqual([cut.comments.at(-1)?.at, null])
  expect(cut.comments.flatMap(({ message }) => message?.key ?? [])).toContain(`comment:${comment.id}`)
})

test('tells which comments and reviews were edited or are gone', async () => {
  const { ref, at, place, writer, review, comment } = await openTalk()
  const ids = [review.node_id, comment.node_id]

  const before = await forgeReader.findEdited(ref, ids)
  await writer.pulls.updateReview({ ...at, review_id: review.id, body: '/reject for more' })
  const edited = await forgeReader.findEdited(ref, ids)
  await writer.issues.deleteComment({ ...place, comment_id: comment.id })
  const gone = await forgeReader.findEdited(ref, ids)

  expect([before, edited, gone]).toEqual([new Set(), new Set([review.node_id]), new Set(ids)])
  expect(logged).toMatchObject([review.node_id, ...ids].map((id) => ({ repository: ref.key, comment: id })))
})

test('of other people’s pull requests it tells those that are open and have no check of ours, in one request', async () => {
  const used = await github.createRepository()
  const { ref, place } = used
  const writer = github.as('writer').rest
  const [tree, parent] = [await used.git('rev-parse', 'HEAD^{tree}'), await used.git('rev-parse', 'HEAD')]
  const open = async (head: string) => {
    const { data } = await writer.git.createCommit({ ...place, message: head, tree, parents: [parent] })
    await writer.git.createRef({ ...place, ref: `refs/heads/${head}`, sha: data.sha })
    return (await writer.pulls.create({ ...place, head, base: 'main', title: head })).data
  }
  const [ours, lost, shut] = [await open('bees'), await open('wasps'), await open('ants')]
  await writer.pulls.update({ ...place, pull_number: shut.number, state: 'closed' })
  const app = await github.client.octokit(ref)
  const check = (name: string, sha: string) => app.rest.checks.create({ ...place, name, head_sha: sha })
  await check('countersign', ours.head.sha)
  await check('lint', lost.head.sha)
  github.takeRequests()

  const found = await forgeReader.findUnchecked(ref, [ours.number, lost.number, shut.number], 'countersign')

  const read = 'GET /repos/{owner}/{repo}/pulls/{pull_number} 200'
  expect(github.takeRequests()).toEqual(['POST /graphql 200', read])
  const key = `pull-seen:${lost.number}:${lost.head.sha}:main`
  expect(found).toMatchObject([{ key, kind: 'pull_seen', pull: { number: lost.number, isOurBranch: false } }])
})

test('reads records with their executions, and leaves out what does not parse', async () => {
  const used = await github.createRepository()
  const gitDir = await used.git('rev-parse', '--absolute-git-dir')
  const plan = await pushApprovedPlan(gitDir, used.ref.key)

  const works = await forgeReader.readWorks(used.ref, plan.head, [7, 8])

  expect([...works.keys()]).toEqual([7])
  expect(works.get(7)?.record?.id).toBe('ISS-007')
  expect(works.get(7)?.execution?.artifacts.length).toBeGreaterThan(0)
})

test('glances at many repositories in one request, and leaves out what GitHub does not show', async () => {
  const bare = await github.createRepository()
  const used = await github.createRepository()
  const gitDir = await used.git('rev-parse', '--absolute-git-dir')
  const { head } = await pushApprovedPlan(gitDir, used.ref.key)
  const octokit = await github.client.octokit(used.ref)
  const at = { owner: used.ref.owner, repo: used.ref.name }
  const older = await octokit.rest.issues.create({ ...at, title: 'older' })
  await octokit.rest.issues.create({ ...at, title: 'newer' })
  const said = await octokit.rest.issues.createComment({ ...at, issue_number: older.data.number, body: 'a word' })
  github.takeRequests()

  const seen = await forgeReader.readChangeTokens([
    bare.ref,
    { ...used.ref, name: 'gone', key: 'octo-org/gone' },
    used.ref,
  ])

  expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  expect([...seen.keys()]).toEqual([bare.ref.key, used.ref.key])
  expect(seen.get(bare.ref.key)).toMatchObject({ head: null, branches: 0, changedAt: null })
  expect(seen.get(used.ref.key)).toMatchObject({ head, changedAt: said.data.created_at })
})

test('who pushed is whom GitHub saw push, whatever name stands in the commit', async () => {
  const used = await github.createRepository()
  const { ref, place } = used
  const writer = github.as('writer').rest
  const [tree, parent] = [await used.git('rev-parse', 'HEAD^{tree}'), await used.git('rev-parse', 'HEAD')]
  const { data: ada } = await github.as('maintainer').rest.users.getAuthenticated()
  const author = { name: 'Ada', email: `${ada.id}+${ada.login}@users.noreply.github.com` }
  const { data: forged } = await writer.git.createCommit({ ...place, message: 'Mine', tree, parents: [parent], author })
  await writer.git.createRef({ ...place, ref: 'refs/heads/countersign/ISS-001/1/T1', sha: forged.sha })
  await used.git('update-ref', 'refs/heads/countersign/ISS-001/1/T2', forged.sha)
  const { data: shown } = await writer.repos.getCommit({ ...place, ref: forged.sha })

  const pusher = await forgeReader.findPusher(ref, 'countersign/ISS-001/1/T1', forged.sha)
  const unseen = await forgeReader.findPusher(ref, 'countersign/ISS-001/1/T2', forged.sha)

  expect(shown.author).toMatchObject({ login: 'ada' })
  expect(pusher).toMatchObject({ kind: 'person', sender: { login: 'grace' } })
  expect(unseen).toEqual({ kind: 'unknown' })
})
