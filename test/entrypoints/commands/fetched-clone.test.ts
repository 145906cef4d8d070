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
