import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commitFile, openPull, pushBranch, startSandboxTarget, type SandboxTarget } from './github-target.ts'

describe('git over HTTP on the sandbox', () => {
  let target: SandboxTarget
  let folder: string
  let clones = 0
  beforeAll(async () => {
    target = await startSandboxTarget()
    folder = await mkdtemp(path.join(os.tmpdir(), 'countersign-git-http-'))
  })
  afterAll(async () => {
    await target.close()
    await rm(folder, { recursive: true })
  })

  const urlFor = (token: string) => {
    const url = new URL(`${target.sandbox.web}/${target.at.owner}/${target.at.repo}.git`)
    url.username = 'x-access-token'
    url.password = token
    return url.href
  }
  const git = (dir: string, ...args: string[]) =>
    execa('git', args, {
      cwd: dir,
      reject: false,
      env: { GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
    })
  const clone = async (token: string, ...options: string[]) => {
    clones += 1
    const dir = path.join(folder, `clone-${clones}`)
    const cloned = await git(folder, 'clone', '--quiet', ...options, urlFor(token), dir)
    if (cloned.exitCode !== 0) throw new Error(cloned.stderr)
    await git(dir, 'config', 'user.name', 'Grace Writer')
    await git(dir, 'config', 'user.email', 'grace@example.test')
    return dir
  }
  const commit = async (dir: string, file: string, text: string) => {
    await mkdir(path.dirname(path.join(dir, file)), { recursive: true })
    await writeFile(path.join(dir, file), text)
    await git(dir, 'add', '.')
    await git(dir, 'commit', '--quiet', '-m', `Write ${file}`)
  }
  const deliveries = (event: string, ref: string) =>
    target.sandbox.world.deliveries.filter((one) => one.event === event && one.request.payload['ref'] === ref)

  test('a clone has the history, shallow and partial ones included', async () => {
    const { writer } = target.sandbox.tokens

    const dirs = await Promise.all([clone(writer), clone(writer, '--depth=1'), clone(writer, '--filter=blob:none')])

    const heads = await Promise.all(dirs.map((dir) => git(dir, 'rev-parse', 'HEAD')))
    const main = await target.octokit.git.getRef({ ...target.at, ref: 'heads/main' })
    expect(heads.map((head) => head.stdout)).toEqual(Array(3).fill(main.data.object.sha))
  })

  test('a push arrives, and its webhook tells what was pushed', async () => {
    const dir = await clone(target.sandbox.tokens.writer)
    await commit(dir, 'pushed/file.txt', 'x\n')

    const pushed = await git(dir, 'push', '--quiet', 'origin', 'HEAD:refs/heads/pushed')

    await target.sandbox.idle()
    const head = (await git(dir, 'rev-parse', 'HEAD')).stdout
    const branch = await target.octokit.repos.getBranch({ ...target.at, branch: 'pushed' })
    const [push] = deliveries('push', 'refs/heads/pushed')
    expect(pushed.exitCode).toBe(0)
    expect(branch.data.commit.sha).toBe(head)
    expect(push?.request.payload).toMatchObject({
      before: '0'.repeat(40),
      after: head,
      created: true,
      forced: false,
      pusher: { name: 'grace' },
      sender: { login: 'grace' },
      commits: [{ id: head, added: ['pushed/file.txt'], message: 'Write pushed/file.txt' }],
    })
    expect(deliveries('create', 'pushed')).toHaveLength(1)
  })

  test('a forced push says so', async () => {
    const { branch } = await pushBranch(target, { path: 'forced.txt', text: 'x\n' })
    const dir = await clone(target.sandbox.tokens.writer)

    await git(dir, 'push', '--quiet', '--force', 'origin', `origin/main:refs/heads/${branch}`)

    await target.sandbox.idle()
    expect(deliveries('push', `refs/heads/${branch}`).at(-1)?.request.payload).toMatchObject({
      forced: true,
      commits: [],
    })
  })

  test('a push by force moves the reviews of its pull request to the new head, and the timeline tells of it', async () => {
    const opened = await openPull(target, { path: 'amended.txt', text: 'x\n' })
    const at = { ...target.at, pull_number: opened.number }
    await target.as('maintainer').pulls.createReview({ ...at, event: 'APPROVE' })
    const dir = await clone(target.sandbox.tokens.writer, `--branch=${opened.branch}`)
    await git(dir, 'commit', '--quiet', '--amend', '-m', 'Amended')

    await git(dir, 'push', '--quiet', '--force')

    const head = (await git(dir, 'rev-parse', 'HEAD')).stdout
    const reviews = await target.octokit.pulls.listReviews(at)
    const timeline = await target.octokit.issues.listEventsForTimeline({ ...target.at, issue_number: opened.number })
    expect(reviews.data.map((review) => review.commit_id)).toEqual([head])
    expect(timeline.data.filter(({ event }) => event === 'head_ref_force_pushed')).toHaveLength(1)
  })

  test('a push to the head of a pull request synchronises it', async () => {
    const opened = await openPull(target, { path: 'synchronised.txt', text: 'x\n' })
    const dir = await clone(target.sandbox.tokens.writer, `--branch=${opened.branch}`)
    await commit(dir, 'synchronised.txt', 'y\n')

    await git(dir, 'push', '--quiet')

    const { data } = await target.octokit.pulls.get({ ...target.at, pull_number: opened.number })
    expect(data.head.sha).toBe((await git(dir, 'rev-parse', 'HEAD')).stdout)
  })

  test('a pull request is merged by pushing its commits to the base', async () => {
    const opened = await openPull(target, { path: 'merged-by-push.txt', text: 'x\n' })
    const dir = await clone(target.sandbox.tokens.writer)
    await git(dir, 'merge', '--quiet', '--no-edit', `origin/${opened.branch}`)

    await git(dir, 'push', '--quiet', 'origin', 'HEAD:main')

    const { data } = await target.octokit.pulls.get({ ...target.at, pull_number: opened.number })
    expect(data).toMatchObject({ state: 'closed', merged: true })
  })

  test.each(['triager', 'reader', 'outsider'] as const)('a %s may clone but not push', async (role) => {
    const dir = await clone(target.sandbox.tokens[role])
    await commit(dir, `${role}.txt`, 'x\n')

    const pushed = await git(dir, 'push', 'origin', `HEAD:refs/heads/by-${role}`)

    expect(pushed.exitCode).not.toBe(0)
    expect(pushed.stderr).toContain('403')
  })

  test('nobody pushes without or with a wrong token', async () => {
    const dir = await clone(target.sandbox.tokens.writer)

    const wrong = await git(dir, 'push', urlFor('ghp_wrong'), 'HEAD:refs/heads/wrong')

    expect(wrong.exitCode).not.toBe(0)
    await expect(target.octokit.git.getRef({ ...target.at, ref: 'heads/wrong' })).rejects.toMatchObject({ status: 404 })
  })

  test('an App without the workflows permission pushes anything but workflows', async () => {
    const { token } = (await target.app.auth({ type: 'installation' })) as { token: string }
    const dir = await clone(token)
    await commit(dir, 'by-the-app.txt', 'x\n')
    const allowed = await git(dir, 'push', '--quiet', 'origin', 'HEAD:refs/heads/by-app')
    await commit(dir, '.github/workflows/evil.yml', 'on: push\n')

    const refused = await git(dir, 'push', '--quiet', 'origin', 'HEAD:refs/heads/by-app')

    expect(allowed.exitCode).toBe(0)
    expect(refused.exitCode).not.toBe(0)
    expect(refused.stderr).toContain(
      'refusing to allow a GitHub App to create or update workflow `.github/workflows/evil.yml` without `workflows` permission',
    )
  })

  test('a deleted branch is announced', async () => {
    const { branch } = await pushBranch(target, { path: 'deleted.txt', text: 'x\n' })
    const dir = await clone(target.sandbox.tokens.writer)

    await git(dir, 'push', '--quiet', 'origin', '--delete', branch)

    await target.sandbox.idle()
    expect(deliveries('delete', branch)).toHaveLength(1)
    expect(deliveries('push', `refs/heads/${branch}`).at(-1)?.request.payload).toMatchObject({
      deleted: true,
      head_commit: null,
    })
  })

  test('the repository stays clean through API, GraphQL and git', async () => {
    const { branch } = await pushBranch(target, { path: 'clean/a.txt', text: 'x\n' })
    await commitFile(target, { branch, path: 'clean/b.txt', text: 'y\n' })

    const checked = await git(target.dir, 'fsck', '--strict', '--no-dangling')

    expect(checked).toMatchObject({ exitCode: 0, stdout: '', stderr: '' })
  })
})
