import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, startSandboxTarget, targets, type SandboxTarget, type Target } from './github-target.ts'

let tags = 0
const newTag = () => `contract-${Date.now().toString(36)}-${(tags += 1)}`

describe.each(targets)('releases on $name', ({ start }) => {
  let target: Target
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.close())

  const draft = async () => {
    const { data } = await target.octokit.repos.createRelease({ ...target.at, tag_name: newTag(), draft: true })
    return data
  }
  /** Uploads as `@octokit/rest` would, but to the release's own address. */
  const upload = (url: string, name: string, data: string) =>
    target.octokit.request({ method: 'POST', url, name, data, headers: { 'content-type': 'text/plain' } })

  test('a draft has no tag until it is published', async () => {
    const release = await draft()
    const ref = `tags/${release.tag_name}`
    const refusal = await refusalOf(target.octokit.git.getRef({ ...target.at, ref }))

    await target.octokit.repos.updateRelease({ ...target.at, release_id: release.id, draft: false })
    const tag = await target.octokit.git.getRef({ ...target.at, ref })
    const main = await target.octokit.git.getRef({ ...target.at, ref: 'heads/main' })

    expect(refusal.status).toBe(404)
    expect(tag.data.object.sha).toBe(main.data.object.sha)
  })

  test('a draft is not found by its tag', async () => {
    const release = await draft()

    const refusal = await refusalOf(target.octokit.repos.getReleaseByTag({ ...target.at, tag: release.tag_name }))

    expect(refusal.status).toBe(404)
  })

  test('a tag has one release', async () => {
    const tag_name = newTag()
    await target.octokit.repos.createRelease({ ...target.at, tag_name })

    const refusal = await refusalOf(target.octokit.repos.createRelease({ ...target.at, tag_name }))

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining('already_exists') })
  })

  test('a release at a commit that does not exist is refused', async () => {
    const release = { ...target.at, tag_name: newTag(), target_commitish: 'no-such-branch' }

    const refusal = await refusalOf(target.octokit.repos.createRelease(release))

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining('target_commitish') })
  })

  test('an asset comes back byte for byte, with its digest', async () => {
    const release = await draft()
    const uploaded = await upload(release.upload_url, 'notes.txt', 'Hello')

    const { data } = await target.octokit.repos.getReleaseAsset({
      ...target.at,
      asset_id: uploaded.data.id,
      headers: { accept: 'application/octet-stream' },
    })

    const digest = `sha256:${createHash('sha256').update('Hello').digest('hex')}`
    expect(uploaded.data).toMatchObject({ state: 'uploaded', size: 5, digest, content_type: 'text/plain' })
    expect(Buffer.from(data as unknown as ArrayBuffer).toString()).toBe('Hello')
  })

  test('special characters in an asset’s name become dots', async () => {
    const release = await draft()

    const { data } = await upload(release.upload_url, 'my bundle (1).txt', 'x')

    expect(data.name).toBe('my.bundle.1.txt')
  })

  test('a second asset of the same name is refused', async () => {
    const release = await draft()
    await upload(release.upload_url, 'twice.txt', 'x')

    const refusal = await refusalOf(upload(release.upload_url, 'twice.txt', 'y'))

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining('already_exists') })
  })

  test('a deleted asset makes room for its name', async () => {
    const release = await draft()
    const first = await upload(release.upload_url, 'again.txt', 'x')

    await target.octokit.repos.deleteReleaseAsset({ ...target.at, asset_id: first.data.id })
    await upload(release.upload_url, 'again.txt', 'y')
    const { data } = await target.octokit.repos.listReleaseAssets({ ...target.at, release_id: release.id })

    expect(data.map((asset) => asset.name)).toEqual(['again.txt'])
  })

  test('the latest release is neither draft nor prerelease', async () => {
    const tag_name = newTag()
    await target.octokit.repos.createRelease({ ...target.at, tag_name })
    await target.octokit.repos.createRelease({ ...target.at, tag_name: newTag(), prerelease: true })
    await draft()

    const { data } = await target.octokit.repos.getLatestRelease(target.at)

    expect(data.tag_name).toBe(tag_name)
  })
})

describe('releases seen by others on the sandbox', () => {
  let target: SandboxTarget
  beforeAll(async () => {
    target = await startSandboxTarget()
  })
  afterAll(() => target.close())

  test('drafts are shown to writers alone', async () => {
    const draft = await target.octokit.repos.createRelease({ ...target.at, tag_name: newTag(), draft: true })

    const writers = await target.octokit.repos.listReleases(target.at)
    const readers = await target.as('reader').repos.listReleases(target.at)
    const refusal = await refusalOf(target.as('reader').repos.getRelease({ ...target.at, release_id: draft.data.id }))

    expect([writers.data.length, readers.data.length, refusal.status]).toEqual([1, 0, 404])
  })
})
