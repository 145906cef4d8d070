import { expect, test } from 'vitest'
import type { InstallationClient } from '../../../../src/adapters/github/client/installation-client.ts'
import { mergePull } from '../../../../src/adapters/github/pulls/merge-pull.ts'
import { repository } from '../../../support/fakes/machine.ts'

test('merged before by somebody, and GitHub names no commit for it: what the branch is at, not what it was before', async () => {
  const pull = {
    merged: true,
    merge_commit_sha: null,
    head: { sha: 'version', ref: 'T1' },
    base: { sha: 'before', ref: 'base' },
  }
  const rest = {
    pulls: {
      merge: () => Promise.reject(Object.assign(new Error('Pull Request is not mergeable'), { status: 405 })),
      get: () => Promise.resolve({ data: pull }),
    },
    repos: { getBranch: () => Promise.resolve({ data: { commit: { sha: 'after' } } }) },
  }
  const client = { octokit: () => Promise.resolve({ rest }) } as unknown as InstallationClient

  const merged = await mergePull({ client, ourLogins: [], wait: () => Promise.resolve() }, repository, {
    number: 11,
    headSha: 'version',
    title: 'Merge T1',
  })

  expect(merged).toEqual({ kind: 'merged', sha: 'after', before: true })
})
