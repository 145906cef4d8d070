import { findBundleFolder } from '../../domain/bundle/bundle-names.ts'
import type { Manifest } from '../../domain/bundle/manifest.ts'
import { t } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

/** Whoever has unpacked the archive sees folders named by titles, or by no more than an id. */
export function renderFolders(manifest: Manifest, count: number): string {
  const folders = listFolders(manifest)
  const more = folders.length > count ? [`- … ${t('{n} more in `manifest.json`', { n: folders.length - count })}`] : []
  const lines = [...folders.slice(0, count), ...more]
  return `\n${renderDetails(t('Which folder of the archive is which'), lines.join('\n'))}`
}

/** A line for each folder of the archive. */
export function listFolders({ items, candidates }: Manifest): string[] {
  return [...items, ...candidates].flatMap((part) => {
    const folder = findBundleFolder(part.files)
    if (folder === null) return []
    const version = t('{task} {title}, version {n}', {
      task: part.task,
      title: neutraliseInline(shorten(part.task_title, 100)),
      n: part.version,
    })
    const said = 'review' in part ? version : t('{version}, not approved', { version })
    return [`- ${inlineCode(folder)}${t(': ')}${said}`]
  })
}
