import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  commitFile,
  openPull,
  pushBranch,
  refusalOf,
  startSandboxTarget,
  targets,
  type SandboxTarget,
  type Target,
} from './github-target.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

describe.each(targets)('pull requests on $name', ({ start }) => {
  let target: Target
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.close())

  const look = async (pull_number: number) => (await target.octokit.pulls.get({ ...target.at, pull_number })).data
  const lookUntilKnown = async (number: number) => {
    await expect.poll(async () => (await look(number)).mergeable, { timeout: patienceMs(20_000) }).not.toBeNull()
    return look(number)
  }

  test('whether it merges is not known at first', async () => {
    const { number } = await openPull(target, { path: 'known.txt', text: 'x\n' })

    const first = await look(number)
    const later = await lookUntilKnown(number)

    expect(first).toMatchObject({ mergeable: null, mergeable_state: 'unknown' })
    expect(later).toMatchObject({ mergeable: true, merged: false, commits: 1, additions: 1, changed_files: 1 })
  })

  test('an issue and a pull request share their numbers', async () => {
    const { number } = await openPull(target, { path: 'numbered.txt', text: 'x\n' })

    const { data } = await target.octokit.issues.get({ ...target.at, issue_number: number })

    expect(data.pull_request?.url).toContain(`/pulls/${number}`)
  })

  test('a branch without commits of its own is refused', async () => {
    const { branch, sha } = await pushBranch(target, { path: 'same.txt', text: 'x\n' })
    await target.octokit.git.createRef({ ...target.at, ref: `refs/heads/${branch}-copy`, sha })

    const refusal = await refusalOf(
      target.octokit.pulls.create({ ...target.at, head: `${branch}-copy`, base: branch, title: 'Nothing' }),
    )

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining('No commits between') })
  })

  test('a second open pull request for the same branches is refused', async () => {
    const { branch } = await openPull(target, { path: 'second.txt', text: 'x\n' })

    const refusal = await refusalOf(
      target.octokit.pulls.create({ ...target.at, head: branch, base: 'main', title: 'Again' }),
    )

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining('A pull request already exists for') })
  })

  test.each(['head', 'base'] as const)('a %s branch that does not exist is refused', async (side) => {
    const { branch } = await pushBranch(target, { path: `${side}.txt`, text: 'x\n' })
    const sides = { head: branch, base: 'main', [side]: 'no-such-branch' }

    const refusal = await refusalOf(target.octokit.pulls.create({ ...target.at, ...sides, title: 'Nowhere' }))

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining(`"field":"${side}"`) })
  })

  test('a merge is refused when the head is not the one that was seen', async () => {
    const { number, sha, branch } = await openPull(target, { path: 'moved.txt', text: 'x\n' })
    await commitFile(target, { branch, path: 'moved.txt', text: 'y\n' })

    const refusal = await refusalOf(target.octokit.pulls.merge({ ...target.at, pull_number: number, sha }))

    expect(refusal).toMatchObject({ status: 409, text: expect.stringContaining('Head branch was modified') })
  })

  test('a merge commit has base and head as its parents', async () => {
    const { number, sha } = await openPull(target, { path: 'merged.txt', text: 'x\n' })
    const before = await target.octokit.git.getRef({ ...target.at, ref: 'heads/main' })
    await lookUntilKnown(number)

    const { data } = await target.octokit.pulls.merge({ ...target.at, pull_number: number, sha })
    const commit = await target.octokit.git.getCommit({ ...target.at, commit_sha: data.sha })

    expect(commit.data.parents.map((parent) => parent.sha)).toEqual([before.data.object.sha, sha])
    expect(commit.data.message).toMatch(new RegExp(`^Merge pull request #${number} from `))
    expect(await look(number)).toMatchObject({ merged: true, state: 'closed', merge_commit_sha: data.sha })
  })

  test('a squash is one commit on the base', async () => {
    const { number } = await openPull(target, { path: 'squashed.txt', text: 'x\n' })
    const before = await target.octokit.git.getRef({ ...target.at, ref: 'heads/main' })
    await lookUntilKnown(number)

    const { data } = await target.octokit.pulls.merge({ ...target.at, pull_number: number, merge_method: 'squash' })
    const commit = await target.octokit.git.getCommit({ ...target.at, commit_sha: data.sha })

    expect(commit.data.parents.map((parent) => parent.sha)).toEqual([before.data.object.sha])
    expect(commit.data.message).toContain(`squashed.txt (#${number})`)
  })

  test('a rebase puts its commits on the base one by one', async () => {
    const { number, branch } = await openPull(target, { path: 'rebased.txt', text: 'x\n' })
    const tip = await commitFile(target, { branch, path: 'rebased.txt', text: 'x\ny\n' })
    const other = await openPull(target, { path: 'between.txt', text: 'x\n' })
    await lookUntilKnown(other.number)
    const between = await target.octokit.pulls.merge({ ...target.at, pull_number: other.number })
    await lookUntilKnown(number)

    const { data } = await target.octokit.pulls.merge({ ...target.at, pull_number: number, merge_method: 'rebase' })
    const commits = await target.octokit.repos.listCommits({ ...target.at, sha: data.sha, per_page: 3 })

    expect(data.sha).not.toBe(tip)
    expect(commits.data.map((commit) => commit.commit.message.split('\n')[0])).toEqual([
      'Write rebased.txt',
      'Write rebased.txt',
      expect.stringContaining('Merge pull request'),
    ])
    expect(commits.data[2]?.sha).toBe(between.data.sha)
  })

  test('what conflicts is not mergeable and is not merged', async () => {
    const one = await openPull(target, { path: 'conflict.txt', text: 'one\n' })
    const two = await openPull(target, { path: 'conflict.txt', text: 'two\n' })
    await lookUntilKnown(one.number)
    await target.octokit.pulls.merge({ ...target.at, pull_number: one.number })

    await expect.poll(async () => (await look(two.number)).mergeable, { timeout: patienceMs(20_000) }).toBe(false)
    const refusal = await refusalOf(target.octokit.pulls.merge({ ...target.at, pull_number: two.number }))

    expect(await look(two.number)).toMatchObject({ mergeable: false, mergeable_state: 'dirty' })
    expect(refusal).toMatchObject({ status: 405, text: expect.stringContaining('Pull Request is not mergeable') })
  })

  test('a merged pull request is not merged again', async () => {
    const { number } = await openPull(target, { path: 'once.txt', text: 'x\n' })
    await lookUntilKnown(number)
    await target.octokit.pulls.merge({ ...target.at, pull_number: number })

    const refusal = await refusalOf(target.octokit.pulls.merge({ ...target.at, pull_number: number }))

    expect(refusal.status).toBe(405)
  })

  test('a draft is not merged', async () => {
    const { branch } = await pushBranch(target, { path: 'draft.txt', text: 'x\n' })
    const sides = { ...target.at, head: branch, base: 'main' }
    const { data } = await target.octokit.pulls.create({ ...sides, title: 'Draft', draft: true })

    const refusal = await refusalOf(target.octokit.pulls.merge({ ...target.at, pull_number: data.number }))

    expect(refusal).toMatchObject({ status: 405, text: expect.stringContaining('draft') })
  })

  test('a push that brings the head into the base merges it', async () => {
    const { number, branch } = await openPull(target, { path: 'pushed.txt', text: 'x\n' })

    const merge = await target.octokit.repos.merge({ ...target.at, base: 'main', head: branch })

    await expect.poll(async () => (await look(number)).merged, { timeout: patienceMs(20_000) }).toBe(true)
    expect(await look(number)).toMatchObject({ state: 'closed', merge_commit_sha: merge.data.sha })
  })

  test('a new commit on the head branch is the new head', async () => {
    const { number, branch } = await openPull(target, { path: 'grown.txt', text: 'x\n' })

    const sha = await commitFile(target, { branch, path: 'grown.txt', text: 'x\ny\n' })

    await expect.poll(async () => (await look(number)).head.sha, { timeout: patienceMs(20_000) }).toBe(sha)
    expect(await look(number)).toMatchObject({ commits: 2, additions: 2 })
  })

  test('without its head branch it is closed and stays closed', async () => {
    const { number, branch } = await openPull(target, { path: 'gone.txt', text: 'x\n' })
    await target.octokit.git.deleteRef({ ...target.at, ref: `heads/${branch}` })
    await expect.poll(async () => (await look(number)).state, { timeout: patienceMs(20_000) }).toBe('closed')

    const refusal = await refusalOf(target.octokit.pulls.update({ ...target.at, pull_number: number, state: 'open' }))

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining('branch has been deleted') })
  })

  test('its files and commits are those that the base lacks', async () => {
    const { number, sha } = await openPull(target, { path: 'numbers.txt', text: 'one\n2\nthree\n' })

    const files = await target.octokit.pulls.listFiles({ ...target.at, pull_number: number })
    const commits = await target.octokit.pulls.listCommits({ ...target.at, pull_number: number })

    expect(files.data).toMatchObject([
      { filename: 'numbers.txt', status: 'modified', additions: 1, deletions: 1, patch: expect.stringMatching(/^@@ /) },
    ])
    expect(commits.data.map((commit) => commit.sha)).toEqual([sha])
  })

  test('a branch behind its base is updated with a merge', async () => {
    const { number, branch, sha } = await openPull(target, { path: 'behind.txt', text: 'x\n' })
    const other = await openPull(target, { path: 'ahead.txt', text: 'x\n' })
    await lookUntilKnown(other.number)
    await target.octokit.pulls.merge({ ...target.at, pull_number: other.number })

    const { status } = await target.octokit.pulls.updateBranch({ ...target.at, pull_number: number })
    await expect.poll(async () => (await look(number)).head.sha, { timeout: patienceMs(20_000) }).not.toBe(sha)
    const head = await target.octokit.repos.getCommit({ ...target.at, ref: branch })

    expect(status).toBe(202)
    expect(head.data.parents).toHaveLength(2)
  })

  test('lists are narrowed by head, base and state', async () => {
    const { number, branch } = await openPull(target, { path: 'listed.txt', text: 'x\n' })
    const head = `${target.at.owner}:${branch}`

    const open = await target.octokit.pulls.list({ ...target.at, head, base: 'main' })
    const closed = await target.octokit.pulls.list({ ...target.at, head, state: 'closed' })

    expect(open.data.map((pull) => pull.number)).toEqual([number])
    expect(closed.data).toEqual([])
  })
})

describe('pull requests on the sandbox', () => {
  let target: SandboxTarget
  beforeAll(async () => {
    target = await startSandboxTarget()
  })
  afterAll(() => target.close())

  const merge = async (merge_method: 'merge' | 'squash' | 'rebase') => {
    const { number } = await openPull(target, { path: `${merge_method}.txt`, text: 'x\n' })
    await target.octokit.pulls.merge({ ...target.at, pull_number: number, merge_method })
    return number
  }

  test('merging closes the issues that the text names, in the default branch', async () => {
    const issue = await target.octokit.issues.create({ ...target.at, title: 'Named' })
    const { number } = await openPull(target, { path: 'closing.txt', text: 'x\n' })
    const body = `Fixes #${issue.data.number}`
    await target.octokit.pulls.update({ ...target.at, pull_number: number, body })

    await target.octokit.pulls.merge({ ...target.at, pull_number: number })
    const { data } = await target.octokit.issues.get({ ...target.at, issue_number: issue.data.number })

    expect(data).toMatchObject({ state: 'closed', state_reason: 'completed' })
  })

  test('merge commits are refused where the repository forbids them', async () => {
    const { number } = await openPull(target, { path: 'forbidden.txt', text: 'x\n' })
    const [repo] = target.sandbox.world.repositories
    if (repo) repo.allowMergeCommit = false

    const refusal = await refusalOf(target.octokit.pulls.merge({ ...target.at, pull_number: number }))
    if (repo) repo.allowMergeCommit = true

    expect(refusal).toMatchObject({ status: 405, text: expect.stringContaining('Merge commits are not allowed') })
  })

  test('of two merges at once one wins', async () => {
    const { number } = await openPull(target, { path: 'race.txt', text: 'x\n' })
    const merging = () =>
      target.octokit.pulls.merge({ ...target.at, pull_number: number }).then(
        () => 200,
        (error: { status?: number }) => error.status,
      )

    const statuses = await Promise.all([merging(), merging()])

    expect(new Set(statuses)).toEqual(new Set([200, 405]))
  })

  test('its head stays fetchable when the branch is gone', async () => {
    const { number, branch, sha } = await openPull(target, { path: 'kept.txt', text: 'x\n' })
    await target.octokit.git.deleteRef({ ...target.at, ref: `heads/${branch}` })

    const { stdout } = await execa('git', ['rev-parse', `refs/pull/${number}/head`], { cwd: target.dir })

    expect(stdout).toBe(sha)
  })

  test('git finds nothing wrong with what was merged', async () => {
    for (const method of ['merge', 'squash', 'rebase'] as const) await merge(method)

    const { exitCode, stdout } = await execa('git', ['fsck', '--strict', '--no-dangling'], { cwd: target.dir })

    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
  })
})
