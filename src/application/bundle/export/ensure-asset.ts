import { isOutage } from '../../outage.ts'
import type { ReleaseFile, ReleaseStore } from '../../ports/forge/release-store.ts'
import { ExportFault } from '../export-fault.ts'
import { hashAsset } from './prove-assets.ts'

const uploadAttempts = 3

/** Has this file lie on a release: looked for before each try, since an upload may be done although it failed. */
export async function ensureAsset(releases: ReleaseStore, releaseId: number, file: ReleaseFile): Promise<void> {
  let cause: unknown
  for (let attempt = 0; attempt <= uploadAttempts; attempt += 1) {
    const { assets } = await releases.getRelease(releaseId)
    const asset = assets.find((one) => one.name === file.name)
    if (asset?.state === 'uploaded') {
      const found = asset.sha256 ?? (await hashAsset(releases, asset.id))
      if (found === file.sha256) return
    }
    if (asset !== undefined) await releases.deleteAsset(asset.id)
    if (attempt === uploadAttempts) break
    try {
      await releases.uploadAsset(releaseId, file)
    } catch (error) {
      cause = error
    }
  }
  if (isOutage(cause)) throw cause
  const reason = cause instanceof Error ? `: ${cause.message}` : ''
  throw new ExportFault('asset_broken', `${file.name} could not be uploaded`, `${uploadAttempts} tries${reason}`, cause)
}
