import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { openMirror } from '../../../../src/adapters/workspace/plumbing/mirror.ts'
import { WorkspaceError } from '../../../../src/adapters/workspace/machine/workspace-error.ts'
import { buildLimits, buildRules, createLocalRepository, widgets } from '../../../support/local-repository.ts'

describe('fetching', () => {
  test('only what is missing is fetched', async () => {
    await using repository = await createLocalRepository()
    let fetches = 0
    const token = () => {
      fetches += 1
      return Promise.resolve('')
    }
    const workspace = repository.workspace({ token })
    const first = await repository.commit({ 'a.txt': '1\n' })

    await Promise.all(
      Array.from({ length: 5 }, async () => {
        await using tree = await workspace.openWorkTree(widgets, first)
        expect(await tree.readFile('a.txt')).toEqual(Buffer.from('1\n'))
      }),
    )
    expect(fetches).toBe(1)

    const second = await repository.commit({ 'a.txt': '2\n' })
    await using tree = await workspace.openWorkTree(widgets, second)
    expect(await tree.readFile('a.txt')).toEqual(Buffer.from('2\n'))
    expect(fetches).toBe(2)
  })

  test('what is missing is looked for once before the fetch and once after it', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'countersign-mirror-'))
    const commit = 'a'.repeat(40)
    const ran: string[] = []
    const git = {
      read: ({ args }: { args: readonly string[] }) => {
        ran.push(args[0] ?? '')
        return Promise.resolve(Buffer.from(ran.includes('fetch') ? `${commit} commit 1\n` : `${commit} missing\n`))
      },
      ask: ({ args }: { args: readonly string[] }) => {
        ran.push(args[0] ?? '')
        return Promise.resolve({ exitCode: 0, stdout: Buffer.of(), stderr: '', cut: false })
      },
      stream: () => Readable.from([]),
    }
    const remote = { url: 'https://github.com/octo/widgets.git', protocols: ['https'], token: async () => '' }
    const mirror = await openMirror(git, join(dir, 'widgets.git'), remote, (text) => text)

    await mirror.needCommits([commit])
    await mirror.needCommits([commit])

    expect(ran).toEqual(['init', 'cat-file', 'fetch', 'cat-file'])
    await rm(dir, { recursive: true })
  })

  test('what many fetches left is one pack, in which also stands what no branch holds any more', async () => {
    await using repository = await createLocalRepository()
    const workspace = repository.workspace()
    await repository.commit({ 'a.txt': '0\n' })
    const lost = await repository.commit({ 'a.txt': 'lost\n' })
    await workspace.isAncestor(widgets, lost, lost)
    await repository.git('reset', '--quiet', '--hard', 'HEAD~1')

    for (let n = 1; n < 20; n += 1) {
      const commit = await repository.commit({ 'a.txt': `${n}\n` })
      await workspace.isAncestor(widgets, commit, commit)
    }

    const gitDir = join(repository.root, 'data', 'mirrors', 'octo', 'widgets.git')
    const count = async () => (await execa('git', ['--git-dir', gitDir, 'count-objects', '-v'])).stdout
    await expect.poll(count).toMatch(/^count: 0\n(?:.*\n)*packs: 1\n/)
    await repository.git('gc', '--quiet', '--prune=now')
    await using tree = await workspace.openWorkTree(widgets, lost)
    expect(await tree.readFile('a.txt')).toEqual(Buffer.from('lost\n'))
  })

  test('a commit that no branch holds any more is fetched by its id', async () => {
    await using repository = await createLocalRepository()
    await repository.commit({ 'a.txt': '1\n' })
    const lost = await repository.commit({ 'a.txt': '2\n' })
    await repository.git('reset', '--quiet', '--hard', 'HEAD~1')
    await repository.git('config', 'uploadpack.allowAnySHA1InWant', 'true')

    await using tree = await repository.workspace().openWorkTree(widgets, lost)

    expect(await tree.readFile('a.txt')).toEqual(Buffer.from('2\n'))
  })

  test('heads are those that the remote has now, however much of it is here already', async () => {
    await using repository = await createLocalRepository()
    const workspace = repository.workspace()
    const first = await repository.commit({ 'a.txt': '1\n' })
    await repository.git('branch', 'work/one')
    const before = await workspace.fetchHeads(widgets, ['main', 'work/one', 'nowhere'])
    const second = await repository.commit({ 'a.txt': '2\n' })
    await workspace.isAncestor(widgets, first, second)
    await repository.git('reset', '--quiet', '--hard', first)
    await repository.git('branch', '--delete', '--force', 'work/one')

    const after = await workspace.fetchHeads(widgets, ['main', 'work/one'])

    expect([...before]).toEqual([
      ['main', first],
      ['work/one', first],
    ])
    expect([...after]).toEqual([['main', first]])
  })

  test('heads of a remote that is not there are a fault that may pass', async () => {
    await using repository = await createLocalRepository()
    const workspace = repository.workspace({ cloneUrl: () => 'file:///nowhere/at/all' })

    await expect(workspace.fetchHeads(widgets, ['main'])).rejects.toMatchObject({ retry: 'later' })
  })

  test('a branch may take the place of a folder of branches', async () => {
    await using repository = await createLocalRepository()
    const workspace = repository.workspace()
    const first = await repository.commit({ 'a.txt': '1\n' })
    await repository.git('branch', 'work/one')
    await workspace.mergeBase(widgets, first, first)
    await repository.git('branch', '--delete', '--force', 'work/one')
    await repository.git('branch', 'work')
    const second = await repository.commit({ 'a.txt': '2\n' })

    expect(await workspace.isAncestor(widgets, first, second)).toBe(true)
    expect(await workspace.isAncestor(widgets, second, first)).toBe(false)
  })

  test('a commit that is nowhere is named', async () => {
    await using repository = await createLocalRepository()
    await repository.commit({ 'a.txt': '1\n' })
    const workspace = repository.workspace()

    await expect(workspace.openWorkTree(widgets, 'f'.repeat(40))).rejects.toMatchObject({ code: 'commit_missing' })
    await expect(workspace.openWorkTree(widgets, '--upload-pack=evil')).rejects.toMatchObject({
      code: 'commit_missing',
    })
  })

  test('a lock that a killed git left does not stand in the way for ever', async () => {
    await using repository = await createLocalRepository()
    const commit = await repository.commit({ 'a.txt': '1\n' })
    const mirror = join(repository.root, 'data', 'mirrors', `${widgets.key}.git`)
    await mkdir(mirror, { recursive: true })
    await writeFile(join(mirror, 'HEAD.lock'), '')
    const openTree = () => repository.workspace().openWorkTree(widgets, commit)

    await expect(openTree()).rejects.toMatchObject({ code: 'git_failed', retry: 'later' })
    const before = new Date(Date.now() - 60_000)
    await utimes(join(mirror, 'HEAD.lock'), before, before)

    await using workTree = await openTree()
    expect(await readFile(join(workTree.dir, 'a.txt'), 'utf8')).toBe('1\n')
  })

  test('files cannot be cloned unless that is allowed', async () => {
    await using repository = await createLocalRepository()
    const commit = await repository.commit({ 'a.txt': '1\n' })
    const workspace = repository.workspace({ protocols: ['https'] })

    await expect(workspace.openWorkTree(widgets, commit)).rejects.toMatchObject({ code: 'fetch_refused' })
  })

  test('the token goes in a header, and nowhere else', async () => {
    await using repository = await createLocalRepository()
    const headers: (string | undefined)[] = []
    const server = createServer((request, response) => {
      headers.push(request.headers.authorization)
      response.writeHead(403).end(`no: ${request.headers.authorization}`)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/octo/widgets.git`
    const token = () => Promise.resolve('ghs_canary')
    const workspace = repository.workspace({ cloneUrl: () => url, token, protocols: ['http'] })

    const error: unknown = await workspace.openWorkTree(widgets, 'a'.repeat(40)).catch((caught: unknown) => caught)
    server.close()

    const basic = Buffer.from('x-access-token:ghs_canary').toString('base64')
    expect(headers).toEqual([`Basic ${basic}`])
    expect(error).toBeInstanceOf(WorkspaceError)
    expect(error instanceof WorkspaceError && error.message + error.details).not.toMatch(/canary/)
    const found = await execa('grep', ['-r', '-e', 'ghs_canary', '-e', basic, join(repository.root, 'data')], {
      reject: false,
    })
    expect(found.stdout).toBe('')
  })

  test('a work tree leaves nothing when it is disposed of', async () => {
    await using repository = await createLocalRepository()
    const workspace = repository.workspace()
    const tree = await workspace.openWorkTree(widgets, await repository.commit({ 'a/b.txt': '1\n' }))
    await execa('chmod', ['-R', 'a-w', join(tree.dir, 'a')])

    await tree[Symbol.asyncDispose]()

    const left = await execa('find', [join(repository.root, 'data', 'trees'), '-mindepth', '1'])
    const mirror = join(repository.root, 'data', 'mirrors', 'octo', 'widgets.git')
    const admin = await execa('git', ['worktree', 'list'], { cwd: mirror })
    expect(left.stdout).toBe('')
    expect(admin.stdout.split('\n')).toHaveLength(1)
  })

  test.each([
    ['this one', `${process.pid} an-earlier-process`],
    ['another', `${process.ppid} an-earlier-process 1`],
  ])(
    'work trees of a process that is gone are removed where %s has its number, and no others',
    async (_whose, owner) => {
      await using repository = await createLocalRepository()
      const commit = await repository.commit({ 'a.txt': '1\n' })
      const workspace = repository.workspace()
      const abandoned = await workspace.openWorkTree(widgets, commit)
      await using used = await workspace.openWorkTree(widgets, commit)
      const admin = join(repository.root, 'data', 'mirrors', 'octo', 'widgets.git', 'worktrees')
      await writeFile(join(admin, basename(abandoned.dir), 'locked'), `${hostname()} ${owner}`)

      await using after = await repository.workspace().openWorkTree(widgets, commit)

      expect(existsSync(abandoned.dir)).toBe(false)
      expect(await readdir(admin)).toEqual([basename(used.dir), basename(after.dir)].toSorted())
      expect(await used.readFile('a.txt')).toEqual(Buffer.from('1\n'))
    },
  )

  test('a command that a killed server left in its work tree is ended with it, and its home goes too', async () => {
    await using repository = await createLocalRepository()
    const commit = await repository.commit({ 'a.txt': '1\n' })
    const abandoned = await repository.workspace().openWorkTree(widgets, commit)
    const name = basename(abandoned.dir)
    const admin = join(repository.root, 'data', 'mirrors', 'octo', 'widgets.git', 'worktrees')
    await writeFile(join(admin, name, 'locked'), `${hostname()} ${process.pid} an-earlier-process`)
    const home = await mkdtemp(join(tmpdir(), `countersign-home-${name}-`))
    const left = execa('sleep', ['1000'], { env: { COUNTERSIGN_RUN: `${name}/1` }, reject: false })

    await using _after = await repository.workspace().openWorkTree(widgets, commit)

    expect((await left).signal).toBe('SIGKILL')
    expect(existsSync(home)).toBe(false)
  })

  test('a command that a killed server left is ended by whoever takes its run, and that of no other run', async () => {
    await using one = await createLocalRepository()
    await using another = await createLocalRepository()
    const limits = buildLimits({ isolation: 'none' })
    const tree = await one
      .workspace()
      .forRun('run-1')
      .openWorkTree(widgets, await one.commit({ 'a.txt': '1\n' }))
    const { output } = await tree.run('env', limits)
    const [mark = ''] = output.split('\n').filter((line) => line.startsWith('COUNTERSIGN_RUN_NAME='))
    const [name = '', value = ''] = mark.split('=')
    const leave = (entry: string) => execa('sleep', ['1000'], { env: { [name]: entry }, reject: false })
    const left = leave(value)
    const other = leave(value.replace('run-1', 'run-10'))

    await another.workspace().endLeftCommands('run-1')

    expect((await left).signal).toBe('SIGKILL')
    other.kill('SIGTERM')
    expect((await other).signal).toBe('SIGTERM')
    await tree[Symbol.asyncDispose]()
  })

  test('a work tree of another machine stays for a week, as that machine may still use it', async () => {
    await using repository = await createLocalRepository()
    const commit = await repository.commit({ 'a.txt': '1\n' })
    const workspace = repository.workspace()
    const [recent, old] = [await workspace.openWorkTree(widgets, commit), await workspace.openWorkTree(widgets, commit)]
    const lockOf = ({ dir }: { dir: string }) =>
      join(repository.root, 'data', 'mirrors', 'octo', 'widgets.git', 'worktrees', basename(dir), 'locked')
    for (const tree of [recent, old]) await writeFile(lockOf(tree), 'another-machine 1 its-process')
    const eightDaysAgo = Date.now() / 1_000 - 8 * 24 * 3_600
    await utimes(lockOf(old), eightDaysAgo, eightDaysAgo)

    await using _after = await repository.workspace().openWorkTree(widgets, commit)

    expect(existsSync(recent.dir)).toBe(true)
    expect(existsSync(old.dir)).toBe(false)
  })

  test('a blob is found again after the mirror was thrown away', async () => {
    await using repository = await createLocalRepository()
    await repository.commit({ 'a.txt': '1\n' })
    const blob = await repository.git('rev-parse', 'HEAD:a.txt')

    expect(await repository.workspace().readBlob(widgets, blob)).toEqual(Buffer.from('1\n'))
  })

  test.each(['..', 'a/b', ''])('%j is no name of a repository', async (name) => {
    await using repository = await createLocalRepository()
    const workspace = repository.workspace()

    await expect(workspace.readBlob({ ...widgets, name }, 'a'.repeat(40))).rejects.toMatchObject({
      code: 'repository_refused',
    })
  })
})

describe('between two commits', () => {
  test('the change is described with renames, hashes and sizes', async () => {
    await using repository = await createLocalRepository()
    const base = await repository.commit({ 'a.txt': 'text\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'empty.txt': '' })
    const head = await repository.commit({ 'a.txt': null, 'z.txt': 'text\n', 'b.txt': 'B!\n', 'c.txt': null, n: '' })

    const files = await repository.workspace().describeChange(widgets, base, head)

    expect(
      files.map(({ path, status, previous_path, size, mode }) => [path, status, previous_path, size, mode]),
    ).toEqual([
      ['b.txt', 'modified', null, 3, '100644'],
      ['c.txt', 'deleted', null, null, null],
      ['n', 'added', null, 0, '100644'],
      ['z.txt', 'renamed', 'a.txt', 5, '100644'],
    ])
    expect(files[0]?.sha256).toBe('c40d4d16189564a3f530b6a01baaa7f2022f455dbb72cb76706cdf862cba49d7')
  })

  test('what somebody pushed is held against the path policy', async () => {
    await using repository = await createLocalRepository()
    const base = await repository.commit({ 'src/a.ts': 'a\n' })
    await symlink('/etc/passwd', join(repository.source, 'src', 'link'))
    await repository.commit({ '.github/workflows/x.yml': 'on: push\n', 'src/A.ts': 'x\n', 'src/b.ts': 'b\n' })
    await repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},src/sub`)
    await repository.git('commit', '--quiet', '--message', 'a submodule')
    const head = await repository.git('rev-parse', 'HEAD')

    const faults = await repository.workspace().findFaults(widgets, base, head, buildRules({ scope: ['src/'] }))

    expect(faults.map(({ path, code }) => [path, code])).toEqual([
      ['.github/workflows/x.yml', 'denied'],
      ['src/link', 'not_regular'],
      ['src/sub', 'not_regular'],
      ['src/A.ts', 'ambiguous'],
    ])
  })

  test('links and submodules in a change have no mode', async () => {
    await using repository = await createLocalRepository()
    const base = await repository.commit({ 'a.ts': 'a\n' })
    await symlink('a.ts', join(repository.source, 'link'))
    await repository.git('add', 'link')
    await repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`)
    await repository.git('commit', '--quiet', '--message', 'odd')

    const files = await repository.workspace().describeChange(widgets, base, await repository.git('rev-parse', 'HEAD'))

    expect(files.map(({ path, mode, size, blob }) => [path, mode, size, typeof blob])).toEqual([
      ['link', null, 4, 'string'],
      ['sub', null, null, 'object'],
    ])
  })

  test('a diff is unified, and cut where it grows too long', async () => {
    await using repository = await createLocalRepository()
    const base = await repository.commit({ 'a.txt': 'a\n' })
    const head = await repository.commit({ 'a.txt': 'b\n', 'large.txt': 'line\n'.repeat(10_000) })
    const workspace = repository.workspace()

    const short = await workspace.readDiff(widgets, base, head, 1_000_000)
    const cut = await workspace.readDiff(widgets, base, head, 1000)

    expect(short).toContain('-a\n+b\n')
    expect(cut.endsWith('[diff cut at 1000 bytes]\n')).toBe(true)
    expect(cut.length).toBeLessThan(1100)
  })

  test('the newest commit that changed a file is looked for among those that the other side has not', async () => {
    await using repository = await createLocalRepository()
    const base = await repository.commit({ 'a*.txt': 'a\n' })
    const changed = await repository.commit({ 'a*.txt': 'b\n' })
    const newest = await repository.commit({ 'ab.txt': 'c\n' })
    const workspace = repository.workspace()

    expect(await workspace.findLastChange(widgets, base, newest, 'a*.txt')).toBe(changed)
    expect(await workspace.findLastChange(widgets, changed, newest, 'a*.txt')).toBeUndefined()
  })

  test('merge base and tree are as git has them', async () => {
    await using repository = await createLocalRepository()
    const base = await repository.commit({ 'a.txt': 'a\n' })
    await repository.git('checkout', '--quiet', '-b', 'side')
    const side = await repository.commit({ 'b.txt': 'b\n' })
    await repository.git('checkout', '--quiet', 'main')
    const main = await repository.commit({ 'c.txt': 'c\n' })
    const workspace = repository.workspace()

    await repository.git('checkout', '--quiet', '--orphan', 'elsewhere')
    const unrelated = await repository.commit({ 'd.txt': 'd\n' })

    expect(await workspace.mergeBase(widgets, side, main)).toBe(base)
    expect(await workspace.mergeBase(widgets, side, unrelated)).toBeUndefined()
    expect(await workspace.readTreeSha(widgets, side)).toBe(await repository.git('rev-parse', `${side}^{tree}`))
  })
})
