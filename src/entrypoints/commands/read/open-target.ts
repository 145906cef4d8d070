import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { openDiskFolder } from '../../../adapters/folder/disk-folder.ts'
import { findArchivedManifest } from '../../../application/bundle/find-archived-manifest.ts'
import { memoryFolder } from '../../../application/bundle/memory-folder.ts'
import type { VerifyInput } from '../../../application/bundle/verify/verify-bundle.ts'
import type { BundleFolder } from '../../../application/ports/state/bundle-folder.ts'
import { archiveName } from '../../../domain/bundle/release-names.ts'
import { downloadRelease, parseReleaseAddress } from './download-release.ts'

/** What is to be verified, opened; `repo` is the repository whose release page it is. */
export interface VerifyTarget extends Pick<VerifyInput, 'folder' | 'scope'>, AsyncDisposable {
  repo: string | null
}

type OpenedTarget = { ok: true; target: VerifyTarget } | { ok: false; why: string }

const takes = 'a folder, manifest.json, an archive (.tar.gz) or the address of a release’s page'
const kept = () => Promise.resolve()

/** A folder, `manifest.json` in one, an archive alone, or a release by the address of its page. */
export async function openTarget(given: string, env: Record<string, string | undefined>): Promise<OpenedTarget> {
  if (/^https?:\/\//.test(given)) {
    const address = parseReleaseAddress(given)
    if (address === undefined)
      return {
        ok: false,
        why: `${given} is not the address of a release; it looks like https://github.com/octo/widgets/releases/tag/TAG`,
      }
    const dir = await downloadRelease(address, env)
    const remove = () => rm(dir, { recursive: true, force: true, maxRetries: 3 })
    return open(openDiskFolder(dir), 'folder', address.repository, remove)
  }
  const stats = await stat(given).catch(() => undefined)
  if (stats === undefined) return { ok: false, why: `there is no ${given}; it takes ${takes}` }
  if (stats.isDirectory()) return openFolder(given)
  if (!stats.isFile()) return { ok: false, why: `${given} is neither a folder nor a file` }
  if (basename(given) === 'manifest.json') return open(openDiskFolder(dirname(given)), 'manifest', null)
  if (/\.(?:tar\.gz|tgz)$/.test(given)) return openArchive(given)
  const beside = await isThere(join(dirname(given), 'manifest.json'))
  return { ok: false, why: `it takes ${takes}${beside ? `; is ${dirname(given)} meant?` : ''}` }
}

async function openFolder(given: string): Promise<OpenedTarget> {
  if (await isThere(join(given, 'manifest.json'))) return open(openDiskFolder(given), 'folder', null)
  if (await isThere(join(given, 'bundle/manifest.json')))
    return { ok: false, why: `there is no manifest.json in ${given}; is ${join(given, 'bundle')} meant?` }
  return { ok: false, why: `there is no manifest.json in ${given}: download the release’s assets into it, all of them` }
}

/** As a release of which only the archive was downloaded: its manifest is the one inside. */
async function openArchive(given: string): Promise<OpenedTarget> {
  const manifest = await findArchivedManifest(createReadStream(given))
  if (manifest === undefined)
    return { ok: false, why: `${given} is no archive of an export: it has no bundle/manifest.json` }
  const name = archiveName(planIdOf(manifest))
  const describe = (path: string, size: number) => ({ path, kind: 'file' as const, size, executable: false })
  const entries = [describe('manifest.json', manifest.length), describe(name, (await stat(given)).size)]
  const own = memoryFolder(entries, new Map([['manifest.json', manifest]]))
  const disk = openDiskFolder(dirname(given))
  const folder: BundleFolder = {
    ...own,
    read: (path) => (path === name ? disk.read(basename(given)) : own.read(path)),
    open: (path) => (path === name ? disk.open(basename(given)) : own.open(path)),
  }
  return open(folder, 'folder', null)
}

/** '' where there is none: that manifest is refused with its reason. */
function planIdOf(manifest: Uint8Array): string {
  const [, id = ''] = /^ {2}"plan_id": "(SOL-ISS-\d+-\d+)",$/m.exec(Buffer.from(manifest).toString('utf8')) ?? []
  return id
}

function open(folder: BundleFolder, scope: VerifyInput['scope'], repo: string | null, remove = kept): OpenedTarget {
  return { ok: true, target: { folder, scope, repo, [Symbol.asyncDispose]: remove } }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
