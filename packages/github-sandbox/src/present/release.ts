import { nodeId } from '../world/node-id.ts'
import type { Release, ReleaseAsset, Repository } from '../world/world.ts'
import type { PresentContext } from './present-context.ts'
import { repositoryPage, repositoryUrl } from './repository.ts'
import { presentLogin } from './accounts/user.ts'

/** Schema `release`. A draft has no tag yet, so its pages hang on `untagged-…`. */
export function presentRelease(context: PresentContext, repo: Repository, release: Release) {
  const repoUrl = repositoryUrl(context, repo)
  const url = `${repoUrl}/releases/${release.id}`
  const tag = encodeURIComponent(release.tagName)

  return {
    url,
    assets_url: `${url}/assets`,
    upload_url: `${context.web}/api/uploads/repos/${repo.owner}/${repo.name}/releases/${release.id}/assets{?name,label}`,
    html_url: `${repositoryPage(context, repo)}/releases/tag/${release.draft ? `untagged-${release.id}` : tag}`,
    id: release.id,
    node_id: nodeId('Release', release.id),
    tag_name: release.tagName,
    target_commitish: release.targetCommitish,
    name: release.name,
    draft: release.draft,
    immutable: repo.immutableReleases === true && !release.draft,
    prerelease: release.prerelease,
    author: presentLogin(context, release.author),
    created_at: release.createdAt,
    updated_at: release.publishedAt ?? release.createdAt,
    published_at: release.publishedAt,
    assets: release.assets.map((asset) => presentReleaseAsset(context, repo, release, asset)),
    tarball_url: release.draft ? null : `${repoUrl}/tarball/${tag}`,
    zipball_url: release.draft ? null : `${repoUrl}/zipball/${tag}`,
    body: release.body,
  }
}

/** Schema `release-asset`. */
export function presentReleaseAsset(context: PresentContext, repo: Repository, release: Release, asset: ReleaseAsset) {
  const tag = release.draft ? `untagged-${release.id}` : release.tagName

  return {
    url: `${repositoryUrl(context, repo)}/releases/assets/${asset.id}`,
    id: asset.id,
    node_id: nodeId('ReleaseAsset', asset.id),
    name: asset.name,
    label: asset.label,
    uploader: presentLogin(context, asset.uploader),
    content_type: asset.contentType,
    state: 'uploaded',
    size: asset.size,
    digest: asset.digest,
    download_count: asset.downloads ?? 0,
    created_at: asset.createdAt,
    updated_at: asset.createdAt,
    browser_download_url: `${repositoryPage(context, repo)}/releases/download/${encodeURIComponent(tag)}/${encodeURIComponent(asset.name)}`,
  }
}
