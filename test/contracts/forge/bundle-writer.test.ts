import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStateReader } from '../../../src/adapters/github/workflow-branch/state-reader.ts'
import { createBundleWriter } from '../../../src/adapters/github/workflow-branch/workflow-branch-files.ts'
import { gitBlobIdOf } from '../../../src/application/bundle/hashes.ts'
import type { FolderReplacement } from '../../../src/application/ports/state/bundle-writer.ts'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { commitFiles } from '../../support/repository/push-approved-plan.ts'

const branch = 'countersign/workflow'
const folder = 'workspace/deliverables/SOL-ISS-007-1/bundle'
const known = Buffer.from('approved\n')

let dataDir: string
let sandbox: Sandbox
let gitDir: string
let client: Octokit

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir })
  const { dir } = await sandbox.createRepository({ name: 'widgets' })
  gitDir = dir
  client = new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokens.maintainer })
})

afterAll(async () => {
  await sandbox.close()
  await rm(dataDir, { recursive: true })
  expect(sandbox.drifts).toEqual([])
})

async function git(...args: string[]): Promise<string> {
  return (await execa('git', args, { cwd: gitDir })).stdout
}

/** The branch anew, with a state file, an approved blob and, where given, a former bundle. */
function startBranch(bundle: Record<string, string> = {}): Promise<string> {
  const former = Object.entries(bundle).map(([path, text]) => [`${folder}/${path}`, text] as const)
  const files = [
    ['.workflow/issues/ISS-007.json', '{}\n'],
    ['workspace/artifacts/a/b/x.txt', 'approved\n'],
    ...former,
  ] as const
  const contents = files.map(([path, text]) => [path, { bytes: Buffer.from(text), mode: '100644' }] as const)
  return commitFiles(gitDir, `refs/heads/${branch}`, null, new Map(contents))
}

function replacement(parent: string, overrides: Partial<FolderReplacement> = {}): FolderReplacement {
  return {
    branch,
    parent,
    folder,
    files: [
      { path: 't_1/x.txt', mode: '100755', content: { blob: gitBlobIdOf(known) } },
      { path: 'manifest.json', mode: '100644', content: { bytes: Buffer.from('{"new": true}\n') } },
    ],
    subject: 'export SOL-ISS-007-1',
    op: 'ISS-007/9',
    sign: ({ parent: on, op, changes }) => [
      `Countersign-Mac: ${op} on ${on.slice(0, 7)} with ${changes.length} changes`,
    ],
    ...overrides,
  }
}

function createWriter() {
  const repository = { owner: 'octo-org', repo: 'widgets' }
  return createBundleWriter(client, repository, createStateReader(client, repository))
}

test('the folder is replaced whole by one commit, and the rest stays', async () => {
  const parent = await startBranch({ 'old/y.txt': 'old\n', 'manifest.json': '{}\n' })

  const replaced = await createWriter().replaceFolder(replacement(parent))

  expect(replaced).toEqual({ kind: 'written', commit: await git('rev-parse', branch) })
  expect(await git('rev-list', '--parents', '-1', branch)).toBe(`${await git('rev-parse', branch)} ${parent}`)
  expect(await git('ls-tree', '-r', '--name-only', branch)).toBe(
    [
      '.workflow/issues/ISS-007.json',
      'workspace/artifacts/a/b/x.txt',
      `${folder}/manifest.json`,
      `${folder}/t_1/x.txt`,
    ].join('\n'),
  )
  expect(await git('ls-tree', branch, `${folder}/t_1/x.txt`)).toContain(`100755 blob ${gitBlobIdOf(known)}`)
})

test('the commit carries operation and signature over exactly what it changes', async () => {
  const parent = await startBranch({ 'old/y.txt': 'old\n' })
  const signed: unknown[] = []

  await createWriter().replaceFolder(
    replacement(parent, {
      sign: (input) => {
        signed.push(input)
        return ['Countersign-Mac: abc']
      },
    }),
  )

  const message = await git('log', '-1', '--format=%B', branch)
  expect(message.trim()).toBe('export SOL-ISS-007-1\n\nCountersign-Op: ISS-007/9\nCountersign-Mac: abc')
  expect(signed).toEqual([
    {
      parent,
      op: 'ISS-007/9',
      changes: [
        { path: `${folder}/t_1/x.txt`, blob: gitBlobIdOf(known) },
        { path: `${folder}/manifest.json`, blob: gitBlobIdOf(Buffer.from('{"new": true}\n')) },
        { path: `${folder}/old/y.txt`, blob: null },
      ],
    },
  ])
})

test('what is there already is not written again', async () => {
  const parent = await startBranch()
  await createWriter().replaceFolder(replacement(parent))
  const head = await git('rev-parse', branch)

  const replaced = await createWriter().replaceFolder(replacement(head))

  expect(replaced).toEqual({ kind: 'unchanged' })
  expect(await git('rev-parse', branch)).toBe(head)
})

test('a branch that moved meanwhile is a conflict and stays as it is', async () => {
  const parent = await startBranch()
  const moved = await commitFiles(
    gitDir,
    `refs/heads/${branch}`,
    parent,
    new Map([['z', { bytes: known, mode: '100644' }]]),
  )

  const replaced = await createWriter().replaceFolder(replacement(parent))

  expect(replaced).toEqual({ kind: 'conflict' })
  expect(await git('rev-parse', branch)).toBe(moved)
})

test('a lost answer to the last step counts by what happened', async () => {
  const parent = await startBranch()
  sandbox.injectFault({ route: 'PATCH /repos/{owner}/{repo}/git/refs/{ref}', when: 'after', status: 502 })

  const done = await createWriter().replaceFolder(replacement(parent))

  expect(done).toEqual({ kind: 'written', commit: await git('rev-parse', branch) })
  const again = await startBranch()
  sandbox.injectFault({ route: 'PATCH /repos/{owner}/{repo}/git/refs/{ref}', when: 'before', status: 502 })
  expect(await createWriter().replaceFolder(replacement(again))).toEqual({ kind: 'conflict' })
})
