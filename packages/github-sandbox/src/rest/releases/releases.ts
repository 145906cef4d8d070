import { textOf } from '../../handler/body-value.ts'
import { getRelease, requireReleaser } from '../../handler/get-release.ts'
import { isAllowed, requireReadable } from '../../handler/issue-permissions.ts'
import { orNotFound } from '../../handler/or-not-found.ts'
import { presentRelease } from '../../present/release.ts'
import { emitRelease, publishRelease } from '../../changes/publish-release.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { refuseLongText, validationFailed } from '../../handler/validation-failed.ts'
import type { Release, Repository } from '../../world/world.ts'
import { releaseAssetRoutes } from './release-assets.ts'

export const releasesRoutes: Routes = {
  'GET /repos/{owner}/{repo}/releases': (context) => {
    const repo = requireReadable(context, 'contents')
    const seesDrafts = isAllowed(context, repo, 'write', 'contents')
    const releases = repo.releases.filter((release) => seesDrafts || !release.draft).toReversed()

    return { status: 200, list: releases.map((release) => presentRelease(context, repo, release)) }
  },
  'POST /repos/{owner}/{repo}/releases': async (context) => {
    const repo = requireReleaser(context)
    const release = buildRelease(context, repo)
    refuseSameTag(repo, release)
    repo.releases.push(release)
    try {
      if (context.body['draft'] !== true) await publishRelease(context, repo, release, { isNew: true })
    } catch (error) {
      repo.releases = repo.releases.filter((one) => one !== release)
      throw error
    }

    return { status: 201, body: presentRelease(context, repo, release) }
  },
  'GET /repos/{owner}/{repo}/releases/latest': (context) => {
    const repo = requireReadable(context, 'contents')
    const latest = repo.releases
      .filter((release) => !release.draft && !release.prerelease)
      .toSorted((a, b) => (a.publishedAt ?? '').localeCompare(b.publishedAt ?? '') || a.id - b.id)
      .at(-1)

    return { status: 200, body: presentRelease(context, repo, orNotFound(latest)) }
  },
  'GET /repos/{owner}/{repo}/releases/tags/{tag}': (context) => {
    const repo = requireReadable(context, 'contents')
    const release = repo.releases.find((one) => !one.draft && one.tagName === context.params['tag'])

    return { status: 200, body: presentRelease(context, repo, orNotFound(release)) }
  },
  'GET /repos/{owner}/{repo}/releases/{release_id}': (context) => {
    const repo = requireReadable(context, 'contents')
    const release = getRelease(context, repo)
    if (release.draft && !isAllowed(context, repo, 'write', 'contents')) throw new GitHubError(404, 'Not Found')

    return { status: 200, body: presentRelease(context, repo, release) }
  },
  'PATCH /repos/{owner}/{repo}/releases/{release_id}': async (context) => {
    const repo = requireReleaser(context)
    const release = getRelease(context, repo)
    await updateRelease(context, repo, release)

    return { status: 200, body: presentRelease(context, repo, release) }
  },
  'DELETE /repos/{owner}/{repo}/releases/{release_id}': (context) => {
    const repo = requireReleaser(context)
    const release = getRelease(context, repo)
    repo.releases = repo.releases.filter((one) => one !== release)
    emitRelease(context, repo, release, 'deleted')

    return { status: 204 }
  },
  ...releaseAssetRoutes,
}

const bodyLimitCharacters = 125_000

function buildRelease(context: RouteContext, repo: Repository): Release {
  const { body } = context
  const tagName = textOf(body['tag_name']) ?? ''
  if (tagName.trim() === '') throw validationFailed({ resource: 'Release', field: 'tag_name', code: 'missing_field' })
  refuseLongText('Release', 'body', textOf(body['body']) ?? '', bodyLimitCharacters)

  return {
    id: context.newId(),
    tagName,
    targetCommitish: textOf(body['target_commitish']) ?? repo.defaultBranch,
    name: textOf(body['name']) ?? null,
    body: textOf(body['body']) ?? null,
    draft: true,
    prerelease: body['prerelease'] === true,
    author: context.user().login,
    createdAt: context.now(),
    publishedAt: null,
    assets: [],
  }
}

async function updateRelease(context: RouteContext, repo: Repository, release: Release): Promise<void> {
  const { body } = context
  const before = { name: release.name, body: release.body }
  const wanted = { ...release, tagName: textOf(body['tag_name']) ?? release.tagName }
  refuseSameTag(repo, wanted)
  refuseLongText('Release', 'body', textOf(body['body']) ?? '', bodyLimitCharacters)
  release.tagName = wanted.tagName
  release.targetCommitish = textOf(body['target_commitish']) ?? release.targetCommitish
  release.name = textOf(body['name']) ?? release.name
  release.body = textOf(body['body']) ?? release.body
  if (typeof body['prerelease'] === 'boolean') release.prerelease = body['prerelease']
  if (release.draft && body['draft'] === false) return publishRelease(context, repo, release, { isNew: false })
  const changes = Object.fromEntries(
    (['name', 'body'] as const)
      .filter((field) => before[field] !== release[field])
      .map((field) => [field, { from: before[field] ?? '' }]),
  )
  if (!release.draft) emitRelease(context, repo, release, 'edited', { changes })
}

/** Drafts may share a tag name; published releases may not. */
function refuseSameTag(repo: Repository, release: Release): void {
  const same = repo.releases.some((one) => one.id !== release.id && !one.draft && one.tagName === release.tagName)
  if (same) throw validationFailed({ resource: 'Release', field: 'tag_name', code: 'already_exists' })
}
