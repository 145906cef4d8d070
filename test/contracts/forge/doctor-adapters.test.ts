import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExamination } from '../../../src/adapters/github/doctor/create-examination.ts'
import { createRepairer } from '../../../src/adapters/github/pulls/create-repairer.ts'
import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import type { DoctorQuestions } from '../../../src/domain/doctor/doctor-questions.ts'
import { testSha } from '../../support/builders.ts'
import {
  type SandboxInstallation,
  type SandboxRepository,
  startSandboxInstallation,
} from '../../support/repository/sandbox-installation.ts'

const prefix = 'countersign/ISS-007/'
const t1 = `${prefix}1/T1`

let github: SandboxInstallation
let repository: SandboxRepository
let main: string
let tree: string

beforeAll(async () => {
  github = await startSandboxInstallation()
  repository = await github.createRepository({
    'README.md': '# Widgets\n',
    'workspace/artifacts/a/v1/src/one.ts': 'one\n',
    'workspace/artifacts/b/v1/two.ts': 'two\n',
  })
  main = await repository.git('rev-parse', 'main')
  tree = await repository.git('rev-parse', 'main^{tree}')
})
afterAll(() => github.close())

function ask(overrides: Partial<DoctorQuestions> = {}): DoctorQuestions {
  return {
    issueNumber: 999,
    sessionId: 'codex-issue-20261121T031200Z',
    branchPrefix: prefix,
    commits: [],
    kept: [],
    folders: [],
    verdictFiles: [],
    integration: null,
    pulls: [],
    comments: [],
    ...overrides,
  }
}

async function commitOn(parent: string, message: string): Promise<string> {
  const author = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com']
  return repository.git(...author, 'commit-tree', tree, '-p', parent, '-m', message)
}

describe('looking around', () => {
  const mac = createStateMac('a secret of sixteen')

  test('is one request where all heads are as recorded', async () => {
    await repository.git('update-ref', `refs/heads/${prefix}1/base`, main)
    github.takeRequests()

    const seen = await createExamination(github.client, mac).lookAround(
      repository.ref,
      ask({ commits: [main], kept: [{ branch: `${prefix}1/base`, sha: main, nodes: [] }] }),
    )

    expect(seen.branches.get(`${prefix}1/base`)).toBe(main)
    expect(seen.commits.get(main)).toEqual({ tree })
    expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  })

  test('what is not there is null, and no fault', async () => {
    const missing = testSha('missing')

    const seen = await createExamination(github.client, mac).lookAround(
      repository.ref,
      ask({ commits: [missing], pulls: [998], comments: ['IC_nothing'] }),
    )

    expect(seen.commits.get(missing)).toBeNull()
    expect(seen.pulls?.get(998)).toBeNull()
    expect(seen.comments?.get('IC_nothing')).toBe(false)
    expect({ head: seen.head, issue: seen.issue }).toEqual({ head: null, issue: null })
  })

  test('issue, pull request and comment are as they are', async () => {
    const maintainer = github.as('maintainer')
    const issue = await maintainer.issues.create({ ...repository.place, title: 'x', labels: ['bug'] })
    const at = { ...repository.place, issue_number: issue.data.number }
    const comment = await maintainer.issues.createComment({ ...at, body: 'hello' })
    await repository.git('update-ref', 'refs/heads/topic', await commitOn(main, 'topic'))
    const pull = await maintainer.pulls.create({
      ...repository.place,
      head: 'topic',
      base: 'main',
      title: 't',
      draft: true,
    })

    const seen = await createExamination(github.client, mac).lookAround(
      repository.ref,
      ask({ issueNumber: issue.data.number, pulls: [pull.data.number], comments: [comment.data.node_id] }),
    )

    expect(seen.issue).toEqual({ open: true, labels: ['bug'] })
    expect(seen.pulls?.get(pull.data.number)).toEqual({ state: 'draft', headRef: 'topic', baseRef: 'main' })
    expect(seen.comments?.get(comment.data.node_id)).toBe(true)
  })

  test('more branches than a page are all found', async () => {
    for (let number = 2; number <= 120; number += 1)
      await repository.git('update-ref', `refs/heads/countersign/ISS-008/${number}/base`, main)

    const seen = await createExamination(github.client, mac).lookAround(
      repository.ref,
      ask({ branchPrefix: 'countersign/ISS-008/' }),
    )

    expect(seen.branches.size).toBe(119)
  })

  test('a head that went on contains the commit, one that was rewritten does not', async () => {
    const ahead = await commitOn(main, 'ahead')
    const other = await commitOn(main, 'other')
    await repository.git('update-ref', `refs/heads/${t1}`, ahead)
    const kept = [main, other].map((sha) => ({ branch: t1, sha, nodes: [] }))

    const seen = await createExamination(github.client, mac).lookAround(repository.ref, ask({ kept }))

    expect([...seen.contains]).toEqual([
      [`${t1}@${main}`, true],
      [`${t1}@${other}`, false],
    ])
  })

  test('a workflow branch that the App did not write is told from its own', async () => {
    await repository.git('update-ref', 'refs/heads/countersign/workflow', main)

    const seen = await createExamination(github.client, mac).lookAround(repository.ref, ask())

    expect(seen.head).toMatchObject({ sha: main, seal: 'broken' })
  })

  test('files of the folders asked for are listed in one request, and read in one', async () => {
    const examination = createExamination(github.client, mac)
    github.takeRequests()

    const files = await examination.listFiles(repository.ref, main, ['workspace/artifacts/a'])
    const bytes = await examination.readFiles(repository.ref, main, files)

    expect(files.map((file) => file.path)).toEqual(['workspace/artifacts/a/v1/src/one.ts'])
    expect(new TextDecoder().decode(bytes.get('workspace/artifacts/a/v1/src/one.ts'))).toBe('one\n')
    expect(github.takeRequests()).toHaveLength(2)
  })
})

describe('restoring a branch', () => {
  test('makes one that is gone, and does nothing the second time', async () => {
    const repairer = createRepairer(github.client)
    const fix = { branch: `${prefix}1/T2`, sha: main, seen: null }

    expect(await repairer.restoreBranch(repository.ref, fix)).toBe('restored')
    github.takeRequests()
    expect(await repairer.restoreBranch(repository.ref, fix)).toBe('restored')

    expect(await repository.git('rev-parse', fix.branch)).toBe(main)
    expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  })

  test('sets one back that was rewritten, unless it moved since it was looked at', async () => {
    const repairer = createRepairer(github.client)
    const [recorded, forced, later] = [await commitOn(main, 'r'), await commitOn(main, 'f'), await commitOn(main, 'l')]
    const branch = `${prefix}1/T3`
    await repository.git('update-ref', `refs/heads/${branch}`, later)

    expect(await repairer.restoreBranch(repository.ref, { branch, sha: recorded, seen: forced })).toBe('moved')
    expect(await repository.git('rev-parse', branch)).toBe(later)
    expect(await repairer.restoreBranch(repository.ref, { branch, sha: recorded, seen: later })).toBe('restored')
    expect(await repository.git('rev-parse', branch)).toBe(recorded)
  })

  test('a commit that is gone for good is a fault', async () => {
    const fix = { branch: `${prefix}1/T4`, sha: testSha('gone'), seen: null }

    await expect(createRepairer(github.client).restoreBranch(repository.ref, fix)).rejects.toMatchObject({
      code: 'github_refused',
    })
  })
})

test('a pull request is opened again', async () => {
  await repository.git('update-ref', 'refs/heads/again', await commitOn(main, 'again'))
  const pull = await github
    .as('maintainer')
    .pulls.create({ ...repository.place, head: 'again', base: 'main', title: 'a' })
  const target = { ...repository.place, pull_number: pull.data.number }
  await github.as('maintainer').pulls.update({ ...target, state: 'closed' })

  await createRepairer(github.client).reopenPull(repository.ref, pull.data.number)

  expect((await github.as('maintainer').pulls.get(target)).data.state).toBe('open')
})
