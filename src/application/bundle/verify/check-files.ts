import { type Manifest, manifestFiles } from '../../../domain/bundle/manifest.ts'
import { gitBlobIdOf, sha256Of } from '../hashes.ts'
import type { BundleFolder, FolderEntry } from '../../ports/state/bundle-folder.ts'
import { findBeside } from './find-beside.ts'
import type { Findings } from '../findings.ts'

/** Git blob ids of the files that were read, by `dest_path`. */
export type SeenBlobs = Map<string, string>

/**
 * Compares every file that the manifest names with what lies below `prefix`, and finds what is missing or too much
 * (`allowed` may be there as well).
 */
export async function checkFiles(
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  manifest: Manifest,
  prefix: string,
  allowed: readonly string[],
  findings: Findings,
): Promise<SeenBlobs> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const expected = new Set(allowed)
  const seen: SeenBlobs = new Map()
  for (const file of manifestFiles(manifest)) {
    const path = prefix + file.dest_path
    expected.add(path)
    const entry = byPath.get(path)
    if (entry === undefined) {
      findings.fault('file_missing', path, 'the manifest names it, but it is not there')
      continue
    }
    if (entry.kind !== 'file') {
      findings.fault('file_not_regular', path, 'it is a link or something else that is no plain file')
      continue
    }
    if (entry.isSpecial === true) {
      findings.fault('mode_unsafe', path, 'it is setuid, setgid or sticky, which no file of an export is')
    }
    if (entry.executable !== (file.mode === '100755')) {
      findings.note('mode_differs', path, `the manifest says ${file.mode}`)
    }
    const bytes = entry.size === file.size ? await folder.read(path) : undefined
    if (bytes === undefined || bytes.length !== file.size || sha256Of(bytes) !== file.sha256) {
      findings.fault('file_differs', path, 'its bytes are not those that the manifest names')
      continue
    }
    seen.set(file.dest_path, gitBlobIdOf(bytes))
  }
  for (const { name, files } of findBeside(entries, (path) => expected.has(path))) {
    const what = files === 1 ? 'the manifest does not name it' : `${files} files that the manifest does not name`
    findings.fault('file_unexpected', name, what)
  }
  return seen
}
