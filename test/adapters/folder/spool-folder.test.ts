import { expect, test } from 'vitest'
import { openSpoolFolder } from '../../../src/adapters/folder/spool-folder.ts'

async function* pieces() {
  yield Buffer.from('approved ')
  yield Buffer.from('bytes')
}

test('what was spooled can be read again and again, and is gone afterwards', async () => {
  const spooling = await openSpoolFolder()
  const one = await spooling.spool(pieces())
  const other = await spooling.spool(pieces())

  expect([one.size, await one.text(), await one.text(), await other.text()]).toEqual([
    14,
    'approved bytes',
    'approved bytes',
    'approved bytes',
  ])
  await spooling[Symbol.asyncDispose]()
  await expect(one.text()).rejects.toThrow('could not be read')
})

test('what breaks off is no file', async () => {
  await using spooling = await openSpoolFolder()
  async function* broken() {
    yield Buffer.from('approved ')
    throw new Error('the server hung up')
  }

  await expect(spooling.spool(broken())).rejects.toThrow('the server hung up')
})
