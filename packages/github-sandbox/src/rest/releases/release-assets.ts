import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { textOf } from '../../handler/body-value.ts'
import { getRelease, requireReleaser } from '../../handler/get-release.ts'
import { requireReadable } from '../../handler/issue-permissions.ts'
import { presentReleaseAsset } from '../../present/release.ts'
import { releaseAssetName } from '../../world/release-asset-name.ts'
import type { RouteAnswer, RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { validationFailed } from '../../handler/validation-failed.ts'
import type { Release, ReleaseAsset, Repository } from '../../world/world.ts'

const assetsLimit = 1000

export const releaseAssetRoutes: Routes = {
  'GET /repos/{owner}/{repo}/releases/{release_id}/assets': (context) => {
    const repo = requireReadable(context, 'contents')
    const release = getRelease(context, repo)

    return { status: 200, list: release.assets.map((asset) => presentReleaseAsset(context, repo, release, asset)) }
  },
  'POST /repos/{owner}/{repo}/releases/{release_id}/assets': async (context) => {
    const repo = requireReleaser(context)
    const release = getRelease(context, repo)
    if (repo.immutableReleases === true && !release.draft)
      throw new GitHubError(422, 'Cannot upload assets to an immutable release.')
    const asset = await uploadAsset(context, release)

    return { status: 201, body: presentReleaseAsset(context, repo, release, asset) }
  },
  'GET /repos/{owner}/{repo}/releases/assets/{asset_id}': (context) => {
    const repo = requireReadable(context, 'contents')
    const { release, asset } = getAsset(context, repo)
    if (context.accept?.includes('application/octet-stream')) return downloadAsset(context, asset)

    return { status: 200, body: presentReleaseAsset(context, repo, release, asset) }
  },
  'PATCH /repos/{owner}/{repo}/releases/assets/{asset_id}': (context) => {
    const repo = requireReleaser(context)
    const { release, asset } = getAsset(context, repo)
    const name = releaseAssetName(textOf(context.body['name']) ?? asset.name)
    if (name !== asset.name) refuseSameName(release, name)
    asset.name = name
    asset.label = textOf(context.body['label']) ?? asset.label

    return { status: 200, body: presentReleaseAsset(context, repo, release, asset) }
  },
  'DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}': async (context) => {
    const repo = requireReleaser(context)
    const { release, asset } = getAsset(context, repo)
    release.assets = release.assets.filter((one) => one !== asset)
    await rm(assetFile(context.dataDir, asset.id), { force: true })

    return { status: 204 }
  },
}

/** Where an asset's bytes lie. */
function assetFile(dataDir: string, assetId: number): string {
  return join(dataDir, 'assets', String(assetId))
}

async function uploadAsset(context: RouteContext, release: Release): Promise<ReleaseAsset> {
  const name = releaseAssetName(context.query['name'] ?? '')
  if (name === '') throw validationFailed({ resource: 'ReleaseAsset', field: 'name', code: 'missing_field' })
  refuseSameName(release, name)
  if (context.bytes.length === 0) {
    const message = 'size must be greater than or equal to 1'
    throw validationFailed({ resource: 'ReleaseAsset', field: 'size', code: 'custom', message })
  }
  if (release.assets.length >= assetsLimit) throw new GitHubError(422, 'file count limit reached')
  const asset: ReleaseAsset = {
    id: context.newId(),
    name,
    label: context.query['label'] ?? '',
    contentType: context.contentType ?? 'application/octet-stream',
    size: context.bytes.length,
    digest: `sha256:${createHash('sha256').update(context.bytes).digest('hex')}`,
    uploader: context.user().login,
    createdAt: context.now(),
  }
  // Named before the bytes are written, so that a second upload meanwhile is refused.
  release.assets.push(asset)
  const file = assetFile(context.dataDir, asset.id)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, context.bytes)

  return asset
}

async function downloadAsset(context: RouteContext, asset: ReleaseAsset): Promise<RouteAnswer> {
  asset.downloads = (asset.downloads ?? 0) + 1

  return {
    status: 200,
    headers: {
      'content-type': asset.contentType,
      'content-disposition': `attachment; filename=${asset.name}`,
    },
    bytes: await readFile(assetFile(context.dataDir, asset.id)),
  }
}

function getAsset(context: RouteContext, repo: Repository): { release: Release; asset: ReleaseAsset } {
  for (const release of repo.releases) {
    const asset = release.assets.find((one) => one.id === Number(context.params['asset_id']))
    if (asset) return { release, asset }
  }
  throw new GitHubError(404, 'Not Found')
}

function refuseSameName(release: Release, name: string): void {
  if (release.assets.some((asset) => asset.name === name))
    throw validationFailed({ resource: 'ReleaseAsset', field: 'name', code: 'already_exists' })
}
