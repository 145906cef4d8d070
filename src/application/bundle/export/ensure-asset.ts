import { isOutage } from '../../outage.ts'
import type { ReleaseFile, ReleaseStore } from '../../ports/forge/release-store.ts'
import { ExportFault } from '../export-fault.ts'
import { sha256Of } from '../hashes.ts'

const uploadAttempts = 3

/** Has this file lie on a release: looked for before each try, since an upload may be done although it failed. */
export async function ensureAsset(releases: ReleaseStore, releaseId: number, file: ReleaseFile): Promise<void> {
  const wanted = sha256Of(file.bytes)
  let cause: unknown
  for (let attempt = 0; attempt <= uploadAttempts; attempt += 1) {
    const { assets } = await releases.getRelease(releaseId)
    const asset = assets.find((one) => one.name === file.name)
    if (asset?.state === 'uploaded') {
      const found = asset.sha256 ?? sha256Of(await releases.downloadAsset(asset.id))
      if (found === wanted) return
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
