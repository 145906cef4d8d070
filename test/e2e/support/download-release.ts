import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runVerify } from '../../../src/entrypoints/commands/verify.ts'
import type { Playground } from './playground.ts'

/** The assets of a release in a folder, as anybody downloads them. */
export async function downloadRelease(playground: Playground, tag: string, dir: string): Promise<string> {
  const folder = await mkdtemp(join(dir, 'release-'))
  const { data } = await playground.as('reader').rest.repos.getReleaseByTag({ ...playground.place, tag })
  for (const asset of data.assets) {
    const answer = await fetch(asset.url, { headers: { accept: 'application/octet-stream' } })
    await writeFile(join(folder, asset.name), Buffer.from(await answer.arrayBuffer()))
  }
  return folder
}

/** Exit code and report of `countersign verify` on a folder: against a repository, a hash from the thread, or alone. */
export async function verifyRelease(
  target: string,
  anchor: { repo?: string; manifestSha256?: string },
): Promise<{ code: number; report: string }> {
  const texts: string[] = []
  const collect = (text: string) => void texts.push(text)
  const io = { stdout: collect, stderr: collect, env: process.env }
  const code = await runVerify({ target, json: true, ...anchor }, io)
  return { code, report: texts.join('') }
}
