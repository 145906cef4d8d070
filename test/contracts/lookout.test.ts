import { createAppAuth } from '@octokit/auth-app'
import { ProbotOctokit } from 'probot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLookout } from '../../src/adapters/github/sweep/create-lookout.ts'
import type { Lookout } from '../../src/application/ports/lookout.ts'
import { pushApprovedPlan } from '../support/push-approved-plan.ts'
import { type SandboxInstallation, startSandboxInstallation } from '../support/sandbox-installation.ts'

let github: SandboxInstallation
let lookout: Lookout

beforeAll(async () => {
  github = await startSandboxInstallation()
  const { id: appId, privateKey } = github.sandbox.app
  const app = new ProbotOctokit({
    throttle: { enabled: false },
    retry: { enabled: false },
    baseUrl: github.sandbox.url,
    authStrategy: createAppAuth,
    auth: { appId, privateKey },
  })
  const { id, botLogin } = github.sandbox.app
  const now = '2026-11-21T12:00:00.000Z'
  lookout = createLookout(app, github.client, () => ({ ourLogins: [botLogin], appId: id, sign: () => 'mac', now }))
})
afterAll(() => github.close())

test('finds the repositories of each installation', async () => {
  const { ref } = await github.createRepository()

  const [installation] = await lookout.listInstallations()

  expect(installation).toBe(ref.installationId)
  expect(await lookout.listRepositories(installation ?? 0)).toContainEqual(ref)
})

test('surveys a repository in one request, and one without a workflow branch', async () => {
  const bare = await github.createRepository()
  const used = await github.createRepository()
  const gitDir = await used.git('rev-parse', '--absolute-git-dir')
  const plan = await pushApprovedPlan(gitDir, used.ref.key)
  const blob = await used.git('rev-parse', `${plan.head}:.workflow/issues/ISS-007.json`)
  github.takeRequests()

  expect(await lookout.survey(used.ref)).toMatchObject({ head: plan.head, records: [{ issueNumber: 7, blob }] })
  expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  expect(await lookout.survey(bare.ref)).toMatchObject({ head: null, records: [], branches: new Map() })
})

test('reads records with their executions, and leaves out what does not parse', async () => {
  const used = await github.createRepository()
  const gitDir = await used.git('rev-parse', '--absolute-git-dir')
  const plan = await pushApprovedPlan(gitDir, used.ref.key)

  const works = await lookout.readWorks(used.ref, plan.head, [7, 8])

  expect([...works.keys()]).toEqual([7])
  expect(works.get(7)?.record?.id).toBe('ISS-007')
  expect(works.get(7)?.execution?.artifacts.length).toBeGreaterThan(0)
})

test('glances at many repositories in one request, and leaves out what GitHub does not show', async () => {
  const bare = await github.createRepository()
  const used = await github.createRepository()
  const gitDir = await used.git('rev-parse', '--absolute-git-dir')
  const { head } = await pushApprovedPlan(gitDir, used.ref.key)
  const octokit = await github.client.octokit(used.ref)
  const at = { owner: used.ref.owner, repo: used.ref.name }
  const older = await octokit.rest.issues.create({ ...at, title: 'older' })
  await octokit.rest.issues.create({ ...at, title: 'newer' })
  const said = await octokit.rest.issues.createComment({ ...at, issue_number: older.data.number, body: 'a word' })
  github.takeRequests()

  const seen = await lookout.glance([bare.ref, { ...used.ref, name: 'gone', key: 'octo-org/gone' }, used.ref])

  expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  expect([...seen.keys()]).toEqual([bare.ref.key, used.ref.key])
  expect(seen.get(bare.ref.key)).toMatchObject({ head: null, branches: 0, changedAt: null })
  expect(seen.get(used.ref.key)).toMatchObject({ head, changedAt: said.data.created_at })
})
