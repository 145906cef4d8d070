import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createLocalRepository } from '../../../support/local-repository.ts'

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

const base85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'

/** Bytes as a binary patch holds them: lines of up to 52, the length as a letter before each. */
function renderBase85(bytes: Buffer): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += 52) {
    const line = bytes.subarray(at, at + 52)
    const padded = Buffer.concat([line, Buffer.alloc((4 - (line.length % 4)) % 4)])
    let text = ''
    for (let word = 0; word < padded.length; word += 4) {
      const value = padded.readUInt32BE(word)
      text += [4, 3, 2, 1, 0].map((power) => base85[Math.floor(value / 85 ** power) % 85]).join('')
    }
    const letter = line.length <= 26 ? 64 + line.length : 96 + line.length - 26
    lines.push(`${String.fromCharCode(letter)}${text}\n`)
  }
  return lines.join('')
}

function renderVarint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...renderVarint(Math.floor(value / 128))]
}

test('a binary patch that makes gigabytes of a few bytes is ended', async () => {
  await using repository = await createLocalRepository()
  const source = Buffer.alloc(65_536)
  await using tree = await repository.open({ 'f.bin': source.toString() })
  const times = 45_000
  // Each 0x80 copies the whole source once more.
  const delta = Buffer.from([...renderVarint(65_536), ...renderVarint(times * 65_536), ...Array(times).fill(0x80)])
  const oid = createHash('sha1').update('blob 65536\0').update(source).digest('hex')
  const head = `diff --git a/f.bin b/f.bin\nindex ${oid}..${'1'.repeat(40)} 100644\nGIT binary patch\n`
  const diff = `${head}delta ${delta.length}\n${renderBase85(deflateSync(delta, { level: 9 }))}\n`

  const answer = await tree.applyDiff(diff)

  expect(diff.length).toBeLessThan(400)
  expect(answer).toEqual({ ok: false, reason: 'applying it takes more than 1024 MiB of memory' })
})
