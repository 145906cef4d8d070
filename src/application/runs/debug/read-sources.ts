import type { SourceFile } from '../../../domain/debug/read/analysis-request.ts'
import { findLinks } from '../../../domain/debug/read/find-links.ts'
import type { WorkTree } from '../../ports/roles/workspace.ts'

const maxFiles = 60
const maxTries = 1_500
const maxFileBytes = 200_000
const maxBytes = 1_500_000

/**
 * Texts of these files of a work tree, and of those that they import, one after the other, as far as an analyst needs
 * them: 60 files, 1.5 MB in all. What is no text, too large or not there is left out.
 */
export async function readSources(
  workTree: Pick<WorkTree, 'readFile'>,
  paths: readonly string[],
): Promise<SourceFile[]> {
  const queue = new Set(paths)
  const sources: SourceFile[] = []
  let tries = 0
  let bytes = 0
  for (const path of queue) {
    if (sources.length >= maxFiles || tries >= maxTries || bytes >= maxBytes) break
    tries += 1
    const text = await readText(workTree, path)
    if (text === undefined) continue
    bytes += text.length
    sources.push({ path, text })
    for (const link of findLinks(path, text)) queue.add(link)
  }
  return sources
}

async function readText(workTree: Pick<WorkTree, 'readFile'>, path: string): Promise<string | undefined> {
  const file = await workTree.readFile(path).catch(() => undefined)
  if (file === undefined || file.length > maxFileBytes || file.includes(0)) return undefined
  return new TextDecoder().decode(file)
}
