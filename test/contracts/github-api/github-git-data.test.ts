import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commitFile, pushBranch, refusalOf, targets, type Target } from './github-target.ts'

describe.each(targets)('git data on $name', ({ start }) => {
  let target: Target
  let main: string
  beforeAll(async () => {
    target = await start()
    main = (await target.octokit.git.getRef({ ...target.at, ref: 'heads/main' })).data.object.sha
  })
  afterAll(() => target.close())

  const unique = () => `contract-${Date.now().toString(36)}-${Math.floor(performance.now() * 1000)}`

  test('a ref that exists cannot be created again', async () => {
    const ref = `refs/heads/${unique()}`
    await target.octokit.git.createRef({ ...target.at, ref, sha: main })

    const refusal = await refusalOf(target.octokit.git.createRef({ ...target.at, ref, sha: main }))

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining('Reference already exists') })
  })

  test('a ref cannot be both a file and a folder', async () => {
    const ref = `refs/heads/${unique()}`
    await target.octokit.git.createRef({ ...target.at, ref, sha: main })

    const refusal = await refusalOf(target.octokit.git.createRef({ ...target.at, ref: `${ref}/below`, sha: main }))

    expect(refusal.status).toBe(422)
  })

  test.each([
    ['a name outside refs/', { ref: 'heads/x' }],
    ['an object that is none', { sha: '1'.repeat(40) }],
    ['a shortened sha', { sha: 'abc' }],
  ])('a ref with %s is refused', async (_, wrong) => {
    const asked = { ...target.at, ref: `refs/heads/${unique()}`, sha: main, ...wrong }

    const refusal = await refusalOf(target.octokit.git.createRef(asked))

    expect(refusal.status).toBe(422)
  })

  test('a ref moves forward, and elsewhere only by force', async () => {
    const { branch, sha } = await pushBranch(target, { path: 'forward.txt', text: 'x\n' })
    const ref = `heads/${branch}`

    const refusal = await refusalOf(target.octokit.git.updateRef({ ...target.at, ref, sha: main }))
    const forced = await target.octokit.git.updateRef({ ...target.at, ref, sha: main, force: true })
    const forward = await target.octokit.git.updateRef({ ...target.at, ref, sha })

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining('Update is not a fast forward') })
    expect([forced.data.object.sha, forward.data.object.sha]).toEqual([main, sha])
  })

  test('a deleted ref is gone', async () => {
    const { branch } = await pushBranch(target, { path: 'gone.txt', text: 'x\n' })
    const ref = `heads/${branch}`

    const deleted = await target.octokit.git.deleteRef({ ...target.at, ref })
    const [seen, again] = [
      await refusalOf(target.octokit.git.getRef({ ...target.at, ref })),
      await refusalOf(target.octokit.git.deleteRef({ ...target.at, ref })),
    ]

    expect([deleted.status, seen.status, again.status]).toEqual([204, 404, 422])
  })

  test('matching refs are found by the beginning of their name', async () => {
    const name = unique()
    await target.octokit.git.createRef({ ...target.at, ref: `refs/heads/${name}/one`, sha: main })
    await target.octokit.git.createRef({ ...target.at, ref: `refs/heads/${name}/two`, sha: main })

    const { data } = await target.octokit.git.listMatchingRefs({ ...target.at, ref: `heads/${name}/t` })

    expect(data.map(({ ref }) => ref)).toEqual([`refs/heads/${name}/two`])
  })

  test('a blob comes back byte for byte', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 200])
    const content = bytes.toString('base64')

    const { data: written } = await target.octokit.git.createBlob({ ...target.at, content, encoding: 'base64' })
    const { data: read } = await target.octokit.git.getBlob({ ...target.at, file_sha: written.sha })

    expect(Buffer.from(read.content, 'base64')).toEqual(bytes)
    expect(read.size).toBe(bytes.length)
  })

  test('a tree on top of another adds, keeps modes and deletes', async () => {
    const base = await target.octokit.git.createTree({
      ...target.at,
      tree: [
        { path: 'a/one.txt', mode: '100644', type: 'blob', content: '1' },
        { path: 'a/two.sh', mode: '100755', type: 'blob', content: '2' },
      ],
    })

    const { data } = await target.octokit.git.createTree({
      ...target.at,
      base_tree: base.data.sha,
      tree: [
        { path: 'a/one.txt', mode: '100644', type: 'blob', sha: null },
        { path: 'b/three.txt', mode: '100644', type: 'blob', content: '3' },
      ],
    })

    const seen = await target.octokit.git.getTree({ ...target.at, tree_sha: data.sha, recursive: '1' })
    expect(seen.data.truncated).toBe(false)
    expect(seen.data.tree.map(({ path, mode }) => `${mode} ${path}`)).toEqual([
      '040000 a',
      '100755 a/two.sh',
      '040000 b',
      '100644 b/three.txt',
    ])
  })

  test('a tree with a path into .git is refused', async () => {
    const tree = [{ path: '.git/config', mode: '100644', type: 'blob', content: 'x' }] as const

    const refusal = await refusalOf(target.octokit.git.createTree({ ...target.at, tree: [...tree] }))

    expect(refusal.status).toBe(422)
  })

  test('a commit without parents starts a history of its own', async () => {
    const tree = (await target.octokit.git.getCommit({ ...target.at, commit_sha: main })).data.tree.sha

    const { data } = await target.octokit.git.createCommit({ ...target.at, message: 'Root', tree, parents: [] })

    expect(data).toMatchObject({ message: 'Root', parents: [], tree: { sha: tree } })
  })

  test('a commit keeps a given author and date', async () => {
    const tree = (await target.octokit.git.getCommit({ ...target.at, commit_sha: main })).data.tree.sha
    const author = { name: 'Some One', email: 'some@example.test', date: '2024-02-03T04:05:06Z' }

    const { data } = await target.octokit.git.createCommit({
      ...target.at,
      message: 'm',
      tree,
      parents: [main],
      author,
    })

    expect(data.author).toEqual(author)
    expect(data.verification.verified).toBe(false)
  })

  test.each([
    ['tree', { tree: '1'.repeat(40) }],
    ['parent', { parents: ['1'.repeat(40)] }],
  ])('a commit with a %s that does not exist is refused', async (_, wrong) => {
    const tree = (await target.octokit.git.getCommit({ ...target.at, commit_sha: main })).data.tree.sha
    const asked = { ...target.at, message: 'm', tree, parents: [main], ...wrong }

    const refusal = await refusalOf(target.octokit.git.createCommit(asked))

    expect(refusal.status).toBe(422)
  })

  test('branches that changed different files are merged, once', async () => {
    const ours = await pushBranch(target, { path: 'merge/ours.txt', text: 'x\n' })
    const theirs = await pushBranch(target, { path: 'merge/theirs.txt', text: 'y\n' })
    const merge = { ...target.at, base: ours.branch, head: theirs.branch }

    const first = await target.octokit.repos.merge(merge)
    const second = await target.octokit.repos.merge(merge)

    expect([first.status, second.status]).toEqual([201, 204])
    expect(first.data.parents.map(({ sha }) => sha)).toEqual([ours.sha, theirs.sha])
  })

  test('branches that changed the same line conflict', async () => {
    const ours = await pushBranch(target, { path: 'numbers.txt', text: 'one\nZWEI\nthree\n' })
    const theirs = await pushBranch(target, { path: 'numbers.txt', text: 'one\nDEUX\nthree\n' })

    const refusal = await refusalOf(
      target.octokit.repos.merge({ ...target.at, base: ours.branch, head: theirs.branch }),
    )

    expect(refusal).toMatchObject({ status: 409, text: expect.stringContaining('Merge conflict') })
  })

  test('two branches are compared from where they parted', async () => {
    const { branch, sha } = await pushBranch(target, { path: 'compared.txt', text: 'x\n' })
    const tip = await commitFile(target, { branch, path: 'compared.txt', text: 'y\n' })

    const { data } = await target.octokit.repos.compareCommitsWithBasehead({
      ...target.at,
      basehead: `${main}...${branch}`,
    })

    expect(data).toMatchObject({ status: 'ahead', ahead_by: 2, behind_by: 0 })
    expect(data.commits.map((commit) => commit.sha)).toEqual([sha, tip])
    expect(data.files).toMatchObject([{ filename: 'compared.txt', status: 'added', patch: '@@ -0,0 +1 @@\n+y' }])
  })
})

describe.each(targets)('contents on $name', ({ start }) => {
  let target: Target
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.close())

  test('a file is read with its content and a folder as a list', async () => {
    const file = await target.octokit.repos.getContent({ ...target.at, path: 'README.md' })
    const folder = await target.octokit.repos.getContent({ ...target.at, path: '.github' })

    expect(file.data).toMatchObject({ type: 'file', encoding: 'base64', path: 'README.md' })
    expect(folder.data).toMatchObject([{ type: 'dir', path: '.github/workflows' }])
  })

  test('a file can be read raw', async () => {
    const asked = { ...target.at, path: 'numbers.txt', mediaType: { format: 'raw' } }

    const { data } = await target.octokit.repos.getContent(asked)

    expect(data).toBe('one\ntwo\nthree\n')
  })

  test('what is not there is 404', async () => {
    const refusal = await refusalOf(target.octokit.repos.getContent({ ...target.at, path: 'none.txt' }))

    expect(refusal.status).toBe(404)
  })

  test('an existing file is only replaced by whoever knows it', async () => {
    const { branch } = await pushBranch(target, { path: 'put.txt', text: 'one\n' })
    const put = {
      ...target.at,
      path: 'put.txt',
      branch,
      message: 'Put',
      content: Buffer.from('two\n').toString('base64'),
    }
    const before = await target.octokit.repos.getContent({ ...target.at, path: 'put.txt', ref: branch })
    const sha = 'sha' in before.data ? before.data.sha : ''

    const unknown = await refusalOf(target.octokit.repos.createOrUpdateFileContents(put))
    const wrong = await refusalOf(target.octokit.repos.createOrUpdateFileContents({ ...put, sha: '1'.repeat(40) }))
    const known = await target.octokit.repos.createOrUpdateFileContents({ ...put, sha })

    expect([unknown.status, wrong.status, known.status]).toEqual([422, 409, 200])
    expect(known.data.commit.verification?.verified).toBe(true)
  })
})
