import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneRepository } from '../../../src/adapters/git/cloned-repository.ts'

const branch = 'countersign/workflow'

let dir: string
let origin: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  origin = join(dir, 'origin')
  await execa('git', ['init', '--quiet', '--initial-branch', branch, origin])
  await commit('first')
})

afterEach(() => rm(dir, { recursive: true }))

async function commit(message: string): Promise<string> {
  const git = (...args: string[]) => execa('git', ['-C', origin, ...args])
  await git('-c', 'user.name=App', '-c', 'user.email=a@example.com', 'commit', '--allow-empty', '-qm', message)
  return (await git('rev-parse', 'HEAD')).stdout
}

test.each([['--bare'], ['--single-branch'], ['--no-checkout']])(
  'a clone made with %s shows what the fetch that verify names brought',
  async (how) => {
    const clone = join(dir, 'clone')
    await execa('git', ['clone', '--quiet', how, origin, clone])
    const newest = await commit('second')
    const refs = '+refs/heads/countersign/*:refs/remotes/origin/countersign/*'
    await execa('git', ['-C', clone, 'fetch', '--quiet', 'origin', refs])

    await using read = await cloneRepository(clone, process.env)

    expect(await read.reader.findHead(branch)).toBe(newest)
  },
)

test('a clone whose default branch was not pulled shows it as it was fetched, and one that went another way as it is', async () => {
  const git = (at: string, ...args: string[]) =>
    execa('git', ['-C', at, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args])
  const clone = join(dir, 'clone')
  await git(origin, 'checkout', '--quiet', '-b', 'main')
  await git(origin, 'branch', 'other')
  await execa('git', ['clone', '--quiet', origin, clone])
  await git(clone, 'branch', '--quiet', 'other', 'origin/other')
  await git(clone, 'checkout', '--quiet', 'other')
  await git(clone, 'commit', '--allow-empty', '-qm', 'mine')
  const mine = (await git(clone, 'rev-parse', 'HEAD')).stdout
  const newest = await commit('second')
  await git(origin, 'branch', '--force', 'other')
  await git(clone, 'fetch', '--quiet')

  await using read = await cloneRepository(clone, process.env)

  expect(await read.reader.findHead('main')).toBe(newest)
  expect(await read.reader.findHead('other')).toBe(mine)
  expect((await git(clone, 'rev-parse', 'main')).stdout).not.toBe(newest)
})

test('a clone in which somebody has switched to the workflow branch shows the branches of tasks that it only fetched', async () => {
  const clone = join(dir, 'clone')
  const head = await commit('second')
  await execa('git', ['-C', origin, 'branch', 'countersign/ISS-001/1/T1'])
  // Its own workflow branch is the one that is checked out.
  await execa('git', ['clone', '--quiet', '--branch', branch, origin, clone])

  await using read = await cloneRepository(clone, process.env)

  expect(await read.reader.findHead('countersign/ISS-001/1/T1')).toBe(head)
})
