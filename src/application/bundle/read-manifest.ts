import { artifactDir } from '../../domain/records/artifact.ts'
import { mayBeFolderOf } from '../../domain/bundle/bundle-names.ts'
import { findPathProblems } from '../../domain/bundle/bundle-paths.ts'
import {
  type Manifest,
  type ManifestFile,
  manifestFiles,
  ManifestSchema,
  renderManifest,
} from '../../domain/bundle/manifest.ts'
import type { Findings } from './findings.ts'

/** The manifest in these bytes; undefined, with the reason among the findings, where there is none. */
export function parseManifest(bytes: Uint8Array, findings: Findings): Manifest | undefined {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    findings.fault(
      'manifest_malformed',
      'manifest.json',
      `it is no JSON: ${error instanceof Error ? error.message : ''}`,
    )
    return undefined
  }
  const parsed = ManifestSchema.safeParse(json)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      findings.fault('manifest_malformed', 'manifest.json', `${issue.path.join('.')}: ${issue.message}`)
    }
    return undefined
  }
  const manifest = parsed.data
  if (!Buffer.from(renderManifest(manifest)).equals(bytes)) {
    findings.fault('manifest_malformed', 'manifest.json', 'it is not written as an export writes it')
  }
  checkPaths(manifest, findings)
  return manifest
}

function checkPaths(manifest: Manifest, findings: Findings): void {
  for (const problem of findPathProblems(['manifest.json', ...manifestFiles(manifest).map((file) => file.dest_path)])) {
    findings.fault('path_unsafe', 'manifest.json', problem)
  }
  for (const item of manifest.items) {
    const version = { ...item, artifact_id: item.approved_artifact_id }
    for (const file of item.files) checkSource(file, version, false, findings)
  }
  for (const candidate of manifest.candidates) {
    for (const file of candidate.files) checkSource(file, candidate, true, findings)
  }
}

interface NamedVersion {
  task_id: string
  task: string
  task_title: string
  artifact_id: string
}

/** The file comes out of a version that the manifest names for it, under the same path, and lands in its task's folder. */
function checkSource(file: ManifestFile, version: NamedVersion, isCandidate: boolean, findings: Findings): void {
  const from = isCandidate ? version : (file.approved_as ?? version)
  const folder = `${artifactDir(from)}/`
  const own = file.source_path.slice(folder.length)
  const [before, after] = isCandidate ? ['_candidates/', `/${version.artifact_id}/${own}`] : ['', `/${own}`]
  const { dest_path: path } = file
  const place = path.slice(before.length, path.length - after.length)
  const isThere = path === `${before}${place}${after}`
  const task = { id: version.task, task_id: version.task_id, title: version.task_title }
  if (file.source_path.startsWith(folder) && isThere && mayBeFolderOf(place, task)) return
  findings.fault('manifest_malformed', file.dest_path, `it does not come from version ${from.artifact_id}`)
}
