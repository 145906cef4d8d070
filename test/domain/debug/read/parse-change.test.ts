import { expect, test } from 'vitest'
import { parseChange } from '../../../../src/domain/debug/read/parse-change.ts'

const modified = [
  'diff --git a/src/a.js b/src/a.js',
  'index 1111111..2222222 100644',
  '--- a/src/a.js',
  '+++ b/src/a.js',
  '@@ -1,4 +1,4 @@',
  ' one',
  '-two',
  '+2',
  ' three',
  ' four',
  '@@ -20,4 +20,3 @@ function far() {',
  ' x',
  '-gone',
  ' y',
  ' z',
  '',
].join('\n')

test('hunks with their lines, old and new', () => {
  const [file] = parseChange(modified)

  expect(file).toMatchObject({ path: 'src/a.js', previousPath: null, status: 'modified' })
  expect(file?.hunks).toMatchObject([
    { from: 2, to: 2, removed: [{ line: 2, text: 'two' }], added: [{ line: 2, text: '2' }] },
    { from: 21, to: 21, removed: [{ line: 21, text: 'gone' }], added: [] },
  ])
})

test('a hunk is undone alone, at its place in the new file', () => {
  const undo = parseChange(modified)[0]?.hunks[1]?.undo ?? ''

  expect(undo).toContain('--- a/src/a.js\n+++ b/src/a.js\n@@ -20,3 +20,4 @@\n x\n+gone\n y\n z')
  expect(undo).not.toContain('two')
})

test('a new file is undone by deleting it, a deleted one by bringing it back', () => {
  const [added, deleted] = parseChange(
    [
      'diff --git a/new.js b/new.js',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/new.js',
      '@@ -0,0 +1 @@',
      '+one',
      'diff --git a/old.js b/old.js',
      'deleted file mode 100644',
      '--- a/old.js',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-one',
      '',
    ].join('\n'),
  )

  expect([added?.status, added?.path, deleted?.status, deleted?.path]).toEqual(['added', 'new.js', 'deleted', 'old.js'])
  expect(added?.undo).toContain('deleted file mode')
  expect(deleted?.undo).toContain('new file mode')
})

test('a renamed file knows its former path; its hunks are undone under the new one', () => {
  const [file] = parseChange(
    [
      'diff --git a/old.js b/new.js',
      'similarity index 90%',
      'rename from old.js',
      'rename to new.js',
      '--- a/old.js',
      '+++ b/new.js',
      '@@ -1 +1 @@',
      '-one',
      '+two',
      '',
    ].join('\n'),
  )

  expect(file).toMatchObject({ path: 'new.js', previousPath: 'old.js', status: 'renamed' })
  expect(file?.undo).toContain('rename to old.js')
  expect(file?.hunks[0]?.undo).toContain('--- a/new.js\n+++ b/new.js')
})

test('a binary file can not be undone', () => {
  const text = 'diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n'

  expect(parseChange(text)).toEqual([{ path: 'x.png', previousPath: null, status: 'modified', hunks: [], undo: null }])
})

test('of a diff that was cut, the whole files are read', () => {
  const text = `${modified}diff --git a/b.js b/b.js\n--- a/b.js\n+++ b/b.js\n@@ -1,9 +1,9 @@\n one\n[diff cut at 500 bytes]\n`

  expect(parseChange(text).map(({ path }) => path)).toEqual(['src/a.js'])
})

test('text that is no diff is no change', () => {
  expect(parseChange('--- a\n+++ b\nnothing')).toEqual([])
})
