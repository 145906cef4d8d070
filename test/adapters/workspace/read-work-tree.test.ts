import { expect, test } from 'vitest'
import { buildLimits, createLocalRepository, widgets } from '../../support/local-repository.ts'

test('files of a work tree are listed, read and searched as they are now', async () => {
  await using repository = await createLocalRepository()
  const commit = await repository.commit({
    '.gitignore': 'dist/\n',
    'gone.txt': 'red\n',
    'src/deep/other.ts': 'paint(red)\n',
    'src/paint.ts': 'const RED = 1\nconst blue = 2\n',
    'straße.txt': 'red\n',
  })
  await using tree = await repository.workspace().openWorkTree(widgets, commit)
  const { reader } = tree

  await tree.removeFile('gone.txt')
  await tree.writeFile('src/paint.ts', Buffer.from('now\nRED\r\n'))
  await tree.writeFile('src/new.ts', Buffer.from('new red\n'))
  await tree.writeFile('dist/made.js', Buffer.from('red\n'))

  expect(await reader.list('')).toEqual(['.gitignore', 'dist/', 'src/', 'straße.txt'])
  expect(await reader.list('src')).toEqual(['deep/', 'new.ts', 'paint.ts'])
  expect(await reader.list('none')).toBeUndefined()
  expect(await reader.list('src/paint.ts')).toBeUndefined()
  expect(await reader.read('src/paint.ts', 3)).toEqual({ kind: 'text', text: 'now', isCut: true })
  for (const none of ['gone.txt', 'src', '../x', '/etc/passwd', '']) expect(await reader.read(none, 9)).toBeUndefined()
  expect(await reader.search('Red', '', 10)).toEqual({
    lines: [
      { path: 'src/deep/other.ts', line: 1, text: 'paint(red)' },
      { path: 'src/new.ts', line: 1, text: 'new red' },
      { path: 'src/paint.ts', line: 2, text: 'RED' },
      { path: 'straße.txt', line: 1, text: 'red' },
    ],
    isCut: false,
  })
  expect(await reader.search('red', 'src', 1)).toMatchObject({ lines: [{ path: 'src/deep/other.ts' }], isCut: true })
  expect([...(await reader.files()).files]).toContainEqual(['src/new.ts', 8])
})

test('what a command laid there is not followed, waited for, or read against its will', async () => {
  await using repository = await createLocalRepository()
  const commit = await repository.commit({ 'a.txt': 'a\n' })
  await using tree = await repository.workspace().openWorkTree(widgets, commit)
  await tree.run(
    'ln -s /etc folder; ln -s /etc/passwd link; mkfifo pipe; mkdir shut; echo root > shut/x; chmod 0 shut',
    buildLimits({}),
  )

  expect(await tree.reader.list('')).toEqual(['a.txt', 'shut/'])
  expect(await tree.reader.list('folder')).toBeUndefined()
  for (const path of ['link', 'folder/passwd', 'pipe']) expect(await tree.reader.read(path, 9)).toBeUndefined()
})
