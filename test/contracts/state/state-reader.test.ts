import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClonedRepository, cloneRepository } from '../../../src/adapters/git/cloned-repository.ts'
import { createStateReader } from '../../../src/adapters/github/workflow-branch/state-reader.ts'
import type { StateReader } from '../../../src/application/ports/state/state-reader.ts'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { type PushedPlan, pushApprovedPlan } from '../../support/repository/push-approved-plan.ts'

let dataDir: string
let sandbox: Sandbox
let pushed: PushedPlan
let clone: ClonedRepository
const readers: Record<'REST API' | 'clone', StateReader | null> = { 'REST API': null, clone: null }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir })
  const { dir, repository, git } = await sandbox.createRepository({ name: 'widgets' })
  pushed = await pushApprovedPlan(dir, repository)
  clone = await cloneRepository(git, process.env)
  const client = new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokens.reader })
  readers['REST API'] = createStateReader(client, { owner: 'octo-org', repo: 'widgets' })
  readers.clone = clone.reader
})

afterAll(async () => {
  await clone[Symbol.asyncDispose]()
  await sandbox.close()
  await rm(dataDir, { recursive: true })
  expect(sandbox.drifts).toEqual([])
})

describe.each(['REST API', 'clone'] as const)('reading commits through the %s', (name) => {
  function getReader(): StateReader {
    const reader = readers[name]
    if (reader === null) throw new Error('not started')
    return reader
  }

  test('finds the head of a branch, and none of a branch that is not there', async () => {
    const reader = getReader()

    expect(await reader.findHead('countersign/workflow')).toBe(pushed.head)
    expect(await reader.findHead('countersign/nothing')).toBeUndefined()
  })

  test('finds the tree of a commit, and none of a commit that is not there', async () => {
    const [artifact] = pushed.execution.artifacts
    const reader = getReader()

    expect(await reader.findTree(artifact?.commit_sha ?? '')).toBe(artifact?.tree_sha)
    expect(await reader.findTree('0123456789012345678901234567890123456789')).toBeUndefined()
  })

  test('finds a file with mode and blob, and its bytes', async () => {
    const [artifact] = pushed.execution.artifacts
    const recorded = artifact?.files.find((file) => file.path === 'bin/run.sh')
    const reader = getReader()

    const file = await reader.findFile(artifact?.commit_sha ?? '', 'bin/run.sh')

    expect(file).toEqual({ path: 'bin/run.sh', blob: recorded?.blob, mode: '100755' })
    expect(Buffer.from(await reader.readBlob(file?.blob ?? '')).toString()).toBe('#!/bin/sh\n')
  })

  test.each(['nothing', 'bin/run.sh/x', 'bin', 'workspace'])('finds no file at %j', async (path) => {
    const [artifact] = pushed.execution.artifacts

    expect(await getReader().findFile(artifact?.commit_sha ?? '', path)).toBeUndefined()
  })

  test('compares commits path by path, and finds where they part', async () => {
    const [one, , three] = pushed.execution.artifacts
    const [a, b] = [one?.commit_sha ?? '', three?.commit_sha ?? '']
    const blobOf = (artifact: typeof one, path: string) => artifact?.files.find((file) => file.path === path)?.blob
    const reader = getReader()

    const base = (await reader.mergeBase(a, b)) ?? ''
    const changes = await reader.compareTrees(base, b)

    expect(await reader.mergeBase(b, base)).toBe(base)
    expect(changes?.find(({ path }) => path === 'docs/guide.md')).toMatchObject({
      after: { blob: blobOf(three, 'docs/guide.md'), mode: '100644' },
    })
    expect(await reader.compareTrees(b, b)).toEqual([])
    const back = await reader.compareTrees(b, base)
    expect(back).toEqual(changes?.map(({ path, before, after }) => ({ path, before: after, after: before })))
    expect(await reader.compareTrees(b, '0123456789012345678901234567890123456789')).toBeUndefined()
  })

  test('lists everything below a folder, and nothing of one that is not there', async () => {
    const reader = getReader()

    const files = await reader.listFiles(pushed.head, 'workspace/reviews')

    expect(files.map((file) => file.path.split('/').at(-1)).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'APPROVED.md',
      'APPROVED.md',
      'REJECTED.md',
    ])
    expect(await reader.listFiles(pushed.head, 'workspace/review')).toEqual([])
  })
})
