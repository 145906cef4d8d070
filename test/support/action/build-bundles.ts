import { build, type OutputChunk } from 'rolldown'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import bundles from '../../../rolldown.config.mjs'

/** What `npm run build` writes, by its path in the repository, made anew. */
export async function buildBundles(): Promise<Map<string, string>> {
  const built = await Promise.all(
    bundles.map(async (bundle): Promise<[string, string]> => {
      const { output } = await build({ ...bundle, cwd: root, write: false, logLevel: 'silent' })
      const [chunk] = output.filter((one): one is OutputChunk => one.type === 'chunk')
      return [bundle.output.file, chunk?.code ?? '']
    }),
  )
  return new Map(built)
}

/** Writes them into a folder under the names they have; gives the paths of the Action and the verifier. */
export async function writeBundles(dir: string): Promise<{ action: string; verifier: string }> {
  await mkdir(dir, { recursive: true })
  const paths: string[] = []
  for (const [path, code] of await buildBundles()) {
    const to = join(dir, basename(path).replace(/\.js$/, '.mjs'))
    await writeFile(to, code)
    paths.push(to)
  }
  const [action = '', verifier = ''] = paths
  return { action, verifier }
}

const root = new URL('../../../', import.meta.url).pathname
