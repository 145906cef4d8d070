import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMissingKeys, listExamples } from '../state/example-keys.ts'
import { commitFile, pushBranch, startSandboxTarget, type SandboxTarget } from '../github-api/github-target.ts'

describe('webhooks about refs, installations and dispatches', () => {
  let target: SandboxTarget
  beforeAll(async () => {
    target = await startSandboxTarget()
    const { octokit, at, sandbox } = target
    const { branch, sha } = await pushBranch(target, { path: 'told.txt', text: 'x\n' })
    await commitFile(target, { branch, path: 'told.txt', text: 'y\n' })
    await octokit.git.createRef({ ...at, ref: 'refs/tags/v1', sha })
    await octokit.git.deleteRef({ ...at, ref: `heads/${branch}` })
    await octokit.repos.createDispatchEvent({ ...at, event_type: 'on-demand-test', client_payload: { unit: false } })
    await sandbox.createRepository({ name: 'second' })
    const form = new FormData()
    const manifest = {
      name: 'Other',
      redirect_url: 'http://127.0.0.1:1/',
      hook_attributes: { url: 'http://127.0.0.1:1/' },
    }
    form.set('manifest', JSON.stringify(manifest))
    const posted = await fetch(`${sandbox.web}/settings/apps/new`, { method: 'POST', body: form, redirect: 'manual' })
    const code = new URL(posted.headers.get('location') ?? '').searchParams.get('code') ?? ''
    await octokit.apps.createFromManifest({ code })
    await sandbox.idle()
  })
  afterAll(() => target.close())

  const find = (event: string, action: string | null) =>
    target.sandbox.world.deliveries.find((one) => one.event === event && one.action === action)?.request.payload

  test.each([
    ['push', null],
    ['create', null],
    ['delete', null],
    ['installation', 'created'],
    ['installation_repositories', 'added'],
    ['repository_dispatch', 'on-demand-test'],
  ])('%s %s has all that GitHub’s examples have', (event, action) => {
    const payload = find(event, action)

    const missing = findMissingKeys(listExamples(event, action), payload ?? {})

    expect(listExamples(event, action)).not.toEqual([])
    expect(payload).toBeDefined()
    expect(missing).toEqual([])
  })

  test('a tag is created as a tag', () => {
    const created = target.sandbox.world.deliveries.filter((one) => one.event === 'create')

    const tag = created.find((one) => one.request.payload['ref_type'] === 'tag')

    expect(tag?.request.payload).toMatchObject({ ref: 'v1', master_branch: 'main' })
  })
})
