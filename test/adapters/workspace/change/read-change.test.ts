import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import type { PathRules, WorkTree } from '../../../../src/application/ports/roles/workspace.ts'
import { buildRules, createLocalRepository, makePipe, widgets } from '../../../support/local-repository.ts'

async function readFiles(tree: WorkTree, overrides: Partial<PathRules> = {}) {
  const change = await tree.readChange(buildRules(overrides))
  if (change.kind === 'refused') throw new Error(JSON.stringify(change.faults))
  return change.files
}

async function readFaults(tree: WorkTree, overrides: Partial<PathRules> = {}) {
  const change = await tree.readChange(buildRules(overrides))
  return change.kind === 'refused' ? change.faults.map(({ path, code }) => [path, code]) : change.files
}

describe('what differs', () => {
  test('an untouched work tree has no change', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n', 'docs/b.md': 'b\n' })

    expect(await readFiles(tree)).toEqual([])
  })

  test('added, modified and deleted files come with hashes, size, mode and bytes', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'old.txt': 'old\n', 'same.txt': 'same\n', 'gone.txt': 'gone\n' })
    await writeFile(join(tree.dir, 'old.txt'), 'new\n')
    await tree.writeFile('bin/run.sh', Buffer.from('#!/bin/sh\n'), '100755')
    await rm(join(tree.dir, 'gone.txt'))

    const files = await readFiles(tree)

    const bytes = Buffer.from('#!/bin/sh\n')
    expect(files[0]).toEqual({
      path: 'bin/run.sh',
      status: 'added',
      previous_path: null,
      mode: '100755',
      size: 10,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      blob: createHash('sha1').update('blob 10\0').update(bytes).digest('hex'),
      bytes,
    })
    expect(files.map(({ path, status, mode }) => [path, status, mode])).toEqual([
      ['bin/run.sh', 'added', '100755'],
      ['gone.txt', 'deleted', null],
      ['old.txt', 'modified', '100644'],
    ])
  })

  test('a new blob can be read from the mirror', async () => {
    await using repository = await createLocalRepository()
    const workspace = repository.workspace()
    await using tree = await workspace.openWorkTree(widgets, await repository.commit({ 'a.txt': 'a\n' }))
    await tree.writeFile('b.bin', Buffer.from([0, 255, 13, 10]), '100644')

    const [file] = await readFiles(tree)

    expect(await workspace.readBlob(widgets, file?.blob ?? '')).toEqual(Buffer.from([0, 255, 13, 10]))
  })

  test('a moved file is renamed, and a mode alone is a change', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'text\n', 'run.sh': '#!/bin/sh\n' })
    await rename(join(tree.dir, 'a.txt'), join(tree.dir, 'b.txt'))
    await chmod(join(tree.dir, 'run.sh'), 0o755)

    const files = await readFiles(tree)

    expect(files.map(({ path, status, previous_path, mode }) => [path, status, previous_path, mode])).toEqual([
      ['b.txt', 'renamed', 'a.txt', '100644'],
      ['run.sh', 'modified', null, '100755'],
    ])
  })

  test('new ignored files stay out, unless the scope has exactly these', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ '.gitignore': 'node_modules/\n*.log\ndist/\n', 'app/a.txt': 'a\n' })
    for (const path of ['app/node_modules/x/index.js', 'app/debug.log', 'app/dist/app.js', 'app/dist/x/y.js']) {
      await tree.writeFile(path, Buffer.from('x'), '100644')
    }
    const readPaths = async (...scope: string[]) => (await readFiles(tree, { scope })).map(({ path }) => path)

    expect(await readPaths()).toEqual([])
    expect(await readPaths('app/', '**/*.log')).toEqual([])
    expect(await readPaths('app/dist/app.js')).toEqual(['app/dist/app.js'])
    expect(await readPaths('app/', 'app/dist/')).toEqual(['app/dist/app.js', 'app/dist/x/y.js'])
  })

  test('an ignored file that is tracked counts', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'keep.log': 'a\n' })
    await using ignoring = await repository.open({ '.gitignore': '*.log\n' })
    await writeFile(join(ignoring.dir, 'keep.log'), 'b\n')

    expect(tree.commit).not.toBe(ignoring.commit)
    expect((await readFiles(ignoring)).map(({ path }) => path)).toEqual(['keep.log'])
  })

  test('names that look like pathspec magic or globs are names', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ '.gitignore': 'x.log\n' })
    for (const name of [':(top)a', '*', '[id].ts', '-n', 'é ü', '"q"']) {
      await writeFile(join(tree.dir, name), name)
    }

    const paths = (await readFiles(tree)).map(({ path }) => path)

    expect(paths).toEqual(['"q"', '*', '-n', ':(top)a', '[id].ts', 'é ü'])
  })
})

describe('repositories with links, submodules and attributes', () => {
  async function openOdd(repository: Awaited<ReturnType<typeof createLocalRepository>>) {
    await symlink('../outside', join(repository.source, 'link'))
    await repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`)
    await repository.git('commit', '--quiet', '--message', 'a submodule')
    await repository.git('config', 'core.autocrlf', 'false')
    await writeFile(join(repository.source, 'crlf.txt'), 'a\r\nb\r\n')
    await writeFile(join(repository.source, 'ident.txt'), '$Id$\n')
    await repository.git('add', 'crlf.txt', 'ident.txt', 'link')
    const attributes = '* text=auto eol=crlf\nident.txt ident\nlf.txt working-tree-encoding=UTF-16\n*.txt filter=evil\n'
    await writeFile(join(repository.source, '.gitattributes'), attributes)
    await writeFile(join(repository.source, 'lf.txt'), 'plain\n')
    await repository.git('-c', 'core.attributesFile=/dev/null', 'add', '.gitattributes')
    await repository.git('update-index', '--add', '--cacheinfo', `100644,${await writeBlob(repository.source)},lf.txt`)
    await repository.git('commit', '--quiet', '--message', 'attributes')
    return repository.workspace().openWorkTree(widgets, await repository.git('rev-parse', 'HEAD'))
  }

  async function writeBlob(cwd: string): Promise<string> {
    return (await execa('git', ['hash-object', '-w', '--no-filters', 'lf.txt'], { cwd })).stdout
  }

  test('they come out byte for byte, and untouched are no change', async () => {
    await using repository = await createLocalRepository()
    await using tree = await openOdd(repository)

    expect(await readFile(join(tree.dir, 'crlf.txt'), 'utf8')).toBe('a\r\nb\r\n')
    expect(await readFile(join(tree.dir, 'ident.txt'), 'utf8')).toBe('$Id$\n')
    expect(await readFile(join(tree.dir, 'lf.txt'), 'utf8')).toBe('plain\n')
    expect(await readFiles(tree)).toEqual([])
  })

  test('a changed link, a filled submodule and changed attributes are refused', async () => {
    await using repository = await createLocalRepository()
    await using tree = await openOdd(repository)

    await rm(join(tree.dir, 'link'))
    await symlink('/etc', join(tree.dir, 'link'))
    expect(await readFaults(tree)).toEqual([['link', 'not_regular']])

    await writeFile(join(tree.dir, 'sub', 'x'), 'x')
    expect(await readFaults(tree)).toEqual([['sub', 'not_regular']])

    await rm(join(tree.dir, 'sub', 'x'))
    await writeFile(join(tree.dir, '.gitattributes'), '* filter=evil\n')
    expect(await readFaults(tree)).toEqual([['.gitattributes', 'git_metadata']])
  })

  test('nothing is read or written through a link', async () => {
    await using repository = await createLocalRepository()
    await mkdir(join(repository.root, 'outside'))
    await writeFile(join(repository.root, 'outside', 'secret'), 'canary')
    await symlink(join(repository.root, 'outside'), join(repository.source, 'folder'))
    await symlink(join(repository.root, 'outside', 'secret'), join(repository.source, 'file'))
    await using tree = await repository.open({})

    expect(await tree.readFile('folder/secret')).toBeUndefined()
    expect(await tree.readFile('file')).toBeUndefined()
    await expect(tree.writeFile('folder/x', Buffer.from('x'), '100644')).rejects.toMatchObject({ code: 'path_refused' })
    await expect(tree.writeFile('file', Buffer.from('x'), '100644')).rejects.toMatchObject({ code: 'path_refused' })
    expect(await readFile(join(repository.root, 'outside', 'secret'), 'utf8')).toBe('canary')
  })
})

describe('what is refused', () => {
  test('a new symbolic link, a pipe, a workflow, a file outside the scope and one too large', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'src/a.ts': 'a\n' })
    await symlink('/etc/passwd', join(tree.dir, 'src', 'link'))
    await makePipe(join(tree.dir, 'src', 'pipe'))
    await tree.writeFile('.github/workflows/x.yml', Buffer.from('on: push\n'), '100644')
    await tree.writeFile('lib/b.ts', Buffer.from('b\n'), '100644')
    await tree.writeFile('src/large.ts', Buffer.alloc(200), '100644')

    const faults = await readFaults(tree, { scope: ['src/'], maxFileBytes: 100 })

    expect(faults).toEqual(
      expect.arrayContaining([
        ['src/link', 'not_regular'],
        ['src/pipe', 'not_regular'],
        ['.github/workflows/x.yml', 'denied'],
        ['lib/b.ts', 'outside_scope'],
        ['src/large.ts', 'too_large'],
      ]),
    )
    expect(faults).toHaveLength(5)
  })

  test('a folder that became a link takes its files along', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'src/a.ts': 'a\n' })
    await rename(join(tree.dir, 'src'), join(tree.dir, 'elsewhere'))
    await symlink('elsewhere', join(tree.dir, 'src'))

    expect(await readFaults(tree)).toEqual([['src', 'not_regular']])
  })

  test('paths that climb out are not written', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })

    for (const path of ['../x', '/tmp/x', 'a/../../x', '.git/config', 'sub/.GIT/config']) {
      await expect(tree.writeFile(path, Buffer.from('x'), '100644')).rejects.toMatchObject({ code: 'path_refused' })
    }
  })

  test('a name that is not UTF-8', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    await writeFile(Buffer.concat([Buffer.from(`${tree.dir}/`), Buffer.from([0xff, 0xfe])]), 'x')

    expect(await readFaults(tree)).toEqual([['\uFFFD\uFFFD', 'malformed']])
  })

  test('too many new files stop the walk', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    await Promise.all(Array.from({ length: 60 }, (_, index) => writeFile(join(tree.dir, `f${index}`), 'x')))

    expect(await readFaults(tree)).toEqual([['.', 'too_many']])
  })

  test('a file whose name differs from a tracked one in letter case alone', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'README.md': 'a\n' })
    await tree.writeFile('readme.md', Buffer.from('b\n'), '100644')

    expect(await readFaults(tree)).toEqual([['readme.md', 'ambiguous']])
  })
})

describe('files in Git LFS', () => {
  const attributes = { '.gitattributes': '*.psd filter=lfs diff=lfs merge=lfs -text\n', 'a.txt': 'a\n' }
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 5\n`

  test('bytes that would get into git for ever are refused, whatever lies beside them', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ ...attributes, 'old.psd': pointer })
    await tree.writeFile('art/new.psd', Buffer.from('bytes'))
    await tree.writeFile('b.txt', Buffer.from('b\n'))

    expect(await readFaults(tree)).toEqual([['art/new.psd', 'in_lfs']])
  })

  test('what stands in git for such a file may be made, moved and taken away', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ ...attributes, 'old.psd': pointer, 'gone.psd': `${pointer}x` })
    await rename(join(tree.dir, 'old.psd'), join(tree.dir, 'moved.psd'))
    await rm(join(tree.dir, 'gone.psd'))

    expect((await readFiles(tree)).map(({ path, status }) => [path, status])).toEqual([
      ['gone.psd', 'deleted'],
      ['moved.psd', 'renamed'],
    ])
  })
})
