import { access, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLocalRepository, widgets } from '../../support/local-repository.ts'

test('files of a commit are listed, read and searched without a work tree', async () => {
  await using repository = await createLocalRepository()
  await symlink('/etc/passwd', join(repository.source, 'link'))
  await repository.git('add', 'link')
  const commit = await repository.commit({
    'README.md': '# Paint\n',
    'src/paint.ts': 'const RED = 1\nconst blue = 2\n',
    'src/deep/other.ts': 'paint(red)\n',
    'odd name: 1.txt': 'red\n',
    'logo.bin': 'a\0b',
  })
  await repository.commit({ 'src/later.ts': 'red\n' })
  const reader = await repository.workspace().openReader(widgets, commit)

  expect(await reader.list('')).toEqual(['README.md', 'logo.bin', 'odd name: 1.txt', 'src/'])
  expect(await reader.list('src')).toEqual(['deep/', 'paint.ts'])
  expect(await reader.list('none')).toBeUndefined()
  expect([...(await reader.files()).files]).toContainEqual(['src/paint.ts', 29])
  expect(await reader.read('src/paint.ts', 100)).toEqual({
    kind: 'text',
    text: 'const RED = 1\nconst blue = 2\n',
    isCut: false,
  })
  expect(await reader.read('src/paint.ts', 9)).toEqual({ kind: 'text', text: 'const RED', isCut: true })
  expect(await reader.read('logo.bin', 100)).toEqual({ kind: 'binary', bytes: 3 })
  for (const none of ['link', 'src', '../source/README.md', 'README.md:x', '-n', 'src/later.ts']) {
    expect(await reader.read(none, 100)).toBeUndefined()
  }
  expect(await reader.search('red', '', 10)).toEqual({
    lines: [
      { path: 'odd name: 1.txt', line: 1, text: 'red' },
      { path: 'src/deep/other.ts', line: 1, text: 'paint(red)' },
      { path: 'src/paint.ts', line: 1, text: 'const RED = 1' },
    ],
    isCut: false,
  })
  expect(await reader.search('red', 'src', 1)).toMatchObject({ lines: [{ path: 'src/deep/other.ts' }], isCut: true })
  expect(await reader.search('.', 'README.md', 10)).toEqual({ lines: [], isCut: false })
  expect((await reader.search('--open-files-in-pager=id', '', 10)).lines).toEqual([])
})

test('what a repository says of itself starts no program', async () => {
  await using repository = await createLocalRepository()
  const witness = join(repository.root, 'witness')
  const commit = await repository.commit({
    '.gitattributes': '* diff=evil filter=evil\n',
    '.gitconfig': `[diff "evil"]\n\ttextconv = touch ${witness}\n`,
    'a.txt': 'red\n',
  })
  const reader = await repository.workspace().openReader(widgets, commit)

  await reader.read('a.txt', 100)
  await reader.search('red', '', 10)

  await expect(access(witness)).rejects.toThrow(/ENOENT/)
})
