import { expect, test } from 'vitest'
import { createLocalRepository } from '../../support/local-repository.ts'

const content = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n'

test.each([
  ['as git writes it', 'diff --git a/f.txt b/f.txt\n--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n'],
  ['without a final newline', '--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two'],
  ['without a/ and b/', '--- f.txt\n+++ f.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n'],
  ['with lengths that do not add up', '--- a/f.txt\n+++ b/f.txt\n@@ -1,7 +1,9 @@\n-one\n+ONE\n two\n'],
])('a diff %s applies', async (_, diff) => {
  await using repository = await createLocalRepository()
  await using tree = await repository.open({ 'f.txt': content })

  expect(await tree.applyDiff(diff)).toEqual({ ok: true })
  expect(Buffer.from((await tree.readFile('f.txt')) ?? []).toString()).toBe(content.replace('one', 'ONE'))
})

test('a hunk that does not fit is named, and nothing is applied', async () => {
  await using repository = await createLocalRepository()
  await using tree = await repository.open({ 'f.txt': content })
  const fits = '@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n'
  const unfit = '@@ -8,2 +8,2 @@ heading\n eight\n-nein\n+NINE\n'

  const answer = await tree.applyDiff(`--- a/f.txt\n+++ b/f.txt\n${fits}${unfit}`)

  expect(answer).toEqual({
    ok: false,
    reason: 'f.txt: hunk @@ -8,2 +8,2 @@ does not apply: the lines it expects are not there',
  })
  expect(Buffer.from((await tree.readFile('f.txt')) ?? []).toString()).toBe(content)
})

test.each([
  ['a missing file', '--- a/none.txt\n+++ b/none.txt\n@@ -1 +1 @@\n-a\n+b\n', /none\.txt: No such file/],
  ['a path that climbs out', '--- /dev/null\n+++ b/../../out.txt\n@@ -0,0 +1 @@\n+x\n', /invalid path/],
  ['a path into .git', '--- /dev/null\n+++ b/.git/config\n@@ -0,0 +1 @@\n+x\n', /invalid path/],
  ['no diff at all', 'please change the file', /No valid patches/],
])('%s is named', async (_, diff, reason) => {
  await using repository = await createLocalRepository()
  await using tree = await repository.open({ 'f.txt': content })

  const answer = await tree.applyDiff(diff)

  expect(answer).toEqual({ ok: false, reason: expect.stringMatching(reason) })
})
