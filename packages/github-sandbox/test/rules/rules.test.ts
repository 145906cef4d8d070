import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../src/instance/sandbox.ts'
import { startSandbox } from '../../src/start/start-sandbox.ts'
import type { Rule, Ruleset } from '../../src/world/ruleset.ts'

let dataDir: string
let sandbox: Sandbox
let made: Awaited<ReturnType<Sandbox['createRepository']>>
let number = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rules-'))
  sandbox = await startSandbox({ port: 0, dataDir, isKept: false })
})

beforeEach(async () => {
  number += 1
  made = await sandbox.createRepository({ name: `garden-${number}` })
  repositoryOf().roles[sandbox.logins.maintainer] = 'admin'
})

afterAll(async () => {
  expect(sandbox.drifts).toEqual([])
  await sandbox.close()
  await rm(dataDir, { recursive: true })
})

async function ask(method: string, path: string, body?: unknown, token = sandbox.tokens.maintainer) {
  const url = path === '/graphql' ? `${sandbox.web}/api/graphql` : `${sandbox.url}/repos/${made.repository}${path}`
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> }
}

/** For all branches, unless told. */
async function forbid(rules: Rule[], more: Partial<Ruleset> = {}): Promise<Ruleset> {
  const made: Ruleset = {
    id: 900 + number,
    name: 'House rules',
    target: 'branch',
    enforcement: 'active',
    include: ['~ALL'],
    exclude: [],
    rules,
    bypassActors: [],
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...more,
  }
  const repo = repositoryOf()
  repo.rulesets = [...(repo.rulesets ?? []), made]
  return made
}

function repositoryOf() {
  const repo = sandbox.world.repositories.find((one) => `${one.owner}/${one.name}` === made.repository)
  if (repo === undefined) throw new Error(`there is no ${made.repository}`)
  return repo
}

async function headOf(branch = 'main'): Promise<string> {
  const { body } = await ask('GET', `/git/ref/heads/${branch}`)
  return (body['object'] as { sha: string }).sha
}

async function makeBranch(branch: string, sha?: string) {
  return ask('POST', '/git/refs', { ref: `refs/heads/${branch}`, sha: sha ?? (await headOf()) })
}

async function writeFile(branch: string, name = 'bees.md') {
  const content = Buffer.from(`# ${name}`).toString('base64')
  return ask('PUT', `/contents/${name}`, { message: name, content, branch })
}

async function openPull(head: string) {
  const { body } = await ask('POST', '/pulls', { title: head, head, base: 'main' })
  return body as { number: number; head: { sha: string } }
}

test.each([
  ['~ALL', 'robot/ISS-1/1/T1', 422],
  ['refs/heads/**/*', 'robot/ISS-1/1/T1', 422],
  ['refs/heads/robot/**/*', 'robot/workflow', 422],
  ['refs/heads/robot/**', 'robot/ISS-1/1/T1', 201],
  ['refs/heads/*', 'robot/workflow', 201],
  ['~DEFAULT_BRANCH', 'robot/workflow', 201],
])('a rule over %s holds for %s as Ruby would have it: %i', async (include, branch, status) => {
  await forbid([{ type: 'creation' }], { include: [include] })

  const { status: seen } = await makeBranch(branch)

  expect(seen).toBe(status)
})

test('what is excluded is let alone, and so is who may bypass', async () => {
  await forbid([{ type: 'creation' }], { exclude: ['refs/heads/robot/**/*'] })
  const bypass = { actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' }

  expect((await makeBranch('robot/a/b')).status).toBe(201)
  expect((await makeBranch('other')).status).toBe(422)
  Object.assign(repositoryOf().rulesets?.[0] ?? {}, { bypassActors: [bypass] })
  expect((await makeBranch('other')).status).toBe(201)
})

test('a refusal names all rules in GitHub’s words, with the status of each call', async () => {
  await forbid([
    { type: 'update' },
    { type: 'pull_request' },
    { type: 'required_status_checks', parameters: { required_status_checks: [{ context: 'build' }] } },
  ])
  const words =
    'Repository rule violations found\n\nCannot update this protected ref.\n\nChanges must be made through a pull request.\n\nRequired status check "build" is expected.\n\n'

  const written = await writeFile('main')
  const merged = await ask('POST', '/merges', { base: 'main', head: 'main' })
  const graphql = await ask('POST', '/graphql', {
    query: `mutation($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }`,
    variables: {
      input: {
        branch: { repositoryNameWithOwner: made.repository, branchName: 'main' },
        expectedHeadOid: await headOf(),
        message: { headline: 'bees' },
        fileChanges: { additions: [{ path: 'a', contents: 'YQ==' }] },
      },
    },
  })

  expect(written).toMatchObject({ status: 409, body: { message: words } })
  expect(merged.status).toBe(204)
  expect(graphql.body['errors']).toMatchObject([{ type: 'UNPROCESSABLE', message: words }])
})

test('branch protection tells the first alone, in words and with a type of its own', async () => {
  await forbid([{ type: 'pull_request' }, { type: 'update' }], { classic: true, include: ['refs/heads/main'] })

  const written = await writeFile('main')
  const rules = await ask('GET', '/rules/branches/main')
  const branch = await ask('GET', '/branches/main')

  expect(written).toMatchObject({ status: 409, body: { message: 'Changes must be made through a pull request.' } })
  expect(rules.body).toEqual([])
  expect(branch.body).toMatchObject({ protected: true, protection: { enabled: true } })
})

test('a pull request is merged once its check and its review are there', async () => {
  await writeFile('main', 'first.md')
  await makeBranch('topic')
  await writeFile('topic')
  const { number: pull, head } = await openPull('topic')
  await forbid(
    [
      { type: 'pull_request', parameters: { required_approving_review_count: 1 } },
      { type: 'required_status_checks', parameters: { required_status_checks: [{ context: 'build' }] } },
    ],
    { include: ['~DEFAULT_BRANCH'] },
  )
  const merge = () => ask('PUT', `/pulls/${pull}/merge`, { sha: head.sha })

  const refused = await merge()
  await ask('POST', `/statuses/${head.sha}`, { state: 'success', context: 'build' })
  await ask('POST', `/pulls/${pull}/reviews`, { event: 'APPROVE' }, sandbox.tokens.writer)
  const merged = await merge()

  expect(refused).toMatchObject({
    status: 405,
    body: {
      message:
        'Repository rule violations found\n\nAt least 1 approving review is required by reviewers with write access.\n\nRequired status check "build" is expected.\n\n',
    },
  })
  expect(merged.status).toBe(200)
})

test.each([
  ['required_linear_history', 'merge', 405],
  ['required_linear_history', 'squash', 200],
  ['required_signatures', 'merge', 405],
  ['merge_queue', 'squash', 405],
])('%s has a %s answered with %i', async (type, merge_method, status) => {
  const { body: tree } = await ask('POST', '/git/trees', {
    tree: [{ path: 'a', mode: '100644', type: 'blob', content: 'a' }],
  })
  const main = await headOf()
  const { body: commit } = await ask('POST', '/git/commits', { message: 'by hand', tree: tree['sha'], parents: [main] })
  await makeBranch('topic', String(commit['sha']))
  const { number: pull } = await openPull('topic')
  await forbid([{ type }], { include: ['~DEFAULT_BRANCH'] })

  const { status: seen } = await ask('PUT', `/pulls/${pull}/merge`, { merge_method })

  expect(seen).toBe(status)
})

test('rulesets are made, changed, read by branch and taken away', async () => {
  const conditions = { ref_name: { include: ['~ALL'], exclude: [] } }
  const rules = [{ type: 'deletion' }, { type: 'non_fast_forward' }]
  const post = { name: 'Keep', target: 'branch', enforcement: 'active', conditions, rules }

  const created = await ask('POST', '/rulesets', post)
  const id = Number(created.body['id'])
  await ask('PUT', `/rulesets/${id}`, { name: 'Keep all' })
  const read = await ask('GET', `/rulesets/${id}`)
  const held = await ask('GET', '/rules/branches/robot%2Fworkflow')
  const gone = await ask('DELETE', `/rulesets/${id}`)
  const none = await ask('GET', '/rulesets')

  expect(read.body).toMatchObject({ name: 'Keep all', conditions, rules })
  expect(held.body).toMatchObject([{ type: 'deletion', ruleset_id: id }, { type: 'non_fast_forward' }])
  expect(gone.status).toBe(204)
  expect(none.body).toEqual([])
})

test('a push by git is declined with GH013', async () => {
  await forbid([{ type: 'creation' }])
  const clone = join(dataDir, `clone-${number}`)
  const remote = made.git.replace('http://', `http://x:${sandbox.tokens.maintainer}@`)
  await execa('git', ['clone', '--quiet', remote, clone])

  const pushed = await execa('git', ['push', 'origin', 'HEAD:refs/heads/other'], { cwd: clone, reject: false })

  expect(pushed.exitCode).not.toBe(0)
  expect(pushed.stderr).toContain('remote: error: GH013: Repository rule violations found for refs/heads/other.')
  expect(pushed.stderr).toContain('- Cannot create ref due to creations being restricted.')
})

test('an archived repository is read only', async () => {
  repositoryOf().archived = true

  const { status, body } = await makeBranch('other')

  expect({ status, message: body['message'] }).toEqual({
    status: 403,
    message: 'Repository was archived so is read-only.',
  })
})

test('without a commit git has nothing to say until a file makes the first, without issues there are none', async () => {
  made = await sandbox.createRepository({ name: `empty-${number}`, isEmpty: true })
  repositoryOf().hasIssues = false

  const tree = await ask('POST', '/git/trees', { tree: [] })
  const issue = await ask('POST', '/issues', { title: 'bees' })
  const first = await ask('PUT', '/contents/README.md', { message: 'Begin', content: '' })

  expect(tree).toMatchObject({ status: 409, body: { message: 'Git Repository is empty.' } })
  expect(first).toMatchObject({ status: 201, body: { commit: { parents: [] } } })
  expect(issue).toMatchObject({ status: 410, body: { message: 'Issues has been disabled in this repository.' } })
})

test('a tag that may not be made keeps its release from being published', async () => {
  await forbid([{ type: 'creation' }], { target: 'tag' })

  const { status, body } = await ask('POST', '/releases', { tag_name: 'v1' })

  expect(status).toBe(422)
  expect(body['errors']).toMatchObject([
    {
      field: 'pre_receive',
      message:
        'pre_receive Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n',
    },
    { message: 'Published releases must have a valid tag' },
  ])
})
