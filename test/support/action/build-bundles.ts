import { build, type OutputChunk } from 'rolldown'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import bundles from '../../../rolldown.config.mjs'

/** What `npm run build` writes as one file each, by its path in the repository, made anew. */
export async function buildBundles(): Promise<Map<string, string>> {
  return new Map([...(await buildChunks())].map(([path, chunk]) => [path, chunk?.code ?? '']))
}

/** The same, with the modules that are in it. */
export async function buildChunks(): Promise<Map<string, OutputChunk | undefined>> {
  const built = await Promise.all(
    bundles.map(async (bundle): Promise<[string, OutputChunk | undefined]> => {
      const { output } = await build({ ...bundle, cwd: root, write: false, logLevel: 'silent' })
      const [chunk] = output.filter((one): one is OutputChunk => one.type === 'chunk')
      return [bundle.output.file, chunk]
    }),
  )
  return new Map(built)
}

/** Writes them into a folder under the names they have; gives the paths of the Action and the verifier. */
export async function writeBundles(dir: string): Promise<{ action: string; verifier: string }> {
  await mkdir(dir, { recursive: true })
  // As in the repository, whose package says what its files are.
  await writeFile(join(dir, 'package.json'), '{"type":"module"}')
  for (const [path, code] of await buildBundles()) await writeFile(join(dir, basename(path)), code)
  return { action: join(dir, 'action.js'), verifier: join(dir, 'countersign-verify.mjs') }
}

const root = new URL('../../../', import.meta.url).pathname
