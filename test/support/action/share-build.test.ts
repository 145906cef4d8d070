import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { shareBuild } from './share-build.ts'

test('what is built of the same sources is built once, and whole or not at all', async () => {
  const name = `test-${randomUUID()}`
  let built = 0
  const build = async (dir: string) => {
    built += 1
    await mkdir(join(dir, 'sub'))
    await writeFile(join(dir, 'sub/file'), `${built}`)
  }
  const failing = shareBuild(name, () => Promise.reject(new Error('no such source')))
  await expect(failing).rejects.toThrow('no such source')

  const dir = await shareBuild(name, build)
  onTestFinished(() => rm(dir, { recursive: true }))
  const again = await shareBuild(name, build)

  expect([again, built]).toEqual([dir, 1])
  expect(await readFile(join(dir, 'sub/file'), 'utf8')).toBe('1')
})
