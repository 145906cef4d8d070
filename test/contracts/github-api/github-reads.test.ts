import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, startSandboxTarget, targets, type SandboxTarget, type Target } from './github-target.ts'

describe.each(targets)('plain reads on $name', ({ start }) => {
  let target: Target
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.close())

  test('a token tells whose it is', async () => {
    const { data } = await target.octokit.users.getAuthenticated()

    expect(data.login).toMatch(/^[\w-]+$/)
    expect(data.type).toBe('User')
  })

  test('a wrong token is refused everywhere', async () => {
    const { url } = target.octokit.request.endpoint('GET /repos/{owner}/{repo}', target.at)

    const response = await fetch(url, { headers: { authorization: 'token ghp_wrong', 'user-agent': 'contract' } })

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ message: 'Bad credentials' })
  })

  test('what nobody has heard of is 404', async () => {
    const refusals = await Promise.all([
      refusalOf(target.octokit.repos.get({ ...target.at, repo: 'no-such-repository' })),
      refusalOf(target.octokit.repos.getBranch({ ...target.at, branch: 'no-such-branch' })),
      refusalOf(target.octokit.git.getRef({ ...target.at, ref: 'heads/no-such-branch' })),
    ])

    expect(refusals.map((refusal) => refusal.status)).toEqual([404, 404, 404])
  })

  test('the archive of a branch holds its files below one folder', async () => {
    const { data } = await target.octokit.repos.downloadTarballArchive({ ...target.at, ref: 'main' })

    const names = gunzipSync(Buffer.from(data as ArrayBuffer)).toString('latin1')
    expect(names).toMatch(new RegExp(`${target.at.owner}-${target.at.repo}-[0-9a-f]{7,40}/README\\.md`))
  })

  test('HEAD answers as GET does, without the body', async () => {
    const { url } = target.octokit.request.endpoint('GET /repos/{owner}/{repo}', target.at)

    const response = await fetch(url, { method: 'HEAD', headers: { 'user-agent': 'contract' } })

    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('Markdown comes back as safe HTML', async () => {
    const { data } = await target.octokit.markdown.render({ text: '**bold** <script>alert(1)</script>' })

    expect(data).toContain('<strong>bold</strong>')
    expect(data).not.toContain('<script>')
  })
})

describe('roles on the sandbox', () => {
  let target: SandboxTarget
  beforeAll(async () => {
    target = await startSandboxTarget()
  })
  afterAll(() => target.close())

  test.each([
    ['ada', 'write', 'maintain'],
    ['grace', 'write', 'write'],
    ['linus', 'read', 'triage'],
    ['barbara', 'read', 'read'],
    ['eve', 'read', 'read'],
  ])('%s has %s in the old field and %s as the role', async (username, permission, role) => {
    const { data } = await target.app.repos.getCollaboratorPermissionLevel({ ...target.at, username })

    expect([data.permission, data.role_name]).toEqual([permission, role])
  })
})
