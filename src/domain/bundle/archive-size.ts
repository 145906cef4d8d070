import { recordText } from '../language/message.ts'
import { type Manifest, manifestFiles, renderManifest } from './manifest.ts'

/** GitHub takes a file on a release that is smaller than this. */
export const assetLimitBytes = 2 * 1024 ** 3

const blockBytes = 512

/** How large the archive of this bundle is at least: each file with its padding behind a header, and the end. */
export function leastArchiveBytes(manifest: Manifest): number {
  const sizes = [renderManifest(manifest).length, ...manifestFiles(manifest).map(({ size }) => size)]
  return sizes.reduce((sum, size) => sum + blockBytes + Math.ceil(size / blockBytes) * blockBytes, 2 * blockBytes)
}

/** Why an archive of so many bytes can't go on a release, and what would be smaller; undefined where it can. */
export function explainTooLarge(bytes: number, manifest: Manifest): string | undefined {
  if (bytes < assetLimitBytes) return undefined
  const smaller = [
    ...(manifest.candidates.length > 0
      ? [recordText('without the versions that were not approved (include-candidates)')]
      : []),
    ...(manifest.items.some(({ role }) => role === 'supporting')
      ? [recordText('without what only supports the deliverable (include-supporting: false, or /export no-supporting)')]
      : []),
    recordText('in plans that deliver less each (/split, or another issue)'),
  ]
  const size = (bytes / 1024 ** 3).toFixed(2)
  return recordText('the archive would have {size} GiB, and GitHub takes less than 2 GiB a file; export it {ways}', {
    size,
    ways: smaller.join(', or '),
  })
}
