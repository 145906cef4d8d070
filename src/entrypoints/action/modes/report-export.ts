import type { ExportAnswer } from '../../../application/bundle/export/export-plan.ts'
import { type ReleaseOrigin, renderReleaseNotes } from '../../../views/bundle/release-notes.ts'
import { renderGraph } from '../../../views/markdown/mermaid.ts'
import { renderCount } from '../../../views/language/t.ts'
import type { ModeOutput } from '../action-mode.ts'
import type { exportMode } from './export-mode.ts'

/** One release of the output `releases`. */
export interface ReleasedPlan {
  plan: string
  tag: string
  url: string
  manifest_sha256: string
  count: number
  kind: 'published' | 'found'
}

/** Says what came of one plan: in the log, in the summary, as an error where nothing was exported. */
export async function reportExport(
  answer: ExportAnswer,
  origin: ReleaseOrigin,
  output: ModeOutput<typeof exportMode>,
): Promise<ReleasedPlan[]> {
  if (answer.kind === 'refused') {
    const missing = answer.missing.map((one) => `${one.task} (${one.state}): ${one.why}`)
    output.fail([`Nothing was exported: ${answer.why}.`, ...missing].join('\n'))
    return []
  }
  const { release, manifest, manifestSha256, fileCount } = answer
  if (release === null) return []
  const released = release.kind === 'found' ? 'Already released' : 'Released'
  output.say(`${released} as ${release.tag}: ${renderCount(fileCount, 'file')}`)
  output.say(`sha256 of manifest.json: ${manifestSha256}`)
  if (release.attestation !== null) output.say(`Attested: ${release.attestation}`)
  const open = manifest.missing.map((one) => one.task).join(', ')
  if (open !== '') output.annotate('warning', `${open}: nothing is approved yet, so nothing of it is in ${release.tag}`)
  const notes = renderReleaseNotes(manifest, manifestSha256, origin)
  const approved = new Map(manifest.items.map(({ task }) => [task, 'done' as const]))
  const graph = renderGraph(answer.tasks, approved)
  await output.summarise(`### [${release.tag}](${release.url})\n\n${notes}\n\n${graph}\n`)
  const { tag, url, kind } = release
  return [{ plan: answer.planId, tag, url, manifest_sha256: manifestSha256, count: fileCount, kind }]
}

/** The outputs for later steps. */
export function reportReleases(released: readonly ReleasedPlan[], output: ModeOutput<typeof exportMode>): void {
  output.set('releases', JSON.stringify(released))
  const [first] = released
  if (first === undefined) return
  output.set('tag', first.tag)
  output.set('manifest-sha256', first.manifest_sha256)
  output.set('release-url', first.url)
  output.set('count', String(first.count))
}
