import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPullRequests } from '../../../src/adapters/github/pulls/create-pull-requests.ts'
import type { PullRequests, VersionToPublish } from '../../../src/application/ports/forge/pull-requests.ts'
import type { WorkTreeFile } from '../../../src/application/ports/roles/workspace.ts'
import { buildArtifactFile } from '../../support/builders.ts'
import {
  type SandboxInstallation,
  type SandboxRepository,
  startSandboxInstallation,
} from '../../support/repository/sandbox-installation.ts'

const branch = 'countersign/ISS-007/1/T1'
const integration = 'countersign/ISS-007/1/base'
const binary = Uint8Array.from({ length: 3_000 }, (_, index) => (index * 11) % 256)

let github: SandboxInstallation

beforeAll(async () => {
  github = await startSandboxInstallation()
})
afterAll(() => github.close())

/** A repository with an integration branch, and the pull requests of an App that has asked for its id before. */
async function openRepository(): Promise<{ repository: SandboxRepository; pulls: PullRequests; base: string }> {
  const repository = await github.createRepository({
    'README.md': '# Widgets\n',
    'src/old.ts': 'export const old = 1\n',
    'src/gone.ts': 'gone\n',
  })
  const pulls = createPullRequests({
    client: github.client,
    appId: github.sandbox.app.id,
    ourLogins: [github.sandbox.app.botLogin],
    reviewer: null,
    wait: () => Promise.resolve(),
  })
  const base = await repository.git('rev-parse', 'main')
  await pulls.createBranch(repository.ref, integration, base)
  const warm = { ...buildVersion(base, [file('warm.txt', 'x')]), branch: 'countersign/ISS-007/1/T9', pullRequest: null }
  await pulls.publish(repository.ref, warm, false)
  github.takeRequests()
  return { repository, pulls, base }
}

function file(path: string, content: string | Uint8Array | null, overrides: Partial<WorkTreeFile> = {}): WorkTreeFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { ...buildArtifactFile({ path }), bytes, ...overrides }
}

function buildVersion(
  base: string,
  files: WorkTreeFile[],
  overrides: Partial<VersionToPublish> = {},
): VersionToPublish {
  return {
    branch,
    parent: null,
    parentBase: null,
    base,
    files,
    headline: 'Write part 1',
    body: 'T1 version 1 of SOL-ISS-007-1',
    pullRequest: { into: integration, title: 'T1', body: 'the first' },
    ...overrides,
  }
}

async function listTree(repository: SandboxRepository, revision: string): Promise<string[]> {
  return (await repository.git('ls-tree', '-r', '--format=%(objectmode) %(path)', revision)).split('\n')
}

async function countPulls(repository: SandboxRepository): Promise<number> {
  const { data } = await github.as('reader').pulls.list({ ...repository.place, state: 'all' })
  return data.length
}

test('a first version is branch, commit and pull request in one request', async () => {
  const { repository, pulls, base } = await openRepository()

  const published = await pulls.publish(repository.ref, buildVersion(base, [file('src/new.ts', 'new\n')]), false)

  expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  expect(published).toEqual({
    commitSha: await repository.git('rev-parse', branch),
    treeSha: await repository.git('rev-parse', `${branch}^{tree}`),
    pullRequest: 1,
  })
  expect(await repository.git('rev-list', '--parents', '-1', branch)).toBe(`${published.commitSha} ${base}`)
  expect(await repository.git('log', '-1', '--format=%B', branch)).toBe('Write part 1\n\nT1 version 1 of SOL-ISS-007-1')
})

test('deleted, renamed and binary files in a first version', async () => {
  const { repository, pulls, base } = await openRepository()
  const files = [
    file('src/gone.ts', null, { status: 'deleted' }),
    file('src/newer.ts', 'export const old = 1\n', { status: 'renamed', previous_path: 'src/old.ts' }),
    file('image.bin', binary),
  ]

  await pulls.publish(repository.ref, buildVersion(base, files), false)

  expect(await listTree(repository, branch)).toEqual(['100644 README.md', '100644 image.bin', '100644 src/newer.ts'])
  expect(await repository.bytes(branch, 'image.bin')).toEqual(Buffer.from(binary))
})

test('an executable file keeps its mode, and the same goes for deletions and renames beside it', async () => {
  const { repository, pulls, base } = await openRepository()
  const files = [
    file('run.sh', '#!/bin/sh\n', { mode: '100755' }),
    file('src/gone.ts', null, { status: 'deleted' }),
    file('src/newer.ts', 'export const old = 1\n', { status: 'renamed', previous_path: 'src/old.ts' }),
    file('image.bin', binary),
  ]

  const published = await pulls.publish(repository.ref, buildVersion(base, files), false)

  expect(await listTree(repository, branch)).toEqual([
    '100644 README.md',
    '100644 image.bin',
    '100755 run.sh',
    '100644 src/newer.ts',
  ])
  expect(await repository.bytes(branch, 'image.bin')).toEqual(Buffer.from(binary))
  expect(published.pullRequest).toBe(1)
})

test('a second version has the one before as parent and exactly the base with its own files as tree', async () => {
  const { repository, pulls, base } = await openRepository()
  const first = await pulls.publish(repository.ref, buildVersion(base, [file('src/one.ts', '1\n')]), false)
  const second = buildVersion(base, [file('src/two.ts', '2\n')], {
    parent: first.commitSha,
    parentBase: base,
    body: 'T1 version 2 of SOL-ISS-007-1',
    pullRequest: null,
  })

  const published = await pulls.publish(repository.ref, second, false)

  expect(await repository.git('rev-list', '--parents', '-1', branch)).toBe(`${published.commitSha} ${first.commitSha}`)
  expect(await repository.git('diff', '--name-only', base, branch)).toBe('src/two.ts')
  expect(published.pullRequest).toBeNull()
})

test('a second version on a base that moved has both as parents', async () => {
  const { repository, pulls, base } = await openRepository()
  const first = await pulls.publish(repository.ref, buildVersion(base, [file('src/one.ts', '1\n')]), false)
  const other = buildVersion(base, [file('other.txt', 'other\n')], { branch: integration, parent: base })
  const moved = await pulls.publish(repository.ref, { ...other, pullRequest: null }, false)
  const second = buildVersion(moved.commitSha, [file('src/one.ts', '2\n')], {
    parent: first.commitSha,
    parentBase: base,
    pullRequest: null,
  })

  const published = await pulls.publish(repository.ref, second, false)

  expect(await repository.git('rev-list', '--parents', '-1', branch)).toBe(
    `${published.commitSha} ${first.commitSha} ${moved.commitSha}`,
  )
  expect(await repository.git('diff', '--name-only', moved.commitSha, branch)).toBe('src/one.ts')
})

test('an answer that was lost is looked for, and nothing is doubled', async () => {
  const { repository, pulls, base } = await openRepository()
  const version = buildVersion(base, [file('src/new.ts', 'new\n')])
  github.fault({ route: 'POST /graphql', when: 'after', status: 502 })
  await expect(pulls.publish(repository.ref, version, false)).rejects.toMatchObject({ retry: 'later' })
  const head = await repository.git('rev-parse', branch)

  const published = await pulls.publish(repository.ref, version, true)

  expect(published).toMatchObject({ commitSha: head, pullRequest: 1 })
  expect(await repository.git('rev-parse', branch)).toBe(head)
  expect(await countPulls(repository)).toBe(1)
})

test('a branch that was made without its commit gets it', async () => {
  const { repository, pulls, base } = await openRepository()
  await pulls.createBranch(repository.ref, branch, base)

  const published = await pulls.publish(repository.ref, buildVersion(base, [file('src/new.ts', 'new\n')]), true)

  expect(await repository.git('rev-list', '--parents', '-1', branch)).toBe(`${published.commitSha} ${base}`)
  expect(published.pullRequest).toBe(1)
})

test.each(['before', 'after'] as const)('a commit whose pull request failed %s it was done gets one', async (when) => {
  const { repository, pulls, base } = await openRepository()
  const version = buildVersion(base, [file('run.sh', 'x\n', { mode: '100755' })])
  github.fault({ route: 'POST /repos/{owner}/{repo}/pulls', when, status: 500 })
  const first = await pulls.publish(repository.ref, version, false).catch((error: unknown) => error)
  const head = await repository.git('rev-parse', branch)

  const published = await pulls.publish(repository.ref, version, true)

  if (when === 'before') expect(first).toMatchObject({ retry: 'later' })
  expect(published).toMatchObject({ commitSha: head, pullRequest: 1 })
  expect(await countPulls(repository)).toBe(1)
})

test('other bytes under the same message are not taken for the version', async () => {
  const { repository, pulls, base } = await openRepository()
  const first = await pulls.publish(repository.ref, buildVersion(base, [file('src/new.ts', 'one\n')]), false)

  const published = await pulls.publish(repository.ref, buildVersion(base, [file('src/new.ts', 'two\n')]), true)

  expect(published.commitSha).not.toBe(first.commitSha)
  expect(await repository.bytes(published.commitSha, 'src/new.ts')).toEqual(Buffer.from('two\n'))
  expect(await countPulls(repository)).toBe(1)
})

test('a push in between stops the version; the next try goes on from it and keeps it in the history', async () => {
  const { repository, pulls, base } = await openRepository()
  const first = await pulls.publish(repository.ref, buildVersion(base, [file('src/one.ts', '1\n')]), false)
  const writer = github.as('writer')
  const pushed = await writer.repos.createOrUpdateFileContents({
    ...repository.place,
    branch,
    path: 'theirs.txt',
    message: 'Mine',
    content: btoa('mine\n'),
  })
  const second = buildVersion(base, [file('src/one.ts', '2\n')], { parent: first.commitSha, parentBase: base })

  await expect(pulls.publish(repository.ref, second, false)).rejects.toMatchObject({ retry: 'later' })
  const published = await pulls.publish(repository.ref, second, true)

  expect(await repository.git('rev-list', '--parents', '-1', branch)).toBe(
    `${published.commitSha} ${pushed.data.commit.sha} ${base}`,
  )
  expect(await repository.git('diff', '--name-only', base, branch)).toBe('src/one.ts')
})
