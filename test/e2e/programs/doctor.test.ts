import { execa } from 'execa'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import type { LoopState } from '../../../src/domain/records/loop/loop-state.ts'
import { type DoctorArguments, runDoctor } from '../../../src/entrypoints/commands/doctor.ts'
import { runLoopRebuild } from '../../../src/entrypoints/commands/loop-rebuild.ts'
import type { DoctorResult } from '../../../src/entrypoints/commands/read/repair-repository.ts'
import { appSettings } from '../support/processes/app-settings.ts'
import { gitEnvironment, readGit } from '../support/git/git.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()

const tasks = [
  { id: 'T1', path: 'notes/t1.txt', content: 'one' },
  { id: 'T2', path: 'notes/t2.txt', content: 'two', criteria: ['A reader is greeted by name'] },
]
const base = 'countersign/ISS-001/1/base'
const t2 = 'countersign/ISS-001/1/T2'

let repo: Playground
let issue: number

async function startWork(): Promise<void> {
  repo = await world.repository()
  issue = await repo.planIssue('Notes', writeIssue(tasks))
  await repo.say(issue, 'maintainer', '/approve')
}

interface Run {
  code: number
  stdout: string
  stderr: string
}

async function run(args: Partial<DoctorArguments> = {}, env: Record<string, string> = {}): Promise<Run> {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const io = {
    stdout: (text: string) => stdout.push(text),
    stderr: (text: string) => stderr.push(text),
    env: { ...process.env, ...gitEnvironment, ...env },
  }
  const code = await runDoctor({ repo: repo.bareDir, ...args }, io)
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** Settings as `countersign app` has them. */
function settings(): Record<string, string> {
  return { ...appSettings(world.running.sandbox), WRITE_SPACING_MS: '0' }
}

async function fix(): Promise<{ code: number; mended: string[]; left: string[]; codes: string[] }> {
  const { code, stdout, stderr } = await run(
    { repo: repo.repository, issue: `#${issue}`, fix: true, json: true },
    settings(),
  )
  expect(stderr).toBe('')
  const [result] = (JSON.parse(stdout) as { results: DoctorResult[] }).results
  await repo.settle()
  return {
    code,
    mended: [...(result?.mending?.mended ?? [])],
    left: [...(result?.mending?.left ?? [])],
    codes: result?.examination.findings.map((finding) => finding.code) ?? [],
  }
}

/** Pushes as a person would, without telling anybody but GitHub. */
async function git(...args: string[]): Promise<void> {
  const { logins, tokens } = world.running.sandbox
  const url = repo.cloneUrl.replace('http://', `http://${logins.maintainer}:${tokens.maintainer}@`)
  const dir = await mkdtemp(join(world.dir, 'push-'))
  await execa('git', ['clone', '-q', url, dir], { env: gitEnvironment })
  await execa('git', ['-C', dir, ...args], { env: gitEnvironment })
  await repo.settle()
}

describe('with nothing wrong', () => {
  beforeAll(startWork)

  test('a clone has nothing wrong, and the App’s secret tells that all commits are its own', async () => {
    const { code, stdout } = await run({}, { STATE_SECRET: world.running.sandbox.app.webhookSecret })

    expect(stdout).toMatch(/^#1: Nothing is wrong: \d+ things looked at in 2 tasks\.$/m)
    expect(stdout).toMatch(/^repository: Nothing is wrong: \d+ things looked at\.$/m)
    expect(stdout.match(/^Not looked at.*: pull requests, the issue’s label, comments\.$/gm)).toHaveLength(1)
    expect(code).toBe(0)
  })

  test('a working copy is as good, as it was last fetched', async () => {
    const dir = await mkdtemp(join(world.dir, 'copy-'))
    await execa('git', ['clone', '-q', repo.cloneUrl, dir], { env: gitEnvironment })

    const { code, stdout } = await run({ repo: dir, issue: 'ISS-001' })

    expect(stdout).not.toContain('Nothing is wrong')
    expect(stdout).toMatch(/^#1: Nothing contradicts itself: \d+ things looked at in 2 tasks\.$/m)
    expect(stdout.match(/give --public-key/g)).toHaveLength(1)
    expect(code).toBe(3)
  })

  test('with the App’s public key anybody knows that it wrote the record; with another nobody does', async () => {
    const ours = createStateMac(world.running.sandbox.app.webhookSecret).publicKeys.join()
    const others = createStateMac('another secret of ours').publicKeys.join()

    const known = await run({ publicKey: ours })
    const unknown = await run({ publicKey: others })

    expect(known).toMatchObject({ code: 0, stdout: expect.stringContaining('#1: Nothing is wrong') })
    expect(unknown).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('is not signed with the key that was given'),
    })
  })

  test('a loop whose file was broken in a copy is put back from its pages', async () => {
    const dir = await mkdtemp(join(world.dir, 'loop-'))
    await execa('git', ['clone', '-q', '-b', 'countersign/workflow', repo.cloneUrl, dir], { env: gitEnvironment })
    const [name = ''] = (await readdir(join(dir, '.loop'))).filter((one) => one.endsWith('.json'))
    const file = join(dir, '.loop', name)
    const before = JSON.parse(await readFile(file, 'utf8')) as LoopState
    const io = { stdout: () => {}, stderr: () => {}, env: {} }

    expect(await runLoopRebuild({ where: repo.cloneUrl }, { ...io, env: gitEnvironment })).toBe(0)
    expect(await runLoopRebuild({ where: dir }, io)).toBe(0)
    await writeFile(file, 'broken')
    expect(await runLoopRebuild({ where: dir }, io)).toBe(1)
    expect(await runLoopRebuild({ where: dir, which: 'ISS-001', write: true }, io)).toBe(0)

    const after = JSON.parse(await readFile(file, 'utf8')) as LoopState
    const { title, description, status, created_at, skill_state } = before
    expect(after).toMatchObject({ title, description, status, created_at })
    expect(after.skill_state).toEqual(skill_state)
  })

  test('GitHub has nothing wrong either, and there is nothing to mend', async () => {
    const before = await repo.workflowHead()

    expect(await fix()).toEqual({ code: 0, mended: [], left: [], codes: [] })
    expect(await repo.workflowHead()).toBe(before)
  })

  test.each<[string, Partial<DoctorArguments>]>([
    ['there is no /nowhere/at/all; --repo takes a path', { repo: '/nowhere/at/all' }],
    ['issue 9 is not registered', { issue: '9' }],
    ['an issue is a number', { issue: 'seven' }],
    ['takes a path, an address or owner/name', { repo: '--upload-pack=touch /tmp/x' }],
    ['--fix works on GitHub', { fix: true }],
    ['settings are missing or wrong', { fix: true, repo: 'octo/widgets' }],
  ])('2 and “%s” where it can’t look', async (message, args) => {
    const { code, stdout, stderr } = await run(args, { APP_ID: '', PRIVATE_KEY: '', WEBHOOK_SECRET: '' })

    expect(stderr.replaceAll("'", '’')).toContain(message)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  test('2 where Countersign never worked', async () => {
    const fresh = await mkdtemp(join(world.dir, 'fresh-'))
    await execa('git', ['clone', '-q', '--single-branch', repo.cloneUrl, fresh], { env: gitEnvironment })

    const { code, stderr } = await run({ repo: fresh })

    expect(stderr).toContain('has no branch countersign/workflow')
    expect(code).toBe(2)
  })
})

describe('in a copy that somebody changed', () => {
  beforeAll(startWork)

  let copy: string
  let paths: string[]

  beforeEach(async () => {
    copy = await mkdtemp(join(world.dir, 'changed-'))
    await execa('git', ['clone', '-q', '--mirror', repo.bareDir, copy], { env: gitEnvironment })
    paths = (await readGit(copy, ['ls-tree', '-r', '--name-only', 'countersign/workflow'])).split('\n')
  })

  /** One more commit on the workflow branch, in which a file has another text, or is gone. */
  async function change(path: string, text: ((old: string) => string) | null): Promise<void> {
    const env = { ...gitEnvironment, GIT_INDEX_FILE: join(copy, 'index') }
    const inCopy = async (args: string[], input = '') =>
      (await execa('git', ['-C', copy, ...args], { env, input })).stdout
    await inCopy(['read-tree', 'countersign/workflow'])
    const old = await inCopy(['show', `countersign/workflow:${path}`])
    if (text === null) await inCopy(['update-index', '--index-info'], `0 ${'0'.repeat(40)}\t${path}\n`)
    else {
      const blob = await inCopy(['hash-object', '-w', '--stdin'], text(`${old}\n`))
      await inCopy(['update-index', '--cacheinfo', `100644,${blob},${path}`])
    }
    const who = ['-c', 'user.name=eve', '-c', 'user.email=eve@example.com']
    const tree = await inCopy(['write-tree'])
    const sha = await inCopy([...who, 'commit-tree', tree, '-p', 'countersign/workflow', '-m', 'Tidy up'])
    await inCopy(['update-ref', 'refs/heads/countersign/workflow', sha])
  }

  function pathOf(pattern: RegExp): string {
    const path = paths.find((one) => pattern.test(one))
    if (path === undefined) throw new Error(`no path like ${pattern}`)
    return path
  }

  const planted: [code: string, pattern: RegExp, text: ((old: string) => string) | null][] = [
    ['file_missing', /^workspace\/artifacts\/.*\/t1\.txt$/, null],
    ['file_differs', /^workspace\/artifacts\/.*\/t1\.txt$/, () => 'other\n'],
    ['verdict_missing', /APPROVED\.md$/, null],
    ['verdict_differs', /APPROVED\.md$/, (old) => `${old}\nand more\n`],
    ['plan_hash_differs', /ISS-001-plan\.json$/, (old) => old.replace('"notes/t2.txt"', '"notes/t3.txt"')],
    ['session_differs', /\/state\.json$/, (old) => old.replace('"status": "executing"', '"status": "failed"')],
    ['loop_missing', /^\.loop\/[^.]*\.json$/, null],
    ['state_unreadable', /ISS-001-execution\.json$/, (old) => old.slice(0, -10)],
    ['state_unreadable', /issues\/ISS-001\.json$/, (old) => old.replace('"phase"', '"stage"')],
  ]

  test.each(planted)('%s is found, whoever may look', async (code, pattern, text) => {
    await change(pathOf(pattern), text)

    const { code: exit, stdout } = await run({ repo: copy, issue: '1', json: true })

    const { findings } = (JSON.parse(stdout) as { results: DoctorResult[] }).results[0]?.examination ?? { findings: [] }
    // Who can't read the state at all says that.
    const forged = code === 'state_unreadable' ? [] : ['head_not_ours']
    expect(new Set(findings.map((finding) => finding.code))).toEqual(new Set([code, ...forged]))
    expect(exit).toBe(1)
  })

  test('with the secret, the commit that isn’t the App’s is named, however much came after it', async () => {
    await change(pathOf(/state-history\.json$/), (old) => `${old}\n`)
    const foreign = await readGit(copy, ['rev-parse', 'countersign/workflow'])
    await change(pathOf(/state-history\.json$/), (old) => old)

    const { code, stdout } = await run({ repo: copy }, { STATE_SECRET: world.running.sandbox.app.webhookSecret })

    expect(stdout).toContain(`Commit ${foreign} on the workflow branch was not made by this App [head_not_ours]`)
    expect(code).toBe(1)
  })
})

describe('with something wrong', () => {
  beforeEach(startWork)

  test('a deleted task branch is found in a clone and on GitHub, and comes back with its pull request’s head', async () => {
    const { commit_sha: sha } = (await repo.execution(issue)).artifacts.find((one) => one.task === 'T2') ?? {
      commit_sha: '',
    }
    await readGit(repo.bareDir, ['update-ref', '-d', `refs/heads/${t2}`])

    const found = await run({ issue: '1', json: true })
    const mended = await fix()

    expect(found.code).toBe(1)
    expect(JSON.parse(found.stdout).results[0].examination.findings).toMatchObject([
      { code: 'branch_missing', nodes: ['T2'], fix: { kind: 'restore_branch', branch: t2, sha } },
    ])
    expect(mended).toMatchObject({ code: 0, codes: ['branch_missing'], left: [] })
    expect(await readGit(repo.bareDir, ['rev-parse', t2])).toBe(sha)
    expect(await fix()).toMatchObject({ code: 0, mended: [] })
  })

  test('a branch deleted while the App heard nothing comes back, and its pull request is open again', async () => {
    const { sandbox, app } = world.running
    const pull = await repo.pullOf(issue, 'T2')
    sandbox.setWebhookUrl('http://127.0.0.1:1/')
    await git('push', '-q', 'origin', `:refs/heads/${t2}`)
    sandbox.setWebhookUrl(app.webhookUrl)

    const mended = await fix()

    expect(mended).toMatchObject({ code: 0, codes: ['branch_missing', 'pull_request_closed'], left: [] })
    expect((await repo.pulls()).find((one) => one.number === pull)?.state).toBe('open')
    await repo.say(issue, 'maintainer', '/approve T2')
    expect((await repo.record(issue)).phase).toBe('completed')
  })

  test('a force-pushed integration branch pauses the work; fixed and resumed, it goes on to the end', async () => {
    const recorded = (await repo.execution(issue)).execution_result.commit_hash
    await git('push', '-q', '--force', 'origin', `${repo.startHead}:refs/heads/${base}`)

    expect((await repo.record(issue)).paused).not.toBeNull()
    const mended = await fix()

    expect(mended).toMatchObject({ code: 0, codes: ['branch_rewritten'] })
    expect(mended.mended[0]).toContain(`it was at ${repo.startHead}`)
    expect(await readGit(repo.bareDir, ['rev-parse', base])).toBe(recorded)
    await repo.say(issue, 'maintainer', '/resume')
    await repo.say(issue, 'maintainer', '/approve T2')
    expect((await repo.record(issue)).phase).toBe('completed')
  })

  test('a wrong label is set right, and people’s labels stay', async () => {
    const before = await repo.labels(issue)
    const at = { ...repo.place, issue_number: issue }
    await repo.as('maintainer').rest.issues.addLabels({ ...at, labels: ['mine', 'countersign: ready'] })
    await repo.settle()

    const mended = await fix()

    expect(mended.codes).toEqual(['label_differs'])
    expect(await repo.labels(issue)).toEqual([...before, 'mine'].toSorted())
  })

  test('deleted comments are posted again, once, and the state knows the new ones', async () => {
    const { plan_comment: plan, status_comment: status } = await repo.record(issue)
    for (const comment of [plan, status])
      await repo.as('maintainer').rest.issues.deleteComment({ ...repo.place, comment_id: comment?.id ?? 0 })
    await repo.settle()

    const first = await fix()
    const second = await fix()

    expect(first).toMatchObject({ code: 0, codes: ['plan_comment_missing', 'status_comment_missing'], left: [] })
    expect(second).toMatchObject({ code: 0, mended: [], codes: [] })
    const record = await repo.record(issue)
    expect(record.plan_comment?.id).not.toBe(plan?.id)
    const thread = (await repo.thread(issue)).join('\n')
    expect(thread.match(/^### Plan `/gm)).toHaveLength(1)
    await repo.say(issue, 'maintainer', '/approve T2')
    expect((await repo.record(issue)).phase).toBe('completed')
  })

  test('what takes judgement is named and left alone', async () => {
    const pull = await repo.pullOf(issue, 'T2')
    await repo.as('maintainer').rest.pulls.update({ ...repo.place, pull_number: pull, base: 'main' })
    await repo.settle()

    const { code, codes, mended, left } = await fix()

    expect({ code, codes, mended }).toEqual({ code: 1, codes: ['pull_request_elsewhere'], mended: [] })
    expect(left[0]).toContain(`#${pull}`)
  })

  test('branches and folders of nobody are named, and nothing is removed', async () => {
    await git('push', '-q', 'origin', 'HEAD:refs/heads/countersign/ISS-099/1/base')

    const { code, stdout } = await run()

    expect(code).toBe(1)
    expect(stdout).toContain('countersign/ISS-099/1/base belongs to no issue [branch_unknown]')
  })
})
