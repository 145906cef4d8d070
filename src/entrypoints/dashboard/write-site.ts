import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type DashboardSource, listPages, makeDashboardPage } from '../../application/dashboard/make-page.ts'
import { assetNames, assetsFolder, readDashboardAsset } from './assets.ts'
import { frameOfRepository } from './frame-of.ts'

/** No server says it, so each page does; what a page says can't forbid frames. `file:` is a place of its own. */
const filePolicy =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file:; base-uri 'none'; form-action 'self'"

/**
 * Writes every page of a repository into a folder: to be opened as it lies there, or put on any server, below any path.
 * Returns how many pages there are. Throws where the folder holds something else: nothing of others is overwritten.
 */
export async function writeSite(source: DashboardSource, repository: string, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const there = await readdir(folder)
  if (there.length > 0 && !there.includes(assetsFolder))
    throw new Error(`${folder} has something else in it: --out takes a folder of its own`)
  const put = async (path: string, content: string | Buffer) => {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  const frameOf = frameOfRepository({ repository, at: source, isLive: false, policy: filePolicy })
  const pages = await listPages(source)
  for (const path of pages)
    await put(path, (await makeDashboardPage(source, path, new URLSearchParams(), frameOf)).html)
  for (const name of assetNames) await put(`${assetsFolder}/${name}`, await readDashboardAsset(name))
  // GitHub Pages leaves out folders that begin with an underscore unless it is told otherwise.
  await put('.nojekyll', '')
  return pages.length
}
