import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchBlobs } from '../../../src/adapters/git/fetched-blobs.ts'
import { gitBlobIdOf } from '../../../src/application/bundle/hashes.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  await execa('git', ['init', '--bare', '--quiet', dir])
  await execa('git', ['config', 'uploadpack.allowAnySHA1InWant', 'true'], { cwd: dir })
})

afterAll(() => rm(dir, { recursive: true }))

async function keep(bytes: Uint8Array): Promise<string> {
  const path = join(dir, 'one')
  await writeFile(path, bytes)
  return (await execa('git', ['hash-object', '-w', '--no-filters', path], { cwd: dir })).stdout
}

const env = { PATH: process.env['PATH'] }

test('blobs come as they are, in whatever order and however many are asked for at once', async () => {
  const contents = [
    Buffer.of(),
    Buffer.from('one line\n'),
    Buffer.from('\n\n\0\n'),
    Buffer.alloc(300_000, 'abc\n'),
    Buffer.from('without an end'),
  ]
  const blobs: string[] = []
  for (const bytes of contents) blobs.push(await keep(bytes))
  await using fetched = await fetchBlobs(dir, blobs, env)

  const read = await Promise.all(blobs.toReversed().map(async (blob) => fetched?.read(blob)))

  expect(blobs).toEqual(contents.map(gitBlobIdOf))
  expect(read.toReversed().map((bytes) => gitBlobIdOf(bytes ?? Buffer.from('none')))).toEqual(blobs)
  expect(await fetched?.read(gitBlobIdOf(Buffer.from('never fetched')))).toBeUndefined()
})

test.each<[string, () => Promise<Parameters<typeof fetchBlobs>>]>([
  ['one of them is not there', async () => [dir, [await keep(Buffer.from('x')), '1'.repeat(40)], env]],
  ['there is no such repository', async () => [join(dir, 'nothing'), ['1'.repeat(40)], env]],
  ['there is no git', async () => [dir, [await keep(Buffer.from('x'))], { PATH: '/nothing' }]],
])('where %s, each has to be read by itself', async (_why, given) => {
  expect(await fetchBlobs(...(await given()))).toBeUndefined()
})
