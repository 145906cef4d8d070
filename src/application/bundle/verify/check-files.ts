import { type Manifest, manifestFiles } from '../../../domain/bundle/manifest.ts'
import type { FolderEntry } from '../../ports/state/bundle-folder.ts'
import type { FileDigest } from '../digests.ts'
import type { Findings } from '../findings.ts'
import { findBeside } from './find-beside.ts'

/** Git blob ids of the files that were read, by `dest_path`. */
export type SeenBlobs = Map<string, string>

/**
 * Compares every file that the manifest names with what lies below `prefix`, and finds what is missing or too much
 * (`allowed` may be there as well).
 */
export async function checkFiles(
  digest: (entry: FolderEntry) => Promise<FileDigest | undefined>,
  entries: readonly FolderEntry[],
  manifest: Manifest,
  prefix: string,
  allowed: readonly string[],
  findings: Findings,
): Promise<SeenBlobs> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const files = manifestFiles(manifest)
  const expected = new Set([...allowed, ...files.map((file) => prefix + file.dest_path)])
  const seen: SeenBlobs = new Map()
  for (const file of files) {
    const path = prefix + file.dest_path
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
    const found = entry.size === file.size ? await digest(entry) : undefined
    if (found === undefined || found.size !== file.size || found.sha256 !== file.sha256) {
      findings.fault('file_differs', path, 'its bytes are not those that the manifest names')
      continue
    }
    seen.set(file.dest_path, found.blob)
  }
  for (const { name, files: count } of findBeside(entries, (path) => expected.has(path))) {
    const what = count === 1 ? 'the manifest does not name it' : `${count} files that the manifest does not name`
    findings.fault('file_unexpected', name, what)
  }
  return seen
}
