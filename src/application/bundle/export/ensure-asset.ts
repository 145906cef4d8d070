import { recordText } from '../../../domain/language/message.ts'
import { isOutage } from '../../outage.ts'
import type { ReleaseFile, ReleaseStore, StoredAsset, StoredRelease } from '../../ports/forge/release-store.ts'
import { ExportFault } from '../export-fault.ts'
import { hashAsset } from './prove-assets.ts'

const uploadAttempts = 3

/**
 * Has this file lie on a release, as it was seen just now: looked at again before each further try, since an upload may be
 * done although it failed.
 */
export async function ensureAsset(releases: ReleaseStore, release: StoredRelease, file: ReleaseFile): Promise<void> {
  const holds = async (asset: StoredAsset | undefined) =>
    asset?.state === 'uploaded' && (asset.sha256 ?? (await hashAsset(releases, asset.id))) === file.sha256
  let { assets } = release
  let cause: unknown
  for (let attempt = 0; attempt <= uploadAttempts; attempt += 1) {
    if (attempt > 0) ({ assets } = await releases.getRelease(release.id))
    const asset = assets.find((one) => one.name === file.name)
    if (await holds(asset)) return
    if (asset !== undefined) await releases.deleteAsset(asset.id)
    if (attempt === uploadAttempts) break
    let made: StoredAsset | undefined
    try {
      made = await releases.uploadAsset(release, file)
    } catch (error) {
      cause = error
    }
    if (await holds(made)) return
  }
  if (isOutage(cause)) throw cause
  const n = uploadAttempts
  throw new ExportFault(
    'asset_broken',
    recordText('{file} could not be uploaded', { file: file.name }),
    cause instanceof Error ? recordText('{n} tries: {why}', { n, why: cause.message }) : recordText('{n} tries', { n }),
    cause,
  )
}
